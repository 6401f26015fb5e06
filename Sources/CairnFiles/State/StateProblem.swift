public import CairnText
public import SystemPackage

/// A problem in a notebook's state.
public struct StateProblem: Hashable, Sendable {
  /// The kind of problem.
  public enum Kind: Hashable, Sendable {
    /// An operation's journal is not valid or its bytes have changed.
    case journalDamaged
    /// A damaged journal that was put aside.
    case journalPutAside
    /// An interrupted operation has not been recovered yet.
    case journalUnfinished
    /// The original path of a trash entry cannot be read.
    case trashDamaged
    /// A trash entry has no contents.
    case trashHollow
    /// The file or folder cannot be read, for this reason.
    case unreadable(FileError.Code)
  }

  /// The kind of problem.
  public let kind: Kind
  /// The absolute path of the file or folder.
  public let path: FilePath
  /// The path relative to the state folder.
  let place: NotePath

  /// Whether ``StateFolder/repair(_:at:)`` can fix the problem without losing anything.
  public var isRepairable: Bool { kind == .journalDamaged || kind == .trashHollow }
}

// MARK: - Examining

extension StateFolder {
  /// Returns the problems in the journal, then those in the trash, both sorted by path.
  ///
  /// Changes nothing. Costs a pass over every byte of all journals, and a listing of the trash.
  public func problems() -> [StateProblem] {
    do throws(FileError) {
      guard let state = try existing() else { return [] }
      return journalProblems(state) + trashProblems(state)
    } catch {
      return [StateProblem(kind: .unreadable(error.code), path: error.path, place: .root)]
    }
  }

  private func journalProblems(_ state: Store) -> [StateProblem] {
    examine(JournalFolder.path, of: state) { path, name throws(FileError) in
      if path == JournalFolder.pending {
        // A journal that another process is writing is not a problem.
        return try lockAtOnce(state) == nil ? nil : .journalUnfinished
      }
      if JournalFolder.isPutAside(name) { return .journalPutAside }
      guard JournalFolder.parse(name) != nil, let file = try state.map(path),
        JournalFile(file)?.isWhole == true
      else { return .journalDamaged }
      return nil
    }
  }

  private func trashProblems(_ state: Store) -> [StateProblem] {
    examine(Trash.folder, of: state) { _, name throws(FileError) in
      // A permanent removal of this entry was interrupted, and can be repeated.
      if TemporaryName.isOne(name) { return .trashHollow }
      let id = String(decoding: name, as: UTF8.self)
      if try state.kind(Trash.contents(id)) == nil { return .trashHollow }
      do throws(FileError) {
        _ = try Trash.entry(id, in: state)
        return nil
      } catch {
        return .trashDamaged
      }
    }
  }

  /// Calls `kind` for each name in a folder, and returns the problems found. Returns no problems if
  /// the folder does not exist.
  private func examine(
    _ folder: NotePath, of state: Store,
    _ kind: (NotePath, [UInt8]) throws(FileError) -> StateProblem.Kind?
  ) -> [StateProblem] {
    let problem = { (kind: StateProblem.Kind, path: NotePath) in
      StateProblem(kind: kind, path: state.absolute(path), place: path)
    }
    let names: [[UInt8]]
    do throws(FileError) {
      guard try state.kind(folder) != nil else { return [] }
      names = try state.names(in: folder, for: .list)
    } catch {
      return [problem(.unreadable(error.code), folder)]
    }
    return names.compactMap { name in
      let path = folder.appending(listed: name)
      do throws(FileError) {
        return try kind(path, name).map { problem($0, path) }
      } catch {
        return problem(.unreadable(error.code), path)
      }
    }
  }
}

// MARK: - Repairing

extension StateFolder {
  /// Puts a damaged journal aside, so that `log` and `undo` ignore it, or removes an empty trash
  /// entry. Returns false if the problem cannot be repaired or no longer exists.
  ///
  /// Throws ``FileError`` if the repair fails or another process holds the lock.
  public func repair(_ problem: StateProblem, at time: Instant) throws(FileError) -> Bool {
    guard problem.isRepairable, let state = try existing() else { return false }
    let lock = try lock(state)
    let isStillOne = problems().contains(problem)
    if isStillOne {
      switch problem.kind {
      case .journalDamaged:
        try state.moveEntry(problem.place, to: state, JournalFolder.putAside(at: time))
      default: try state.removeTree(problem.place)
      }
    }
    _ = consume lock
    return isStillOne
  }
}

extension JournalFile {
  /// Whether the journal is intact and its operation was completed or rolled back.
  var isWhole: Bool {
    let standing = standing()
    return !standing.isDamaged && !isTorn
      && (standing.isEnded || standing.plannedFrom != nil || standing.isTakenBack)
  }
}
