public import CairnNotebook
public import CairnWork
import Synchronization

/// The notebooks that a long-lived process keeps open: their indexes stay in memory, and their
/// folders are watched.
///
///     let host = Host()
///     let found = try await host.with(root, context) { work in try work.select(request) }
///
/// Every request sees all changes that were complete when it began, no matter which program made
/// them. Each request uses its own settings, clock and folders. Thread-safe: readers wait only
/// while the index is updated, and never for a request that writes.
public final class Host: Sendable {
  /// The number of notebooks to keep open. Opening another one closes the least recently used
  /// notebook that has no client waiting for changes. If all notebooks have such clients, none is
  /// closed.
  public static let capacity = 8

  private let state = Mutex<[ResidentIndex]>([])
  private let canWatch: Bool

  /// Creates a host that has no notebooks open.
  public convenience init() { self.init(canWatch: true) }

  /// Creates a host that has no notebooks open. If `canWatch` is false, the host cannot watch
  /// folders, as if the system refused to report changes to them.
  package init(canWatch: Bool) { self.canWatch = canWatch }

  /// Opens a notebook for the requests of `body`, as `Workspace.with` does.
  ///
  /// If the task is cancelled, a query in `body` ends within a few milliseconds with a
  /// `CancellationError`.
  public func with<Result>(
    _ root: NotebookRoot, _ context: RequestContext, _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    var context = context
    context.resident = { self.index(of: $0) }
    let isCancelled = Flag()
    let isRequested = context.cancellation.isRequested
    context.cancellation.isRequested = { isCancelled.isSet || isRequested() }
    return try await withTaskCancellationHandler {
      try await Workspace.with(root, context, body)
    } onCancel: {
      isCancelled.set()
    }
  }

  /// Returns a stream of the changes that any program makes to a notebook after this call. Each
  /// change is reported shortly after it is made. If the notebook cannot be watched, its files are
  /// checked every two seconds.
  ///
  /// No thread runs while nothing changes. The stream ends when the receiver stops iterating.
  ///
  /// - Parameter withAttachments: Whether the stream also reports when files that are not captures,
  ///   such as pictures, are added or removed.
  public func changes(
    of root: NotebookRoot, _ context: RequestContext, withAttachments: Bool = false
  ) async throws -> AsyncStream<NotebookChange> {
    try await with(root, context) { work in
      index(of: work.notebook)?.changes(of: work.notebook, withAttachments: withAttachments)
        ?? work.notebook.polledChanges(withAttachments: withAttachments)
    }
  }

  /// Returns the index of a notebook, and keeps the notebook open from now on; nil if the notebook
  /// cannot be watched.
  public func index(of notebook: Notebook) -> ResidentIndex? {
    guard canWatch else { return nil }
    return state.withLock { indexes in
      let known = indexes.firstIndex { $0.belongs(to: notebook) }
      guard
        let index = known.map({ indexes.remove(at: $0) }) ?? (try? ResidentIndex(of: notebook))
      else { return nil }
      // Drop the index of a folder that has since been replaced by another one at the same path.
      indexes.removeAll { $0.root == index.root }
      if indexes.count >= Self.capacity, let oldest = indexes.firstIndex(where: { !$0.isObserved })
      {
        indexes.remove(at: oldest)
      }
      indexes.append(index)
      return index
    }
  }

  /// The indexes of the open notebooks, the most recently used last.
  public var indexes: [ResidentIndex] { state.withLock { $0 } }
}

/// A flag that any thread can set.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
