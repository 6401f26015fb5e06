import CairnCapture
public import CairnDocument
public import CairnText

/// A template for new captures (docs/templates.md): initial fields and a body with placeholders.
public struct CaptureTemplate: Sendable {
  private let source: String
  /// The template. In its front matter, ``opening`` and ``closing`` replace the braces of
  /// placeholders.
  private let document: Document

  /// Creates a template from the contents of its file.
  public init(_ source: String) {
    self.source = source
    document = Self.document(source)
  }

  /// A character that stands for `{{` in front matter, because YAML reads braces without quotes as
  /// a map. Like `{{`, it has two bytes. Unicode does not assign it.
  private static let opening = "\u{378}"
  /// A character that stands for `}}` in front matter.
  private static let closing = "\u{379}"

  /// Returns `text` with braces instead of ``opening`` and ``closing``.
  private static func braced(_ text: String) -> String {
    text.replacing(opening, with: "{{").replacing(closing, with: "}}")
  }

  private static func document(_ source: String) -> Document {
    let document = Document(Array(source.utf8))
    guard document.frontMatter.isFenced else { return document }
    let content = document.frontMatter.content
    let head = String(decoding: document.bytes[content], as: UTF8.self)
      .replacing(/\{\{([^{}\n]*)\}\}/) { "\(opening)\($0.1)\(closing)" }
    return Document(
      document.bytes[..<content.lowerBound] + Array(head.utf8)
        + document.bytes[content.upperBound...])
  }

  /// The fields of the template, in order.
  public var fields: [Document.Field] { document.fields }

  /// The names of the placeholders that every template can contain. `text` is valid only in the
  /// body.
  public static let places = ["text", "title", "date", "time", "collection", "type"]

  /// The placeholders whose values always come from the new capture or the clock, even if the
  /// template has a field of the same name.
  private static let moments = ["text", "date", "time", "collection"]

  /// Returns the template with the placeholders in its body, its text fields and its lists filled
  /// in.
  ///
  /// A placeholder is one of ``places`` or a field of the template. If the body has no `{{text}}`,
  /// the text of the capture is appended to the body. If the body begins with an empty heading of
  /// level 1, the heading gets the title. If there is no title, the first line of the capture's
  /// text becomes the heading, if that line is suitable. Placeholders in inserted values are not
  /// filled in.
  public func filled(with new: NewCapture, at clock: LocalClock) -> String {
    var values = values(for: new, at: clock)
    var head = document
    for field in document.fields {
      if case .list = field.value {
        head = Self.filling(listIn: field, of: head, values, at: clock)
      }
      guard case .string(let text) = field.value, !Self.marks(in: text).isEmpty else { continue }
      let value = Self.filling(text, values, at: clock)
      // A value that consists only of an unknown placeholder stays as it is in the template.
      let isWhole = Self.marks(in: text)[0].range == text.startIndex..<text.endIndex
      if value != text || !isWhole {
        head = (try? head.setting(field.key, to: written(value, for: field, text))) ?? head
      }
      if new.field(field.key) == nil, !Self.moments.contains(field.key) {
        values[field.key] = Self.braced(value)
      }
    }
    var body = String(decoding: document.bytes[document.body], as: UTF8.self)
    var text = new.text
    if let heading = body.prefixMatch(of: /(?:[ \t]*\R)*(#[ \t]*)(?=\R|$)/),
      let title = values["title"].flatMap({ $0.isBlank ? nil : $0 }) ?? Self.takeTitle(from: &text)
    {
      body.replaceSubrange(heading.1.startIndex..<heading.1.endIndex, with: "# {{title}}")
      values["title"] = title
    }
    if !Self.marks(in: body).contains(where: { $0.name == "text" }) {
      let start = body.trimmingBlanks
      body = start.isEmpty ? "{{text}}" : start + "\n\n{{text}}"
    }
    return Self.braced(String(decoding: head.bytes[..<head.body.lowerBound], as: UTF8.self))
      + Self.filling(body, values.merging(["text": text]) { $1 }, at: clock)
  }

  /// Returns the value to write for a filled-in field whose value in the template is `text`.
  ///
  /// If `text` consists only of `{{date}}`, the value becomes a date. If `text` consists only of a
  /// placeholder with a format, such as `{{date:YYYY}}`, and has no quotes, a value that YAML reads
  /// as an integer, a date or a date-time is written as such. If `text` consists only of a
  /// placeholder without quotes and the value is empty, the field becomes empty. All other values
  /// become text.
  private func written(_ value: String, for field: Document.Field, _ text: String) -> NewValue {
    let marks = Self.marks(in: text)
    guard marks.count == 1, marks[0].range == text.startIndex..<text.endIndex else {
      return .text(Self.braced(value))
    }
    if marks[0].name == "date" { return .literal(value) }
    let isBare = field.written.map { !"'\"".utf8.contains(document.bytes[$0.lowerBound]) } ?? false
    if isBare, value.isEmpty { return .empty }
    guard isBare, Self.format(marks[0].name) != nil else { return .text(value) }
    switch Document(Array("---\nvalue: \(value)\n---\n".utf8))["value"] {
    case .integer, .date, .dateTime: return .literal(value)
    default: return .text(value)
    }
  }

  /// Returns `head` with the placeholders in the texts of a list filled in.
  private static func filling(
    listIn field: Document.Field, of head: Document, _ values: [String: String],
    at clock: LocalClock
  ) -> Document {
    guard let index = head.fields.firstIndex(where: { $0.key == field.key }) else { return head }
    let changes = head.texts.filter { $0.field == index && !marks(in: $0.text).isEmpty }
      .map { Document.TextChange($0, braced(filling($0.text, values, at: clock))) }
    return (try? head.replacing(changes)) ?? head
  }

  /// Removes the first line from a text and returns it, if it can be the text of a heading: it is
  /// a short paragraph of its own, begins with a letter or a digit, and is not the item of a list.
  private static func takeTitle(from text: inout String) -> String? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let rest = lines.dropFirst()
    let line = lines.first?.trimmingBlanks ?? ""
    guard let first = lines.first?.first, first.isLetter || first.isNumber,
      line.count <= longestTitle, rest.first?.allSatisfy(\.isWhitespace) ?? true,
      ![".", ")"].contains(line.drop { $0.isNumber }.first) || !first.isNumber
    else { return nil }
    text = rest.drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    return String(line)
  }

  /// The maximum number of characters of a line that becomes a heading.
  private static let longestTitle = 120

  /// Returns the values of all placeholders except `text`, keyed by name.
  private func values(for new: NewCapture, at clock: LocalClock) -> [String: String] {
    let moment = clock.dateTime(clock.now)
    let (hours, minutes) = (moment.secondOfDay / 3600, moment.secondOfDay / 60 % 60)
    var values: [String: String] = [:]
    for field in document.fields {
      let own = field.value.text.flatMap { Self.marks(in: $0).isEmpty ? $0 : nil }
      values[field.key] = new.field(field.key) ?? own ?? ""
    }
    values["title"] = new.field("title") ?? values["title"] ?? ""
    values["type"] = new.field("type") ?? values["type"] ?? ""
    values["date"] = moment.date.description
    values["time"] = "\(hours.padded(2)):\(minutes.padded(2))"
    values["collection"] = new.collection?.description ?? ""
    return values
  }

  /// Returns `text` without the hints of this template. A hint is an HTML comment that takes up
  /// whole lines. A hint that the user edited is kept.
  public func withoutHints(_ text: String) -> String {
    var text = text
    for hint in hints {
      text = text.replacing(hint + "\n", with: "").replacing(hint, with: "")
    }
    return text
  }

  /// Returns `text` with the template's front matter moved back to the start, if the user wrote
  /// text above it. That text becomes the beginning of the body. Returns `text` unchanged if there
  /// is no readable front matter with a field of this template.
  public func withFrontMatterFirst(_ text: String) -> String {
    let isFenced = { (text: String) in Document(Array(text.utf8)).frontMatter.isFenced }
    guard document.frontMatter.isFenced, !isFenced(text) else { return text }
    let fence = document.notation == .toml ? "+++" : "---"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let fences = lines.indices.filter { lines[$0].trimmingBlanks == fence }
    for (open, close) in zip(fences, fences.dropFirst()) {
      let block = lines[open...close].joined(separator: "\n") + "\n"
      let moved = Document(Array(block.utf8))
      guard moved.editRefusal == nil, moved.fields.contains(where: { document[$0.key] != nil })
      else { continue }
      let above = lines[..<open].joined(separator: "\n").trimmingBlanks
      let below = lines[(close + 1)...].joined(separator: "\n").trimmingBlanks
      return block + [above, below].filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
    }
    return text
  }

  /// The HTML comments in the template that take up whole lines.
  private var hints: [Substring] {
    var hints: [Substring] = []
    var start: String.Index?
    for line in source.split(separator: "\n") {
      if start == nil, line.hasPrefix("<!--") { start = line.startIndex }
      guard let begin = start, line.contains("-->") else { continue }
      if line.hasSuffix("-->") { hints.append(source[begin..<line.endIndex]) }
      start = nil
    }
    return hints
  }
}

// MARK: - Placeholders

extension CaptureTemplate {
  /// Returns the placeholders (`{{name}}`) in `text`, each with its trimmed name and its range,
  /// which includes the braces.
  private static func marks(in text: String) -> [(name: String, range: Range<String.Index>)] {
    text.matches(of: /(?:\{\{|\u{378})([^{}\n\u{378}\u{379}]*)(?:\}\}|\u{379})/)
      .map { (String($0.1.trimmingBlanks), $0.range) }
  }

  /// Returns the format in a placeholder such as `date:YYYY-MM` or `time:HH:mm`; nil if the
  /// placeholder does not contain a format.
  private static func format(_ name: String) -> MomentFormat? {
    name.hasPrefix("date:") || name.hasPrefix("time:")
      ? MomentFormat(String(name.dropFirst(5))) : nil
  }

  /// Returns the text with each placeholder replaced by its value. Placeholders without a value are
  /// kept.
  private static func filling(
    _ text: String, _ values: [String: String], at clock: LocalClock
  ) -> String {
    var result = ""
    var copied = text.startIndex
    for mark in marks(in: text) {
      let format = { Self.format(mark.name)?.text(of: clock.dateTime(clock.now)) }
      guard let value = values[mark.name] ?? format() else { continue }
      result += text[copied..<mark.range.lowerBound] + value
      copied = mark.range.upperBound
    }
    return result + text[copied...]
  }
}

// MARK: - Checking

extension CaptureTemplate {
  /// A problem in a template.
  public struct Problem: Sendable {
    /// A stable code for the kind of problem, for use in scripts.
    public let code: String
    /// The description, with advice.
    public let message: String
    /// The position of the problem, as a range of bytes in the template.
    public let range: Range<Int>
  }

  /// The problems of the template: front matter that cannot be edited, unknown placeholders, and
  /// placeholders in the front matter that are neither in a text nor in a list of texts.
  public var problems: [Problem] {
    if let refusal = document.editRefusal {
      let range = document.unread ?? 0..<0
      return [Problem(code: refusal.code, message: refusal.message, range: range)]
    }
    let body = String(decoding: document.bytes[document.body], as: UTF8.self)
    let known = Self.places + document.fields.map(\.key)
    return document.fields.flatMap { problems(in: $0, known) }
      + Self.marks(in: body).compactMap { mark in
        let start = body.utf8.distance(from: body.startIndex, to: mark.range.lowerBound)
        let place = document.body.lowerBound + start
        return Self.problem(
          mark.name, known, place..<place + body[mark.range].utf8.count)
      }
  }

  private func problems(in field: Document.Field, _ known: [String]) -> [Problem] {
    let place = field.written ?? field.range ?? 0..<0
    let texts: [String] =
      switch field.value {
      case .string(let text): [text]
      case .list(let elements): elements.compactMap(\.text)
      default: []
      }
    let marks = texts.flatMap { Self.marks(in: $0) }
    let written = String(decoding: document.bytes[place], as: UTF8.self)
    if marks.count < Self.marks(in: written).count {
      return [
        Problem(
          code: "template-quotes",
          message: "Cairn fills in `{{…}}` only in a text and in a list of texts; write "
            + "`\(field.key): \"{{…}}\"`",
          range: place)
      ]
    }
    let names = known.filter { $0 != "text" || document[$0] != nil }
    return marks.compactMap { Self.problem($0.name, names, place) }
  }

  private static func problem(_ name: String, _ known: [String], _ range: Range<Int>) -> Problem? {
    if known.contains(name) || format(name) != nil { return nil }
    let advice = Nearest.advice(
      to: name, among: known, otherwise: "new captures will contain `{{\(name)}}`")
    return Problem(
      code: "template-unknown-variable",
      message: "unknown variable `\(name)`\(advice)", range: range)
  }
}
