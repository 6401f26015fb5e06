public import SystemPackage
import Glibc

/// A file without a name that passes bytes to another program.
///
/// Unlike writing to a pipe, this cannot kill the process if the other program exits before reading
/// everything.
public enum NamelessFile {
  /// Returns a file in `folder` that contains these bytes, positioned at its start. No other
  /// process can find it, and it disappears with its descriptor. Throws `Errno`.
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
