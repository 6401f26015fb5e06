public import CairnCapture
public import CairnInsight
public import CairnText

/// The facts that a query needs besides the captures, such as the clock and the links.
public struct QueryContext: Sendable {
  /// The user's clock, for relative dates and time zones.
  public let clock: LocalClock
  /// The languages, in addition to English, in which dates can be written as words.
  public let language: TimeLanguageChoice
  /// The links between captures.
  public let links: any LinkFacts
  /// For each field that has a list of choices, these choices in order; keyed by the field's name.
  /// Names and choices are folded. Values of these fields are compared by their position among the
  /// choices.
  public let choices: [String: [String]]
  /// A callback that returns the collections with a given name. Returns none if the name is a
  /// collection's path, because paths take precedence.
  let collectionsNamed: @Sendable (String) -> [NotePath]
  /// The source of novelty, or nil if novelty is unknown.
  var novelty: (any NoveltyFacts)?
  /// For each text or capture after `like:` in a query, the similar captures, each with a measure
  /// of its similarity. A greater measure means more similar.
  public var similar: [Likened: [NotePath: Double]] = [:]
  /// A callback that compares captures by their vectors, to compute novelty; nil to compare words
  /// only.
  public var nearestMeaning: NearestMeaning?
  /// A callback that returns whether the caller no longer needs the result. A query then ends
  /// within a few milliseconds, with an incomplete result. Once the callback has returned true, it
  /// must always return true.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Creates a context, by default for a notebook without links and without lists of choices.
  public init(
    clock: LocalClock, language: TimeLanguageChoice = .detected,
    links: any LinkFacts = NoLinks(), choices: [String: [String]] = [:],
    collectionsNamed: @escaping @Sendable (String) -> [NotePath] = { _ in [] },
    novelty: (any NoveltyFacts)? = nil
  ) {
    self.clock = clock
    self.language = language
    self.links = links
    self.choices = choices.reduce(into: [:]) { $0[$1.key.folded] = $1.value.map(\.folded) }
    self.collectionsNamed = collectionsNamed
    self.novelty = novelty
  }
}

/// The novelty of a notebook's captures.
public protocol NoveltyFacts: Sendable {
  /// Returns the dissimilarity of a capture to all others, from 0 to 1, or nil if it is unknown.
  func novelty(of capture: Capture) -> Double?
}

extension NoveltyFacts {
  /// Returns the novelty rounded to two decimals: the value that is displayed and that queries
  /// compare. Nil if the novelty is unknown.
  func shownNovelty(of capture: Capture) -> Quantity? {
    novelty(of: capture).flatMap { Quantity(($0 * 100).rounded() / 100) }
  }
}

/// The links between the captures of a notebook, resolved by the notebook's rules for names.
public protocol LinkFacts: Sendable {
  /// Returns the captures that link to `name` (a file name, title, alias, id or path), even if the
  /// links are dead.
  func captures(linkingTo name: String) -> Set<NotePath>
  /// Returns the targets of the links in the capture called `name`.
  func captures(linkedBy name: String) -> Set<NotePath>
  /// Returns whether no other capture links to the one at `path`.
  func isOrphan(_ path: NotePath) -> Bool
}

/// A notebook without links.
public struct NoLinks: LinkFacts {
  /// Creates a notebook without links.
  public init() {}

  /// Returns an empty set, because there are no links.
  public func captures(linkingTo name: String) -> Set<NotePath> { [] }

  /// Returns an empty set, because there are no links.
  public func captures(linkedBy name: String) -> Set<NotePath> { [] }

  /// Returns true, because there are no links.
  public func isOrphan(_ path: NotePath) -> Bool { true }
}
