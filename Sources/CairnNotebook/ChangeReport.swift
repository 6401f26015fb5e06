public import CairnText

/// What a command that writes did, or, in a dry run, would do.
public struct ChangeReport: Sendable {
  /// A file that was changed.
  public struct Changed: Hashable, Sendable {
    /// The capture's id, where it has one.
    public let id: String?
    /// Where it is now.
    public let path: NotePath
    /// Where it was, where that is another place.
    public let from: NotePath?
    /// Its bytes before; empty where it is new.
    public let before: [UInt8]
    /// Its bytes after; empty where it is gone.
    public let after: [UInt8]

    /// A change of the file at `path`.
    public init(
      id: String?, path: NotePath, from: NotePath? = nil, before: [UInt8] = [],
      after: [UInt8] = []
    ) {
      self.id = id
      self.path = path
      self.from = from
      self.before = before
      self.after = after
    }
  }

  /// The name of the operation, or nil where nothing was written.
  public var operation: String?
  /// What was changed, in the order in which it was done.
  public var changed: [Changed] = []
  /// What was asked for and not done, or done and not for good, and why. Each says of which path.
  public var refused: [Diagnostic] = []
  /// What was left as it is and deserves a look. Each says of which path.
  public var warnings: [Diagnostic] = []
  /// What was as asked for already.
  public var unchanged: [NotePath] = []

  /// A report of one change.
  public init(changed: Changed) {
    self.changed = [changed]
  }

  /// A report of nothing yet.
  public init(operation: String? = nil) {
    self.operation = operation
  }
}
