public import SystemPackage
import Glibc

/// A file without a name, for bytes that a program is to read.
///
/// A pipe would do for programs that read everything. One that ends before that would end this
/// process, too.
public enum NamelessFile {
  /// A file in `folder` that holds these bytes and is read from its start; nobody else finds it,
  /// and it goes with its descriptor. Throws `Errno`.
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
