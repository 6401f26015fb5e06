public import CairnDocument
public import CairnMarkup
public import CairnText

/// One note: the typed facts of a document at a path.
///
///     let capture = Capture(path: path, document: Document(bytes), modified: mtime)
///     capture.title      // "Pay the Acme invoice"
///     capture.score      // .great
///     capture["budget"]  // .integer(40), as any other field
///
/// Keys of other tools are understood where they mean the same (`date`, `keywords`, `lastmod`, …).
/// Nothing is stored but the document: each fact is read from it when it is asked for. Those that
/// need the body (a title without a field, tags) read it; who needs several holds on to
/// ``bodyText`` or ``markup`` and asks `title(in:)`, `tags(in:)`.
public struct Capture: Sendable {
  /// Where the file lies below the notebook's root.
  public let path: NotePath
  /// The file's content.
  public let document: Document
  /// When the file was last written to.
  public let modified: Instant

  /// The capture in the file at `path`, last written to at `modified`.
  public init(path: NotePath, document: Document, modified: Instant) {
    self.path = path
    self.document = document
    self.modified = modified
  }
}

// MARK: - Fields

extension Capture {
  /// The value of any front-matter field.
  public subscript(key: String) -> FieldValue? { document[key] }

  /// The `id`: ours, or whatever another tool put there, as text.
  public var id: String? { text("id") }

  /// What kind of capture it is: `action`, `idea`, … or a word of the user's own.
  public var type: String? { text("type") }

  /// Where it stands: `open`, `done`, …
  public var status: String? { text("status") }

  /// One sentence that says what the capture means.
  public var meaning: String? { text("meaning") }

  /// The folder that holds it; the root is the inbox. The folder is the truth about this; the
  /// `collection` field only repeats it.
  public var collection: NotePath { path.parent }

  /// The verdict, where there is one that is understood.
  public var score: Score? { document["score"].flatMap { Score($0) } }

  /// Other names by which links may call it: `aliases` or `alias`, a list or text with commas.
  public var aliases: [String] {
    let words = (document["aliases"] ?? document["alias"])?.words(splitAtBlanks: false) ?? []
    return words.map { String($0.trimmingBlanks) }.filter { !$0.isEmpty }
  }

  /// The text of a field that is one scalar, or nil where it is missing, empty, or more than that.
  public func text(_ key: String) -> String? {
    guard let text = document[key]?.text, !text.isEmpty else { return nil }
    return text
  }
}

// MARK: - Body

extension Capture {
  /// The body's bytes.
  public var body: ArraySlice<UInt8> { document.bytes[document.body] }

  /// The body, parsed anew at each call.
  public var markup: Markup { Markup(document.bytes, body: document.body) }

  /// What lists and searches want of the body, read anew at each call; much faster than ``markup``.
  public var bodyText: BodyText { BodyText(document.bytes, body: document.body) }

  /// The title: the field, else the first heading, else the first line, else the file's name.
  public var title: String {
    writtenTitle ?? title(in: bodyText)
  }

  /// The title that the field says, without blanks and line breaks around it: a block of text ends
  /// in one.
  package var writtenTitle: String? {
    guard let text = text("title")?.trimmingBlanks, !text.isEmpty else { return nil }
    return String(text)
  }

  /// ``title``, for a body that was read already.
  public func title(in body: some BodyFacts) -> String {
    writtenTitle ?? body.firstHeading ?? body.firstLine ?? path.stem
  }

  /// Whether the title is the file's name, since nothing else says one.
  public var isCalledAsItsFile: Bool {
    guard writtenTitle == nil else { return false }
    let body = bodyText
    return body.firstHeading == nil && body.firstLine == nil
  }

  /// Whether the title is the first line of its body, since nothing else says one.
  public func titleIsFirstLine(of body: some BodyFacts) -> Bool {
    writtenTitle == nil && body.firstHeading == nil && body.firstLine != nil
  }

  /// The tags as written, without `#`: those of the field `tags`, `keywords` or `tag`, then those
  /// in the body; each once, however it is written.
  public var tags: [String] { tags(in: bodyText) }

  /// ``tags``, for a body that was read already.
  public func tags(in body: some BodyFacts) -> [String] {
    let tags = fieldTags + body.tags.map(\.name)
    if tags.count < 2 { return tags }
    let folded = tags.map(\.folded)
    // A few are compared with each other faster than by a set.
    if tags.count <= 16 {
      return tags.indices.filter { !folded[..<$0].contains(folded[$0]) }.map { tags[$0] }
    }
    var seen: Set<String> = []
    return tags.indices.filter { seen.insert(folded[$0]).inserted }.map { tags[$0] }
  }

  /// The tags in the front matter: a list, or text with commas or else blanks between them.
  public var fieldTags: [String] {
    let value = Self.tagKeys.lazy.compactMap { document[$0] }.first { !$0.isNull }
    guard let words = value?.words(splitAtBlanks: true) else { return [] }
    guard words.contains(where: { $0.utf8.first == UInt8(ascii: "#") }) else { return words }
    return words.compactMap { tag in
      let bare = tag.drop { $0 == "#" }
      return bare.isEmpty ? nil : String(bare)
    }
  }

  /// The keys that hold tags, ours first.
  public static let tagKeys = ["tags", "keywords", "tag"]
}

// MARK: - Dates

extension Capture {
  /// When it is due.
  public var due: FieldTime? { time("due") }

  /// When it was made: the field `created`, else `date`, else the date its file name begins with,
  /// else when the file was last written to.
  public var created: FieldTime {
    time("created") ?? time("date") ?? FieldTime(fileName: path.name) ?? modifiedTime
  }

  /// When it was last changed: the field `updated`, `modified` or `lastmod`, else when the file was
  /// last written to.
  public var updated: FieldTime { writtenUpdate ?? modifiedTime }

  /// ``updated``, where a field says it.
  public var writtenUpdate: FieldTime? {
    time("updated") ?? time("modified") ?? time("lastmod")
  }

  /// The time a field holds, where it is understood.
  public func time(_ key: String) -> FieldTime? { document[key].flatMap { FieldTime($0) } }

  private var modifiedTime: FieldTime { .dateTime(DateTime(modified, offset: 0)) }
}

extension FieldValue {
  /// Whether nothing is written there.
  fileprivate var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// A scalar as text: what it was meant to say, not how it was quoted. Nil for null, lists, maps.
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

  /// The elements of a list as text, or the pieces of a text between commas; where it has none and
  /// `splitAtBlanks` says so, between blanks.
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

extension StringProtocol {
  /// The text without white space around it.
  package var trimmingBlanks: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
