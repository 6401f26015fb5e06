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
  /// Plain text, for example for an email.
  case text
}

/// The options of a digest: its grouping and appearance, and the facts in its head.
public struct DigestOptions: Sendable {
  /// The accent color of an HTML digest.
  public enum Theme: String, CaseIterable, Sendable {
    case gray, blue, orange, yellow, green, indigo
  }

  /// The color scheme of an HTML digest.
  public enum Scheme: String, CaseIterable, Sendable {
    /// The reader's system preference.
    case auto
    /// Dark text on a light background.
    case light
    /// Light text on a dark background.
    case dark
  }

  /// The period for which captures were requested.
  public struct Period: Hashable, Sendable {
    /// The first day; nil if the period has no beginning.
    public var since: CalendarDate?
    /// The last day; nil if the period has no end.
    public var until: CalendarDate?

    /// Creates a period; both days are included.
    public init(since: CalendarDate? = nil, until: CalendarDate? = nil) {
      self.since = since
      self.until = until
    }

    /// The period as shown: `16 November 2026 to 22 November 2026`, `from 16 November 2026` or
    /// `until 22 November 2026`; nil if the period has neither a first nor a last day.
    public var text: String? {
      guard let since else { return until.map { "until \($0.long)" } }
      return until.map { "\(since.long) to \($0.long)" } ?? "from \(since.long)"
    }

    /// Returns whether a day is in the period.
    func contains(_ day: CalendarDate) -> Bool {
      since.map { $0 <= day } ?? true && until.map { day <= $0 } ?? true
    }
  }

  /// The formulas of the captures as MathML.
  public struct Math: Sendable {
    /// The command line of the program that converted the formulas to MathML.
    public let program: String
    /// The formulas for which there is MathML. HTML shows all others as written.
    public let formulas: [Formula: MathML]

    /// Creates a value from the formulas that `program` converted.
    public init(program: String, formulas: [Formula: MathML]) {
      self.program = program
      self.formulas = formulas
    }
  }

  /// The groupings, from the outermost to the innermost; empty for a digest without groups.
  public var grouping: [DigestGrouping] = [.collection]
  /// The title of the digest.
  public var title: String
  /// The name of the notebook.
  public var notebook: String
  /// The query that selected the captures; nil if there is none.
  public var query: String?
  /// The period for which captures were requested.
  public var period = Period()
  /// Whether the head shows the period. Set this property if the title does not mention the period.
  public var statesPeriod = false
  /// The accent color of an HTML digest.
  public var theme = Theme.gray
  /// The color scheme of an HTML digest.
  public var scheme = Scheme.auto
  /// Whether the digest has a table of contents. If nil, the digest has one only if there are two
  /// or more groups.
  public var hasContents: Bool?
  /// Whether bodies are included.
  public var hasBodies = true
  /// The formulas as MathML; nil if HTML shows all formulas as written.
  public var math: Math?
  /// Whether readers see the query and the paths of the captures' files.
  public var namesSources = false
  /// The charts that an HTML digest shows before the captures, in this order.
  public var charts: [Chart] = []
  /// The language of the text around the captures, as a BCP 47 tag.
  public var language = "en"
  /// The clock that determines today and the local day of each event.
  public var clock: LocalClock

  /// Creates options for a digest in English with the gray theme, grouped by collection. By
  /// default, the notebook's name is the title.
  public init(title: String, notebook: String? = nil, clock: LocalClock) {
    self.title = title
    self.notebook = notebook ?? title
    self.clock = clock
  }
}

/// The facts about the notebook that a digest needs.
public struct DigestSurroundings: Sendable {
  /// A function that returns the path of the file to which a link in a capture leads; nil if there
  /// is no such file.
  public typealias Target = @Sendable (Capture, Markup.Link) -> NotePath?

  /// A function that takes some of the captures and returns a ``Target`` function for their links.
  /// Both functions are thread-safe. Each call gets a limited number of captures.
  public var targets: @Sendable ([Capture]) -> Target
  /// A function that returns the path of a file relative to the digest; nil if no relative path
  /// leads to the file.
  public var location: @Sendable (NotePath) -> [UInt8]?
  /// A function that returns the name and the icon of a collection.
  public var collection: @Sendable (NotePath) -> (name: String, icon: String?)
  /// A function that returns the name of the person whom the capture at a path describes; nil if
  /// the capture is not about a person.
  public var person: @Sendable (NotePath) -> String?
  /// A thread-safe function that returns the title of the capture at a path; nil if there is none.
  public var title: @Sendable (NotePath) -> String?
  /// A thread-safe function that returns whether readers must not see the capture at a path. Links
  /// to a capture that readers must not see become text.
  public var isHidden: @Sendable (NotePath) -> Bool
  /// The way in which HTML shows pictures.
  public var pictures: DigestPictures
  /// The novelty of captures; nil if templates cannot show it.
  public var novelty: (any NoveltyFacts)?

  /// Creates surroundings. The defaults are for a digest in the notebook's root; by default, links
  /// are not resolved.
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
