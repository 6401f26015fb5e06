import CairnCapture
import CairnDigest
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnText
import Synchronization
import SystemPackage

extension Session {
  /// What a digest that lies in `folder` asks of the notebook.
  func digestSurroundings(
    _ catalog: Catalog, folder: FilePath, pictures: DigestPictures = DigestPictures()
  ) -> DigestSurroundings {
    let root = Array(notebook.store.root.relative(to: folder).utf8)
    let collections = CollectionTitles(catalog.collections)
    let titles = CaptureTitles(catalog)
    return DigestSurroundings(
      targets: { captures in
        let links = catalog.destinations(ofLinksIn: captures)
        return { capture, link in links.destination(of: link, from: capture.collection) }
      },
      location: { path in root.isEmpty ? path.bytes : root + Array("/".utf8) + path.bytes },
      collection: { path in (collections.title(of: path), collections.icon(of: path)) },
      person: { path in
        catalog.entry(at: path).flatMap { catalog.row($0) }
          .flatMap { $0.type == "person" ? $0.title : nil }
      }, title: { titles[$0] }, pictures: pictures)
  }

  /// The captures that were chosen, for a digest: read as they are wanted. What lies at `path` is no
  /// part of it.
  func digestSource(_ chosen: Chosen, without path: NotePath?) -> DigestSource {
    let snapshot = chosen.catalog.snapshot
    let entries = chosen.entries.filter { path == nil || snapshot.path($0) != path }
    return DigestSource(count: entries.count) { numbers in
      chosen.catalog.presentCaptures(numbers.map { entries[$0] })
    }
  }
}

/// What captures are called, each looked up once; asked from several threads.
private final class CaptureTitles: Sendable {
  private let find: @Sendable (NotePath) -> String?
  private let known = Mutex<[NotePath: String?]>([:])

  init(_ catalog: Catalog) {
    // It is asked by one thread at a time: behind the lock.
    nonisolated(unsafe) let catalog = catalog
    find = { path in
      catalog.entry(at: path).flatMap { catalog.row($0) }?.title
    }
  }

  subscript(path: NotePath) -> String? {
    known.withLock { known in
      if let title = known[path] { return title }
      let title = find(path)
      known[path] = .some(title)
      return title
    }
  }
}

/// What collections are called in a digest.
private struct CollectionTitles {
  private let collections: [NotePath: Library.Collection]

  init(_ collections: [Library.Collection]) {
    self.collections = Dictionary(collections.map { ($0.path, $0) }) { first, _ in first }
  }

  /// What a collection is called, with those around it: `Work / Acme`.
  func title(of path: NotePath) -> String {
    let name = collections[path]?.name ?? path.name
    return path.isRoot || path.parent.isRoot ? name : "\(title(of: path.parent)) / \(name)"
  }

  func icon(of path: NotePath) -> String? { collections[path]?.page?.icon }
}

extension FilePath {
  /// The way from `folder` to this; both are absolute. Empty where they are the same.
  func relative(to folder: FilePath) -> String {
    let (to, from) = (Array(components), Array(folder.components))
    let shared = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to[shared...].map(\.string)).joined(separator: "/")
  }
}
