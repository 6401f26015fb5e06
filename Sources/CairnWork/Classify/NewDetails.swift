public import CairnCapture
import CairnInsight
public import CairnText

/// The fields that were read from a line about a gift or an entry, in the form in which a capture
/// stores them.
public struct NewDetails: Hashable, Sendable {
  /// A field and its value.
  public struct Field: Hashable, Sendable {
    /// The name of the field.
    public let key: String
    /// The value of the field, as a person would type it.
    public internal(set) var value: String
  }

  /// The fields that were read, in the order in which they are shown.
  public private(set) var fields: [Field] = []
  /// The keys of the fields that a person can set.
  public private(set) var keys: [String]
  /// The path of the default collection for this gift or entry; nil if the line does not determine
  /// one.
  var collection: String?

  /// Returns whether text is a single line of up to 400 characters. Details are read only from such
  /// a line.
  static func canRead(_ text: String) -> Bool {
    text.count <= 400 && !text.contains(where: \.isNewline)
  }

  /// Reads a line about a gift or an entry; returns nil if `type` is any other type.
  init?(_ text: String, _ type: String, _ reader: TimeReader) {
    guard let keys = Self.keys[type.lowercased()] else { return nil }
    self.keys = keys
    if type.lowercased() == "gift" {
      read(GiftDetails(text), reader)
    } else {
      read(EntryDetails(text))
    }
    // A title that only repeats the text needs no field.
    if fields.count == 1, fields[0].key == "title", Self.isSame(fields[0].value, text) {
      fields = []
    }
  }

  /// The keys of the fields that are read from text, keyed by type.
  static let keys = [
    "gift": ["title", "recipient", "occasion", "date", "budget"],
    "entry": ["title", "score", "year", "genre", "author", "platform"],
  ]

  /// The possible keys of the field that names the person who made a work. If a schema lists
  /// several of these keys, the first one in this order is used. If it lists none, `author` is
  /// used.
  private static let makers = ["author", "artist", "director"]

  /// The keys of all details that can be read from text.
  static let markedKeys =
    [
      "title", "recipient", "occasion", "date", "budget", "score", "year", "genre", "platform",
    ] + makers

  /// Returns the keys of all fields that can store details of a capture of this type.
  static func written(for type: String) -> Set<String> {
    let keys = Set(keys[type.lowercased()] ?? [])
    return keys.isDisjoint(with: makers) ? keys : keys.union(makers)
  }

  private mutating func read(_ gift: GiftDetails, _ reader: TimeReader) {
    add("title", gift.idea)
    add("recipient", gift.recipient)
    add("occasion", gift.occasion)
    add("date", gift.date.flatMap(reader.day))
    add("budget", gift.amount.map { Int(exactly: $0).map(String.init) ?? String($0) })
    collection = GiftDetails.collection
  }

  private mutating func read(_ entry: EntryDetails) {
    add("title", entry.title)
    add("score", entry.verdict.map { String($0.rawValue) })
    add("year", entry.year.map(String.init))
    add("genre", entry.genre)
    add("author", entry.author)
    add("platform", entry.platform)
    collection = entry.collection
  }

  /// The keys of the fields that a person can set and that have no value yet.
  public var missingKeys: [String] { keys.filter { key in !fields.contains { $0.key == key } } }

  /// Returns the names of the required fields of a schema that have no value yet. `known` contains
  /// the keys of the fields that already have a value in the capture.
  func missing(in schema: Schema?, known: Set<String>) -> [String] {
    (schema?.fields ?? []).filter { field in
      field.isRequired && !known.contains(field.name) && !fields.contains { $0.key == field.name }
    }.map(\.name)
  }

  /// Sets a field; an empty value removes it.
  mutating func set(_ key: String, _ value: String) {
    if let place = fields.firstIndex(where: { $0.key == key }) {
      if value.isEmpty { fields.remove(at: place) } else { fields[place].value = value }
    } else {
      add(key, value)
    }
  }

  private mutating func add(_ key: String, _ value: String?) {
    if let value, !value.isEmpty { fields.append(Field(key: key, value: value)) }
  }

  private static func isSame(_ title: String, _ text: String) -> Bool {
    let text = text.trimmingBlanks.lowercased()
    return ["", "a ", "an ", "the ", "some "].contains { text == $0 + title.lowercased() }
  }
}

extension NewDetails {
  /// Adapts the fields to the page of the collection: drops values that the page does not allow,
  /// and renames `author` to `artist` or `director` if the page lists that key but not `author`.
  /// Adds the page's other fields to ``keys``. Also drops the fields whose keys are in `known`.
  mutating func adapt(to schema: Schema?, known: Set<String>) {
    let maker = Self.makers.first { schema?.field($0) != nil } ?? "author"
    fields = fields.compactMap { field in
      var field = Field(key: field.key == "author" ? maker : field.key, value: field.value)
      if let choices = schema?.field(field.key)?.choices, !choices.isEmpty {
        field.value =
          choices.first { $0.folded == field.value.folded }
          ?? LooseChoice.match(field.value, among: choices) ?? field.value
      }
      let value = try? TypedValue(field.value).value(for: field.key, existing: nil, schema: schema)
      return value == nil ? nil : field
    }
    let own = schema?.fields.map(\.name) ?? []
    keys = keys.map { $0 == "author" ? maker : $0 }
    keys = (keys + own.filter { !keys.contains($0) }).filter { !known.contains($0) }
    fields.removeAll { known.contains($0.key) }
  }
}

extension NewDetails {
  /// Returns whether to ask for the recipient of a gift. False if the line names the recipient.
  /// Also false if the collection's page requires a recipient, because Cairn then asks anyway.
  public func asksRecipient(_ schema: Schema?) -> Bool {
    missingKeys.contains("recipient") && schema?.field("recipient")?.isRequired != true
  }
}

extension Workspace {
  /// Sets a field of `details` to a typed value; an empty text removes the field.
  ///
  /// Throws a `Diagnostic` if there is no such field, or if the value does not fit the field.
  public func set(
    _ key: String, _ text: String, in details: inout NewDetails, _ schema: Schema?
  ) throws(Diagnostic) {
    guard details.keys.contains(key) else {
      let keys = details.keys.joined(separator: ", ")
      throw Diagnostic(
        .error, "field-unknown", "Unknown field `\(key)`; the fields are \(keys).")
    }
    guard !text.isEmpty else { return details.set(key, "") }
    let choices = schema?.field(key)?.choices ?? []
    let choice = choices.contains(text) ? nil : LooseChoice.match(text, among: choices)
    let isOfGift = key == "date" && details.keys.contains("recipient")
    let value = isOfGift ? try dateOfGift(text).text : choice ?? text
    details.set(key, try fitting(value, for: key, schema).text)
  }

  /// Returns the value of a field for text that a person typed.
  ///
  /// Throws a `Diagnostic` if the value does not fit the field.
  public func fitting(
    _ text: String, for key: String, _ schema: Schema?
  ) throws(Diagnostic) -> TypedValue {
    let value = try typed(text, for: key, kind: schema?.field(key)?.kind)
    _ = try value.value(for: key, existing: nil, schema: schema)
    return value
  }
}

extension NewDetails.Field {
  /// The value in human-readable form; a score is shown as a word.
  public var shown: String {
    key == "score" ? Score(value).map { "\($0)" } ?? value : value
  }
}

extension TimeReader {
  /// Returns the day in `words`, as a date such as `2026-12-24`. Returns nil if there is no day,
  /// several days, a repeat rule or a day in the past.
  func day(_ words: String) -> String? {
    guard let phrase = due(saidAs: words), phrase.rule == nil,
      phrase.days.lowerBound == phrase.days.upperBound
    else { return nil }
    return phrase.dueDay.description
  }
}
