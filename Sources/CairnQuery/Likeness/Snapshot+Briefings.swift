import CairnCapture
public import CairnIndex
import CairnText

extension Snapshot {
  /// Returns the briefings, which are generated from other captures. Costs a pass over the distinct
  /// types and, if one of them is the type of briefings, a pass over the types of all captures.
  public func briefings() throws(IndexDamage) -> Set<Entry> {
    var found: Set<Entry> = []
    for (index, layer) in layers.enumerated() where !layer.isSpent {
      guard let types = try layer.segment.field("type") else { continue }
      let documents = try types.documents { (number) throws(IndexDamage) in
        try types.value(number)?.hasName(Capture.briefingType) ?? false
      }
      (documents & layer.live).forEach { found.insert(.document(layer: index, $0)) }
    }
    for (place, capture) in changed.enumerated() where capture.isBriefing {
      found.insert(.changed(place))
    }
    return found
  }

  /// Returns this snapshot without the documents in `others`. Only documents in layers are removed;
  /// ``changed`` is kept.
  func withoutDocuments(_ others: Set<Entry>) -> Snapshot {
    guard !others.isEmpty else { return self }
    let layers = layers.enumerated().map { index, layer in
      var live = layer.live
      for case .document(layer: index, let document) in others { live.remove(document) }
      return Layer(layer.segment, live: live)
    }
    return Snapshot(layers: layers, changed: changed)
  }
}
