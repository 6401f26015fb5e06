import CairnCapture
import CairnIndex
import CairnNotebook
import CairnQuery
import CairnText

// MARK: - Values of fields

extension Completer {
  /// Returns the values that an attribute can have, each with a short description or the number of
  /// captures that have the value.
  func values(of attribute: Attribute) -> [Name] {
    switch attribute {
    case .collection: collections + [("/", "the inbox: captures in no collection")]
    case .type: used(.type, TypeWord.all)
    case .status: used(.status, ["open", "done", "cancelled"])
    case .score: [("undecided", "0"), ("bad", "1"), ("okay", "2"), ("great", "3")]
    case .created, .updated, .due:
      QueryName.dates.filter { $0.name != "overdue" || attribute == .due }
        .map { ($0.name, $0.summary) }
    case .field(let name): used(attribute, catalog?.choices(ofField: name) ?? [])
    case .content: ContentKind.allCases.map { ($0.rawValue, "") }
    case .tag, .alias: used(attribute, [])
    case .title, .meaning, .body, .path, .id, .link, .linkedBy, .novelty: []
    }
  }

  /// Returns the values that captures have for an attribute, most used first, followed by `others`.
  /// Values that a query does not distinguish, such as `Greta` and `[[greta]]`, count as one.
  private func used(_ attribute: Attribute, _ others: [String]) -> [Name] {
    let found = ((try? catalog?.usedValues(of: attribute)) ?? []).map {
      (text: $0.text, summary: $0.count.of("capture"))
    }
    let known = Set(found.map(\.text.folded))
    return found + others.filter { !known.contains($0.folded) }.map { ($0, "") }
  }

  /// The paths of the notebook's collections, relative to its root. Empty collections come last.
  var collections: [Name] {
    let all = (catalog?.collections ?? []).filter { !$0.path.isRoot }
    return (all.filter { $0.total > 0 } + all.filter { $0.total == 0 }).map { collection in
      let count = collection.total.of("capture")
      let isNamed = collection.name != collection.path.name
      return (collection.path.description, isNamed ? "\(collection.name), \(count)" : count)
    }
  }
}

// MARK: - Changes and marks

extension Completer {
  /// The names of the fields that a change can set.
  var assignableFields: [Name] {
    let attributes = QueryName.attributes.filter {
      ![
        "in", "tag", "alias", "body", "path", "id", "content", "novelty", "link", "linked-by",
      ].contains($0.name)
    }
    let others = (catalog?.fieldNames ?? []).filter { name in
      name.folded != "id" && !attributes.contains { $0.name == name.folded }
        && Change.parse("\(name)=") != nil
    }
    return attributes.map { ($0.name, $0.summary) } + others.sorted().map { ($0, "field") }
  }

  /// Returns the suggestions for an argument of a command that changes fields: a change, a capture
  /// or a part of a query.
  func changes(_ text: String) -> [Suggestion] {
    if let change = Change.parse(text) {
      return assignment(text, change.operation.rawValue) ?? []
    }
    if text.isEmpty, request.earlier.isEmpty { return captures(text) }
    let fields = names(assignableFields, text, ending: "=")
    return request.earlier.isEmpty ? captures(text) + fields : fields + captures(text)
  }

  /// Returns the suggestions for the value in text such as `due=fri`, in which `sign` separates the
  /// field's name from the value. Returns nil if the text does not contain the sign.
  func assignment(_ text: String, _ sign: String) -> [Suggestion]? {
    guard let range = text.firstRange(of: sign) else { return nil }
    let attribute = Attribute(named: String(text[..<range.lowerBound]))
    let value = String(text[range.upperBound...])
    return names(
      attribute.isTime ? dueTimes : values(of: attribute), value,
      after: String(text[..<range.upperBound]))
  }

  /// The times in words to suggest for a date field, such as `tomorrow`.
  var dueTimes: [Name] {
    (["today", "tomorrow"] + Self.weekdays + ["next week"]).map { ($0, "") }
  }

  /// The days in words to suggest for a single day.
  var days: [Name] { (["yesterday", "today", "tomorrow"] + Self.weekdays).map { ($0, "") } }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Returns the suggestions for a mark in the text of a new capture, such as `+tag` or
  /// `due:friday`.
  func marks(_ text: String) -> [Suggestion] {
    switch text.first {
    case "+", "#": names(values(of: .tag), String(text.dropFirst()), after: String(text.prefix(1)))
    case "@": names(people, String(text.dropFirst()), after: "@")
    default:
      ["in", "type", "score", "status", "due"].contains { text.hasPrefix("\($0):") }
        ? assignment(text, ":") ?? [] : []
    }
  }

  /// Returns the suggestions for a tag to add or remove, `+tag` or `-tag`; empty for any other
  /// text.
  func signedTags(_ text: String) -> [Suggestion] {
    guard let sign = text.first, sign == "+" || sign == "-" else { return [] }
    return names(values(of: .tag), String(text.dropFirst()), after: String(sign))
  }

  /// The names on the cards of people.
  private var people: [Name] {
    guard let work, let catalog else { return [] }
    return catalog.cards(work.clock).map { ($0.name, "person") }
  }
}

// MARK: - Captures

extension Completer {
  /// Returns suggestions for a capture (ids, titles and paths), followed by query conditions.
  /// Before anything is typed, suggests conditions only if there are no captures.
  ///
  /// - Parameter query: The query for the captures to choose from; empty for all captures.
  func captures(_ text: String, among query: String = "") -> [Suggestion] {
    let found = handles(text, among: query)
    return text.isEmpty && !found.isEmpty ? found : found + querySuggestions(text)
  }

  private static let mostHandles = 100
  /// The maximum number of captures to suggest before anything is typed.
  private static let mostAtFirst = 25
  /// The maximum length of a suggested title, in characters. A title that comes from the first line
  /// of a body can be a whole paragraph.
  private static let longestTitle = 200

  /// Returns suggestions for the captures that the typed text may stand for, newest first.
  ///
  /// If the text is the start of an id, suggests the id, with the title as the summary. If the text
  /// is the start of a title, suggests the title, with the id as the summary. If several captures
  /// have this title, suggests their ids instead. For a capture without an id, its path is used in
  /// place of the id.
  ///
  /// - Parameter query: The query for the captures to choose from; empty for all captures.
  func handles(_ text: String, among query: String = "") -> [Suggestion] {
    if text.hasPrefix("@") { return [] }
    let (folded, lower) = (text.folded, text.lowercased())
    var titles: Set<String> = []
    let found = entries(query).lazy.compactMap {
      self.handle($0, text, lower: lower, folded: folded)
    }
    .filter { titles.insert($0.text.folded).inserted }
    return Self.limited(
      found, to: text.isEmpty ? Self.mostAtFirst : Self.mostHandles, typed: text)
  }

  /// Returns the first of a capture's id, title and path that begins with the text, as a
  /// suggestion; nil if none of them does.
  private func handle(
    _ entry: Snapshot.Entry, _ text: String, lower: String, folded: String
  ) -> Suggestion? {
    guard let catalog, let (id, title) = catalog.label(of: entry) else { return nil }
    if let id, id.hasPrefix(lower) { return Suggestion(id, title) }
    // Folding case and accents never shortens text, so the start of the title is enough.
    if !text.isEmpty, String(title.prefix(folded.count)).folded.hasPrefix(folded),
      !title.hasPrefix("-"),
      title.count <= Self.longestTitle
    {
      let handle = id ?? catalog.snapshot.path(entry).description
      let isShared = catalog.entries(called: title).count > 1
      return isShared ? Suggestion(handle, title) : Suggestion(title, handle)
    }
    guard id == nil || text.contains("/") else { return nil }
    let path = catalog.snapshot.path(entry).description
    let word = path.hasPrefix("-") ? "./\(path)" : path
    return word.hasPrefix(text) ? Suggestion(word, title) : nil
  }

  /// Returns the captures that match a query, newest first; empty if the query is invalid.
  private func entries(_ text: String) -> [Snapshot.Entry] {
    guard let catalog, let work, let query = try? Query(text),
      let found = try? catalog.select(query, in: catalog.context(work.clock))
    else { return [] }
    return found.entries
  }
}
