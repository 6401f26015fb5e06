import CairnFiles
import SystemPackage
import Glibc

/// A folder of its own for files that git wants by name.
struct TemporaryFolder {
  private let path: FilePath
  private var files: [FilePath] = []

  /// Throws ``GitFailure`` where none can be made.
  init(in folder: FilePath) throws(GitFailure) {
    path = folder.appending(TemporaryName.fresh().description)
    guard path.withPlatformString({ mkdir($0, 0o700) }) == 0 else {
      throw GitFailure(
        .notRun, "no folder could be made in \(folder): \(Errno(rawValue: errno))")
    }
  }

  /// Writes a file; its path.
  mutating func file(_ name: String, _ bytes: [UInt8]) throws(GitFailure) -> FilePath {
    let file = path.appending(name)
    files.append(file)
    do {
      let descriptor = try FileDescriptor.open(
        file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    } catch {
      throw GitFailure(.notRun, "\(file) could not be written: \(error)")
    }
    return file
  }

  /// Removes it and the files in it.
  func remove() {
    for file in files { file.withPlatformString { _ = unlink($0) } }
    path.withPlatformString { _ = rmdir($0) }
  }
}
