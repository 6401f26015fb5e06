import CairnCapture
import CairnFiles
public import CairnNotebook
import Synchronization

/// A table of the operations that a server carried out for requests with keys. The server uses it
/// to recognize repeated requests. The operations are read from the journal, so they are known even
/// after the server restarts.
///
/// Each search lists the journal, and reads the operations recorded since the last search.
/// Thread-safe.
public final class RequestKeys: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// The sequence number of the last operation that was read.
    var last = 0
    /// The operations for requests with a key, keyed by that key.
    var operations: [String: CairnFiles.Operation] = [:]
  }

  /// Creates an empty table.
  public init() {}

  /// Returns the operation in the journal of `folder` whose request had this key; nil if there is
  /// none.
  ///
  /// Throws `FileError` if the journal cannot be listed.
  func operation(_ key: String, in folder: StateFolder) throws -> CairnFiles.Operation? {
    try state.withLock { state in
      let new = try folder.operations(after: state.last)
      state.last = max(state.last, new.first?.sequence ?? 0)
      // If a key was used twice, the latest operation counts.
      for operation in new.reversed() {
        if let key = operation.requestKey { state.operations[key] = operation }
      }
      return state.operations[key]
    }
  }
}

extension CairnFiles.Operation {
  /// The key of the server request that caused this operation. Nil if there was no such request, if
  /// the request had no key, or if the operation was rolled back.
  fileprivate var requestKey: String? {
    !isTakenBack && words.count == 4 && words[1] == "serve" ? words[3] : nil
  }
}

extension Workspace {
  /// Finds the operation that the journal records with `key`, the key of a client's request to a
  /// server. Returns a report of the files that the operation added; nil if there is no such
  /// operation. `keys` contains the operations that were already read from the journal.
  ///
  /// Throws `FileError` if the journal cannot be read.
  public func report(
    ofRequestWithKey key: String, among keys: RequestKeys
  ) throws -> ChangeReport? {
    guard let known = try keys.operation(key, in: notebook.state),
      // The record of an old operation may have been removed.
      let changes = try? notebook.state.changes(of: known, withBytes: false)
    else { return nil }
    var report = ChangeReport(operation: known.id)
    report.changed = changes.filter { $0.kind == .added }.map { change in
      ChangeReport.Changed(
        id: (try? notebook.capture(at: change.path))?.id, path: change.path)
    }
    return report
  }
}
