import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
import SystemPackage

extension Session {
  /// How an HTML digest that lies in `folder` shows pictures.
  ///
  /// Throws a ``Failure`` where `--assets` names what is no folder.
  func digestPictures(_ options: PictureOptions, folder: FilePath) throws -> DigestPictures {
    let store = notebook.store
    var pictures = DigestPictures(
      embedLimit: options.embedLimit?.bytes ?? (options.assets == nil ? 1 << 20 : 0),
      loadsRemote: options.remoteImages,
      read: { path, limit in
        guard let size = (try? store.stamp(path))??.size else { return .missing }
        if size > limit { return .larger(size) }
        return (try? store.read(path)).map { .bytes($0.bytes) } ?? .missing
      })
    if let name = options.assets {
      let path = surroundings.workingFolder.pushing(FilePath(name)).lexicallyNormalized()
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
