public import CairnText

/// What a query needs to know beyond the captures themselves.
public struct QueryContext: Sendable {
  /// The user's clock, for dates in words and zones.
  public let clock: LocalClock
  /// Who links to whom.
  public let links: any LinkFacts
  /// The values that fields may have, in their order, by the field's name: what is compared by its
  /// place and not by its text.
  public let choices: [String: [String]]

  /// What a query is asked with.
  public init(
    clock: LocalClock, links: any LinkFacts = NoLinks(), choices: [String: [String]] = [:]
  ) {
    self.clock = clock
    self.links = links
    self.choices = choices.reduce(into: [:]) { $0[$1.key.folded] = $1.value.map(\.folded) }
  }
}

/// Who links to whom in a notebook, by its rules for what a name leads to.
public protocol LinkFacts: Sendable {
  /// The captures with a link to what `name` (a file's name, title, alias, id or path) leads to, or
  /// with a dead link of that name.
  func captures(linkingTo name: String) -> Set<NotePath>
  /// The captures that the one which `name` leads to has links to.
  func captures(linkedBy name: String) -> Set<NotePath>
  /// Whether no other capture links to the one at `path`.
  func isOrphan(_ path: NotePath) -> Bool
}

/// A notebook without links.
public struct NoLinks: LinkFacts {
  /// No links.
  public init() {}

  /// None.
  public func captures(linkingTo name: String) -> Set<NotePath> { [] }

  /// None.
  public func captures(linkedBy name: String) -> Set<NotePath> { [] }

  /// True: nothing links to anything.
  public func isOrphan(_ path: NotePath) -> Bool { true }
}
