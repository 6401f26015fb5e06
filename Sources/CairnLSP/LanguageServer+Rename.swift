import CairnCapture
import CairnDocument
import CairnJSON
import CairnNotebook
import CairnRPC
import CairnText
import CairnWire
import CairnWork
import Synchronization

// The editor changes the texts that are open in it, and moves their files. Cairn changes all other
// files, in one operation. See ``CairnNotebook/EditorMove``.

extension Scene {
  func prepareRename() async throws -> JSONValue {
    try await atOffset { work, capture, offset in
      guard let found = work.nameToRename(in: capture, at: offset) else { return .null }
      return [
        "range": positions(capture.document.bytes).json(found.range),
        "placeholder": .string(found.name),
      ]
    }
  }

  func rename() async throws -> JSONValue {
    guard let name = params["newName"]?.text else {
      throw RPCError.invalidParams("`newName` is missing.")
    }
    let words = ["lsp", "rename", name]
    return try await onCapture(words) { work, capture, place in
      guard let position = Position(params["position"]) else {
        throw RPCError.invalidParams("`position` is missing.")
      }
      let open = openPaths(in: place.root)
      let move = try work.planRename(
        in: capture, at: positions(capture.document.bytes).offset(of: position), to: name
      ) { path in
        // If Cairn renamed an open file, the editor would keep the old path.
        open.contains(path) && !client.renamesFiles
      }
      return try carryOut(move, in: place.root, work, words, isAnnounced: false)
    }
  }

  /// Answers the request by which the editor announces that it will move files. The answer contains
  /// the changes to links in open texts. The links in all other files are changed after the editor
  /// has moved the files.
  func willRenameFiles() async throws -> JSONValue {
    let pairs = (params["files"]?.elements ?? []).compactMap { file in
      place(of: file["oldUri"]?.text).flatMap { from in
        place(of: file["newUri"]?.text).map { (from: from, to: $0) }
      }
    }
    guard let root = pairs.first?.from.root else { return .null }
    // Some editors also announce the moves that the server has asked for. Such moves are already
    // planned.
    let requested = server.state.withLock { $0.requestedMoves }
    let moves = pairs.filter { $0.from.root == root && $0.to.root == root }
      .filter { !requested.contains(FileMove(from: $0.from, to: $0.to)) }
      .map { (from: $0.from.path, to: $0.to.path) }
    if moves.isEmpty { return .null }
    let words = ["lsp", "mv"] + moves.flatMap { [$0.from.description, $0.to.description] }
    return try await work(in: root, words) { work in
      try carryOut(try work.planMoves(moves), in: root, work, words, isAnnounced: true)
    }
  }

  /// Returns the paths of the texts of a notebook that are open in the editor.
  func openPaths(in root: NotebookRoot) -> Set<NotePath> {
    Set(documents.values.filter { $0.place.root == root }.map(\.place.path))
  }

  /// Carries out a rename or a move. Changes the files that are not open, either immediately or
  /// after the editor has moved its files, and returns the workspace edit for the editor to apply.
  /// Shows refusals and warnings in the editor.
  ///
  /// - Parameters:
  ///   - words: The words that the journal records as the command that made the changes.
  ///   - isAnnounced: Whether the editor announced the move, and moves the files without being
  ///     asked.
  func carryOut(
    _ move: EditorMove, in root: NotebookRoot, _ work: Workspace, _ words: [String],
    isAnnounced: Bool
  ) throws -> JSONValue {
    let open = openPaths(in: root)
    let isMovedByEditor = isAnnounced || move.moves.contains { open.contains($0.from) }
    let report = move.report.worded(for: .editor)
    for diagnostic in report.refused + report.warnings {
      server.say("\(diagnostic)", isError: diagnostic.severity == .error)
    }
    if isMovedByEditor {
      server.watch(move, in: root, leaving: open, words: words, isRequested: !isAnnounced)
    } else {
      let report = try work.apply(move, leaving: open, areMoved: false)
      for diagnostic in report.worded(for: .editor).refused {
        server.say("\(diagnostic)", isError: true)
      }
    }
    let renames = isMovedByEditor && !isAnnounced ? move.moves : []
    return edit(move.report.changed, in: root, open, renames)
  }

  /// Returns the workspace edit that changes open texts and then moves files.
  private func edit(
    _ changes: [ChangeReport.Changed], in root: NotebookRoot, _ open: Set<NotePath>,
    _ renames: [(from: NotePath, to: NotePath)]
  ) -> JSONValue {
    let edits = changes.compactMap { change -> (OpenDocument, [JSONValue])? in
      let path = change.from ?? change.path
      guard
        let document = documents.values.first(where: {
          $0.place == FilePlace(root: root, path: path)
        })
      else { return nil }
      let edits = TextEdits.json(from: change.before, to: change.after, encoding)
      return edits.isEmpty ? nil : (document, edits)
    }
    guard client.renamesFiles else {
      return ["changes": .object(edits.map { .init($0.uri, .array($1)) })]
    }
    let texts = edits.map { document, edits -> JSONValue in
      [
        "textDocument": [
          "uri": .string(document.uri), "version": JSONValue(document.version),
        ],
        "edits": .array(edits),
      ]
    }
    let moves = renames.map { from, to -> JSONValue in
      [
        "kind": "rename", "oldUri": .string(uri(of: from, in: root)),
        "newUri": .string(uri(of: to, in: root)),
      ]
    }
    return ["documentChanges": .array(texts + moves)]
  }
}

extension LanguageServer {
  /// The time that an editor has to move files, in milliseconds. The time is long, because the
  /// editor may ask the user first.
  private static let patience = 120_000

  /// Starts a job that waits until the editor has moved the files of a plan, and then changes the
  /// other files, except those in `open`. Gives up after ``patience`` milliseconds, or when
  /// ``giveUp(_:in:)`` is called for moves that the server has requested.
  func watch(
    _ move: EditorMove, in root: NotebookRoot, leaving open: Set<NotePath>, words: [String],
    isRequested: Bool
  ) {
    let requested = isRequested ? move.fileMoves(in: root) : []
    let session = state.withLock { state in
      state.requestedMoves.formUnion(requested)
      return state.session
    }
    session?.start { [self] in
      defer { if isRequested { giveUp(move, in: root) } }
      var (waited, pause) = (0, 20)
      while waited < Self.patience, !Task.isCancelled,
        state.withLock({ $0.requestedMoves.isSuperset(of: requested) })
      {
        let scene = Scene(self, .null)
        let isDone = try? await scene.work(in: root, words) { work in
          guard work.areMade(move) else { return false }
          let report = try work.apply(move, leaving: open, areMoved: true)
          for diagnostic in report.worded(for: .editor).refused {
            say("\(diagnostic)", isError: true)
          }
          return true
        }
        if isDone == true {
          publisher(isOutside: true).map { session?.start($0) }
          return
        }
        try? await Task.sleep(for: .milliseconds(pause))
        waited += pause
        pause = min(pause * 2, 500)
      }
    }
  }

  /// Stops waiting for moves that the server has asked the editor to make.
  func giveUp(_ move: EditorMove, in root: NotebookRoot) {
    state.withLock { $0.requestedMoves.subtract(move.fileMoves(in: root)) }
  }

  /// Shows a message in the editor: an error if `isError` is true, otherwise a warning.
  func say(_ text: String, isError: Bool) {
    state.withLock { $0.session }?.notify(
      "window/showMessage", ["type": .integer(isError ? 1 : 2), "message": .string(text)])
  }
}

extension EditorMove {
  /// Returns the moves with the notebook to which they belong.
  fileprivate func fileMoves(in root: NotebookRoot) -> Set<FileMove> {
    Set(
      moves.map {
        FileMove(from: FilePlace(root: root, path: $0.from), to: FilePlace(root: root, path: $0.to))
      })
  }
}
