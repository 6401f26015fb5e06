import CairnCapture
import CairnDocument
public import CairnIndex
public import CairnQuery
import CairnText

/// A value of an attribute that at least one capture has.
public struct UsedValue: Hashable, Sendable {
  /// The value, in the spelling that most captures use; for a wikilink, only the name in the link.
  public let text: String
  /// The number of captures with this value, in any spelling, or with a tag nested in it.
  public let count: Int
}

extension Catalog {
  /// Returns the values that captures have for an attribute, the most frequent first; equally
  /// frequent values are sorted by name. Empty for an attribute whose values have no column in the
  /// index, such as the title.
  ///
  /// An action without a status counts as open, as in queries.
  ///
  /// Costs a pass over the attribute's column. Values too long to be indexed are missing.
  ///
  /// - Throws: `IndexDamage`, as ``select(_:in:order:limit:among:)`` does.
  public func usedValues(of attribute: Attribute) throws(IndexDamage) -> [UsedValue] {
    let counts = try asking { (snapshot) throws(IndexDamage) in
      var counts = ValueCounts(isTag: attribute == .tag)
      for capture in snapshot.changed {
        counts.beginCapture()
        for text in capture.values(of: attribute) where !text.isEmpty {
          counts.count(counts.place(of: text))
        }
      }
      for layer in snapshot.layers where !layer.isSpent {
        try layer.countValues(of: attribute, in: &counts)
      }
      return counts
    }
    var values = counts.values
    if attribute == .status { try countActionsWithoutStatus(in: &values) }
    return values.sorted {
      $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text
    }
  }

  private func countActionsWithoutStatus(
    in values: inout [UsedValue]
  ) throws(IndexDamage) {
    let found = try select(.actionsWithoutStatus, in: context(notebook.clock), limit: 0).total
    guard found > 0 else { return }
    let open = ActionOutcome.open.rawValue
    let place = values.firstIndex { $0.text.folded == open }
    let known = place.map { values.remove(at: $0) } ?? UsedValue(text: open, count: 0)
    values.append(UsedValue(text: known.text, count: known.count + found))
  }

  /// Returns the allowed values of a field according to the schemas on the pages of collections;
  /// empty if no schema lists choices for the field.
  public func choices(ofField name: String) -> [String] { choices[name] ?? [] }

  /// Returns the id, if any, and the title of a capture; nil if the index does not contain them and
  /// the capture no longer exists.
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

  /// Returns whether the title of a capture is the first line of its body. Reads only the index.
  func titleIsFirstLine(of entry: Snapshot.Entry) -> Bool {
    switch entry {
    case .document(let layer, let document):
      return snapshot.layers[layer].segment.isLineTitle(document)
    case .changed(let place):
      let capture = snapshot.changed[place]
      return capture.titleIsFirstLine(of: capture.bodyText)
    }
  }
}

extension Snapshot {
  /// Returns the names in a field of each capture; none for a capture without the field.
  func names(
    inField key: String, of entries: [Entry]
  ) throws(IndexDamage) -> [[String]] {
    var columns: [Int: (column: Column, names: [[String]])] = [:]
    for (index, layer) in layers.enumerated() where !layer.isSpent {
      columns[index] = try layer.segment.names(inField: key)
    }
    var found: [[String]] = []
    for entry in entries {
      switch entry {
      case .changed(let place): found.append(changed[place].names(in: key))
      case .document(let layer, let document):
        guard let (column, names) = columns[layer] else {
          found.append([])
          continue
        }
        found.append(try column.values(of: document).flatMap { names[$0] })
      }
    }
    return found
  }
}

extension Segment {
  /// Returns the column of a field. For each value of the column, `names` contains the names in
  /// that value. Nil if no document has the field.
  func names(
    inField key: String
  ) throws(IndexDamage) -> (column: Column, names: [[String]])? {
    guard let column = try field(key) else { return nil }
    var names: [[String]] = []
    for number in 0..<column.valueCount {
      names.append(Capture.names(of: try column.value(number)))
    }
    return (column, names)
  }
}

extension Segment {
  /// Returns the column of the front-matter field that holds an attribute's values; nil if no field
  /// holds them or no document has the field.
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
  /// Adds to `counts` the values that the current documents of this layer have for an attribute.
  fileprivate func countValues(
    of attribute: Attribute, in counts: inout ValueCounts
  ) throws(IndexDamage) {
    let isText = [.tag, .alias].contains(attribute)
    let column =
      switch attribute {
      case .tag: try segment.tags()
      case .alias: try segment.aliases()
      default: try segment.column(of: attribute)
      }
    guard let column else { return }
    // A field with another spelling of the key, such as `Type`, does not set the attribute. For
    // documents with such a field, count the values in `facts` instead.
    let facts = try attribute.fieldName.flatMap { name throws(IndexDamage) in
      try segment.exceptions(name)
    }
    let others = try facts?.documents()
    try count(column, isText: isText, in: &counts) { others?.contains($0) != true }
    if let facts { try count(facts, isText: false, in: &counts) { _ in true } }
  }

  /// Adds the values in a column to `counts`, but only those of current documents for which
  /// `isWanted` returns true.
  private func count(
    _ column: Column, isText: Bool, in counts: inout ValueCounts, where isWanted: (Int) -> Bool
  ) throws(IndexDamage) {
    // For each value of the column, the indices that `counts` gives to the spellings of its texts.
    var places: [[Int]] = []
    for number in 0..<column.valueCount {
      let texts =
        isText
        ? [try column.text(number)] : try column.value(number)?.scalars.compactMap(\.text) ?? []
      places.append(texts.filter { !$0.isEmpty }.map { counts.place(of: $0) })
    }
    var last = -1
    // The cells of one document are next to each other.
    try column.forEachCell { document, value in
      guard live.contains(document), isWanted(document) else { return }
      if document != last { counts.beginCapture() }
      last = document
      for place in places[value] { counts.count(place) }
    }
  }
}

/// A counter of the captures with each value. As in queries, all spellings count as one value, and
/// each capture is counted once.
private struct ValueCounts {
  /// A value in one spelling.
  private struct Spelling {
    let text: String
    /// The index of the value in ``totals``. For the nested tag `work/acme`, also the index of
    /// `work`.
    let values: [Int]
    /// The number of captures that use this spelling.
    var count = 0
  }

  private let isTag: Bool
  private var spellings: [Spelling] = []
  /// The index of each spelling in ``spellings``, keyed by the text as written.
  private var places: [String: Int] = [:]
  /// For each value, `count` is the number of captures counted so far. `last` is the ``capture``
  /// number of the capture counted last, so that two spellings in one capture are counted once.
  private var totals: [(count: Int, last: Int)] = []
  /// The index of each value in ``totals``, keyed by folded text.
  private var numbers: [String: Int] = [:]
  private var capture = 0

  init(isTag: Bool) { self.isTag = isTag }

  /// Begins the next capture.
  mutating func beginCapture() { capture += 1 }

  /// Returns the index in ``spellings`` of a spelling, to be passed to ``count(_:)``. Adds the
  /// spelling if it is new.
  mutating func place(of text: String) -> Int {
    if let known = places[text] { return known }
    let name = text.insideWikilink ?? text
    let folded = name.folded
    var values = [number(of: folded)]
    if isTag {
      for end in folded.indices where folded[end] == "/" {
        values.append(number(of: String(folded[..<end])))
      }
    }
    places[text] = spellings.count
    spellings.append(Spelling(text: name, values: values))
    return spellings.count - 1
  }

  private mutating func number(of folded: String) -> Int {
    if let known = numbers[folded] { return known }
    numbers[folded] = totals.count
    totals.append((0, 0))
    return totals.count - 1
  }

  /// Counts a spelling that the current capture uses. `place` is its index in ``spellings``.
  mutating func count(_ place: Int) {
    spellings[place].count += 1
    for value in spellings[place].values where totals[value].last != capture {
      totals[value] = (totals[value].count + 1, capture)
    }
  }

  /// The values that captures have, each in its most frequent spelling.
  var values: [UsedValue] {
    var best: [Int: Spelling] = [:]
    for spelling in spellings where spelling.count > 0 {
      let other = best[spelling.values[0]]
      if let other, (-other.count, other.text) <= (-spelling.count, spelling.text) { continue }
      best[spelling.values[0]] = spelling
    }
    return best.map { UsedValue(text: $0.value.text, count: totals[$0.key].count) }
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
  /// The folded name of the front-matter field that contains the attribute's values; nil if no
  /// field contains them.
  fileprivate var fieldName: String? {
    switch self {
    case .field(let name): name.folded
    case .type, .status, .score, .due, .created, .updated: description
    default: nil
    }
  }
}
