import CairnDocument
public import CairnMarkup
import CairnText

/// Where in a capture words are looked for.
public enum Zone: Int, CaseIterable, Sendable {
  /// The title, wherever it comes from.
  case title
  /// The sentence that says what the capture means.
  case meaning
  /// Its tags, then its aliases: a text each.
  case names
  /// The texts in a person's own fields, each for itself.
  case fields
  /// The body: its text, then the addresses of its links, then its raw HTML, as one text.
  case body

  /// How much a word in this zone counts. A title that is the first line of the body is counted
  /// there alone.
  public var weight: Int {
    switch self {
    case .title: 5
    case .meaning, .names: 3
    case .fields, .body: 1
    }
  }
}

extension Capture {
  /// The text of a person's own fields, which words are looked for in; front matter that could not
  /// be read is one text.
  public var ownTexts: [String] {
    ownTexts { Self.isOwnField(document.fields[$0].key) }
  }

  /// ``ownTexts``, where it is known already of the fields, by number, which are a person's own.
  public func ownTexts(where isOwn: (Int) -> Bool) -> [String] {
    if let unread = document.unread {
      return [String(decoding: document.bytes[unread], as: UTF8.self)]
    }
    var texts: [String] = []
    for index in document.fields.indices where isOwn(index) {
      let field = document.fields[index]
      if !MachineMark.isMark(field) { texts += field.value.strings }
    }
    return texts
  }

  /// Whether a field is a person's own: one that says nothing about the file and has no zone or
  /// test of its own.
  public static func isOwnField(_ key: String) -> Bool { !knownFields.contains(key.folded) }

  private static let knownFields: Set<String> = [
    "id", "type", "title", "collection", "score", "meaning", "status", "due", "tags", "tag",
    "keywords", "alias", "aliases", "created", "date", "updated", "modified", "lastmod",
    "completed",
  ]
}

// MARK: - Body

extension Capture {
  /// The heading that the body begins with, where it only says the title again.
  public func repeatedTitle(in markup: Markup) -> Markup.Heading? {
    repeatsTitle(in: markup) ? markup.headings.first : nil
  }

  /// Whether the body begins with a heading that only says the title again.
  public func repeatsTitle(in body: some BodyFacts) -> Bool {
    body.beginsWithHeading && body.headingTexts.first == title(in: body)
  }

  /// What a search looks through below the body's own text, as parts of one text with it: what a
  /// reader may remember though it is not shown, the addresses that links lead to and raw HTML.
  public func unseenTexts(in body: BodyText) -> [String] {
    body.links.filter { $0.target != $0.text }.map(\.target) + [body.rawHTML]
  }

  /// Whether the body says anything.
  public func bodyHasText(in body: BodyText) -> Bool {
    if body.plainText.contains(where: { $0 > 0x20 && $0 < 0x7F }) { return true }
    return ([String(decoding: body.plainText, as: UTF8.self)] + unseenTexts(in: body))
      .contains { $0.contains { !$0.isWhitespace } }
  }
}
