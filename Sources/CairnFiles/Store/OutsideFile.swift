public import CairnText
import Glibc
public import SystemPackage

/// A file, anywhere on the machine, that the user copies into a notebook.
///
/// Links are followed wherever they lead. The file is only opened for reading.
public struct OutsideFile: Sendable {
  /// The file's absolute path, with all symbolic links resolved.
  public let path: FilePath
  /// The file's size in bytes when it was opened.
  public let size: Int
  /// Whether the file's mode permits its owner, its group or others to run it as a program.
  public let isExecutable: Bool

  private let system: SystemCalls

  /// Opens the file at `path` to determine its kind and size.
  ///
  /// Throws ``FileError`` if the file does not exist or is not a regular file; never blocks on a
  /// pipe or device.
  public init(_ path: FilePath) throws(FileError) {
    let system = SystemCalls(faults: nil)
    let status: FileStatus
    do throws(Errno) {
      let real = try system.realpath(cString(path.bytes))
      self.path = FilePath(bytes: real)
      let file = try system.openat(AT_FDCWD, cString(real), SystemCalls.readFlags)
      status = try system.fstat(file.raw)
    } catch {
      throw FileError(.read, path, error)
    }
    switch status.kind {
    case .file: break
    case .folder: throw FileError(.read, path, .isFolder)
    default: throw FileError(.read, path, .notRegular)
    }
    self.system = system
    size = status.stamp.size
    isExecutable = status.mode & 0o111 != 0
  }

  /// Reads the file's bytes.
  ///
  /// Throws ``FileError`` if the file cannot be read.
  public func read() throws(FileError) -> [UInt8] {
    do throws(Errno) {
      let file = try system.openat(AT_FDCWD, cString(path.bytes), SystemCalls.readFlags)
      return try system.readAll(file.raw, expecting: size)
    } catch {
      throw FileError(.read, path, error)
    }
  }

  /// Returns the file's path in a notebook; nil if the file is outside the notebook or hidden from
  /// scans.
  public func path(in store: Store) -> NotePath? {
    let root = store.root.bytes
    let bytes = path.bytes
    guard bytes.starts(with: root), bytes.count > root.count,
      root.last == UInt8(ascii: "/") || bytes[root.count] == UInt8(ascii: "/")
    else { return nil }
    let below = NotePath(bytes: bytes[root.count...].drop { $0 == UInt8(ascii: "/") })
    guard let below, !below.components.contains(where: FileName.isHidden) else { return nil }
    return below
  }
}
