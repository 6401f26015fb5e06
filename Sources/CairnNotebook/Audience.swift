import CairnCapture
import CairnIndex
public import CairnText

/// A reader, such as an assistant, who sees only a part of a notebook. The queries, links,
/// suggestions, counts and errors of a ``Notebook`` with an audience are as if the captures outside
/// this part did not exist. Private captures, captures in private collections, and briefings that
/// link to them are never visible.
public struct Audience: Hashable, Sendable {
  /// The visible collections, each including the collections nested in it; empty if the whole
  /// notebook is visible.
  public let scopes: [NotePath]

  /// Creates an audience that sees the collections `scopes`, or all collections if `scopes` is
  /// empty.
  public init(scopes: [NotePath] = []) { self.scopes = scopes }

  /// Returns whether a collection is in one of the scopes.
  public func sees(collection: NotePath) -> Bool {
    scopes.isEmpty || scopes.contains { collection == $0 || collection.isInside($0) }
  }
}

/// The captures that an audience does not see.
struct Concealment: Sendable {
  private let audience: Audience
  /// The private captures, the captures in private collections, and the briefings that link to one
  /// of them.
  private let paths: Set<NotePath>
  private let folders: Set<NotePath>
  /// Whether everything is hidden, because Cairn could not determine which captures are private.
  private let isTotal: Bool

  init(_ audience: Audience, in whole: Catalog) {
    self.audience = audience
    let excluded = try? whole.excluded(whole.notebook.clock) { $0.isPrivate }
    isTotal = excluded == nil
    paths = Set((excluded ?? []).map { whole.snapshot.path($0) })
    folders = whole.excludedCollections { $0.isPrivate }
  }

  /// Returns whether a folder and everything in it are hidden.
  func hides(folder: NotePath) -> Bool {
    guard !isTotal, audience.sees(collection: folder) else { return true }
    return !folders.isEmpty
      && (folders.contains(folder) || folders.contains { folder.isInside($0) })
  }

  /// Returns whether the audience must not learn the name of a folder. If a folder contains a
  /// scope, the audience knows the folder's name from the scope's path.
  func hidesName(ofFolder folder: NotePath) -> Bool {
    hides(folder: folder) && !audience.scopes.contains { $0.isInside(folder) }
  }

  /// Returns whether a file is hidden.
  func hides(_ path: NotePath) -> Bool { paths.contains(path) || hides(folder: path.parent) }

  /// Returns a snapshot without the hidden captures.
  func concealing(_ snapshot: Snapshot) -> Snapshot {
    let layers = snapshot.layers.map { layer in
      let segment = layer.segment
      var live = layer.live
      let hidden = (0..<segment.folderCount).map { hides(folder: segment.folderPath($0)) }
      if hidden.contains(true) {
        layer.live.forEach { if hidden[segment.folder($0)] { live.remove($0) } }
      }
      for path in paths { segment.document(at: path).map { live.remove($0) } }
      return Snapshot.Layer(segment, live: live)
    }
    return Snapshot(layers: layers, changed: snapshot.changed.filter { !hides($0.path) })
  }
}
