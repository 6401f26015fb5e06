import CairnFiles
public import CairnText
import SystemPackage

/// Something in a notebook that its owner should know of.
public struct Finding: Hashable, Sendable {
  /// What it is, where, and what to do about it. The code says which kind of finding this is.
  public let diagnostic: Diagnostic
  /// Other files that it concerns.
  public let related: [NotePath]
  /// What ``Notebook/repair(_:in:_:)`` does about it; nil where that is a person's to decide.
  let fix: Fix?

  /// What can be done without asking, because nothing is lost by it.
  enum Fix: Hashable, Sendable {
    /// The field `collection` says where the file lies, or goes where that is the inbox.
    case alignCollection
    /// The file is moved into the trash.
    case removeLeftover
    /// Something in the notebook's state is put right.
    case repairState(StateProblem)
    /// The index is removed; the next command makes it anew.
    case removeIndex
  }

  /// The codes of all kinds of findings there are.
  public static let codes = [
    "ambiguous-link", "body-not-read", "collection-disagrees", "conflict-markers",
    "control-character", "date-unknown", "dead-heading", "dead-link", "duplicate-id",
    "duplicate-key", "front-matter-malformed", "front-matter-unclosed", "id-malformed",
    "index-damaged", "journal-damaged", "journal-put-aside", "journal-unfinished", "leftover",
    "link-not-followed",
    "media-lost", "name-clash-case", "name-clash-unicode", "name-not-portable", "not-utf-8",
    "orphaned-attachment", "schema-breach", "schema-malformed", "schema-required",
    "score-unknown", "settings-malformed", "settings-unknown-key", "settings-user-only",
    "settings-value", "special-file", "state-forsaken", "state-unreadable", "text-not-utf-8",
    "trash-damaged", "trash-hollow", "unreadable", "views-malformed", "views-query",
  ]

  /// Whether ``Notebook/repair(_:in:_:)`` does something about it.
  public var isFixable: Bool { fix != nil }

  init(_ diagnostic: Diagnostic, related: [NotePath] = [], fix: Fix? = nil) {
    self.diagnostic = diagnostic
    self.related = related
    self.fix = fix
  }

  /// A warning about a whole file or folder.
  init(
    _ code: String, _ path: NotePath, _ message: String, related: [NotePath] = [], fix: Fix? = nil
  ) {
    self.init(Diagnostic(.warning, code, message, path: path), related: related, fix: fix)
  }

  /// A warning about a file or folder outside of the notebook.
  init(_ code: String, outside path: FilePath, _ message: String, fix: Fix? = nil) {
    var diagnostic = Diagnostic(.warning, code, message)
    diagnostic.source = path.description
    self.init(diagnostic, fix: fix)
  }
}

extension Finding: Comparable {
  /// Orders by file, then by place in it; what concerns no file of the notebook comes first.
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
