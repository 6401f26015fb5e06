import Glibc

extension StateFolder {
  /// The maximum number of times that ``undisturbed(_:)`` runs its body.
  private static let mostReads = 6
  /// The time to wait for an operation in progress before reading again, in milliseconds.
  private static let pause = 5

  /// Runs `body`, which reads the notebook, and returns its result. If another command wrote
  /// meanwhile, `body` may have missed a file that moved, and runs again. It runs at most
  /// ``mostReads`` times.
  ///
  /// Costs four system calls if no command wrote. Must not be called during a transaction.
  public func undisturbed<Result>(_ body: () -> Result) -> Result {
    var before = JournalActivity(self)
    var result = body()
    for _ in 1..<Self.mostReads {
      let after = JournalActivity(self)
      if after == before, !after.isPending { break }
      if after.isPending { store.system.pause(milliseconds: Self.pause) }
      before = JournalActivity(self)
      result = body()
    }
    return result
  }
}

/// The state of the journal, which changes when an operation begins or ends.
private struct JournalActivity: Equatable {
  /// The status of the folder with the journals; nil if there is no such folder.
  private let folder: Stamp?
  /// Whether an operation is in progress.
  let isPending: Bool

  init(_ state: StateFolder) {
    let system = state.store.system
    folder = state.journalPath.flatMap { try? system.fstatat(AT_FDCWD, $0) }?.stamp
    isPending = state.pendingPath.map(system.exists) ?? false
  }
}
