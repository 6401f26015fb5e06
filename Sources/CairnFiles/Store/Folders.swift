import Glibc
public import SystemPackage

extension FilePath {
  /// Creates the folder at this absolute path and any missing parents. If it throws `FileError`,
  /// none of them remains.
  public func makeFolders() throws(FileError) {
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
