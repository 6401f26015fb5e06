import CairnDocument
public import CairnMarkup
import CairnText

/// A part of a capture that is searched separately.
public enum Zone: Int, CaseIterable, Sendable {
  /// The title, whether from the field, the body or the file name.
  case title
  /// The sentence in the field `meaning`.
  case meaning
  /// The tags, then the aliases, each as a separate string.
  case names
  /// The text in custom fields, with each value or list element as a separate string.
  case fields
  /// The body: its text, then the addresses of its links, then its raw HTML, as one string.
  case body

  /// The weight of a word found in this zone. If the title is the first line of the body, its words
  /// count only as words of the body.
  public var weight: Int {
    switch self {
    case .title: 5
    case .meaning, .names: 3
    case .fields, .body: 1
    }
  }
}

extension Capture {
  /// The fields in which an import records where a capture comes from: its identifier in the
  /// source, and the checksum of the imported file. These fields are not searched as text.
  public static let importFields = (source: "imported", check: "imported_check")

  /// The strings in the custom fields, for searching. Leaves out ``importFields``, and machine
  /// marks such as `meaning_by`. If the front matter cannot be parsed, the only string is its
  /// source text.
  public var ownTexts: [String] {
    ownTexts { Self.isOwnField(document.fields[$0].key) }
  }

  /// ``ownTexts`` without the fields that name the capture's pictures and files. A path such as
  /// `media/3f9a….png` says nothing about what a capture is about.
  public var ownTextsWithoutFiles: [String] {
    ownTexts {
      let key = document.fields[$0].key
      return Self.isOwnField(key) && !Self.isFileField(key)
    }
  }

  /// Returns ``ownTexts``, using `isOwn` to decide whether the field at an index is custom.
  public func ownTexts(where isOwn: (Int) -> Bool) -> [String] {
    if let unread = document.unread {
      return [String(decoding: document.bytes[unread], as: UTF8.self)]
    }
    var texts: [String] = []
    for index in document.fields.indices where isOwn(index) {
      let field = document.fields[index]
      if field.key == Self.importFields.source || field.key == Self.importFields.check { continue }
      if !MachineMark.isMark(field) { texts += field.value.strings }
    }
    return texts
  }

  /// Returns whether the field with this key is custom. A field is not custom if it describes the
  /// file, or if it has its own zone or search filter.
  public static func isOwnField(_ key: String) -> Bool { !knownFields.contains(key.folded) }

  /// Returns whether the field with this key is a line of text in which blanks at the start and the
  /// end have no meaning: the title or the meaning.
  public static func isLineField(_ key: String) -> Bool { key == "title" || key == "meaning" }

  /// The folded keys of the fields that name pictures or files.
  public static let fileFields: Set<String> = ["images", "image", "cover", "files", "originals"]

  /// Returns whether the field with this key names pictures or files.
  public static func isFileField(_ key: String) -> Bool { fileFields.contains(key.folded) }

  private static let knownFields: Set<String> = [
    "id", "type", "title", "collection", "score", "meaning", "status", "due", "tags", "tag",
    "keywords", "alias", "aliases", "created", "date", "updated", "modified", "lastmod",
    "completed",
  ]
}

// MARK: - Body

extension Capture {
  /// Returns the heading that begins the body if the heading's text is the title; otherwise nil.
  public func repeatedTitle(in markup: Markup) -> Markup.Heading? {
    repeatsTitle(in: markup) ? markup.headings.first : nil
  }

  /// Returns whether the body begins with a heading that repeats the title.
  public func repeatsTitle(in body: some BodyFacts) -> Bool {
    body.openingLevel != nil && body.headingTexts.first?.withoutMarks == shownTitle(in: body)
  }

  /// Returns the strings that are searched together with the body's text although they are not
  /// shown: the addresses of links, and raw HTML.
  public func unseenTexts(in body: BodyText) -> [String] {
    body.links.filter { $0.target != $0.text }.map(\.target) + [body.rawHTML]
  }

  /// Returns whether the body's text, link addresses or raw HTML contain anything but white space.
  public func bodyHasText(in body: BodyText) -> Bool {
    if body.plainText.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return true }
    return ([String(decoding: body.plainText, as: UTF8.self)] + unseenTexts(in: body))
      .contains { $0.contains { !$0.isWhitespace } }
  }
}
