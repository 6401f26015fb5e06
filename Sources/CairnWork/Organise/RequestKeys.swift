import CairnCapture
import CairnFiles
public import CairnNotebook
import Synchronization

/// The operations that a server carried out for requests with keys, so that a repeated request is
/// recognized. They are read from the journal, so that a server that was restarted knows them, too.
///
/// A lookup lists the journal, and reads the operations recorded since the last lookup.
/// Thread-safe.
public final class RequestKeys: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// The number of the last operation that was read.
    var last = 0
    /// The operations for requests with a key, keyed by that key.
    var operations: [String: CairnFiles.Operation] = [:]
  }

  /// Creates an empty table.
  public init() {}

  /// Returns the operation with a key in the journal of `folder`; nil if there is none.
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
  /// The key of the request to a server that led to this operation; nil if it had none or the
  /// operation was rolled back.
  fileprivate var requestKey: String? {
    !isTakenBack && words.count == 4 && words[1] == "serve" ? words[3] : nil
  }
}

extension Workspace {
  /// Finds the operation that the journal records with `key`, the key of a client's request to a
  /// server. Returns a report of the files that the operation added; nil if there is no such
  /// operation. `keys` remembers what was read from the journal.
  ///
  /// Throws `FileError` if the journal cannot be read.
  public func report(
    ofRequestWithKey key: String, among keys: RequestKeys
  ) throws -> ChangeReport? {
    guard let known = try keys.operation(key, in: notebook.state),
      // Old journals are removed.
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
