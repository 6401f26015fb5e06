import CairnCapture
import CairnIndex
public import CairnQuery
import CairnText

/// A tag, a type or a status that a query asks for and no capture has.
public struct UnknownValue: Sendable {
  /// Which of the three it is.
  public let attribute: Attribute
  /// The name, as it was asked for.
  public let name: String
  /// The name of one that there is and that was most likely meant; nil where none is near.
  public let nearest: String?
}

extension Catalog {
  /// What a query that found nothing asks for though no capture has it. Costs the distinct values.
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

  /// The distinct values of a field.
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
