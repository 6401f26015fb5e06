public import CairnCapture
import CairnDocument
import CairnInsight
public import CairnText

/// The fields read from a line about a gift or an entry, as they are written into a capture.
public struct NewDetails: Hashable, Sendable {
  /// A field and its value.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public let key: String
    /// Its value, as typed.
    public internal(set) var value: String
  }

  /// The fields that were read, in the order in which they are shown.
  public private(set) var fields: [Field] = []
  /// The fields that can be set here.
  public private(set) var keys: [String]
  /// The default collection of such captures; nil if the line does not say which it is.
  private(set) var collection: String?

  /// Reads a line about something of a type; nil for a type whose fields are not read.
  init?(_ text: String, _ type: String, _ reader: TimeReader) {
    switch type.lowercased() {
    case "gift":
      keys = ["title", "recipient", "occasion", "date", "budget"]
      read(GiftDetails(text), reader)
    case "entry":
      keys = ["title", "score", "year", "genre", "author", "platform"]
      read(EntryDetails(text))
    default: return nil
    }
    // A title that is all that is said is what the capture says anyway.
    if fields.count == 1, fields[0].key == "title", Self.isSame(fields[0].value, text) {
      fields = []
    }
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

  /// The fields that can be set and have no value.
  public var unsaid: [String] { keys.filter { key in !fields.contains { $0.key == key } } }

  /// Gives a field another value; an empty one removes it.
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
  /// Removes fields that are known already, and values that the collection's page does not allow. The
  /// author becomes the artist or the director if the page lists that field instead.
  mutating func adapt(to schema: Schema?, known: Set<String>) {
    let maker = ["author", "artist", "director"].first { schema?.field($0) != nil } ?? "author"
    fields = fields.compactMap { field in
      var field = Field(key: field.key == "author" ? maker : field.key, value: field.value)
      if let choices = schema?.field(field.key)?.choices, !choices.isEmpty {
        field.value = choices.first { $0.folded == field.value.folded } ?? field.value
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
  /// Whether to ask for whom a gift is: the line does not name the recipient, and the collection's page
  /// does not require one, so that nothing else asks.
  public func asksRecipient(_ schema: Schema?) -> Bool {
    unsaid.contains("recipient") && schema?.field("recipient")?.isRequired != true
  }
}

extension Workspace {
  /// Sets one of the fields to a value as it was typed; an empty one removes it.
  ///
  /// Throws a `Diagnostic` if there is no such field, or the value does not fit.
  public func set(
    _ key: String, _ text: String, in details: inout NewDetails, _ schema: Schema?
  ) throws(Diagnostic) {
    guard details.keys.contains(key) else {
      let keys = details.keys.joined(separator: ", ")
      throw Diagnostic(
        .error, "field-unknown", "There is no `\(key)` here; there are \(keys).")
    }
    guard !text.isEmpty else { return details.set(key, "") }
    details.set(key, try fitting(text, for: key, schema).text)
  }

  /// A field's value as it was typed, that is sure to fit.
  ///
  /// Throws a `Diagnostic` if it does not.
  public func fitting(
    _ text: String, for key: String, _ schema: Schema?
  ) throws(Diagnostic) -> TypedValue {
    let value = try typed(text, for: key, kind: schema?.field(key)?.kind)
    _ = try value.value(for: key, existing: nil, schema: schema)
    return value
  }
}

extension NewDetails.Field {
  /// The value for people: scores as words.
  public var shown: String {
    key == "score" ? Score(value).map { "\($0)" } ?? value : value
  }
}

extension TimeReader {
  /// The one day that words name, as a field's value; nil if they name none or several, or one in the past.
  func day(_ words: String) -> String? {
    guard let phrase = due(saidAs: words), phrase.rule == nil,
      phrase.days.lowerBound == phrase.days.upperBound
    else { return nil }
    return phrase.dueDay.description
  }
}
