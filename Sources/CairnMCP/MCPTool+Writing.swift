import CairnCapture
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import SystemPackage

extension MCPTool {
  private static let changes = MCPSchema.Property.changes

  /// The tools that change the notebook. Each call is one operation in the journal.
  static let writing: [MCPTool] = [
    MCPTool(
      name: "add",
      summary:
        "Add a new capture, such as a note, an action, an idea or a person. To add text to an "
        + "existing capture or to today's note, use `append`.",
      arguments: [
        .init("text", MCPSchema.text("The text of the capture, in Markdown."), isRequired: true),
        .init("title", MCPSchema.text("The title of the capture.")),
        .init(
          "type",
          MCPSchema.text(
            "The type, such as `action`, `note`, `idea`, `fact`, `person`, `gift`, or another that "
              + "`schema` lists. Pass the type if you know it; otherwise Cairn detects the type "
              + "from the text.")
        ),
        .init(
          "collection", MCPSchema.text("The collection, such as `work/acme` (default: the inbox).")),
        .create,
        .init("due", MCPSchema.text("When an action is due, in words, such as `next friday`.")),
        .init("tags", MCPSchema.list(of: ["type": "string"], "The tags of the capture.")),
        .init("fields", MCPSchema.fields("Other fields, such as {\"recipient\": \"Priya\"}.")),
        .dryRun,
      ], results: changes, writes: true, run: { try await $0.add() }),
    MCPTool(
      name: "set",
      summary: "Change fields of one capture: rename it (`title`; links follow), set its type or "
        + "score, tag or untag it, postpone an action (`due`), or any other field. To add text, "
        + "use `append`; to change the status of an action, use `done`; to change the collection, "
        + "use `move`.",
      arguments: [
        .capture,
        .init(
          "fields",
          MCPSchema.fields(
            "The fields to set, with their new values, such as {\"due\": \"next monday\", "
              + "\"score\": \"great\"}. `score` is bad, okay or great.")),
        .init(
          "add",
          MCPSchema.fields("Elements to add to lists, such as {\"tags\": \"film\"} to add a tag.")),
        .init(
          "remove",
          MCPSchema.fields("Elements to remove from lists, such as {\"tags\": \"film\"}.")),
        .init(
          "unset", MCPSchema.list(of: ["type": "string"], "Fields to remove, such as [\"due\"].")),
        .create, .ifHash, .dryRun,
      ], results: changes, writes: true, isDestructive: true, run: { try $0.set() }),
    MCPTool(
      name: "append",
      summary: "Add text at the end of an existing capture, under one of its headings, or to "
        + "today's note.",
      arguments: [
        .init(
          "capture",
          MCPSchema.text(
            "The id, path or whole title of one capture, or `today` for today's note, which is "
              + "created if it does not exist."),
          isRequired: true),
        .init("text", MCPSchema.text("The text to add, in Markdown."), isRequired: true),
        .init(
          "heading",
          MCPSchema.text(
            "The heading under which to add the text; created if it does not exist.")),
        .ifHash,
        .dryRun,
      ], results: changes, writes: true, run: { try $0.append() }),
    MCPTool(
      name: "done",
      summary:
        "Mark an action as done, cancelled or open again, or tick or clear one checkbox in a "
        + "note. Marking a repeating action as done creates the next one.",
      arguments: [
        .capture,
        .init(
          "task",
          MCPSchema.number(
            "The number that `actions` returns for a checkbox in the capture; leave it out to "
              + "mark the action itself.")),
        .init(
          "outcome",
          [
            "type": "string", "enum": ["done", "cancelled", "open"],
            "description": "The new state (default: done). `open` clears a checkbox.",
          ]), .ifHash, .dryRun,
      ], results: changes, writes: true, run: { try $0.settle() }),
    MCPTool(
      name: "move",
      summary: "Move one capture to another collection, and update the links to the capture.",
      arguments: [
        .capture,
        .init(
          "to", MCPSchema.text("The collection, such as `work/acme`; `/` is the inbox."),
          isRequired: true), .create,
        .ifHash, .dryRun,
      ], results: changes, writes: true, run: { try $0.move() }),
    MCPTool(
      name: "undo",
      summary:
        "Undo a change that you made in this session. This tool cannot undo the user's changes.",
      arguments: [
        .init(
          "operation",
          MCPSchema.text(
            "The `operation` that the change returned (default: the last change).")),
        .dryRun,
      ], results: changes, writes: true, isDestructive: true, run: { try await $0.undo() }),
  ]
}

/// The arguments that all tools for changing one capture have in common.
private struct Target {
  var capture = ""
  var hash: String?
  var isDryRun = false

  var mode: Mode { isDryRun ? .dryRun : .write }

  mutating func read(_ reader: inout RequestReader) throws(Diagnostic) {
    capture = try reader.text("capture")
    try reader.read("if_hash", into: &hash)
    try reader.read("dry_run", into: &isDryRun)
  }
}

extension MCPCall {
  fileprivate func add() async throws -> JSONValue {
    var request = try AddRequest(json: arguments)
    // An assistant must not be able to send text to a provider, or to a web site as part of an
    // address.
    (request.provider, request.fetchesPage, request.hasNewAddress) = (.none, false, false)
    let scopes = server.setup.audience.scopes
    if request.collection == nil, !scopes.isEmpty {
      guard scopes.count == 1 else {
        throw Refusal(
          "collection-missing",
          "pass a collection: " + scopes.map { "`\($0)`" }.joined(separator: ", "), .invalid)
      }
      request.collection = scopes[0].description
    }
    try check(collection: request.collection ?? "/")
    let result = try await work.add(request)
    return changes(result.report, JSONDocument.added(result), request.mode)
  }

  fileprivate func set() throws -> JSONValue {
    var target = Target()
    let names = ["fields", "add", "remove", "unset", "create"]
    // ``ChangeRequest`` reads the arguments in `names`.
    try RequestReader.read(arguments.without(names)) { reader throws(Diagnostic) in
      try target.read(&reader)
    }
    let empty: [JSONValue?] = [nil, .null, .object([]), .array([])]
    guard names.contains(where: { $0 != "create" && !empty.contains(arguments[$0]) }) else {
      throw Diagnostic(
        .error, "request-field-missing", "one of `fields`, `add`, `remove` or `unset` is required")
    }
    try refuseContent()
    var request = try ChangeRequest(json: arguments.only(names))
    return try changing(target) { capture, selection in
      if capture.id != nil, request.edits.contains(where: { $0.changes(field: "id") }) {
        throw Refusal(
          "id-fixed", "the id of a capture never changes; leave `id` out of the request", .invalid)
      }
      request.selection = selection
      return try work.apply(try work.plan(request), target.mode).report
    }
  }

  /// Throws a ``Refusal`` if the arguments of the tool `set` contain the text or the collection,
  /// which are not fields.
  private func refuseContent() throws(Refusal) {
    guard case .object(let members)? = arguments["fields"] else { return }
    let names = members.map(\.name)
    if names.contains("collection") {
      throw Refusal("field-moves", "to change the collection, use `move`", .invalid)
    }
    let texts = names.filter(["text", "body", "content"].contains)
    guard !texts.isEmpty else { return }
    let known = work.catalog().fieldNames
    if let name = texts.first(where: { !known.contains($0) }) {
      throw Refusal(
        "field-is-text",
        "`\(name)` is not a field; `append` adds text, and no tool changes existing text", .invalid)
    }
  }

  fileprivate func append() throws -> JSONValue {
    var (target, text, heading) = (Target(), "", String?.none)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      try target.read(&reader)
      text = try reader.text("text")
      try reader.read("heading", into: &heading)
    }
    var request = InsertRequest(Array(text.utf8), .end, under: heading)
    request.mode = target.mode
    if target.capture == "today" {
      let plan = try work.plan(request)
      // The error does not contain the path, because the path may be hidden.
      guard work.catalog().shows(plan.path) else {
        throw Refusal(
          "collection-out-of-scope",
          "today's note is outside the part of the notebook that this session sees", .invalid)
      }
      if plan.createsNote {
        let report = try work.apply(plan)
        return changes(report, JSONDocument.changes(report), target.mode)
      }
      target.capture = work.notebook.store.absolute(plan.path).string
    }
    request.capture = target.capture
    return try changing(target) { _, _ in try work.apply(try work.plan(request)) }
  }

  fileprivate func settle() throws -> JSONValue {
    var (target, task, outcome) = (Target(), Int?.none, ActionOutcome?.none)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      try target.read(&reader)
      task = try reader.number("task", in: 1...1_000_000)
      try reader.read("outcome", into: &outcome)
    }
    return try changing(target, isMeant: (outcome ?? .done).settles) { capture, selection in
      guard task != nil || capture.isAction else {
        throw Refusal(
          "not-an-action",
          "`\(capture.title)` is not an action; to tick a checkbox, pass its number as `task`",
          .invalid)
      }
      let box = task.map { "\(work.notebook.store.absolute(capture.path)).\($0)" }
      let selection = box.map { SelectRequest([$0]) } ?? selection
      let plan = try work.plan(SettleRequest(selection, as: outcome ?? .done))
      return try work.apply(plan, target.mode).report
    }
  }

  fileprivate func move() throws -> JSONValue {
    var (target, collection, creates) = (Target(), "", false)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      try target.read(&reader)
      collection = try reader.text("to")
      try reader.read("create", into: &creates)
    }
    try check(collection: collection)
    return try changing(target) { _, selection in
      let request = MoveRequest(selection, to: collection, creates: creates)
      return try work.apply(try work.plan(request), target.mode)
    }
  }

  fileprivate func undo() async throws -> JSONValue {
    var (id, isDryRun) = (String?.none, false)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      try reader.read("operation", into: &id)
      try reader.read("dry_run", into: &isDryRun)
    }
    let plan = try work.plan(UndoRequest([try operation(id)]))
    let report = try await work.apply(plan, isDryRun ? .dryRun : .write).report
    guard !report.changed.isEmpty, !isDryRun || report.refused.isEmpty else {
      let catalog = work.catalog()
      throw report.refused.first { $0.path.map { catalog.shows($0) } ?? true }
        ?? Diagnostic(
          .error, report.refused.first?.code ?? "undo-nothing",
          "a file changed after that change; nothing was undone")
    }
    if !isDryRun { server.forget(plan.request.ids) }
    return changes(report, JSONDocument.changes(report), isDryRun ? .dryRun : .write)
  }

  /// Returns the operation of this session with this id. If `id` is nil, returns the session's last
  /// operation that has not been undone.
  ///
  /// Throws a ``Refusal`` if there is no such operation, or if the user has already undone it.
  private func operation(_ id: String?) throws -> String {
    let own = server.operations.filter { id == nil || $0 == id }
    guard !own.isEmpty else {
      throw Refusal(
        "undo-nothing",
        id == nil
          ? "this session has changed nothing that can be undone"
          : "this session made no change with the id `\(id ?? "")`", .nothingFound)
    }
    let undone = try work.operations().filter { $0.isUndone || $0.isTakenBack }
    let open = own.last { name in !undone.contains { $0.shortID == name || $0.id == name } }
    guard let open else {
      throw Refusal(
        id == nil ? "undo-nothing" : "undo-done",
        id == nil
          ? "all changes of this session have already been undone"
          : "the change `\(id ?? "")` has already been undone", .nothingFound)
    }
    return open
  }
}

// MARK: - Changing one capture

extension MCPCall {
  /// Runs a change to the capture that the target names. Refuses the change if the capture has
  /// changed since the assistant read it. Throws an ``MCPFailure`` with the capture's current hash
  /// if the change is refused or fails.
  ///
  /// - Parameter isMeant: See ``CairnWork/Workspace/capture(named:attachments:isMeant:)``.
  private func changing(
    _ target: Target, isMeant: (Capture) -> Bool = { _ in false },
    _ body: (Capture, SelectRequest) throws -> ChangeReport
  ) throws -> JSONValue {
    let capture = try work.capture(named: target.capture, isMeant: isMeant).capture
    do {
      if let hash = target.hash { try work.require(hash, of: capture) }
      let report = try body(capture, SelectRequest(paths: [capture.path.bytes]))
      try report.checkSuccess()
      return changes(report, JSONDocument.changes(report), target.mode)
    } catch {
      let current = try? work.capture(named: target.capture, isMeant: isMeant).capture
      throw MCPFailure(reason: error, hash: (current ?? capture).version)
    }
  }

  /// Returns the `document` of a change, without the captures and warnings that the assistant must
  /// not see. Adds a diff in a dry run; otherwise, adds the new hash of the first changed capture.
  private func changes(
    _ report: ChangeReport, _ document: JSONDocument, _ mode: Mode
  ) -> JSONValue {
    let catalog = work.catalog()
    // The change may have updated links in captures that the assistant does not see.
    let shown = report.changed.filter { catalog.shows($0.path) }
    var visible = report
    visible.changed = shown
    visible.refused = report.refused.filter { $0.path.map { catalog.shows($0) } ?? true }
    visible.warnings = []
    visible = visible.worded(for: .assistant)
    let rest = document.value.without(["changed", "refused", "warnings"])
    var result = JSONDocument.changes(visible).value.without(["schema", "operation"]).adding(rest)
    if mode == .dryRun {
      result = result.adding(["diff": .string(work.difference(shown))])
    } else if let path = shown.first?.path, let capture = work.editorCapture(at: path) {
      result = result.adding(["hash": .string(capture.version)])
    }
    return result
  }

  /// Throws a ``Refusal`` if a collection is outside the scopes, whether or not it exists.
  private func check(collection: String) throws {
    let path = collection == "/" ? NotePath.root : NotePath(collection)
    guard let path, server.setup.audience.sees(collection: path) else {
      throw Refusal(
        "collection-out-of-scope",
        "the collection `\(collection)` is outside the scope of this session", .invalid)
    }
  }
}
