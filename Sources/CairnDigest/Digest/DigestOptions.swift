public import CairnCapture
public import CairnCharts
public import CairnMarkup
public import CairnQuery
public import CairnText

/// The format of a digest.
public enum DigestFormat: String, CaseIterable, Sendable {
  /// GitHub Flavored Markdown.
  case markdown
  /// A single HTML file without dependencies.
  case html
  /// Plain text, for example for a mail.
  case text
}

/// The appearance of a digest and the facts in its head.
public struct DigestOptions: Sendable {
  /// The accent color of an HTML digest.
  public enum Theme: String, CaseIterable, Sendable {
    case gray, blue, orange, yellow, green, indigo
  }

  /// The color scheme of an HTML digest.
  public enum Scheme: String, CaseIterable, Sendable {
    /// The reader's system preference.
    case auto
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// The period that captures were requested for.
  public struct Period: Hashable, Sendable {
    /// The first day, if any.
    public var since: CalendarDate?
    /// The last day, if any.
    public var until: CalendarDate?

    /// Creates a period; both days are included.
    public init(since: CalendarDate? = nil, until: CalendarDate? = nil) {
      self.since = since
      self.until = until
    }

    /// The period as shown: `2026-11-16 to 2026-11-22` or `from 2026-11-16`; nil if it has no days.
    public var text: String? {
      guard let since else { return until.map { "until \($0)" } }
      return until.map { "\(since) to \($0)" } ?? "from \(since)"
    }

    /// Returns whether a day is in the period.
    func contains(_ day: CalendarDate) -> Bool {
      since.map { $0 <= day } ?? true && until.map { day <= $0 } ?? true
    }
  }

  /// The groupings, each nested in the one before; empty for no groups.
  public var grouping: [DigestGrouping] = [.collection]
  /// The title of the digest.
  public var title: String
  /// The name of the notebook.
  public var notebook: String
  /// The query that selected the captures, if any.
  public var query: String?
  /// The period requested.
  public var period = Period()
  /// Whether to show the period in the head, because the title does not mention it.
  public var statesPeriod = false
  /// The accent color of an HTML digest.
  public var theme = Theme.gray
  /// The color scheme of an HTML digest.
  public var scheme = Scheme.auto
  /// Whether to include a table of contents; if nil, only with two or more groups.
  public var hasContents: Bool?
  /// Whether bodies are included.
  public var hasBodies = true
  /// The charts shown before the captures in HTML, in this order.
  public var charts: [Chart] = []
  /// The language of the text around the captures, as a BCP 47 tag.
  public var language = "en"
  /// The clock that determines today and the local day of each event.
  public var clock: LocalClock

  /// Creates options for a digest in gray and in English, grouped by collection.
  public init(title: String, notebook: String? = nil, clock: LocalClock) {
    self.title = title
    self.notebook = notebook ?? title
    self.clock = clock
  }
}

/// The facts about the notebook that a digest needs.
public struct DigestSurroundings: Sendable {
  /// Returns the path of the file that a link in a capture leads to; nil if there is none.
  public typealias Target = @Sendable (Capture, Markup.Link) -> NotePath?

  /// Returns a function that finds the targets of links in these captures. Called for a few
  /// captures at a time. This function and the returned one must be thread-safe.
  public var targets: @Sendable ([Capture]) -> Target
  /// Returns the path of a file relative to the digest; nil if no relative path leads to the file.
  public var location: @Sendable (NotePath) -> [UInt8]?
  /// Returns the name of a collection and its icon.
  public var collection: @Sendable (NotePath) -> (name: String, icon: String?)
  /// Returns the name of the person that the capture at a path is about; nil if there is none.
  public var person: @Sendable (NotePath) -> String?
  /// Returns the title of the capture at a path; nil if there is none. Must be thread-safe.
  public var title: @Sendable (NotePath) -> String?
  /// Returns whether the capture at a path must stay secret from readers; links to it become text.
  /// Must be thread-safe.
  public var isHidden: @Sendable (NotePath) -> Bool
  /// The way in which HTML shows pictures.
  public var pictures: DigestPictures
  /// The novelty of captures; nil if templates cannot show it.
  public var novelty: (any NoveltyFacts)?

  /// Creates surroundings, by default for a digest in the notebook's root without resolved links.
  public init(
    targets: @escaping @Sendable ([Capture]) -> Target = { _ in { _, _ in nil } },
    location: @escaping @Sendable (NotePath) -> [UInt8]? = { $0.bytes },
    collection: @escaping @Sendable (NotePath) -> (name: String, icon: String?) = {
      ($0.isRoot ? "Inbox" : $0.description, nil)
    },
    person: @escaping @Sendable (NotePath) -> String? = { _ in nil },
    title: @escaping @Sendable (NotePath) -> String? = { _ in nil },
    isHidden: @escaping @Sendable (NotePath) -> Bool = { _ in false },
    pictures: DigestPictures = DigestPictures()
  ) {
    self.targets = targets
    self.location = location
    self.collection = collection
    self.person = person
    self.title = title
    self.isHidden = isHidden
    self.pictures = pictures
  }
}
