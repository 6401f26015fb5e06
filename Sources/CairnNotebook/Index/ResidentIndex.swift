public import CairnFiles
import CairnIndex
import Synchronization
public import SystemPackage

/// An index that stays in memory between requests, with a watch on each folder of the notebook. A
/// ``Notebook`` with one answers without a look at each file.
///
/// Each ``Notebook/catalog(listsAttachments:isFresh:keepsAll:progress:)`` sees every change that was
/// complete when it was called, as if it had walked all folders: folders whose changes may go
/// unnoticed are listed again each time. Thread-safe; readers wait only for an update of the index,
/// never for a command that writes.
public final class ResidentIndex: Sendable {
  /// The root's absolute path, with all links resolved.
  public var root: FilePath { store.root }

  private let store: Store
  private let memory: FolderMemory
  private let state = Mutex(State())

  private struct State {
    /// The last result, with and without attachments; nil once a folder has changed.
    var results: [Bool: Indexer.Result] = [:]
  }

  /// Begins to watch the notebook in a folder, which is first walked when a catalog is needed.
  ///
  /// Throws ``FileError`` if the folder cannot be opened or the kernel has no queue left.
  public convenience init(of notebook: Notebook) throws(FileError) {
    try self.init(of: notebook, WatchLimits())
  }

  package init(of notebook: Notebook, _ limits: WatchLimits) throws(FileError) {
    memory = try FolderMemory(root: notebook.store.root, limits)
    store = try Store(
      root: notebook.store.root, noteEndings: notebook.store.noteEndings, faults: nil,
      memory: memory)
  }

  /// Returns whether this is the index of a notebook as it is opened now: of the same folder, with
  /// the same extensions of captures.
  public func belongs(to notebook: Notebook) -> Bool {
    store.isSameFolder(as: notebook.store) && store.noteEndings == notebook.store.noteEndings
  }

  /// Returns the index of the files as they are now.
  func result(of notebook: Notebook, listsAttachments: Bool) -> Indexer.Result {
    state.withLock { state in
      if memory.update() != .none || !memory.isWhole { state.results = [:] }
      if let result = state.results[listsAttachments] { return result }
      var indexer = Indexer(store, notebook.cache, progress: nil)
      let result = indexer.run(listsAttachments: listsAttachments)
      state.results[listsAttachments] = result
      return result
    }
  }

  /// Why some folders are listed for each request, as sentences; empty if all are watched.
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
