import CairnCapture
import CairnDocument
public import CairnIndex
public import CairnQuery
import CairnText

/// A text that at least one capture has as a value of an attribute.
public struct UsedValue: Hashable, Sendable {
  /// The text, as written.
  public let text: String
  /// The number of captures with this value.
  public let count: Int
}

extension Catalog {
  /// Returns the texts that captures have as values of an attribute, most used first and then by
  /// name. Returns none for an attribute without a column for its values in the index, such as the
  /// title.
  ///
  /// Costs a pass over the attribute's column. Values too long to be indexed are missing.
  ///
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func usedValues(of attribute: Attribute) throws(IndexDamage) -> [UsedValue] {
    let counts = try asking { (snapshot) throws(IndexDamage) in
      var counts: [String: Int] = [:]
      for capture in snapshot.changed {
        for text in capture.values(of: attribute) { counts[text, default: 0] += 1 }
      }
      for layer in snapshot.layers where !layer.isSpent {
        try layer.countValues(of: attribute, in: &counts)
      }
      return counts
    }
    return counts.map { UsedValue(text: $0.key, count: $0.value) }.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text
    }
  }

  /// Returns the allowed values of a field according to the schemas on the pages of collections;
  /// empty if no schema lists choices for the field.
  public func choices(ofField name: String) -> [String] { choices[name] ?? [] }

  /// Returns the id, if any, and the title of a capture; nil if the index lacks them and the
  /// capture no longer exists.
  ///
  /// Costs less than ``row(_:)``.
  public func label(of entry: Snapshot.Entry) -> (id: String?, title: String)? {
    if case .document(let layer, let document) = entry,
      let label = try? snapshot.layers[layer].segment.label(of: document)
    {
      return label
    }
    return row(entry).map { ($0.id, $0.title) }
  }
}

extension Segment {
  /// Returns the column of the front-matter field that holds an attribute's values.
  fileprivate func column(of attribute: Attribute) throws(IndexDamage) -> Column? {
    guard let name = attribute.fieldName else { return nil }
    return try field(name)
  }

  /// Returns the id and the title of a document; nil if the segment contains no title for it.
  fileprivate func label(of document: Int) throws(IndexDamage) -> (id: String?, title: String)? {
    guard let titles = try titles(), let title = try titles.values(of: document).first else {
      return nil
    }
    let ids = try ids()
    guard let ids, let id = try ids.values(of: document).first else {
      return (nil, try titles.text(title))
    }
    return (try ids.text(id), try titles.text(title))
  }
}

extension Snapshot.Layer {
  /// Adds the number of documents with each value of an attribute to `counts`.
  fileprivate func countValues(
    of attribute: Attribute, in counts: inout [String: Int]
  ) throws(IndexDamage) {
    let isText = [.tag, .alias].contains(attribute)
    let column =
      switch attribute {
      case .tag: try segment.tags()
      case .alias: try segment.aliases()
      default: try segment.column(of: attribute)
      }
    guard let column else { return }
    var numbers = [Int](repeating: 0, count: column.valueCount)
    try column.forEachCell { document, value in
      if live.contains(document) { numbers[value] += 1 }
    }
    for (number, count) in numbers.enumerated() where count > 0 {
      let texts =
        isText
        ? [try column.text(number)] : try column.value(number)?.scalars.compactMap(\.text) ?? []
      for text in texts where !text.isEmpty { counts[text, default: 0] += count }
    }
  }
}

extension Capture {
  fileprivate func values(of attribute: Attribute) -> [String] {
    switch attribute {
    case .tag: tags
    case .alias: aliases
    default: attribute.fieldName.flatMap { self[$0] }?.scalars.compactMap(\.text) ?? []
    }
  }
}

extension Attribute {
  /// The folded name of the front-matter field that contains the values; nil if there is no such
  /// field.
  fileprivate var fieldName: String? {
    switch self {
    case .field(let name): name.folded
    case .type, .status, .score, .due, .created, .updated: description
    default: nil
    }
  }
}
