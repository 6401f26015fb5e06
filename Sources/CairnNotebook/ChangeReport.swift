public import CairnText

/// The changes that a command made or, in a dry run, would make.
public struct ChangeReport: Sendable {
  /// A file that was changed.
  public struct Changed: Hashable, Sendable {
    /// The capture's id, if it has one.
    public let id: String?
    /// The current path.
    public let path: NotePath
    /// The previous path; nil if it did not change.
    public let from: NotePath?
    /// The bytes before; empty if the file is new.
    public let before: [UInt8]
    /// The bytes after; empty if the file was removed.
    public let after: [UInt8]

    /// Creates a change of the file at `path`.
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

  /// The name of the operation; nil if nothing was written.
  public var operation: String?
  /// The changes, in the order in which they were made.
  public var changed: [Changed] = []
  /// Requested changes that failed or may not survive a crash, each with a path.
  public var refused: [Diagnostic] = []
  /// Things that were not changed and need attention, each with a path.
  public var warnings: [Diagnostic] = []
  /// The paths that were already as requested.
  public var unchanged: [NotePath] = []

  /// Creates a report of one change.
  public init(changed: Changed) {
    self.changed = [changed]
  }

  /// Creates an empty report.
  public init(operation: String? = nil) {
    self.operation = operation
  }
}
