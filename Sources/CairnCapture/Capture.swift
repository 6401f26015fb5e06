public import CairnDocument
public import CairnMarkup
public import CairnText

/// A note: a document at a path, with properties that read facts from the document.
///
///     let capture = Capture(path: path, document: Document(bytes), modified: mtime)
///     capture.title      // "Pay the Acme invoice"
///     capture.score      // .great
///     capture["budget"]  // .integer(40), the value of a custom field
///
/// Equivalent keys of other tools are understood (`date`, `keywords`, `lastmod`, …). Only the
/// document is stored; each fact is read from it on access. The tags, and the title if there is no
/// field `title`, require parsing the body on each access. To read several such facts, keep
/// ``bodyText`` or ``markup`` and call `title(in:)` and `tags(in:)`.
public struct Capture: Sendable {
  /// The path of the file relative to the notebook's root.
  public let path: NotePath
  /// The file's content.
  public let document: Document
  /// The time when the file was last written.
  public let modified: Instant

  /// Creates the capture in the file at `path`, last written at `modified`.
  public init(path: NotePath, document: Document, modified: Instant) {
    self.path = path
    self.document = document
    self.modified = modified
  }
}

// MARK: - Fields

extension Capture {
  /// The value of a front matter field, or nil if there is no such field.
  public subscript(key: String) -> FieldValue? { document[key] }

  /// The field `id` as text, whether Cairn or another tool wrote it; nil if there is none.
  public var id: String? { text("id") }

  /// The type of the capture: `action`, `idea`, … or a custom type; the first if it has several, nil
  /// if it has none.
  public var type: String? { document["type"]?.names.first }

  /// Returns whether the capture has a type, ignoring case. A capture can have several types if its
  /// field `type` is a list.
  ///
  /// - Parameter type: The folded name of the type.
  public func hasType(_ type: String) -> Bool { document["type"]?.hasName(type) ?? false }

  /// The status: `open`, `done`, …; the first if it has several, nil if it has none.
  public var status: String? { document["status"]?.names.first }

  /// The meaning of the capture in one sentence; nil if the capture has no meaning.
  public var meaning: String? { text("meaning") }

  /// The folder that contains the capture; the root is the inbox. The folder is authoritative; the
  /// `collection` field only repeats it.
  public var collection: NotePath { path.parent }

  /// The score in the field `score`; nil if the field is missing or not a valid score.
  public var score: Score? { document["score"].flatMap { Score($0) } }

  /// Other names under which links can find the capture. Read from the field `aliases` or, if there
  /// is none, `alias`: a list or a comma-separated string.
  public var aliases: [String] {
    let words = (document["aliases"] ?? document["alias"])?.words(splitAtBlanks: false) ?? []
    return words.map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
  }

  /// Returns the text of a scalar field; nil if the field is missing, empty, or not a scalar.
  public func text(_ key: String) -> String? {
    guard let text = document[key]?.text, !text.isEmpty else { return nil }
    return text
  }
}

// MARK: - Body

extension Capture {
  /// The body's bytes.
  public var body: ArraySlice<UInt8> { document.bytes[document.body] }

  /// The body, parsed on every access.
  public var markup: Markup { Markup(document.bytes, body: document.body) }

  /// The body including its formulas, parsed on every access. For pages that show formulas.
  public var markupWithMath: Markup {
    Markup(document.bytes, body: document.body, readsMath: true)
  }

  /// The parts of the body that are needed to list and search captures, parsed on every access.
  /// Much faster than ``markup``.
  public var bodyText: BodyText { BodyText(document.bytes, body: document.body) }

  /// The first of these that exists: the field `title`, the first heading, a file name that a
  /// person chose, the first line, or any other file name.
  ///
  /// If a person chose the file name, a heading counts only if its level is 1 and no text precedes
  /// it.
  public var title: String {
    writtenTitle ?? title(in: bodyText)
  }

  /// The text of the field `title` without surrounding blanks and line breaks; nil if the field is
  /// missing or blank.
  package var writtenTitle: String? {
    guard let text = text("title")?.trimmingBlanks, !text.isEmpty else { return nil }
    return String(text)
  }

  /// Returns ``title``, using a body that has already been parsed.
  public func title(in body: some BodyFacts) -> String {
    writtenTitle ?? heading(of: body) ?? (hasChosenName ? nil : body.firstLine) ?? path.stem
  }

  /// Returns the heading that can be the title; nil if there is none.
  private func heading(of body: some BodyFacts) -> String? {
    guard hasChosenName else { return body.firstHeading }
    guard body.openingLevel == 1, let text = body.headingTexts.first, !text.isEmpty else {
      return nil
    }
    return text
  }

  /// Returns the heading that is the title; nil if the title is not a heading.
  ///
  /// - Parameter markup: The parsed body of this capture.
  package func titleHeading(in markup: Markup) -> Markup.Heading? {
    guard writtenTitle == nil, heading(of: markup) != nil else { return nil }
    return markup.headings.first { !$0.text.isEmpty }
  }

  /// The title as readers see it: ``title`` without inline markup such as emphasis, links and
  /// `==marks==`.
  public var shownTitle: String { shownTitle(in: bodyText) }

  /// Returns ``shownTitle``, using a body that has already been parsed.
  public func shownTitle(in body: some BodyFacts) -> String {
    // A heading is already without markup, except for marked words.
    writtenTitle?.withoutInlineMarkup ?? title(in: body).withoutMarks
  }

  /// Whether the title is the file name.
  public var isCalledAsItsFile: Bool {
    guard writtenTitle == nil else { return false }
    let body = bodyText
    return heading(of: body) == nil && (hasChosenName || body.firstLine == nil)
  }

  /// Returns whether the title is the first line of the body.
  public func titleIsFirstLine(of body: some BodyFacts) -> Bool {
    writtenTitle == nil && body.firstHeading == nil && !hasChosenName && body.firstLine != nil
  }

  /// Whether a person presumably chose the file name: it is a date, or contains a blank or an
  /// upper-case letter. Programs make names such as `2026-11-21-pay-acme-k7x2` and
  /// `20261121100400`.
  package var hasChosenName: Bool {
    let stem = path.stem
    let isReadable = stem.unicodeScalars.contains { scalar in
      scalar.isASCII ? scalar == " " || "A"..."Z" ~= scalar : scalar.properties.isUppercase
    }
    return isReadable || FieldTime(stem) != nil
  }

  /// The tags as written, without `#`: first those of the field `tags`, `keywords` or `tag`, then
  /// those in the body. Tags that differ only in case and accents appear once.
  public var tags: [String] { tags(in: bodyText) }

  /// Returns ``tags``, using a body that has already been parsed.
  public func tags(in body: some BodyFacts) -> [String] {
    let tags = fieldTags + body.tags.map(\.name)
    if tags.count < 2 { return tags }
    // For a few tags, pairwise comparison is faster than a set.
    if tags.count <= 16 {
      let folded = tags.map(\.folded)
      return tags.indices.filter { !folded[..<$0].contains(folded[$0]) }.map { tags[$0] }
    }
    return tags.uniqued(by: \.folded)
  }

  /// The tags in the front matter, without `#`: the elements of a list, or the parts of a string. A
  /// string is split at commas or, if it contains no comma, at blanks.
  public var fieldTags: [String] {
    Self.tags(in: Self.tagKeys.lazy.compactMap { document[$0] }.first { !$0.isNull })
  }

  /// Returns the tags in the value of a field; see ``fieldTags``.
  static func tags(in value: FieldValue?) -> [String] {
    guard let words = value?.words(splitAtBlanks: true) else { return [] }
    guard words.contains(where: { $0.utf8.first == UInt8(ascii: "#") }) else { return words }
    return words.compactMap { tag in
      let bare = tag.drop { $0 == "#" }
      return bare.isEmpty ? nil : String(bare)
    }
  }

  /// The keys of the fields that can contain tags, in order of precedence. Cairn itself writes
  /// `tags`.
  public static let tagKeys = ["tags", "keywords", "tag"]
}

// MARK: - Dates

extension Capture {
  /// The time when the capture is due; nil if it has no due time.
  public var due: FieldTime? { time("due") }

  /// The time of creation: the time in the field `created`, else in the field `date`, else at the
  /// start of the file name, else the time when the file was last written. Skips invalid times.
  public var created: FieldTime {
    time("created") ?? time("date") ?? FieldTime(fileName: path.name) ?? modifiedTime
  }

  /// The time of the last change: the field `updated`, `modified` or `lastmod`. If none of them
  /// contains a valid time, this is the time when the file was last written.
  public var updated: FieldTime { writtenUpdate ?? modifiedTime }

  /// The time of the last change as given by a field; nil if no field contains a valid time.
  public var writtenUpdate: FieldTime? {
    time("updated") ?? time("modified") ?? time("lastmod")
  }

  /// Returns the time in a field, or nil if the field is missing or not a valid time.
  public func time(_ key: String) -> FieldTime? { document[key].flatMap { FieldTime($0) } }

  private var modifiedTime: FieldTime { .dateTime(DateTime(modified, offset: 0)) }
}

extension FieldValue {
  /// Whether the value is null.
  fileprivate var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The value as text, without quotes and escapes, if it is a scalar; nil for null, a list or a
  /// map.
  public var text: String? {
    switch self {
    case .null, .list, .map: nil
    case .string(let text): text
    case .boolean(let value): String(value)
    case .integer(let number): String(number)
    case .float(let number): String(number)
    case .date(let date): date.description
    case .dateTime(let time): time.description
    }
  }

  /// The names in the value of the field `type` or `status`: the text of a scalar, or the texts in a
  /// list. A wikilink counts as the name inside it.
  package var names: [String] {
    if case .list(let elements) = self { return elements.flatMap(\.names) }
    guard let text, !text.isEmpty else { return [] }
    return [text.insideWikilink ?? text]
  }

  /// Returns whether one of the ``names`` is `name`, which must be folded.
  package func hasName(_ name: String) -> Bool { names.contains { $0.folded == name } }

  /// Returns the elements of a list as strings, or the parts of a string. A string is split at
  /// commas. If `splitAtBlanks` is true, a string without commas is split at blanks.
  func words(splitAtBlanks: Bool) -> [String] {
    switch self {
    case .list(let elements):
      var words: [String] = []
      words.reserveCapacity(elements.count)
      for element in elements {
        if let text = element.text, !text.isEmpty { words.append(text) }
      }
      return words
    case .string(let text):
      let pieces =
        splitAtBlanks && !text.contains(",")
        ? text.split(whereSeparator: \.isWhitespace) : text.split(separator: ",")
      return pieces.map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
    default: return text.map { [$0] } ?? []
    }
  }
}

extension String {
  /// The text as Cairn saves it in a capture: without blank lines at the beginning and without
  /// white space at the end. The first line keeps its indentation, unless it is the only line.
  public var trimmedAsCapture: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }) else { return "" }
    let text = self[first...].trimmingBlanks
    guard text.contains(where: \.isNewline) else { return String(text) }
    let indentation = self[..<first].reversed().prefix { !$0.isNewline }.reversed()
    return String(indentation) + text
  }
}
