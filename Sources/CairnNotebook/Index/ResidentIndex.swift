public import CairnFiles
import CairnIndex
package import CairnText
import Dispatch
import Synchronization
public import SystemPackage

/// An index that stays in memory between requests, with a watch on each folder of the notebook. A
/// ``Notebook`` with a resident index answers queries without checking each file.
///
/// The catalogs of ``Notebook/catalog(listsAttachments:isFresh:keepsAll:progress:)`` contain every
/// change that was complete at the time of the call, as if all folders had been walked. Folders
/// whose changes may go unnoticed are therefore listed at each call. The only exception is
/// ``Notebook/savedCatalog(ofAtLeast:)``, which does not look at the files.
///
/// Thread-safe. Readers wait only while the index is updated, and never for a command that changes
/// files. An update looks at each folder and reads the changed files. Another thread then writes
/// the changes to the cache, and only readers of ``Notebook/currentHabits`` wait for that thread.
/// The update itself writes the changes if there is no cache yet, or if more than 64 files have to
/// be read.
public final class ResidentIndex: Sendable {
  /// The root's absolute path, with all symbolic links resolved.
  public var root: FilePath { store.root }

  private let store: Store
  private let folders: FolderMemory
  /// The memory that is kept between updates of the index.
  let memory = IndexMemory()
  /// The state, which is locked while the index is updated. An update can take long.
  private let state = SleepingMutex(State())
  /// The queue on which the cache is written.
  private let writing = DispatchQueue(label: "index")
  /// Whether the first update has ended.
  private let isUpdated = Atomic(false)
  /// A lock that is held while changes are sent, so that they arrive in order.
  private let delivery = Mutex(())

  fileprivate struct State {
    /// The last results, keyed by whether they list attachments; empty once a folder has changed.
    var results: [Bool: Indexer.Result] = [:]
    /// Whether the cache is going to be written.
    var isWriteScheduled = false
    /// The time of the last attempt to write the cache, if the attempt failed; otherwise nil.
    var failure: Instant?
    /// `lessons` is the number of calls of ``learnSoon(_:)`` so far. `learned` is the value that
    /// `lessons` had when the cache was last written.
    var (lessons, learned) = (0, 0)
    /// The receivers of changes, keyed by the number that ``observe(_:_:withAttachments:)``
    /// returned.
    var receivers: [Int: Receiver] = [:]
    var receiversSoFar = 0
    /// The state of the notebook that the receivers of changes know; nil if there are no receivers.
    /// ``generation`` is the number of the last change sent.
    var sent: Indexer.Result?
    /// The files that are not captures, as the receivers know them; nil if no receiver asked for
    /// them.
    var sentAttachments: [NotePath]?
    var generation = 0
    /// The changes that are still to be sent, oldest first, each with its receivers.
    var unsent: [(change: NotebookChange, receivers: [AsyncStream<NotebookChange>.Continuation])] =
      []
    var subscription: ChangeSubscription?
  }

  /// A receiver of changes.
  fileprivate struct Receiver {
    let stream: AsyncStream<NotebookChange>.Continuation
    /// Whether the receiver also gets changes in files that are not captures.
    let withAttachments: Bool
  }

  /// Begins to watch a notebook's folder. Lists the folder's files only when a catalog is needed.
  ///
  /// Throws ``FileError`` if the folder cannot be opened or the kernel cannot provide another queue
  /// of file events.
  public convenience init(of notebook: Notebook) throws(FileError) {
    try self.init(of: notebook, WatchLimits())
  }

  package init(
    of notebook: Notebook, _ limits: WatchLimits, faults: FaultPlan? = nil,
    clock: (@Sendable () -> Instant)? = nil
  ) throws(FileError) {
    folders = try FolderMemory(root: notebook.store.root, limits)
    store = try Store(
      root: notebook.store.root, noteEndings: notebook.store.noteEndings, faults: faults,
      clock: clock, memory: folders)
  }

  /// Returns whether this index can be used for a notebook: the folder and the extensions of
  /// captures must be the same.
  public func belongs(to notebook: Notebook) -> Bool {
    store.isSameFolder(as: notebook.store) && store.noteEndings == notebook.store.noteEndings
  }

  /// Returns the index of the files as they are now. If `listsAttachments` is true, the result also
  /// lists the files that are not captures.
  func result(of notebook: Notebook, listsAttachments: Bool) -> Indexer.Result {
    let result = state.withLock {
      self.result(of: notebook, listsAttachments: listsAttachments, &$0)
    }
    sendChanges()
    return result
  }

  private func result(
    of notebook: Notebook, listsAttachments: Bool, _ state: inout State
  ) -> Indexer.Result {
    if folders.update() != .none || !folders.isWhole { state.results = [:] }
    // A result without attachments can be made from a result that lists attachments.
    if !listsAttachments, state.results[false] == nil, var whole = state.results[true] {
      whole.attachments = []
      state.results[false] = whole
    }
    let result = state.results[listsAttachments] ?? updated(notebook, listsAttachments, &state)
    if result.unwritten?.isDue == true { writeSoon(notebook, &state) }
    return result
  }

  private func updated(
    _ notebook: Notebook, _ listsAttachments: Bool, _ state: inout State
  ) -> Indexer.Result {
    var indexer = Indexer(store, notebook.cache, progress: nil, memory: memory)
    let result = indexer.run(listsAttachments: listsAttachments)
    state.results[listsAttachments] = result
    isUpdated.store(true, ordering: .releasing)
    state.noteChange(result, listsAttachments: listsAttachments)
    if !folders.isWhole { state.subscription?.callAgainLater() }
    return result
  }

  /// Returns the content of the index in the cache, without looking at the files and without
  /// waiting for an update. Nil after the first update, or if the cache has no index of at least
  /// `count` files.
  func savedResult(of notebook: Notebook, ofAtLeast count: Int) -> Indexer.Result? {
    guard !isUpdated.load(ordering: .acquiring) else { return nil }
    var indexer = Indexer(store, notebook.cache, progress: nil, memory: memory)
    return try? indexer.saved(ofAtLeast: count)
  }

  /// Forgets the last results, because the index in the cache was replaced or removed.
  ///
  /// Call this method after the index was replaced or removed. If it is called before, another
  /// thread could add a result from the old index.
  func forget() { state.withLock { $0.results = [:] } }

  /// The reasons why some folders are listed again for each request, as sentences; empty if
  /// watching all folders is enough.
  public var doubts: [String] {
    let doubts = folders.doubts
    return FolderMemory.Doubt.allCases.filter(doubts.contains).map(\.sentence)
  }

  /// The number of watched folders.
  public var watchedFolders: Int { folders.watched }
}

// MARK: - Writing the cache

extension ResidentIndex {
  /// The time to wait before changes are written to the cache, so that changes made shortly after
  /// each other are written together.
  private static let pause = DispatchTimeInterval.milliseconds(100)

  /// The time in seconds after which a failed write is repeated.
  private static let retryPause = 60

  /// Writes the changes to the cache shortly afterward, on another thread, if the notebook's caller
  /// is allowed to write.
  private func writeSoon(_ notebook: Notebook, _ state: inout State) {
    guard !state.isWriteScheduled, mayWrite(notebook, state) else { return }
    state.isWriteScheduled = true
    var notebook = notebook
    notebook.resident = nil
    // The closure keeps this index alive until the cache is written.
    writing.asyncAfter(deadline: .now() + Self.pause) { [notebook] in self.write(notebook) }
  }

  /// Returns whether the caller is allowed to write, and no attempt failed less than a minute ago.
  private func mayWrite(_ notebook: Notebook, _ state: State) -> Bool {
    guard notebook.cache?.caller.mayWrite == true else { return false }
    guard let failure = state.failure else { return true }
    // If the clock was set back, the failure seems to be in the future. It is then ignored.
    return !(0..<Self.retryPause).contains(store.now().seconds - failure.seconds)
  }

  /// Writes the changes to the cache. Must run on the queue ``writing``.
  private func write(_ notebook: Notebook) {
    let found = state.withLock { state -> (unwritten: Indexer.Unwritten?, lessons: Int)? in
      // The next write writes the changes found after this update. The flag stays set during the
      // update, so that the update does not schedule another write.
      defer { state.isWriteScheduled = false }
      guard mayWrite(notebook, state) else { return nil }
      let result = self.result(of: notebook, listsAttachments: false, &state)
      return (result.unwritten, state.lessons)
    }
    sendChanges()
    guard let found else { return }
    let isWritten = found.unwritten.map { write($0, notebook.cache) } ?? true
    state.withLock { state in
      state.failure = isWritten ? nil : store.now()
      guard isWritten else { return }
      state.learned = found.lessons
      if found.unwritten != nil { state.results = [:] }
    }
  }

  private func write(_ unwritten: Indexer.Unwritten, _ cache: StateFolder?) -> Bool {
    // Use a store without a memory of folders, because a walk must not overlap with an update of
    // that memory.
    guard let plain = try? Store(withoutMemory: store) else { return false }
    var indexer = Indexer(plain, cache, progress: nil)
    return indexer.write(unwritten)
  }

  /// Records that the classifier should learn from the changed captures. The captures are written
  /// to the cache shortly afterward.
  func learnSoon(_ notebook: Notebook) {
    state.withLock { state in
      state.lessons += 1
      writeSoon(notebook, &state)
    }
  }

  /// Writes to the cache the captures from which the classifier should learn. Does nothing if they
  /// are already there, or if an attempt to write failed less than a minute ago.
  func writeLessons(of notebook: Notebook) {
    let isMissing = {
      self.state.withLock { $0.lessons != $0.learned && self.mayWrite(notebook, $0) }
    }
    guard isMissing() else { return }
    writing.sync { if isMissing() { write(notebook) } }
  }
}

// MARK: - Changes

extension ResidentIndex {
  /// Whether somebody receives the changes of this index.
  public var isObserved: Bool { state.withLock { !$0.receivers.isEmpty } }

  /// Adds a receiver of the changes made after this call, and returns the receiver's number.
  func observe(
    _ notebook: Notebook, _ receiver: AsyncStream<NotebookChange>.Continuation,
    withAttachments: Bool
  ) -> Int {
    defer { sendChanges() }
    return state.withLock { state in
      // The new receiver does not get the changes made before now, but the other receivers do.
      let now = result(of: notebook, listsAttachments: withAttachments, &state)
      if state.receivers.isEmpty { state.sent = now }
      if withAttachments, state.sentAttachments == nil { state.sentAttachments = now.attachments }
      state.receiversSoFar += 1
      state.receivers[state.receiversSoFar] = Receiver(
        stream: receiver, withAttachments: withAttachments)
      if state.subscription == nil {
        var notebook = notebook
        notebook.resident = nil
        state.subscription = folders.onChange { [weak self, notebook] in
          guard let self else { return }
          let listsAttachments = self.state.withLock { $0.sentAttachments != nil }
          _ = result(of: notebook, listsAttachments: listsAttachments)
        }
        if !folders.isWhole { state.subscription?.callAgainLater() }
      }
      return state.receiversSoFar
    }
  }

  /// Removes the receiver with this number.
  func endObserving(_ number: Int) {
    let subscription = state.withLock { state in
      state.receivers[number] = nil
      guard state.receivers.isEmpty else { return ChangeSubscription?.none }
      defer { (state.sent, state.sentAttachments, state.subscription) = (nil, nil, nil) }
      return state.subscription
    }
    subscription?.cancel()
  }

  /// Sends the changes that are still to be sent.
  ///
  /// Releases the lock of the state before sending, to avoid a deadlock: sending takes the lock of
  /// the receiving task, and a cancelled task holds its own lock while ``endObserving(_:)`` takes
  /// the lock of the state.
  private func sendChanges() {
    guard state.withLock({ !$0.unsent.isEmpty }) else { return }
    delivery.withLock { _ in
      while let (change, receivers) = state.withLock({ $0.nextUnsent() }) {
        for receiver in receivers { receiver.yield(change) }
      }
    }
  }
}

extension ResidentIndex.State {
  /// Removes and returns the oldest change that is still to be sent; nil if there is none.
  fileprivate mutating func nextUnsent() -> (
    change: NotebookChange, receivers: [AsyncStream<NotebookChange>.Continuation]
  )? {
    unsent.isEmpty ? nil : unsent.removeFirst()
  }

  /// Stores the difference between a new state of the notebook and the last state. The difference
  /// is later sent to the receivers.
  fileprivate mutating func noteChange(_ result: Indexer.Result, listsAttachments: Bool) {
    guard !receivers.isEmpty, let sent else { return }
    self.sent = result
    var differ = false
    if listsAttachments, let known = sentAttachments {
      differ = known != result.attachments
      sentAttachments = result.attachments
    }
    if let change = NotebookChange(from: sent, to: result, generation: generation + 1) {
      generation += 1
      unsent.append((change, receivers.values.map(\.stream)))
    } else if differ {
      let change = NotebookChange(ofAttachmentsAfter: generation)
      unsent.append((change, receivers.values.filter(\.withAttachments).map(\.stream)))
    }
  }
}

extension FolderMemory.Doubt {
  fileprivate var sentence: String {
    switch self {
    case .noWatches:
      "The limit of watched folders is reached; raise fs.inotify.max_user_watches to watch more."
    case .fileSystem: "A folder is on a file system that does not report all changes."
    case .unreadable: "A folder cannot be read."
    case .hardLinks: "A file has several hard links, so its changes may go unnoticed."
    }
  }
}
