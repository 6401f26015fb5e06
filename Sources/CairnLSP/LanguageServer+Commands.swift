import CairnCapture
import CairnDocument
import CairnJSON
import CairnNotebook
import CairnRPC
import CairnText
import CairnWire
import CairnWork
import Synchronization

// MARK: - Code actions

extension Scene {
  func codeActions() async throws -> JSONValue {
    let problems = params["context"]?["diagnostics"]?.elements ?? []
    return try await onCapture { work, capture, place in
      let positions = positions(capture.document.bytes)
      guard let range = positions.range(params["range"]) else {
        throw RPCError.invalidParams("`range` is missing.")
      }
      let wanted = params["context"]?["only"]?.elements?.compactMap(\.text)
      return .array(
        work.actions(in: capture, at: range).compactMap { action in
          json(action, capture, place, problems, only: wanted)
        })
    }
  }

  private func json(
    _ action: EditorAction, _ capture: Capture, _ place: FilePlace, _ problems: [JSONValue],
    only wanted: [String]?
  ) -> JSONValue? {
    let kind = action.code == nil ? "refactor" : "quickfix"
    if let wanted, !wanted.contains(where: { kind == $0 || kind.hasPrefix("\($0).") }) {
      return nil
    }
    let fixed = problems.filter { $0["code"]?.text == action.code && action.code != nil }
    let address = uri(of: place.path, in: place.root)
    var members: [JSONValue.Member] = [
      .init("title", .string(action.title)), .init("kind", .string(kind)),
    ]
    if !fixed.isEmpty { members.append(.init("diagnostics", .array(fixed))) }
    switch action.deed {
    case .text(let bytes):
      let edits = TextEdits.json(from: capture.document.bytes, to: bytes, encoding)
      members.append(.init("edit", ["changes": .object([.init(address, .array(edits))])]))
    case .create(let title, let collection):
      members.append(
        command(
          action.title, "cairn.create",
          [
            "uri": .string(address), "title": .string(title),
            "collection": .string(collection.description),
          ]))
    case .settle(let outcome):
      members.append(
        command(
          action.title, "cairn.settle",
          ["uri": .string(address), "outcome": .string(outcome.rawValue)]))
    case .split:
      members.append(command(action.title, "cairn.split", ["uri": .string(address)]))
    case .move(let collection):
      members.append(
        command(
          action.title, "cairn.move",
          [
            "uri": .string(address),
            "collection": .string(collection.isRoot ? "/" : collection.description),
          ]))
    }
    return .object(members)
  }

  private func command(
    _ title: String, _ name: String, _ argument: JSONValue
  ) -> JSONValue.Member {
    .init(
      "command", ["title": .string(title), "command": .string(name), "arguments": [argument]])
  }
}

// MARK: - Commands

extension LanguageServer {
  /// The commands that an editor can run, keyed by name.
  static let commands: [String: @Sendable (Scene, JSONValue) async throws -> JSONValue] = [
    "cairn.add": { try await $0.add($1) },
    "cairn.daily": { try await $0.daily($1) },
    "cairn.query": { try await $0.query($1) },
    "cairn.create": { try await $0.create($1) },
    "cairn.settle": { try await $0.settle($1) },
    "cairn.split": { try await $0.split($1) },
    "cairn.move": { try await $0.move($1) },
  ]
}

extension Scene {
  func executeCommand() async throws -> JSONValue {
    let name = params["command"]?.text ?? ""
    guard let command = LanguageServer.commands[name] else {
      throw RPCError.invalidParams("The command `\(name)` is unknown.")
    }
    let argument = params["arguments"]?.elements?.first ?? .object([])
    guard case .object = argument else {
      throw RPCError.invalidParams("The argument of `\(name)` must be an object.")
    }
    return try await command(self, argument)
  }

  /// Adds a capture and returns it. The argument is an object such as
  /// `{"text": "Ring the sweep", "due": "fri"}`; see docs/json.md.
  fileprivate func add(_ argument: JSONValue) async throws -> JSONValue {
    try await work(in: root(), ["lsp", "add"], addsCaptures: true) { work in
      JSONDocument.added(try await work.add(try AddRequest(json: argument)), for: .editor).value
    }
  }

  /// Shows the daily note of a day, and creates it if it does not exist. The argument names the
  /// day, as in `{"day": "yesterday"}`; by default, the day is today.
  fileprivate func daily(_ argument: JSONValue) async throws -> JSONValue {
    let root = try root()
    let result = try await work(in: root, ["lsp", "daily"], addsCaptures: true) { work in
      try work.create(try work.dailyNote(on: argument["day"]?.text))
    }
    show(result.note.path, in: root)
    return JSONDocument.daily(result).value
  }

  /// Returns the captures that match the argument, such as `{"query": "type:action", "limit": 20}`
  /// (default: at most 100 captures); see docs/json.md.
  fileprivate func query(_ argument: JSONValue) async throws -> JSONValue {
    try await work(in: root()) { work in
      var request = try SelectRequest(json: argument)
      request.limit = request.limit ?? 100
      let found = try work.select(request)
      var bytes: [UInt8] = []
      JSONDocument.write(found, nil, work.clock) { bytes += $0 }
      return JSONValue(reading: bytes) ?? .null
    }
  }

  /// Adds the capture that a dead link names, and shows it. The argument has the `uri` of the file
  /// with the link, the `title` of the capture, and optionally its `collection`. By default, the
  /// capture is added to the folder of that file. Returns the `uri` of the capture.
  fileprivate func create(_ argument: JSONValue) async throws -> JSONValue {
    guard let title = argument["title"]?.text else {
      throw RPCError.invalidParams("`title` is required.")
    }
    let place = try place(in: argument)
    let collection = try collection(in: argument) ?? place.path.parent
    let path = try await work(in: place.root, ["lsp", "add", title], addsCaptures: true) { work in
      try await work.create(title: title, in: collection)
    }
    show(path, in: place.root)
    return ["uri": .string(uri(of: path, in: place.root))]
  }

  /// Marks an action as done, cancelled or open, and adds the next action if the action repeats.
  /// The argument has the `uri` of the action and the `outcome`. Returns the report of the changes.
  fileprivate func settle(_ argument: JSONValue) async throws -> JSONValue {
    let place = try place(in: argument)
    guard let outcome = argument["outcome"]?.text.flatMap({ ActionOutcome(rawValue: $0) }) else {
      throw RPCError.invalidParams("`outcome` must be `done`, `cancelled` or `open`.")
    }
    return try await onSaved(place, ["lsp", outcome.rawValue, place.path.description]) { work in
      let request = SettleRequest(
        SelectRequest([place.path.description]), as: outcome)
      return try work.apply(try work.plan(request), .write).report
    }
  }

  /// Splits the capture at the `uri` in the argument into several captures, one for each thing that
  /// it is about. Returns the report of the changes.
  fileprivate func split(_ argument: JSONValue) async throws -> JSONValue {
    let place = try place(in: argument)
    return try await onSaved(place, ["lsp", "split", place.path.description]) { work in
      try await work.split(SplitRequest(place.path.description)).report
    }
  }

  /// Moves the capture at the `uri` in the argument to the `collection`, and updates the links to
  /// it. Returns null. If the capture is open, the editor moves its file. The editor updates the
  /// links in open texts; Cairn updates the links in all other files.
  ///
  /// Throws an ``RPCError`` if there is no such collection, or if the editor does not apply the
  /// edits. Also throws one if the file is open and the editor cannot rename open files.
  fileprivate func move(_ argument: JSONValue) async throws -> JSONValue {
    guard let name = argument["collection"]?.text else {
      throw RPCError.invalidParams("`collection` is required.")
    }
    let place = try place(in: argument)
    guard client.appliesEdits, client.renamesFiles || documents[place.uri] == nil else {
      throw RPCError(
        -32803,
        "This editor cannot rename a file that is open; close the file, then move it.")
    }
    let words = ["lsp", "mv", place.path.description, name]
    let (move, edit) = try await work(in: place.root, words) { work in
      let move = try work.planMove(of: place.path, to: name)
      return (move, try carryOut(move, in: place.root, work, words, isAnnounced: false))
    }
    let session = server.state.withLock { $0.session }
    let answer = await session?.ask("workspace/applyEdit", ["label": "Move", "edit": edit])
    guard answer?["applied"] == .boolean(true) else {
      server.giveUp(move, in: place.root)
      throw RPCError(
        -32803,
        documents[place.uri] == nil
          ? "The editor did not change the links in the open files."
          : "The editor did not move the file; nothing was changed.")
    }
    return .null
  }

  /// Returns the path that an argument names in `collection`; `/` is the root. Nil if the argument
  /// has no collection. Throws an ``RPCError`` if the path is invalid.
  private func collection(in argument: JSONValue) throws(RPCError) -> NotePath? {
    guard let value = argument["collection"], value != .null else { return nil }
    if let name = value.text, let path = name == "/" ? .root : NotePath(name) { return path }
    let written = value.text.map { ", not `\(TerminalText.line($0))`" } ?? ""
    throw .invalidParams(
      "`collection` must be the path of a folder from the notebook's root\(written).")
  }

  /// Returns the notebook and the path of the file that an argument names in `uri`. Throws an
  /// ``RPCError`` if the file is not in a notebook.
  private func place(in argument: JSONValue) throws(RPCError) -> FilePlace {
    guard let uri = argument["uri"]?.text else { throw .invalidParams("`uri` is required.") }
    guard let place = place(of: uri) else {
      throw RPCError(
        -32803, "The file is not in a notebook, and not in a folder that is open in the editor.",
        data: ["code": "notebook-missing"])
    }
    return place
  }

  /// Runs a command that changes the file of a capture, and returns its report as JSON. Throws an
  /// ``RPCError`` if the editor has unsaved changes to the capture.
  private func onSaved(
    _ place: FilePlace, _ words: [String], _ body: (Workspace) async throws -> ChangeReport
  ) async throws -> JSONValue {
    try await work(in: place.root, words) { work in
      guard work.isSaved(place.path) else {
        throw RPCError(-32803, "The capture has unsaved changes; save it first.")
      }
      return JSONDocument.changes(try await body(work).worded(for: .editor)).value
    }
  }

  private func show(_ path: NotePath, in root: NotebookRoot) {
    guard client.showsDocuments, let session = server.state.withLock({ $0.session }) else { return }
    let address = uri(of: path, in: root)
    session.start {
      _ = await session.ask("window/showDocument", ["uri": .string(address), "takeFocus": true])
    }
  }
}
