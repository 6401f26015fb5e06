public import CairnCapture
public import CairnMarkup
public import CairnText

/// In what language a digest is written.
public enum DigestFormat: String, CaseIterable, Sendable {
  /// GitHub Flavored Markdown.
  case markdown
  /// One HTML file that needs no other.
  case html
}

/// How a digest looks and what it says of itself.
public struct DigestOptions: Sendable {
  /// What captures are put together by.
  public enum Grouping: String, CaseIterable, Sendable {
    /// The folder they are in, by path.
    case collection
    /// Their type, by name.
    case type
    /// Each of their tags, by name; a capture stands under each it has.
    case tag
    /// The month they were made in, the last first.
    case month
    /// Nothing.
    case none
  }

  /// The accent of an HTML digest.
  public enum Theme: String, CaseIterable, Sendable {
    // The colours' names say it.
    case gray, blue, orange, yellow, green, indigo
  }

  /// What captures are put together by.
  public var grouping: Grouping
  /// The heading of the whole.
  public var title: String
  /// What chose the captures, where anything did.
  public var query: String?
  /// The accent of an HTML digest.
  public var theme: Theme
  /// The language of the words around the captures, as a BCP 47 tag.
  public var language: String
  /// Says which day is today, and on which days things happened.
  public var clock: LocalClock

  /// Options, by default for a gray digest in English.
  public init(
    title: String, grouping: Grouping = .collection, query: String? = nil, theme: Theme = .gray,
    language: String = "en", clock: LocalClock
  ) {
    self.title = title
    self.grouping = grouping
    self.query = query
    self.theme = theme
    self.language = language
    self.clock = clock
  }
}

/// What a digest has to ask of the notebook around it.
public struct DigestSurroundings {
  /// The file that a link in a capture leads to, below the notebook's root; nil where it leads to
  /// none.
  public var target: (Capture, Markup.Link) -> NotePath?
  /// The path of a file, from where the digest will lie; nil where it cannot be reached from there.
  public var location: (NotePath) -> [UInt8]?
  /// What a collection is called, and its icon.
  public var collection: (NotePath) -> (name: String, icon: String?)

  /// Answers, by default for a digest in the notebook's root, of captures that are not linked.
  public init(
    target: @escaping (Capture, Markup.Link) -> NotePath? = { _, _ in nil },
    location: @escaping (NotePath) -> [UInt8]? = { $0.bytes },
    collection: @escaping (NotePath) -> (name: String, icon: String?) = {
      ($0.isRoot ? "Inbox" : $0.description, nil)
    }
  ) {
    self.target = target
    self.location = location
    self.collection = collection
  }
}
