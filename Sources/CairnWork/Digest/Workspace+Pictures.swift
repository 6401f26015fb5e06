import CairnDigest
import CairnFiles
import CairnNotebook
import SystemPackage

extension Workspace {
  /// Returns the functions that read and copy the pictures of an HTML digest. `folder` is the
  /// absolute path of the folder to which the links in the digest are relative.
  ///
  /// Throws a ``Refusal`` if the folder for pictures cannot be created.
  func digestPictures(
    _ request: PictureRequest, folder: FilePath
  ) throws(Refusal) -> DigestPictures {
    let store = notebook.store
    var pictures = DigestPictures(
      embedLimit: request.embedLimit ?? (request.folder == nil ? 1 << 20 : 0),
      loadsRemote: request.loadsRemote,
      read: { path, limit in
        guard let size = (try? store.stamp(path))??.size else { return .missing }
        if size > limit { return .larger(size) }
        return (try? store.read(path)).map { .bytes($0.bytes) } ?? .missing
      })
    if let name = request.folder {
      let path = absolutePath(name)
      let assets = try PictureFolder(path, name: name)
      let way = Array(path.relative(to: folder).utf8)
      pictures.copy = { _, type, bytes in
        assets.copy(bytes, type).map { name in
          DigestPictures.address(of: way.isEmpty ? Array(name.utf8) : way + Array("/\(name)".utf8))
        }
      }
    }
    return pictures
  }
}
