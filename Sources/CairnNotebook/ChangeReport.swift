public import CairnText

/// The changes that a command made or, in a dry run, would make.
public struct ChangeReport: Sendable {
  /// A file that was changed.
  public struct Changed: Hashable, Sendable {
    /// The capture's id, if it has one.
    public let id: String?
    /// The path of the file after the change.
    public let path: NotePath
    /// The path of the file before the change; nil if the path did not change.
    public let from: NotePath?
    /// The bytes of the file before the change; empty if the file is new.
    public let before: [UInt8]
    /// The bytes of the file after the change; empty if the file was removed.
    public let after: [UInt8]
    /// A sentence that names the detected values that were set or removed; nil if there are none.
    public var explanation: String?

    /// Creates the record of a change to the file at `path`.
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

  /// The id of the operation in the journal; nil if nothing was written.
  public var operation: String?
  /// The changes, in the order in which they were made.
  public var changed: [Changed] = []
  /// One error for each requested change that failed, or that was made but may be lost in a crash.
  /// Each error has a path.
  public var refused: [Diagnostic] = []
  /// Warnings about things that were not changed but need attention; each has a path.
  public var warnings: [Diagnostic] = []
  /// The paths of files that already were as requested.
  public var unchanged: [NotePath] = []

  /// Creates a report of one change.
  public init(changed: Changed) {
    self.changed = [changed]
  }

  /// Creates an empty report.
  public init(operation: String? = nil) {
    self.operation = operation
  }

  /// Throws the first error if nothing was changed.
  public func checkSuccess() throws(Diagnostic) {
    if changed.isEmpty, let error = refused.first { throw error }
  }
}
