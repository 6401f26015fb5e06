import CairnCapture
import CairnDocument
import CairnInsight
import CairnText

/// The fields that a line says of a gift or an entry, as they are written into a capture.
struct NewDetails {
  /// A field and its value.
  struct Field: Hashable {
    let key: String
    var value: String
  }

  /// The fields that were read, in the order in which they are shown.
  private(set) var fields: [Field] = []
  /// The fields that can be set here.
  private(set) var keys: [String]
  /// The collection that captures of its kind lie in, by default; nil where that is not told.
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

  /// The fields that can be set, and that nothing says.
  var unsaid: [String] { keys.filter { key in !fields.contains { $0.key == key } } }

  /// Gives a field another value; an empty one takes it away.
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
  /// Leaves out what is known already and what the collection's page does not take; the author is the
  /// artist or the director where the page says so.
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

extension NewDetails.Field {
  /// The value as people are shown it.
  var shown: String {
    key == "score" ? Score(value).map { "\($0)" } ?? value : value
  }
}

extension TimeReader {
  /// The one day that words name, as a field says it; nil where they name several or none, or one that is
  /// over.
  func day(_ words: String) -> String? {
    guard let phrase = due(saidAs: words), phrase.rule == nil,
      phrase.days.lowerBound == phrase.days.upperBound
    else { return nil }
    return phrase.dueDay.description
  }
}
