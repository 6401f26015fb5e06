public import CairnCapture
public import CairnCharts
public import CairnMarkup
public import CairnText

/// In what language a digest is written.
public enum DigestFormat: String, CaseIterable, Sendable {
  /// GitHub Flavored Markdown.
  case markdown
  /// One HTML file that needs no other.
  case html
  /// Plain text, as for a mail.
  case text
}

/// How a digest looks and what it says of itself.
public struct DigestOptions: Sendable {
  /// The accent of an HTML digest.
  public enum Theme: String, CaseIterable, Sendable {
    // The colours' names say it.
    case gray, blue, orange, yellow, green, indigo
  }

  /// Whether an HTML digest is dark on light, or light on dark.
  public enum Scheme: String, CaseIterable, Sendable {
    /// As the reader's machine has it.
    case auto
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// The days that captures were asked for.
  public struct Period: Hashable, Sendable {
    /// The first day, where there is one.
    public var since: CalendarDate?
    /// The last day, where there is one.
    public var until: CalendarDate?

    /// From one day to another, both counted.
    public init(since: CalendarDate? = nil, until: CalendarDate? = nil) {
      self.since = since
      self.until = until
    }

    /// The days, for people: `2026-11-16 to 2026-11-22`, `from 2026-11-16`; nil where none is named.
    public var text: String? {
      guard let since else { return until.map { "until \($0)" } }
      return until.map { "\(since) to \($0)" } ?? "from \(since)"
    }

    /// Whether a day is in it.
    func contains(_ day: CalendarDate) -> Bool {
      since.map { $0 <= day } ?? true && until.map { day <= $0 } ?? true
    }
  }

  /// What captures are put together by, each within the one before it; empty for nothing.
  public var grouping: [DigestGrouping] = [.collection]
  /// The heading of the whole.
  public var title: String
  /// What the notebook is called.
  public var notebook: String
  /// What chose the captures, where anything did.
  public var query: String?
  /// The days that were asked for.
  public var period = Period()
  /// Whether the digest says which days they are, since its title does not.
  public var statesPeriod = false
  /// The accent of an HTML digest.
  public var theme = Theme.gray
  /// Whether it is dark or light.
  public var scheme = Scheme.auto
  /// Whether there is a table of contents; nil for one where there are several groups.
  public var hasContents: Bool?
  /// Whether the bodies are part of it.
  public var hasBodies = true
  /// The charts that stand before the captures in HTML, in this order.
  public var charts: [Chart] = []
  /// The language of the words around the captures, as a BCP 47 tag.
  public var language = "en"
  /// Says which day is today, and on which days things happened.
  public var clock: LocalClock

  /// Options for a gray digest by collection, in English.
  public init(title: String, notebook: String? = nil, clock: LocalClock) {
    self.title = title
    self.notebook = notebook ?? title
    self.clock = clock
  }
}

/// What a digest has to ask of the notebook around it.
public struct DigestSurroundings: Sendable {
  /// Says of links in a capture which file they lead to.
  public typealias Target = @Sendable (Capture, Markup.Link) -> NotePath?

  /// For links in these captures: the file that one leads to, below the notebook's root; nil where
  /// it leads to none. Asked of some captures at a time, from several threads, as is its answer.
  public var targets: @Sendable ([Capture]) -> Target
  /// The path of a file, from where the digest will lie; nil where it cannot be reached from there.
  public var location: @Sendable (NotePath) -> [UInt8]?
  /// What a collection is called, and its icon.
  public var collection: @Sendable (NotePath) -> (name: String, icon: String?)
  /// The name of the person that the capture at a path is about; nil where it is about none.
  public var person: @Sendable (NotePath) -> String?
  /// What the capture at a path is called; nil where there is none. Asked from several threads.
  public var title: @Sendable (NotePath) -> String?
  /// Whether readers must not learn of the capture at a path: links to it are text. Asked from
  /// several threads.
  public var isHidden: @Sendable (NotePath) -> Bool
  /// How pictures are shown in HTML.
  public var pictures: DigestPictures

  /// Answers, by default for a digest in the notebook's root, of captures that are not linked.
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
