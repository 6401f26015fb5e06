public import SystemPackage

/// Who writes to a notebook, what the journal says of that, and how far waiting goes.
public struct Caller: Sendable {
  /// The command as it was given, word by word; none where it is no command.
  public var words: [String] = []
  /// The folder that it was given in.
  public var folder: FilePath = "/"
  /// The terminal session that it was given in, as an opaque name; nil where in none.
  public var terminal: String?
  /// How long the notebook's lock is waited for; ten, where that is not said.
  public var patience: Duration?
  /// Whether files are changed that their mode lets nobody write.
  public var writesProtected = false
  /// How long operations stay in the journal.
  public var retention = Retention()
  /// Is told what happens besides what was asked for. Called on the thread of the transaction.
  public var tell: @Sendable (Notice) -> Void = { _ in }

  /// A caller of whom nothing is known, and who wants to know nothing.
  public init() {}
}

/// How long operations stay in the journal: until they are too old, or all of them are too long.
public struct Retention: Hashable, Sendable {
  /// The most days.
  public var days: Int
  /// The most bytes of all together; the last operation stays, however long it is.
  public var bytes: Int

  /// So many days and bytes.
  public init(days: Int = 30, bytes: Int = 1_000_000_000) {
    self.days = days
    self.bytes = bytes
  }
}

/// Something that happens besides what was asked for.
public enum Notice: Sendable {
  /// An operation that was interrupted was brought to an end, or taken back.
  case recovered(Recovery)
  /// The journal of an interrupted operation cannot be read, and was put aside.
  case journalDamaged(kept: FilePath)
  /// Another process writes, and is waited for.
  case waiting(LockHolder)
  /// A temporary file could not be removed.
  case leftOver(FileError)
  /// An operation that changed files of the notebook has ended, and is in the journal.
  case wrote(operation: String)
}

/// The process that holds a notebook's lock, as it says of itself.
public struct LockHolder: Hashable, Sendable {
  /// Its number; nil where it did not say.
  public let process: Int?
  /// The command as it was given, word by word.
  public let words: [String]
}
