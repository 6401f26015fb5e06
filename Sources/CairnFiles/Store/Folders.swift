import Glibc
public import SystemPackage

extension FilePath {
  /// Creates the folder at this absolute path and any missing parents.
  ///
  /// Throws `FileError` if a folder cannot be created; in that case, none of the new folders
  /// remains.
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
