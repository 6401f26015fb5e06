public import CairnJSON
public import CairnText

/// A reader of the fields of a request in a JSON object. Unknown fields and invalid values are
/// errors.
///
///     let limit = try RequestReader.read(json) { reader throws(Diagnostic) in
///       var limit = 10
///       try reader.read("limit", into: &limit)
///       return limit
///     }
///     // {"limit":"ten"}: `limit`: expected a whole number, found `"ten"`
///     // {"limt":10}:     `limt`: unknown field; did you mean `limit`?
///
/// If a field is missing or null, its variable stays unchanged. A field that occurs twice is an
/// error, because one of its values would be lost. Errors are diagnostics without a position; their
/// codes are `request-type`, `request-field-unknown`, `request-field-missing`,
/// `request-field-twice` and `request-fields-conflict`.
public struct RequestReader: Sendable {
  private let members: [JSONValue.Member]
  /// The prefix of field names in messages: empty, or `fields.` in an inner object `fields`.
  private let place: String
  /// The names of the fields that were read, whether or not the object contains them.
  private var known: [String] = []

  /// Creates a reader of an object. `place` is the prefix of field names in messages.
  ///
  /// Throws a `Diagnostic` if the value is not an object, or if a field occurs twice.
  private init(_ value: JSONValue, at place: String) throws(Diagnostic) {
    guard case .object(let members) = value else {
      throw Self.mismatch(String(place.dropLast()), "an object", value)
    }
    var names: Set<String> = []
    for member in members where !names.insert(member.name).inserted {
      throw Diagnostic(
        .error, "request-field-twice", "`\(place)\(member.name)`: the field occurs twice")
    }
    self.members = members
    self.place = place
  }

  /// Calls `body` to read an object, and returns the result of `body`. The fields that `body` reads
  /// are the allowed fields.
  ///
  /// Throws a `Diagnostic` if the value is not an object or has a field that `body` does not read.
  /// Also throws the errors of `body`.
  public static func read<Result>(
    _ value: JSONValue, _ body: (inout RequestReader) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    try read(value, at: "", body)
  }

  private static func read<Result>(
    _ value: JSONValue, at place: String,
    _ body: (inout RequestReader) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result {
    var reader = try RequestReader(value, at: place)
    let result = try body(&reader)
    for member in reader.members where !reader.known.contains(member.name) {
      let near = Nearest.name(to: member.name, among: reader.known)
      let advice =
        near.map { "did you mean `\(place)\($0)`?" }
        ?? "known fields are \(reader.known.map { "`\($0)`" }.joined(separator: ", "))"
      throw Diagnostic(
        .error, "request-field-unknown", "`\(place)\(member.name)`: unknown field; \(advice)")
    }
    return result
  }

  /// Returns the error for a value of an unexpected type.
  private static func mismatch(
    _ name: String, _ expected: String, _ found: JSONValue
  ) -> Diagnostic {
    let text = found.description
    let shown = text.count > 60 ? text.prefix(59) + "…" : text
    let subject = name.isEmpty ? "request" : "`\(name)`"
    return Diagnostic(
      .error, "request-type", "\(subject): expected \(expected), found `\(shown)`")
  }
}

// MARK: - Fields

extension RequestReader {
  /// Returns a field's converted value; nil if the field is missing or null. Also records that the
  /// field is allowed.
  private mutating func value<Value>(
    _ name: String, _ expected: String, _ convert: (JSONValue) -> Value?
  ) throws(Diagnostic) -> Value? {
    known.append(name)
    guard let found = members.last(where: { $0.name == name })?.value, found != .null else {
      return nil
    }
    guard let value = convert(found) else { throw Self.mismatch(place + name, expected, found) }
    return value
  }

  /// Reads the string in a field into `text`, which stays unchanged if the field is missing or
  /// null.
  public mutating func read(_ name: String, into text: inout String?) throws(Diagnostic) {
    text = try value(name, "a string", \.text) ?? text
  }

  /// Reads the string or the number in a field into `text`, as a person would type it. `text` stays
  /// unchanged if the field is missing or null.
  mutating func readTyped(_ name: String, into text: inout String?) throws(Diagnostic) {
    text =
      try value(name, "a string or a number") { found in
        switch found {
        case .string, .integer, .number: found.typedValue?.text
        default: nil
        }
      } ?? text
  }

  /// Reads the string in a field. The string must not be a path, because a path could name a file
  /// of this machine.
  mutating func readName(_ name: String, into text: inout String?) throws(Diagnostic) {
    try read(name, into: &text)
    if let text, text.contains("/") || text.hasPrefix(".") {
      throw Self.mismatch(place + name, "a name without slashes", .string(text))
    }
  }

  /// Accepts fields whose values do not matter, because the server sets them.
  public mutating func skip(_ names: [String]) throws(Diagnostic) {
    for name in names { _ = try value(name, "any value") { $0 } }
  }

  /// Returns the string in a required field.
  ///
  /// Throws a `Diagnostic` if the field is missing, null or not a string.
  public mutating func text(_ name: String) throws(Diagnostic) -> String {
    if let text = try value(name, "a string", \.text) { return text }
    throw Diagnostic(
      .error, "request-field-missing",
      "`\(place)\(name)`: required field is missing; expected a string")
  }

  /// Reads the whole number in a field into `number`, which stays unchanged if the field is missing
  /// or null.
  public mutating func read(_ name: String, into number: inout Int?) throws(Diagnostic) {
    number = try value(name, "a whole number", \.number) ?? number
  }

  /// Reads the whole number in a field into `number`, which stays unchanged if the field is missing
  /// or null.
  public mutating func read(_ name: String, into number: inout Int) throws(Diagnostic) {
    number = try value(name, "a whole number", \.number) ?? number
  }

  /// Returns the whole number in a field, which must be in `range`; nil if the field is missing or
  /// null.
  public mutating func number(
    _ name: String, in range: ClosedRange<Int>
  ) throws(Diagnostic) -> Int? {
    try value(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") {
      $0.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Reads the value `true` or `false` in a field into `flag`, which stays unchanged if the field
  /// is missing or null.
  public mutating func read(_ name: String, into flag: inout Bool) throws(Diagnostic) {
    flag = try value(name, "true or false", \.flag) ?? flag
  }

  /// Reads the value `true` or `false` in a field into `flag`, which stays unchanged if the field
  /// is missing or null.
  public mutating func read(_ name: String, into flag: inout Bool?) throws(Diagnostic) {
    flag = try value(name, "true or false", \.flag) ?? flag
  }

  /// Reads the list of strings in a field into `texts`, which stays unchanged if the field is
  /// missing or null. A single string counts as a list of one.
  public mutating func read(_ name: String, into texts: inout [String]) throws(Diagnostic) {
    texts = try value(name, "a string or a list of strings", \.texts) ?? texts
  }

  /// Reads a field whose string must be the raw value of an enumeration case, and sets `choice` to
  /// this case. `choice` stays unchanged if the field is missing or null.
  public mutating func read<Choice: RawRepresentable & CaseIterable>(
    _ name: String, into choice: inout Choice?
  ) throws(Diagnostic) where Choice.RawValue == String {
    let words = Choice.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    choice =
      try value(name, "one of \(words)") { $0.text.flatMap { Choice(rawValue: $0) } } ?? choice
  }

  /// Calls `body` to read an inner object, and returns the result of `body`; nil if the object is
  /// missing or null. Errors name the inner fields as `name.field`.
  public mutating func object<Result>(
    _ name: String, _ body: (inout RequestReader) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> Result? {
    guard let value = try value(name, "an object", { $0 }) else { return nil }
    return try Self.read(value, at: "\(place)\(name).", body)
  }

  /// Calls `body` to read each object in a list, and returns the results; nil if the list is
  /// missing or null. Errors name the inner fields as `name[0].field`.
  mutating func objects<Result>(
    _ name: String, _ body: (inout RequestReader) throws(Diagnostic) -> Result
  ) throws(Diagnostic) -> [Result]? {
    guard let elements = try value(name, "a list of objects", \.elements) else { return nil }
    var results: [Result] = []
    for (index, element) in elements.enumerated() {
      results.append(try Self.read(element, at: "\(place)\(name)[\(index)].", body))
    }
    return results
  }

  /// Reads an inner object with arbitrary fields. Returns the name of each field, with its value as
  /// a person would type it; a list gives one pair for each element. Leaves out fields that are
  /// null. Empty if the object is missing or null.
  public mutating func typedFields(
    _ name: String
  ) throws(Diagnostic) -> [(key: String, value: String)] {
    var fields: [(key: String, value: String)] = []
    for field in try typedValues(name) {
      fields += (field.list ?? [field.value]).map { (field.key, $0) }
    }
    return fields
  }

  /// Reads an inner object with arbitrary fields, as ``typedFields(_:)`` does, but returns one
  /// value for each field. If the value is a list, `list` contains its elements, and `value` is the
  /// elements joined by commas. Otherwise, `list` is nil.
  public mutating func typedValues(
    _ name: String
  ) throws(Diagnostic) -> [(key: String, value: String, list: [String]?)] {
    try object(name) { reader throws(Diagnostic) in
      var fields: [(key: String, value: String, list: [String]?)] = []
      for key in reader.members.map(\.name) where !reader.known.contains(key) {
        if key.allSatisfy(\.isWhitespace) {
          throw Diagnostic(
            .error, "request-type", "`\(name)`: the name of a field is empty")
        }
        let found = try reader.value(
          key, "a string, a number, true, false or a list of them", \.typedValue)
        if let found { fields.append((key, found.text, found.list)) }
      }
      return fields
    } ?? []
  }
}

/// A value as a person would type it.
private struct SentValue {
  let text: String
  /// The elements, if the value is a list; otherwise nil.
  let list: [String]?
}

extension JSONValue {
  fileprivate var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The strings of a list, or a single string as a list of one; nil for any other value.
  fileprivate var texts: [String]? {
    guard let elements else { return text.map { [$0] } }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : Optional.none
  }

  /// The elements of a list as a person would type them, or a single value as a list of one. Nil
  /// for an object or null, and for a list that contains an object, null or another list.
  fileprivate var typed: [String]? {
    switch self {
    case .string(let text): [text]
    case .integer, .number, .boolean: [description]
    case .array(let elements):
      elements.contains { $0.elements != nil || $0.typed == nil }
        ? Optional.none : elements.flatMap { $0.typed ?? [] }
    case .object, .null: Optional.none
    }
  }

  /// The value as a person would type it, with its elements if it is a list. Nil if ``typed`` is
  /// nil.
  fileprivate var typedValue: SentValue? {
    typed.map { SentValue(text: $0.joined(separator: ", "), list: elements == nil ? nil : $0) }
  }
}

// MARK: - Lines

/// A reader of the lines of a text stream. Each line is a JSON object with a string in `text`.
public enum TextLine {
  /// Returns the text in a line; nil if the line is blank. Ignores other members of the object.
  ///
  /// Throws a `Diagnostic` with a code such as `classify-line` if the line is not an object, or if
  /// the text is missing or blank.
  ///
  /// - Parameters:
  ///   - number: The line number, from 1. The first line is allowed to begin with a byte order
  ///     mark.
  ///   - command: The name of the command that reads the stream. The diagnostic's code begins with
  ///     this name.
  public static func text(
    of line: String, number: Int, for command: String
  ) throws(Diagnostic) -> String? {
    if line.allSatisfy(\.isWhitespace) { return nil }
    let isMarked = number == 1 && line.unicodeScalars.first == "\u{FEFF}"
    let object = isMarked ? line.unicodeScalars.dropFirst() : line.unicodeScalars[...]
    let text = JSONValue(reading: Array(String(object).utf8))?["text"]?.text
    guard let text, text.contains(where: { !$0.isWhitespace }) else {
      throw Diagnostic(
        .error, "\(command)-line",
        "line \(number) of standard input is not a JSON object with a string in `text`",
        line: number)
    }
    return text
  }
}
