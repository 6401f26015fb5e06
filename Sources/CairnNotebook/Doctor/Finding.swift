import CairnFiles
public import CairnText
import SystemPackage

/// A problem in a notebook.
public struct Finding: Hashable, Sendable {
  /// The description of the problem, with its position and a remedy. The diagnostic's code is the
  /// kind of finding.
  public let diagnostic: Diagnostic
  /// The paths of other files that the problem concerns.
  public let related: [NotePath]
  /// The fix that ``Notebook/repair(_:_:)`` or ``Notebook/repairState(_:_:)`` applies; nil if a
  /// person has to decide.
  let fix: Fix?

  /// A fix that is safe to apply without asking because it loses nothing.
  enum Fix: Hashable, Sendable {
    /// The fix sets the field `collection` to the file's folder, or removes the field in the inbox.
    case alignCollection
    /// The fix moves the file to the trash.
    case removeLeftover
    /// The fix repairs a part of the notebook's state.
    case repairState(StateProblem)
    /// The fix removes the index; the next command rebuilds it.
    case removeIndex
  }

  /// The codes of all kinds of findings.
  public static let codes = [
    "ambiguous-link", "body-not-read", "collection-disagrees", "conflict-markers",
    "control-character", "date-unknown", "dead-block", "dead-heading", "dead-link", "duplicate-id",
    "duplicate-key", "front-matter-malformed", "front-matter-unclosed", "id-malformed",
    "index-damaged", "journal-damaged", "journal-put-aside", "journal-unfinished", "leftover",
    "link-not-followed",
    "media-lost", "name-clash-case", "name-clash-unicode", "name-not-portable", "not-utf-8",
    "orphaned-attachment", "schema-breach", "schema-malformed", "schema-required",
    "score-unknown", "settings-lowered", "settings-malformed", "settings-unknown-key",
    "settings-unreadable", "settings-user-only", "settings-value", "special-file",
    "state-forsaken", "state-unreadable",
    "text-not-utf-8",
    "trash-damaged", "trash-hollow", "unreadable", "views-malformed", "views-query",
    "views-unreadable",
  ]

  /// Whether the finding is about the state of another notebook, and so not a problem of this one.
  public var isElsewhere: Bool { diagnostic.code == "state-forsaken" }

  /// Whether ``Notebook/repair(_:_:)`` or ``Notebook/repairState(_:_:)`` can fix the problem.
  public var isFixable: Bool { fix != nil }

  init(_ diagnostic: Diagnostic, related: [NotePath] = [], fix: Fix? = nil) {
    self.diagnostic = diagnostic
    self.related = related
    self.fix = fix
  }

  /// Creates a warning about a whole file or folder.
  init(
    _ code: String, _ path: NotePath, _ message: String, related: [NotePath] = [], fix: Fix? = nil
  ) {
    self.init(Diagnostic(.warning, code, message, path: path), related: related, fix: fix)
  }

  /// Creates a warning about a file or folder outside the notebook.
  init(_ code: String, outside path: FilePath, _ message: String, fix: Fix? = nil) {
    var diagnostic = Diagnostic(.warning, code, message)
    diagnostic.source = path.description
    self.init(diagnostic, fix: fix)
  }
}

extension Finding: Comparable {
  /// Returns whether `left` comes before `right`. Findings are ordered by file, then by position in
  /// the file. Findings outside the notebook's files come first.
  public static func < (left: Finding, right: Finding) -> Bool {
    let (left, right) = (left.diagnostic, right.diagnostic)
    if left.path != right.path { return (left.path ?? .root) < (right.path ?? .root) }
    if left.source != right.source { return (left.source ?? "") < (right.source ?? "") }
    let place = { (diagnostic: Diagnostic) in
      (diagnostic.location?.line ?? 0, diagnostic.location?.column ?? 0)
    }
    if place(left) != place(right) { return place(left) < place(right) }
    return (left.code, left.message) < (right.code, right.message)
  }
}
