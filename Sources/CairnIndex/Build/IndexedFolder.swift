public import CairnText
import Glibc

/// A folder to be indexed.
public struct IndexedFolder: Sendable {
  /// The path of the folder.
  public let path: NotePath
  /// The names of the files in the folder, in the order in which the disk lists the files.
  public let files: NameList
  /// The state of the folder when it was listed. If the state is the same later, ``files`` is still
  /// valid and the folder need not be listed again. Nil if the folder must always be listed.
  package let state: FolderState?
  /// The indices of the files in ``files``, sorted by the files' paths.
  package let order: [UInt32]

  /// Creates a folder with these files.
  public init(path: NotePath, files: NameList, state: FolderState? = nil) {
    self.path = path
    self.files = files
    self.state = state
    order = files.bytes.withUnsafeBytes { bytes in
      (0..<UInt32(files.count)).sorted { one, other in
        UnsafeRawBufferPointer(rebasing: bytes[files.range(at: Int(one))])
          .precedes(UnsafeRawBufferPointer(rebasing: bytes[files.range(at: Int(other))]))
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether these bytes of a path sort before `other`, in the order of ``NotePath``.
  fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    guard let one = baseAddress, let two = other.baseAddress else { return count < other.count }
    let order = memcmp(one, two, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }
}
