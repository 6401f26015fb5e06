import CairnCapture
import CairnDigest
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnText
import CairnWork
import Synchronization
import SystemPackage

extension Session {
  /// The captures that may be published of those that were chosen, and what is hidden from readers.
  /// Says how many are left out.
  func published(
    _ chosen: CaptureSelection, includingPrivate: Bool
  ) throws -> (chosen: CaptureSelection, hidden: (paths: Set<NotePath>, leftOut: Int)) {
    let unpublished = try includingPrivate ? [] : chosen.catalog.unpublished(clock)
    if unpublished.isEmpty { return (chosen, ([], 0)) }
    let entries = chosen.entries.filter { !unpublished.contains($0) }
    let leftOut = chosen.entries.count - entries.count
    if leftOut > 0 {
      say(
        "Left out \(leftOut.of("capture")): private, unpublished or draft; "
          + "pass --include-private to include \(leftOut == 1 ? "it" : "them").")
    }
    let snapshot = chosen.catalog.snapshot
    return (chosen.only(entries), (Set(unpublished.map { snapshot.path($0) }), leftOut))
  }

  /// What a digest that lies in `folder` asks of the notebook.
  ///
  /// - Parameters:
  ///   - count: How many captures' bodies are in it.
  ///   - hidden: The captures that readers must not learn of.
  ///   - most: Of no more captures are all names kept in memory, some hundred bytes each.
  func digestSurroundings(
    _ catalog: Catalog, bodies count: Int, hidden: Set<NotePath>, most: Int = 20_000,
    folder: FilePath,
    pictures: DigestPictures = DigestPictures()
  ) -> DigestSurroundings {
    let root = Array(notebook.store.root.relative(to: folder).utf8)
    let collections = CollectionTitles(catalog.collections)
    let names = CaptureNames(catalog, hidden: hidden)
    // To look at the names of all captures costs as much as to follow the links of a fifth of them.
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
      person: { path in
        catalog.entry(at: path).flatMap { catalog.row($0) }
          .flatMap { $0.type == "person" ? names.title(at: path) : nil }
      }, title: { names.title(at: $0) }, isHidden: { hidden.contains($0) }, pictures: pictures)
  }

  /// The captures that were chosen, for a digest: read as they are wanted. What lies at `path` is no
  /// part of it.
  func digestSource(_ chosen: CaptureSelection, without path: NotePath?) -> DigestSource {
    let (snapshot, notebook) = (chosen.catalog.snapshot, notebook)
    let entries = chosen.entries.filter { path == nil || snapshot.path($0) != path }
    return DigestSource(count: entries.count) { numbers in
      snapshot.presentCaptures(numbers.map { entries[$0] }, of: notebook).map { $0?.published }
    }
  }
}

/// What captures are called, and what that tells of links; asked from several threads.
private final class CaptureNames: Sendable {
  private let catalog: Mutex<Catalog>
  private let hidden: Set<NotePath>
  private let titles = Mutex<[NotePath: String?]>([:])

  init(_ catalog: Catalog, hidden: Set<NotePath>) {
    // It is asked by one thread at a time.
    nonisolated(unsafe) let catalog = catalog
    self.catalog = Mutex(catalog)
    self.hidden = hidden
  }

  /// What readers know the capture at a path as; each is looked up once. The index knows titles that
  /// stand in a comment, too, so the file is read.
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

  func destinations(ofLinksIn captures: [Capture]) -> LinkDestinations {
    catalog.withLock { $0.destinations(ofLinksIn: captures) }
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
