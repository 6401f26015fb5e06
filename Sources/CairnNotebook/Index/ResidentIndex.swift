public import CairnFiles
import CairnIndex
import Synchronization
public import SystemPackage

/// An index that stays in memory between requests, with a watch on each folder of the notebook. A
/// ``Notebook`` with a resident index answers queries without checking each file.
///
/// Each ``Notebook/catalog(listsAttachments:isFresh:keepsAll:progress:)`` returns a catalog with
/// every change that was complete when the method was called, as if all folders had been walked:
/// folders whose changes may go unnoticed are listed again each time. Thread-safe; readers wait
/// only for an update of the index, never for a command that writes.
public final class ResidentIndex: Sendable {
  /// The root's absolute path, with all links resolved.
  public var root: FilePath { store.root }

  private let store: Store
  private let memory: FolderMemory
  private let state = Mutex(State())

  private struct State {
    /// The last results, keyed by whether they list attachments; empty once a folder has changed.
    var results: [Bool: Indexer.Result] = [:]
    /// The number of times that changes of folders were noticed.
    var changes = 0
  }

  /// The tables of names that were used last, keyed by the contents of their segments.
  private let names = Mutex<[(key: UInt64, table: LinkNameTable)]>([])
  /// The number of tables to keep: those of the base and of the changes, before and after an
  /// update.
  private static let mostTables = 4

  /// Begins to watch a notebook's folder. The folder is first walked when a catalog is needed.
  ///
  /// Throws ``FileError`` if the folder cannot be opened or the kernel cannot provide another queue
  /// of file events.
  public convenience init(of notebook: Notebook) throws(FileError) {
    try self.init(of: notebook, WatchLimits())
  }

  package init(of notebook: Notebook, _ limits: WatchLimits) throws(FileError) {
    memory = try FolderMemory(root: notebook.store.root, limits)
    store = try Store(
      root: notebook.store.root, noteEndings: notebook.store.noteEndings, faults: nil,
      memory: memory)
  }

  /// Returns whether this index can be used for a notebook: the folder and the extensions of
  /// captures must be the same.
  public func belongs(to notebook: Notebook) -> Bool {
    store.isSameFolder(as: notebook.store) && store.noteEndings == notebook.store.noteEndings
  }

  /// Returns the index of the files as they are now.
  func result(of notebook: Notebook, listsAttachments: Bool) -> Indexer.Result {
    state.withLock { state in
      noteChanges(&state)
      if !memory.isWhole { state.results = [:] }
      if let result = state.results[listsAttachments] { return result }
      var indexer = Indexer(store, notebook.cache, progress: nil)
      let result = indexer.run(listsAttachments: listsAttachments)
      state.results[listsAttachments] = result
      return result
    }
  }

  private func noteChanges(_ state: inout State) {
    guard memory.update() != .none else { return }
    state.results = [:]
    state.changes += 1
  }

  /// The number of times that a change in a watched folder was noticed. Costs little if nothing
  /// changed, so that it can be asked for every second.
  public var changes: Int {
    state.withLock { state in
      noteChanges(&state)
      return state.changes
    }
  }

  /// Returns the names of a segment, which stay in memory until other segments are in use.
  func linkNames(of segment: Segment) -> LinkNameTable {
    let key = segment.fingerprint
    return names.withLock { names in
      if let known = names.first(where: { $0.key == key }) { return known.table }
      let table = LinkNameTable(segment)
      names.append((key, table))
      if names.count > Self.mostTables { names.removeFirst() }
      return table
    }
  }

  /// The reasons why some folders are listed again for each request, as sentences; empty if
  /// watching all folders is enough.
  public var doubts: [String] {
    let doubts = memory.doubts
    return FolderMemory.Doubt.allCases.filter(doubts.contains).map(\.sentence)
  }

  /// The number of watched folders.
  public var watchedFolders: Int { memory.watched }
}

extension FolderMemory.Doubt {
  fileprivate var sentence: String {
    switch self {
    case .noWatches:
      "The limit of watched folders is reached; raise fs.inotify.max_user_watches to watch all."
    case .fileSystem: "A folder is on a file system that does not report all changes."
    case .unreadable: "A folder cannot be read."
    case .hardLinks: "A file has several hard links, so its changes may go unnoticed."
    }
  }
}
