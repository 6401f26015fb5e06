import CairnFiles
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FilePath {
  /// Makes the folder at this absolute path, and those above it, as far as they are not there; none
  /// of them where it throws.
  func makeFolders() throws(FileError) {
    var path = FilePath("/")
    var made: [FilePath] = []
    for component in components {
      path.append(component)
      if path.withPlatformString({ mkdir($0, 0o777) }) == 0 {
        made.append(path)
      } else if errno != EEXIST {
        let failure = FileError(.create, path, .other(errno))
        for folder in made.reversed() { folder.withPlatformString { _ = rmdir($0) } }
        throw failure
      }
    }
  }
}
