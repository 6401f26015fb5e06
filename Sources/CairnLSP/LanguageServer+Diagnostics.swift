import CairnCapture
import CairnDocument
import CairnJSON
import CairnNotebook
import CairnRPC
import CairnText
import CairnWire
import CairnWork
import Synchronization

extension Scene {
  /// Answers a request for the diagnostics of a document.
  func diagnostics() async throws -> JSONValue {
    guard let place else { return ["kind": "full", "items": []] }
    return ["kind": "full", "items": try await problems(of: place)]
  }

  /// Returns the problems of a capture or a collection's page; an empty array for any other file.
  func problems(of place: FilePlace) async throws -> JSONValue {
    try await work(in: place.root) { work in
      guard let capture = work.editorCapture(at: place.path) else { return [] }
      let positions = positions(capture.document.bytes)
      return .array(work.problems(of: capture).map { json($0, positions, place) })
    }
  }

  private func json(
    _ finding: Finding, _ positions: TextPositions, _ place: FilePlace
  ) -> JSONValue {
    let diagnostic = finding.diagnostic.worded(for: .editor)
    var members: [JSONValue.Member] = [
      .init("range", range(of: diagnostic, positions)),
      .init("severity", .integer(diagnostic.severity == .error ? 1 : 2)),
      .init("code", .string(diagnostic.code)), .init("source", "cairn"),
      .init("message", .string(diagnostic.message)),
    ]
    if let page = server.setup.problemsPage {
      let address = "\(FileAddress.uri(of: page, .root))#\(diagnostic.code)"
      members.append(.init("codeDescription", ["href": .string(address)]))
    }
    if !finding.related.isEmpty {
      let start = Position(line: 0, character: 0).json
      let related = finding.related.prefix(10).map { path -> JSONValue in
        [
          "location": [
            "uri": .string(uri(of: path, in: place.root)),
            "range": ["start": start, "end": start],
          ],
          "message": .string(path.description),
        ]
      }
      members.append(.init("relatedInformation", .array(related)))
    }
    return .object(members)
  }

  /// Returns the range of a problem in the protocol's form. A problem without a place gets an empty
  /// range at the start of the text.
  private func range(of diagnostic: Diagnostic, _ positions: TextPositions) -> JSONValue {
    guard let location = diagnostic.location else { return positions.json(0..<0) }
    return positions.json(
      positions.range(of: location, length: diagnostic.excerpt?.length ?? 0))
  }
}

// MARK: - Pushing

extension LanguageServer {
  /// The time to wait for further messages before diagnostics are sent, in milliseconds.
  private static let pause = 150

  /// Returns a job that waits for ``pause`` milliseconds, and then sends the problems of the open
  /// documents. Each call replaces the job of the previous call.
  ///
  /// For an editor that requests problems itself, the job sends no problems. Instead, if files have
  /// changed on disk, the job asks the editor to request the problems again. Returns nil if the
  /// editor cannot be asked.
  ///
  /// - Parameters:
  ///   - closed: The address of a document that was closed. Its problems are removed from the
  ///     editor.
  ///   - isOutside: True if files have changed on disk; false if a text has changed in the editor.
  func publisher(
    clearing closed: String? = nil, isOutside: Bool = false
  ) -> (@Sendable () async -> Void)? {
    let (number, client, session) = state.withLock { state -> (Int, ClientAbilities, RPCSession?) in
      state.changes += 1
      if let closed { state.published[closed] = nil }
      if isOutside { state.isRefreshDue = true }
      return (state.changes, state.client, state.session)
    }
    guard let session else { return nil }
    if client.pullsDiagnostics {
      guard client.refreshesDiagnostics else { return nil }
      return { [self] in await refresh(number, session) }
    }
    if let closed {
      session.notify(
        "textDocument/publishDiagnostics", ["uri": .string(closed), "diagnostics": []])
    }
    return { [self] in
      try? await Task.sleep(for: .milliseconds(Self.pause))
      guard state.withLock({ $0.changes == number }) else { return }
      let scene = Scene(self, .null)
      for document in scene.documents.values {
        guard let found = try? await scene.problems(of: document.place),
          isNew(found, document, number)
        else { continue }
        session.notify(
          "textDocument/publishDiagnostics",
          [
            "uri": .string(document.uri), "version": JSONValue(document.version),
            "diagnostics": found,
          ])
      }
    }
  }

  /// Waits for ``pause`` milliseconds, and then asks the editor to request the problems of its
  /// documents again. Does not ask if no files have changed, or if another change followed the
  /// change with the number `number`.
  private func refresh(_ number: Int, _ session: RPCSession) async {
    try? await Task.sleep(for: .milliseconds(Self.pause))
    let isDue = state.withLock { state in
      guard state.changes == number, state.isRefreshDue else { return false }
      state.isRefreshDue = false
      return true
    }
    if isDue { _ = await session.ask("workspace/diagnostic/refresh") }
  }

  /// Returns whether to send the problems of a document, and if so, records them as sent. Returns
  /// false if the same problems were sent last, or if another change followed the change with the
  /// number `number`.
  private func isNew(_ found: JSONValue, _ document: OpenDocument, _ number: Int) -> Bool {
    state.withLock { state in
      guard state.changes == number, state.published[document.uri] != found else { return false }
      state.published[document.uri] = found
      return true
    }
  }
}
