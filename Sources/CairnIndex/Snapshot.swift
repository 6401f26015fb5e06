public import CairnCapture
public import CairnText

/// All captures of a notebook at one moment: segments, with what of them still holds, and the few
/// captures that were read since.
public struct Snapshot: Sendable {
  /// A segment and its documents that still hold.
  public struct Layer: Sendable {
    /// The segment.
    public let segment: Segment
    /// Its captures that were neither changed nor removed.
    public let live: DocumentSet

    /// Whether none of its captures holds any more, so that it need not be asked anything.
    public let isSpent: Bool

    /// A segment with the captures of it that still hold.
    public init(_ segment: Segment, live: DocumentSet) {
      isSpent = live.isEmpty
      self.segment = segment
      self.live = live
    }
  }

  /// A capture in a snapshot.
  public enum Entry: Hashable, Sendable {
    /// A document of a layer, by their numbers.
    case document(layer: Int, Int)
    /// One of ``Snapshot/changed``, by its place.
    case changed(Int)
  }

  /// The segments. No capture is in two of them.
  public let layers: [Layer]
  /// Captures that are in no segment.
  public let changed: [Capture]

  /// A snapshot of these layers and captures.
  public init(layers: [Layer], changed: [Capture] = []) {
    self.layers = layers
    self.changed = changed
  }

  /// This snapshot with all that a newer one says; what was found in this one can still be looked up.
  public func succeeded(by newer: Snapshot) -> Snapshot {
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

  /// How many captures there are.
  public var count: Int { layers.reduce(changed.count) { $0 + $1.live.count } }

  /// The path of a capture.
  public func path(_ entry: Entry) -> NotePath {
    switch entry {
    case .document(let layer, let document): layers[layer].segment.path(document)
    case .changed(let place): changed[place].path
    }
  }

  /// All captures, in no order.
  public var entries: [Entry] {
    layers.indices.flatMap { layer in
      layers[layer].live.documents.map { Entry.document(layer: layer, $0) }
    } + changed.indices.map { Entry.changed($0) }
  }
}
