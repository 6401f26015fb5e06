import CairnFiles
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FilePath {
  /// Makes the folder at this absolute path, and those above it, as far as they are not there.
  func makeFolders() throws(FileError) {
    var path = FilePath("/")
    for component in components {
      path.append(component)
      guard path.withPlatformString({ mkdir($0, 0o777) }) != 0, errno != EEXIST else { continue }
      throw FileError(.create, path, .other(errno))
    }
  }
}
