public import CairnText
public import SystemPackage

/// The program that uses a notebook. Contains the facts about the program that the journal records,
/// and the settings for locking, for writing, and for keeping the journal.
public struct Caller: Sendable {
  /// The command line, word by word; empty if the caller is not a command.
  public var words: [String] = []
  /// The command's working folder.
  public var folder: FilePath = "/"
  /// An opaque name for the command's terminal session; nil if the command runs without a terminal.
  public var terminal: String?
  /// The maximum time to wait for the notebook's lock; nil for ten seconds.
  public var patience: Duration?
  /// Whether to change files whose mode makes them read-only.
  public var writesProtected = false
  /// Whether the program is allowed to write. If false, every transaction throws
  /// ``FileError/Code/notAllowed``, no interrupted operation is recovered, and no cached file is
  /// replaced.
  public var mayWrite = true
  /// The limits on the age and the total size of the journal.
  public var retention = Retention()
  /// A callback that receives notices, called on the transaction's thread.
  public var tell: @Sendable (Notice) -> Void = { _ in }

  /// Creates an anonymous caller that ignores all notices.
  public init() {}
}

/// The limits of the journal, by age and by total size.
public struct Retention: Hashable, Sendable {
  /// The maximum age in days of an operation in the journal.
  public var days: Int
  /// The maximum size in bytes of the whole journal; the last operation is kept whatever its size.
  public var bytes: Int

  /// Creates limits from a number of days and bytes.
  public init(days: Int = 30, bytes: Int = 1_000_000_000) {
    self.days = days
    self.bytes = bytes
  }
}

/// An event that the caller did not ask for but should know about.
public enum Notice: Sendable {
  /// The recovery of an interrupted operation begins. It takes some time, because the operation has
  /// many `steps`. `time` is the time when the operation began, and `words` is its command line.
  case recovering(time: Instant, words: [String], steps: Int)
  /// An interrupted operation was finished or rolled back.
  case recovered(Recovery)
  /// The journal of an interrupted operation cannot be read, and was moved to the path `kept`.
  case journalDamaged(kept: FilePath)
  /// This process is waiting because another process is writing.
  case waiting(LockHolder)
  /// A temporary file could not be removed.
  case leftOver(FileError)
  /// The operation with this id has changed the notebook. The operation has ended, and is in the
  /// journal.
  case wrote(operation: String)
}

/// The process that holds a notebook's lock, as recorded in the lock file.
public struct LockHolder: Hashable, Sendable {
  /// The process id; nil if not recorded.
  public let process: Int?
  /// The command line, word by word.
  public let words: [String]
}
