public import CairnText
import Glibc
public import SystemPackage

/// A file anywhere on the machine that a person named, to be copied into a notebook.
///
/// Links to it are followed wherever they lead. It is opened for reading only.
public struct OutsideFile: Sendable {
  /// Its absolute path, with all links followed.
  public let path: FilePath
  /// How long it was when it was looked at, in bytes.
  public let size: Int

  private let system: SystemCalls

  /// Looks at the file at `path`.
  ///
  /// Throws ``FileError`` where there is none, or something else than a file: a pipe or a device is
  /// never waited for.
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
  }

  /// Its bytes.
  ///
  /// Throws ``FileError`` where it cannot be read.
  public func read() throws(FileError) -> [UInt8] {
    do throws(Errno) {
      let file = try system.openat(AT_FDCWD, cString(path.bytes), SystemCalls.readFlags)
      return try system.readAll(file.raw, expecting: size)
    } catch {
      throw FileError(.read, path, error)
    }
  }

  /// Where in a notebook it lies; nil where it does not, or where scans do not look.
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
