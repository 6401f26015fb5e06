public import CairnQuery
import CairnText

/// A tag, type or status in a query that no capture has.
public struct UnknownValue: Sendable {
  /// The attribute: tag, type or status.
  public let attribute: Attribute
  /// The name as in the query.
  public let name: String
  /// The most similar existing name; nil if none is similar.
  public let nearest: String?
}

extension Catalog {
  /// Returns the tags, types and statuses in a query that no capture has. Costs a pass over the
  /// distinct values.
  public func unknownValues(in query: Query) -> [UnknownValue] {
    query.namedValues.compactMap { attribute, name in
      guard let known = try? usedValues(of: attribute).map(\.text) else { return nil }
      let wanted = name.folded
      let isKnown = known.lazy.map(\.folded).contains { value in
        value == wanted || (attribute == .tag && value.hasPrefix("\(wanted)/"))
      }
      if isKnown { return nil }
      return UnknownValue(
        attribute: attribute, name: name, nearest: Nearest.name(to: name, among: known))
    }
  }
}
