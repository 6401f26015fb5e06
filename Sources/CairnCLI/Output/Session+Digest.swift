import CairnCapture
import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
import SystemPackage

extension Session {
  /// The templates of a digest: those in the file or folder that was named, else the notebook's own,
  /// else those that come with Cairn.
  ///
  /// Throws a ``Failure`` where the name leads nowhere, and a `Diagnostic` where a template is
  /// malformed.
  func digestTemplates(_ format: DigestFormat, named name: String?) throws -> DigestTemplates {
    var texts: [DigestTemplates.Part: String] = [:]
    for part in DigestTemplates.Part.allCases {
      if let path = NotePath(".cairn/templates/digest/\(format)/\(part).mustache"),
        let file = try? notebook.store.read(path)
      {
        texts[part] = String(decoding: file.bytes, as: UTF8.self)
      }
    }
    if let name { texts.merge(try named(name)) { $1 } }
    return try DigestTemplates(format, replacing: texts)
  }

  /// The templates in a folder, or the one in a file, which is that of an item.
  private func named(_ name: String) throws -> [DigestTemplates.Part: String] {
    let path = surroundings.workingFolder.pushing(FilePath(name)).lexicallyNormalized()
    if let folder = try? Store(root: path) {
      let found = DigestTemplates.Part.allCases.compactMap { part in
        text("\(part).mustache", in: folder).map { (part, $0) }
      }
      if !found.isEmpty { return Dictionary(uniqueKeysWithValues: found) }
      throw Failure(
        "template-unknown",
        "the folder `\(name)` has none of head, group, item and foot.mustache", status: .usage)
    }
    guard let last = path.lastComponent?.string,
      let folder = try? Store(root: path.removingLastComponent()),
      let text = text(last, in: folder)
    else {
      throw Failure("template-unknown", "there is no template `\(name)`", status: .usage)
    }
    return [.item: text]
  }

  private func text(_ name: String, in folder: Store) -> String? {
    NotePath(name).flatMap { try? folder.read($0) }.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
  }

  /// What a digest that lies in `folder` asks of the notebook.
  func digestSurroundings(_ library: Library, folder: FilePath) -> DigestSurroundings {
    let links = LinkGraph(library)
    let root = Array(notebook.store.root.relative(to: folder).utf8)
    return DigestSurroundings(
      target: { capture, link in links.destination(of: link, from: capture.collection) },
      location: { path in root.isEmpty ? path.bytes : root + Array("/".utf8) + path.bytes },
      collection: { path in (library.title(of: path), library.collection(path)?.page?.icon) })
  }
}

extension Library {
  /// What a collection is called, with those around it: `Work / Acme`.
  fileprivate func title(of path: NotePath) -> String {
    let name = collection(path)?.name ?? path.name
    return path.isRoot || path.parent.isRoot ? name : "\(title(of: path.parent)) / \(name)"
  }
}

extension FilePath {
  /// The way from `folder` to this; both are absolute. Empty where they are the same.
  fileprivate func relative(to folder: FilePath) -> String {
    let (to, from) = (Array(components), Array(folder.components))
    let shared = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to[shared...].map(\.string)).joined(separator: "/")
  }
}
