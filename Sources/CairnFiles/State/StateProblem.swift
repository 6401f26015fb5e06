public import CairnText
public import SystemPackage

/// Something in a notebook's state that is not as it should be.
public struct StateProblem: Hashable, Sendable {
  /// What it is.
  public enum Kind: Hashable, Sendable {
    /// The journal of an operation is none, or its bytes are not as they were written.
    case journalDamaged
    /// A damaged journal that was put aside, out of everybody's way.
    case journalPutAside
    /// An operation was interrupted, and nobody has dealt with it yet.
    case journalUnfinished
    /// Nothing that can be read says where something in the trash was.
    case trashDamaged
    /// An entry of the trash has nothing in it.
    case trashHollow
    /// It cannot be looked at, for this reason.
    case unreadable(FileError.Code)
  }

  /// What it is.
  public let kind: Kind
  /// The file or folder, by its absolute path.
  public let path: FilePath
  /// The same, below the state folder.
  let place: NotePath

  /// Whether ``StateFolder/repair(_:at:)`` can do something about it without losing anything.
  public var isRepairable: Bool { kind == .journalDamaged || kind == .trashHollow }
}

// MARK: - Looking

extension StateFolder {
  /// What is wrong in the journal and the trash, by path. Changes nothing.
  ///
  /// Costs a look at every byte of the journal, and a listing of the trash.
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
        // One that another process is writing is no problem.
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
      // What was being removed for good when that was interrupted; the next removal is as good.
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

  /// The problems in one of the state's folders, by name; none where it is not there.
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

// MARK: - Putting right

extension StateFolder {
  /// Puts a damaged journal aside, where `log` and `undo` do not meet it any more, and removes
  /// entries of the trash that have nothing in them. Whether it was done: not where it is no such
  /// problem any more.
  ///
  /// Throws ``FileError``, also where another process keeps the lock.
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
  /// Whether all of it is as it was written, and its operation came to an end.
  var isWhole: Bool {
    let standing = standing()
    return !standing.isDamaged && !isTorn
      && (standing.isEnded || standing.plannedFrom != nil || standing.isTakenBack)
  }
}
