public import CairnText
import Glibc

/// A folder to be indexed.
public struct IndexedFolder: Sendable {
  /// The path of the folder.
  public let path: NotePath
  /// The names of the folder's Markdown files, in the order in which the disk lists them.
  public let files: [[UInt8]]
  /// The indexes of `files`, sorted by the bytes of the file names.
  public let order: [UInt32]

  /// Creates a folder. Sorts its files.
  public init(path: NotePath, files: [[UInt8]]) {
    self.path = path
    self.files = files
    order = files.withUnsafeBufferPointer { files in
      (0..<UInt32(files.count)).sorted { files[Int($0)].precedes(files[Int($1)]) }
    }
  }
}

extension [UInt8] {
  /// Returns whether these bytes come before other bytes, in the order of ``NotePath``.
  fileprivate func precedes(_ other: [UInt8]) -> Bool {
    withUnsafeBytes { left in
      other.withUnsafeBytes { right in
        guard let one = left.baseAddress, let two = right.baseAddress else {
          return left.count < right.count
        }
        let order = memcmp(one, two, Swift.min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
    }
  }
}
