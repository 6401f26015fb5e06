import CairnCapture
import CairnDigest
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText
import Synchronization
import SystemPackage

extension Workspace {
  /// Removes from the selection all captures that must not be published, and tells the caller their
  /// number. Also returns the paths of all such captures in the notebook. If `includingPrivate` is
  /// true, returns the whole selection and no paths.
  func published(
    _ chosen: CaptureSelection, includingPrivate: Bool
  ) throws -> (chosen: CaptureSelection, hidden: (paths: Set<NotePath>, leftOut: Int)) {
    let unpublished = try includingPrivate ? [] : chosen.catalog.unpublished(clock)
    if unpublished.isEmpty { return (chosen, ([], 0)) }
    let entries = chosen.entries.filter { !unpublished.contains($0) }
    let leftOut = chosen.entries.count - entries.count
    if leftOut > 0 {
      note(
        "Left out \(leftOut.of("private, unpublished or draft capture")); pass --include-private "
          + "to include \(leftOut == 1 ? "it" : "them").")
    }
    let snapshot = chosen.catalog.snapshot
    return (chosen.only(entries), (Set(unpublished.map { snapshot.path($0) }), leftOut))
  }

  /// Returns the facts about the notebook that a digest in `folder` needs.
  ///
  /// - Parameters:
  ///   - count: The number of captures whose bodies are in the digest.
  ///   - hidden: The captures that must not be revealed to readers.
  ///   - most: If the notebook has more captures than this, Cairn does not keep the names of all
  ///     captures in memory. A name takes a few hundred bytes.
  ///   - folder: The absolute path of the folder to which the links in the digest are relative.
  func digestSurroundings(
    _ catalog: Catalog, bodies count: Int, hidden: Set<NotePath>, most: Int = 20_000,
    folder: FilePath, pictures: DigestPictures = DigestPictures()
  ) -> DigestSurroundings {
    let root = Array(notebook.store.root.relative(to: folder).utf8)
    let collections = CollectionTitles(catalog.collections)
    let names = CaptureNames(catalog, hidden: hidden)
    // Reading all names takes as long as following the links of a fifth of the captures.
    let wantsAll = count * 5 > catalog.count && catalog.count <= most
    let all = wantsAll ? catalog.destinations() : nil
    var surroundings = DigestSurroundings(
      targets: { captures in
        if let all { return { all.destination(of: $1, in: $0) } }
        let links = Lazy { names.destinations(ofLinksIn: captures) }
        return { links.value.destination(of: $1, in: $0) }
      },
      location: { path in root.isEmpty ? path.bytes : root + Array("/".utf8) + path.bytes },
      collection: { path in (collections.title(of: path), collections.icon(of: path)) },
      person: { names.person(at: $0) }, title: { names.title(at: $0) },
      isHidden: { hidden.contains($0) }, pictures: pictures)
    surroundings.novelty = SnapshotNovelty(catalog.snapshot, nearestMeaning(in: catalog))
    return surroundings
  }

  /// Returns the captures of a digest except the one at `path`. The captures are read on demand.
  func digestSource(_ chosen: CaptureSelection, without path: NotePath?) -> DigestSource {
    let (snapshot, notebook) = (chosen.catalog.snapshot, notebook)
    let entries = chosen.entries.filter { path == nil || snapshot.path($0) != path }
    return DigestSource(count: entries.count) { numbers in
      snapshot.presentCaptures(numbers.map { entries[$0] }, of: notebook).map { $0?.published }
    }
  }
}

/// Looks up the titles of captures, and the destinations of the links in captures. Thread-safe.
private final class CaptureNames: Sendable {
  private let catalog: Catalog
  private let hidden: Set<NotePath>
  private let titles = Mutex<[NotePath: String?]>([:])

  init(_ catalog: Catalog, hidden: Set<NotePath>) {
    self.catalog = catalog
    self.hidden = hidden
  }

  /// Returns the published title of a capture; nil if the capture is hidden or does not exist. On
  /// the first call for a path, reads the file: the title in the index may come from a comment, and
  /// comments are not published.
  func title(at path: NotePath) -> String? {
    if hidden.contains(path) { return nil }
    return titles.withLock { titles in
      if let title = titles[path] { return title }
      let title = catalog.entry(at: path).flatMap { catalog.capture($0) }?.published.shownTitle
      titles[path] = .some(title)
      return title
    }
  }

  /// Returns the title of a capture with the type `person`; nil for any other capture.
  func person(at path: NotePath) -> String? {
    let type = catalog.entry(at: path).flatMap { catalog.row($0) }?.type
    return type == "person" ? title(at: path) : nil
  }

  func destinations(ofLinksIn captures: [Capture]) -> LinkDestinations {
    catalog.destinations(ofLinksIn: captures)
  }
}

/// The titles of collections in a digest.
struct CollectionTitles {
  private let collections: [NotePath: CaptureCollection]

  init(_ collections: [CaptureCollection]) {
    self.collections = Dictionary(collections.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Returns the names of a collection's parents and of the collection: `Work / Acme`.
  func title(of path: NotePath) -> String {
    let name = collections[path]?.name ?? path.name
    return path.isRoot || path.parent.isRoot ? name : "\(title(of: path.parent)) / \(name)"
  }

  func icon(of path: NotePath) -> String? { collections[path]?.page?.icon }
}

extension FilePath {
  /// Returns this path relative to `folder`. Both paths must be absolute. The result is empty if
  /// the two paths are the same.
  func relative(to folder: FilePath) -> String {
    let (to, from) = (Array(components), Array(folder.components))
    let shared = zip(to, from).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to[shared...].map(\.string)).joined(separator: "/")
  }
}
