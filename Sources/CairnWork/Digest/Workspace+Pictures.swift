import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
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
      let tell = context.tell
      pictures.copy = { path, type, bytes in
        do {
          let name = Array(try assets.copy(bytes, type).utf8)
          return DigestPictures.address(of: way.isEmpty ? name : way + [UInt8(ascii: "/")] + name)
        } catch {
          if assets.noteFailure() {
            let message =
              "--assets: `\(path)` could not be copied to `\(name)`: \(error); the digest links to "
              + "the pictures that were not copied"
            tell(.warning(Diagnostic(.warning, "output-picture", message)))
          }
          return nil
        }
      }
    }
    return pictures
  }
}
