import CairnCapture
import CairnIndex
public import CairnQuery
import CairnText

/// A tag, type or status in a query that no capture has.
public struct UnknownValue: Sendable {
  /// The attribute: tag, type or status.
  public let attribute: Attribute
  /// The name in the query.
  public let name: String
  /// The most similar existing name; nil if none is similar.
  public let nearest: String?
}

extension Catalog {
  /// Returns the values in a query that no capture has. Costs a pass over the distinct values.
  public func unknownValues(in query: Query) -> [UnknownValue] {
    query.namedValues.compactMap { attribute, name in
      guard let known = try? values(of: attribute) else { return nil }
      let wanted = name.folded
      let isKnown = known.lazy.map(\.folded).contains { value in
        value == wanted || (attribute == .tag && value.hasPrefix("\(wanted)/"))
      }
      if isKnown { return nil }
      return UnknownValue(
        attribute: attribute, name: name, nearest: Nearest.name(to: name, among: known))
    }
  }

  /// Returns the distinct values of a field.
  private func values(of attribute: Attribute) throws(IndexDamage) -> Set<String> {
    try asking { (snapshot) throws(IndexDamage) in
      var found: Set<String> = []
      for capture in snapshot.changed {
        let one = [capture.text(attribute.description)].compactMap(\.self)
        found.formUnion(attribute == .tag ? capture.tags : one)
      }
      for layer in snapshot.layers where !layer.isSpent {
        if attribute == .tag {
          guard let column = try layer.segment.tags() else { continue }
          for number in 0..<column.valueCount { found.insert(try column.text(number)) }
        } else if let column = try layer.segment.field(attribute.description) {
          for number in 0..<column.valueCount {
            if let text = try column.value(number)?.text { found.insert(text) }
          }
        }
      }
      return found
    }
  }
}
