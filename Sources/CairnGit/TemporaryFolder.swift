import CairnFiles
import SystemPackage
import Glibc

/// A private folder for files that git reads by name.
struct TemporaryFolder {
  private let path: FilePath
  private var files: [FilePath] = []

  /// Creates a folder inside `folder`; throws ``GitFailure`` if this fails.
  init(in folder: FilePath) throws(GitFailure) {
    path = folder.appending(TemporaryName.fresh().description)
    guard path.withPlatformString({ mkdir($0, 0o700) }) == 0 else {
      throw GitFailure(
        .notRun, "cannot create a folder in \(folder): \(Errno(rawValue: errno))")
    }
  }

  /// Writes `bytes` to a new file in the folder and returns the file's path.
  mutating func file(_ name: String, _ bytes: [UInt8]) throws(GitFailure) -> FilePath {
    let file = path.appending(name)
    files.append(file)
    do {
      let descriptor = try FileDescriptor.open(
        file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    } catch {
      throw GitFailure(.notRun, "cannot write \(file): \(error)")
    }
    return file
  }

  /// Removes the folder and its files.
  func remove() {
    for file in files { file.withPlatformString { _ = unlink($0) } }
    path.withPlatformString { _ = rmdir($0) }
  }
}
