import CairnCapture
public import CairnQuery
import CairnText

/// A tag, type or status that a query names, but no capture has.
public struct UnknownValue: Sendable {
  /// The attribute: tag, type or status.
  public let attribute: Attribute
  /// The name as in the query.
  public let name: String
  /// The most similar existing name; nil if none is similar.
  public let nearest: String?
}

extension Catalog {
  /// Returns the existing field name that was most likely meant by `name`. Returns nil if the field
  /// is built in, if a capture or a schema has it, or if no name is similar.
  public func nearestField(to name: String) -> String? {
    if FieldOrder.keys.contains(name) || FieldKind.ofBuiltIn(name) != nil || hasField(name) {
      return nil
    }
    let known = fieldNames
    if known.contains(name) { return nil }
    // A field may be new on purpose, so require a greater similarity than for a name in a query.
    return Nearest.name(
      to: name, among: known.union(FieldOrder.keys).filter { $0.count > 2 },
      limit: max(1, name.count / 4))
  }

  /// Returns the status that was most likely meant by `status`. Returns nil if a capture has
  /// `status`, if `status` is one of the statuses of actions, or if no existing status is similar.
  public func nearestStatus(to status: String) -> String? {
    let states = ActionOutcome.allCases.map(\.rawValue) + ["canceled"]
    let known = states + ((try? usedValues(of: .status).map(\.text)) ?? [])
    if known.contains(where: { $0.folded == status.folded }) { return nil }
    return Nearest.name(to: status, among: known)
  }

  /// Returns the words in a query that no capture contains, each with the most similar word that a
  /// capture contains. Leaves out words without a similar word. Compares at most eight words, each
  /// with all words of the captures.
  public func mistypedWords(
    in query: Query, _ context: QueryContext
  ) -> [(word: String, nearest: String)] {
    func found(_ kind: Term.Kind, _ word: String) -> IndexedSelection? {
      try? select(Query(.text(Term(kind, word))), in: context, limit: 1)
    }
    return query.wordsToCompare.prefix(8).compactMap { word in
      guard found(.wordStart, word)?.total == 0 else { return nil }
      return (found(.similar, word)?.spellings.first?.spellings.first).map { (word, $0) }
    }
  }

  /// Returns the tags, types and statuses that a query names, but no capture has. Costs a pass over
  /// the distinct values.
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
