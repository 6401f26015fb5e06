import CairnText
public import SystemPackage

extension StateFolder {
  /// Takes over the journal, trash and drafts of a notebook that was at another root. The
  /// operations of that notebook get lower numbers than those already recorded for this root. If
  /// the takeover is interrupted, the next call continues it.
  ///
  /// Throws ``FileError/Code/notFound`` if there is no state for the root `old`, and
  /// ``FileError/Code/exists`` if that root still exists.
  public func takeOver(_ old: FilePath) throws(FileError) {
    guard let found = try Self.all(in: base).first(where: { $0.root == old }) else {
      throw FileError(.move, old, .notFound)
    }
    guard (try? Store(root: old)) == nil else { throw FileError(.move, old, .exists) }
    let source = try Store(
      root: found.folder, showsAbsolutePaths: true, faults: store.system.faults)
    let state = try opened()
    let lock = try lock(state)
    try recover(in: state)
    try takeJournals(from: source, to: state)
    for folder in [Trash.folder, Drafts.folder] {
      try move(try source.listed(folder), of: folder, from: source, to: state)
    }
    try recover(in: state)
    try source.removeTree(.root.appending(listed: Self.rootFile.bytes))
    let disk = try Store(root: base, showsAbsolutePaths: true, faults: store.system.faults)
    if let name = found.folder.lastComponent {
      try disk.removeTree(.root.appending(listed: name.string.utf8))
    }
    _ = consume lock
  }

  /// Moves the journals of `source` to `state`. First gives the journals that are already in
  /// `state` higher numbers, so that they stay the latest.
  ///
  /// The latest journals are moved first. After an interruption, the journals that are still to be
  /// moved therefore have the lowest numbers.
  private func takeJournals(from source: Store, to state: Store) throws(FileError) {
    let names = try source.listed(JournalFolder.path)
    guard !names.isEmpty else { return }
    try state.makeFolders(JournalFolder.path, permissions: .privateFolder)
    let last = names.compactMap { JournalFolder.parse($0)?.sequence }.max() ?? 0
    let ours = try state.listed(JournalFolder.path)
    if let first = ours.compactMap({ JournalFolder.parse($0)?.sequence }).min(), first <= last {
      for name in ours.reversed() {
        guard let (sequence, operation) = JournalFolder.parse(name) else { continue }
        let later = JournalFolder.name(sequence: sequence + last, operation: operation)
        try state.moveEntry(
          JournalFolder.path.appending(listed: name), to: state,
          JournalFolder.path.appending(listed: later))
      }
    }
    try move(names.reversed(), of: JournalFolder.path, from: source, to: state)
  }

  /// Moves the files and folders called `names` from `folder` of `source` to `folder` of `state`.
  /// Creates the target folder if it is missing, and skips temporary files.
  private func move(
    _ names: [[UInt8]], of folder: NotePath, from source: Store, to state: Store
  ) throws(FileError) {
    if !names.isEmpty { try state.makeFolders(folder, permissions: .privateFolder) }
    for name in names where !TemporaryName.isOne(name) {
      let path = folder.appending(listed: name)
      try source.moveEntry(path, to: state, path)
    }
  }
}

extension Store {
  /// Returns the names in a folder, sorted; empty if it does not exist.
  fileprivate func listed(_ folder: NotePath) throws(FileError) -> [[UInt8]] {
    try kind(folder) == nil ? [] : names(in: folder, for: .list)
  }
}
