public import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
public import CairnText

/// The texts of captures that are open in an editor and may differ from their files.
///
/// A ``Notebook`` with unsaved texts reads these texts instead of the files: for queries, for
/// links, and for single captures. A change to a file still starts from the file's content.
public struct UnsavedTexts: Sendable {
  private let texts: [NotePath: Capture]

  /// Creates a set of texts, each with its path. `time` counts as the time when the texts were last
  /// changed.
  public init(_ texts: [NotePath: [UInt8]] = [:], at time: Instant = Instant(seconds: 0)) {
    self.texts = Dictionary(
      uniqueKeysWithValues: texts.map { path, bytes in
        (path, Capture(path: path, document: Document(bytes), modified: time))
      })
  }

  /// Whether there are no texts.
  var isEmpty: Bool { texts.isEmpty }

  /// The paths of the texts.
  public var paths: Set<NotePath> { Set(texts.keys) }

  /// Returns the capture whose unsaved text has this path; nil if there is no such text.
  public subscript(path: NotePath) -> Capture? { texts[path] }

  /// The pages of collections among the texts, keyed by collection.
  var pages: [NotePath: CollectionPage] {
    var pages: [NotePath: CollectionPage] = [:]
    for (path, capture) in texts where CollectionPage.isPage(path) {
      pages[path.parent] = CollectionPage(capture.document)
    }
    return pages
  }

  /// Returns a snapshot in which these texts replace the contents of their files. Leaves out the
  /// texts of files that scans of `store` leave out, such as files in ignored folders.
  func replacing(in snapshot: Snapshot, of store: Store) -> Snapshot {
    let captures = texts.values.filter {
      !CollectionPage.isPage($0.path)
        && (snapshot.entry(at: $0.path) != nil || store.includes($0.path))
    }
    if captures.isEmpty { return snapshot }
    let layers = snapshot.layers.map { layer in
      var live = layer.live
      for capture in captures {
        if let document = layer.segment.document(at: capture.path) { live.remove(document) }
      }
      return Snapshot.Layer(layer.segment, live: live)
    }
    let rest = snapshot.changed.filter { texts[$0.path] == nil }
    return Snapshot(layers: layers, changed: rest + captures.sorted { $0.path < $1.path })
  }
}
