import CairnCapture
import CairnDocument
import CairnFiles
public import CairnNotebook
import CairnText
import Synchronization

/// A table of the operations that a server carried out for requests with keys. The server uses it
/// to recognize repeated requests. The operations are read from the journal, so they are known even
/// after the server restarts.
///
/// Each search lists the journal, and reads the operations recorded since the last search.
/// Thread-safe.
public final class RequestKeys: Sendable {
  private let state = Mutex(State())

  fileprivate struct State {
    /// The sequence number of the last operation that was read.
    var last = 0
    /// The operations of each request with a key, in order. In this dictionary, a request is
    /// identified by an array of its name and its key.
    var operations: [[String]: [CairnFiles.Operation]] = [:]
    /// The number of requests after which the whole journal is read again. This forgets the
    /// operations that the journal no longer contains, so that a server that runs for a long time
    /// does not need ever more memory.
    var most = 10_000
  }

  /// Creates an empty table.
  public init() {}

  /// Returns the operations that a server carried out for a request with this name and this key, in
  /// order. Searches the journal of `folder`.
  ///
  /// Throws `FileError` if the journal cannot be listed.
  func operations(
    of request: String, key: String, in folder: StateFolder
  ) throws -> [CairnFiles.Operation] {
    try state.withLock { state in
      try state.read(folder)
      if state.operations.count > state.most {
        state = State()
        try state.read(folder)
        state.most = max(state.most, 2 * state.operations.count)
      }
      return state.operations[[request, key]] ?? []
    }
  }
}

extension RequestKeys.State {
  /// Reads the operations recorded since the last call.
  fileprivate mutating func read(_ folder: StateFolder) throws {
    let new = try folder.operations(after: last)
    last = max(last, new.first?.sequence ?? 0)
    for operation in new.reversed() {
      if let request = operation.request { operations[request, default: []].append(operation) }
    }
  }
}

extension CairnFiles.Operation {
  /// The name and the key of the server request that caused this operation. Nil if there was no
  /// such request, if the request had no key, or if the operation was rolled back.
  fileprivate var request: [String]? {
    !isTakenBack && words.count > 3 && words[1] == "serve" ? Array(words[2..<4]) : nil
  }

  /// The checksum of the request's content; nil if the journal does not record it.
  fileprivate var requestContent: String? { words.dropFirst(4).first }
}

extension Workspace {
  /// Returns a report of what a client's earlier request to a server did: the captures that it
  /// added or, if it added none, those that it changed. Nil if the journal records no such request.
  ///
  /// A capture that was moved since has its present path; a removed capture is left out.
  /// ``ChangeReport/Changed/after`` contains the bytes that the request wrote. It is empty if the
  /// capture was changed or moved since, or if another capture of the request was removed.
  ///
  /// - Parameters:
  ///   - request: The method and the path of the request.
  ///   - key: The key that the client chose for the request.
  ///   - content: A checksum of the request's content.
  ///   - keys: The operations that were already read from the journal.
  ///
  /// Throws a ``Refusal`` if the earlier request had other content. Throws `FileError` if the
  /// journal cannot be read.
  public func report(
    ofRequest request: String, key: String, content: String, among keys: RequestKeys
  ) throws -> ChangeReport? {
    let recorded = try keys.operations(of: request, key: key, in: notebook.state)
    if recorded.contains(where: { $0.requestContent.map { $0 != content } ?? false }) {
      throw Refusal(
        "key-reused",
        "an earlier request with this `Idempotency-Key` had other content; use a new key for each "
          + "capture", .invalid)
    }
    // The record of an old operation may have been removed.
    let operations = recorded.compactMap { operation in
      (try? notebook.state.changes(of: operation)).map { (operation, $0) }
    }
    let all = operations.flatMap { $0.1 }
    let (knownPaths, knownBytes) = (Set(all.map(\.path)), Set(all.compactMap(\.after)))
    for kind in [OperationChange.Kind.added, .changed] {
      for (operation, changes) in operations {
        let captures = changes.filter {
          $0.kind == kind && notebook.store.isNote($0.path.nameBytes)
        }
        if captures.isEmpty { continue }
        var report = ChangeReport(operation: operation.id)
        // The journal does not know which files other programs have removed.
        let paths = captures.compactMap { currentPath(of: $0.path, since: operation) }
          .filter { (try? notebook.store.kind($0)) != nil }
        report.changed = paths.map { path in
          let capture = try? notebook.capture(at: path)
          let bytes = capture?.document.bytes ?? []
          let isAsWritten =
            paths.count == captures.count && knownPaths.contains(path)
            && knownBytes.contains(bytes)
          return ChangeReport.Changed(
            id: capture?.id, path: path, after: isAsWritten ? bytes : [])
        }
        return report
      }
    }
    return nil
  }

  /// Returns the present path of a capture that an operation added or changed; nil if the capture
  /// was removed in the meantime. If the journal cannot be read, returns `path`.
  private func currentPath(
    of path: NotePath, since operation: CairnFiles.Operation
  ) -> NotePath? {
    // Another file may have taken the path since, so the journal decides.
    do {
      return try notebook.state.currentPath(of: path, since: operation.sequence)
    } catch {
      return path
    }
  }
}
