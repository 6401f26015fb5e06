import CairnCapture
import CairnDigest
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnText
import Synchronization
import SystemPackage

extension Workspace {
  /// The captures among those chosen that may be published, with a note on how many are left out.
  func published(
    _ chosen: CaptureSelection, includingPrivate: Bool
  ) throws -> (chosen: CaptureSelection, hidden: (paths: Set<NotePath>, leftOut: Int)) {
    let unpublished = try includingPrivate ? [] : chosen.catalog.unpublished(clock)
    if unpublished.isEmpty { return (chosen, ([], 0)) }
    let entries = chosen.entries.filter { !unpublished.contains($0) }
    let leftOut = chosen.entries.count - entries.count
    if leftOut > 0 {
      note(
        "Left out \(leftOut.of("capture")): private, unpublished or draft; "
          + "pass --include-private to include \(leftOut == 1 ? "it" : "them").")
    }
    let snapshot = chosen.catalog.snapshot
    return (chosen.only(entries), (Set(unpublished.map { snapshot.path($0) }), leftOut))
  }

  /// What a digest that lies in `folder` needs to know of the notebook.
  ///
  /// - Parameters:
  ///   - count: how many captures' bodies are in it.
  ///   - hidden: the captures that readers must not learn of.
  ///   - most: in larger notebooks, the names of all captures (some hundred bytes each) are not kept in
  ///     memory.
  func digestSurroundings(
    _ catalog: Catalog, bodies count: Int, hidden: Set<NotePath>, most: Int = 20_000,
    folder: FilePath, pictures: DigestPictures = DigestPictures()
  ) -> DigestSurroundings {
    let root = Array(notebook.store.root.relative(to: folder).utf8)
    let collections = CollectionTitles(catalog.collections)
    let names = CaptureNames(catalog, hidden: hidden)
    // Reading the names of all captures costs as much as following the links of a fifth of them.
    let wantsAll = count * 5 > catalog.count && catalog.count <= most
    let all = wantsAll ? catalog.destinations() : nil
    return DigestSurroundings(
      targets: { captures in
        if let all { return { all.destination(of: $1, from: $0.collection) } }
        let links = Lazy { names.destinations(ofLinksIn: captures) }
        return { links.value.destination(of: $1, from: $0.collection) }
      },
      location: { path in root.isEmpty ? path.bytes : root + Array("/".utf8) + path.bytes },
      collection: { path in (collections.title(of: path), collections.icon(of: path)) },
      person: { names.person(at: $0) }, title: { names.title(at: $0) },
      isHidden: { hidden.contains($0) }, pictures: pictures)
  }

  /// The captures of a digest, without the one at `path`. They are read when they are needed.
  func digestSource(_ chosen: CaptureSelection, without path: NotePath?) -> DigestSource {
    let (snapshot, notebook) = (chosen.catalog.snapshot, notebook)
    let entries = chosen.entries.filter { path == nil || snapshot.path($0) != path }
    return DigestSource(count: entries.count) { numbers in
      snapshot.presentCaptures(numbers.map { entries[$0] }, of: notebook).map { $0?.published }
    }
  }
}

/// The titles of captures, and the files that links lead to. Thread-safe.
private final class CaptureNames: Sendable {
  private let catalog: Mutex<Catalog>
  private let hidden: Set<NotePath>
  private let titles = Mutex<[NotePath: String?]>([:])

  init(_ catalog: Catalog, hidden: Set<NotePath>) {
    // The mutex gives it to one thread at a time.
    nonisolated(unsafe) let catalog = catalog
    self.catalog = Mutex(catalog)
    self.hidden = hidden
  }

  /// The published title of the capture at a path, looked up once. The file is read, because the title
  /// in the index may come from a comment.
  func title(at path: NotePath) -> String? {
    if hidden.contains(path) { return nil }
    return titles.withLock { titles in
      if let title = titles[path] { return title }
      let title = catalog.withLock { catalog in
        catalog.entry(at: path).flatMap { catalog.capture($0) }?.published.title
      }
      titles[path] = .some(title)
      return title
    }
  }

  /// The name of the person that the capture at a path is about; nil if it is about none.
  func person(at path: NotePath) -> String? {
    let type = catalog.withLock { catalog in
      catalog.entry(at: path).flatMap { catalog.row($0) }?.type
    }
    return type == "person" ? title(at: path) : nil
  }

  func destinations(ofLinksIn captures: [Capture]) -> LinkDestinations {
    catalog.withLock { $0.destinations(ofLinksIn: captures) }
  }
}

/// The names of collections in a digest.
private struct CollectionTitles {
  private let collections: [NotePath: CaptureCollection]

  init(_ collections: [CaptureCollection]) {
    self.collections = Dictionary(collections.map { ($0.path, $0) }) { first, _ in first }
  }

  /// The name of a collection behind those around it: `Work / Acme`.
  func title(of path: NotePath) -> String {
    let name = collections[path]?.name ?? path.name
    return path.isRoot || path.parent.isRoot ? name : "\(title(of: path.parent)) / \(name)"
  }

  func icon(of path: NotePath) -> String? { collections[path]?.page?.icon }
}

extension FilePath {
  /// The relative path from `folder` to this; both are absolute. Empty if they are the same.
  func relative(to folder: FilePath) -> String {
    let (to, from) = (Array(components), Array(folder.components))
    let shared = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to[shared...].map(\.string)).joined(separator: "/")
  }
}
