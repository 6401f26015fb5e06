public import SystemPackage
import Glibc

/// A file without a name, used to pass bytes to another program.
///
/// With a pipe, a signal could kill this process if the other program exits before reading
/// everything. With a file, that cannot happen.
public enum NamelessFile {
  /// Returns a new file in `folder` that contains these bytes, opened for reading from its start.
  /// No other process can find the file, and it disappears when its descriptor is closed. Throws
  /// `Errno` if the file cannot be created or written.
  public static func holding(_ bytes: [UInt8], in folder: FilePath) throws -> FileDescriptor {
    let path = folder.appending(TemporaryName.fresh().description)
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    path.withPlatformString { _ = unlink($0) }
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error
    }
    return file
  }
}
