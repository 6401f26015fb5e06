public import CairnCapture
public import CairnText

/// All captures of a notebook at one moment. Most captures are read from segments. The few captures
/// that have changed since the segments were written are in ``changed``.
public struct Snapshot: Sendable {
  /// A segment and its documents that are still current.
  public struct Layer: Sendable {
    /// The segment.
    public let segment: Segment
    /// The captures of the segment that have been neither changed nor removed since the segment was
    /// written.
    public let live: DocumentSet

    /// Whether ``live`` is empty, so that the layer does not have to be searched.
    public let isSpent: Bool

    /// Creates a layer from a segment and its documents that are still current.
    public init(_ segment: Segment, live: DocumentSet) {
      isSpent = live.isEmpty
      self.segment = segment
      self.live = live
    }
  }

  /// A capture in a snapshot.
  public enum Entry: Hashable, Sendable {
    /// A document of a layer: the layer's index and the document's number.
    case document(layer: Int, Int)
    /// An index into ``Snapshot/changed``.
    case changed(Int)
  }

  /// The segments, each with its current captures. No capture is current in more than one of them.
  public let layers: [Layer]
  /// The captures whose current version is in no segment.
  public let changed: [Capture]

  /// Creates a snapshot of the given layers and captures.
  public init(layers: [Layer], changed: [Capture] = []) {
    self.layers = layers
    self.changed = changed
  }

  /// Returns a snapshot with the captures of `newer`, except that this snapshot's ``changed``
  /// captures replace those at the same paths in `newer`. Entries of this snapshot are also valid
  /// in the result.
  public func rebased(onto newer: Snapshot) -> Snapshot {
    var added: [Layer] = []
    for layer in newer.layers {
      var live = layer.live
      for capture in changed {
        if let document = layer.segment.document(at: capture.path) { live.remove(document) }
      }
      added.append(Layer(layer.segment, live: live))
    }
    let spent = layers.map { Layer($0.segment, live: DocumentSet(capacity: $0.segment.count)) }
    let known = Set(changed.lazy.map(\.path))
    return Snapshot(
      layers: spent + added, changed: changed + newer.changed.filter { !known.contains($0.path) })
  }

  /// Returns the capture at a path, or nil if there is none.
  public func entry(at path: NotePath) -> Entry? {
    for (index, layer) in layers.enumerated() where !layer.isSpent {
      if let document = layer.segment.document(at: path), layer.live.contains(document) {
        return .document(layer: index, document)
      }
    }
    return changed.firstIndex { $0.path == path }.map { .changed($0) }
  }

  /// The number of captures.
  public var count: Int { layers.reduce(changed.count) { $0 + $1.live.count } }

  /// Returns the path of a capture.
  public func path(_ entry: Entry) -> NotePath {
    switch entry {
    case .document(let layer, let document): layers[layer].segment.path(document)
    case .changed(let place): changed[place].path
    }
  }

  /// All captures, in no particular order.
  public var entries: [Entry] {
    layers.indices.flatMap { layer in
      layers[layer].live.documents.map { Entry.document(layer: layer, $0) }
    } + changed.indices.map { Entry.changed($0) }
  }
}
