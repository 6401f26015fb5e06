import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

/// One capture while it is tested: what the tests look at, read when the first one asks.
final class CaptureReading {
  let capture: Capture
  /// What went wrong while testing, such as a pattern that was given up on.
  private(set) var warnings: [Diagnostic] = []

  private(set) lazy var markup = capture.markup
  private(set) lazy var title = SearchText(capture.text("title") ?? capture.title(in: markup))
  private(set) lazy var meaning = capture.meaning.map(SearchText.init)
  private(set) lazy var tags = capture.tags(in: markup).map(SearchText.init)
  private(set) lazy var aliases = capture.aliases.map(SearchText.init)
  private(set) lazy var path = SearchText(capture.path.description)
  private(set) lazy var ownFields = Self.texts(ofOwnFieldsIn: capture.document)

  /// The text that the body shows, and below it what a reader may remember though it is not text:
  /// the addresses that links lead to, and raw HTML.
  private(set) lazy var body: SearchText = {
    let targets = markup.links.filter { $0.target != $0.text }.map(\.target)
    return SearchText(
      ([markup.plainText] + targets + [markup.rawHTML]).joined(separator: "\n"))
  }()

  init(_ capture: Capture) {
    self.capture = capture
  }

  /// Whether `needle` is found in `text`; a pattern that is given up on is not, and leaves a warning.
  func holds(_ needle: Needle, _ text: SearchText) -> Bool {
    do throws(Pattern.LimitExceeded) {
      return try needle.isFound(in: text)
    } catch {
      let warning = Diagnostic(
        .warning, "query-regex-limit",
        "the regular expression takes too long here and was given up on; make it simpler",
        path: capture.path)
      if !warnings.contains(warning) { warnings.append(warning) }
      return false
    }
  }
}

// MARK: - Where bare words look

extension CaptureReading {
  /// The places in which a bare word is looked for.
  enum Zone: CaseIterable {
    case title, meaning, names, fields, body
  }

  /// The texts of one zone. A phrase lies within one of them.
  func texts(_ zone: Zone) -> [SearchText] {
    switch zone {
    case .title: [title]
    case .meaning: meaning.map { [$0] } ?? []
    case .names: tags + aliases
    case .fields: ownFields
    case .body: [body]
    }
  }

  /// Fields that say something about the file, or that have a zone or a test of their own.
  private static let knownFields: Set<String> = [
    "id", "type", "type_by", "title", "collection", "score", "meaning", "meaning_by", "status",
    "due", "tags", "tag", "keywords", "alias", "aliases", "created", "date", "updated", "modified",
    "lastmod", "completed",
  ]

  /// The text of a person's own fields; front matter that could not be read is one text.
  private static func texts(ofOwnFieldsIn document: Document) -> [SearchText] {
    if let unread = document.unread {
      return [SearchText(String(decoding: document.bytes[unread], as: UTF8.self))]
    }
    return document.fields.filter { !knownFields.contains($0.key.folded) }
      .flatMap { $0.value.strings.map(SearchText.init) }
  }
}

// MARK: - Fields

extension CaptureReading {
  /// The value of a front-matter field by its folded name; `a.b` goes into mappings where no field
  /// has that name.
  func value(ofField name: String) -> FieldValue? {
    if let field = capture.document.fields.last(where: { $0.key.folded == name }) {
      return field.value
    }
    var parts = name.split(separator: ".")[...]
    guard parts.count > 1, let head = parts.popFirst(), var value = value(ofField: String(head))
    else { return nil }
    while let part = parts.popFirst() {
      guard case .map(let entries) = value,
        let entry = entries.last(where: { $0.key.folded == part })
      else { return nil }
      value = entry.value
    }
    return value
  }
}

extension FieldValue {
  /// All text in the value, at any depth.
  fileprivate var strings: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let elements): elements.flatMap(\.strings)
    case .map(let entries): entries.flatMap(\.value.strings)
    default: []
    }
  }

  /// The scalars of the value, at any depth.
  var scalars: [FieldValue] {
    switch self {
    case .null: []
    case .list(let elements): elements.flatMap(\.scalars)
    case .map(let entries): entries.flatMap(\.value.scalars)
    default: [self]
    }
  }
}
