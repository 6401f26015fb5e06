import CairnCapture
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension MCPTool {
  private static let changes = MCPSchema.Property.changes

  /// The tools that change the notebook, each as one operation in the journal.
  static let writing: [MCPTool] = [
    MCPTool(
      name: "add", summary: "Add a new capture.",
      arguments: [
        .init("text", MCPSchema.text("The text of the capture, in Markdown."), isRequired: true),
        .init("title", MCPSchema.text("The title of the capture.")),
        .init(
          "type", MCPSchema.text("The type, such as `action`; if missing, Cairn detects the type.")),
        .init("collection", MCPSchema.text("The collection, such as `work/acme`.")),
        .init(
          "create",
          MCPSchema.flag("Whether to create the type or the collection if it does not exist.")),
        .init("due", MCPSchema.text("When an action is due, such as `next friday`.")),
        .init("tags", MCPSchema.list(of: ["type": "string"], "The tags of the capture.")),
        .init("fields", MCPSchema.fields("Other fields, such as {\"recipient\": \"Priya\"}.")),
        .dryRun,
      ], results: changes, writes: true, run: { try await $0.add() }),
    MCPTool(
      name: "set",
      summary: "Change fields of one capture, such as type, tags, score, due or title. For the "
        + "status of an action, use `done`.",
      arguments: [
        .capture, .init("fields", MCPSchema.fields("The fields to set, with their new values.")),
        .init("add", MCPSchema.fields("Elements to add to lists, such as {\"tags\": \"film\"}.")),
        .init("remove", MCPSchema.fields("Elements to remove from lists.")),
        .init("unset", MCPSchema.list(of: ["type": "string"], "Fields to remove.")), .ifHash,
        .dryRun,
      ], results: changes, writes: true, isDestructive: true, run: { try $0.set() }),
    MCPTool(
      name: "append", summary: "Add text at the end of one capture, or under one of its headings.",
      arguments: [
        .capture, .init("text", MCPSchema.text("The text to add, in Markdown."), isRequired: true),
        .init(
          "heading",
          MCPSchema.text(
            "The heading under which to add the text; if missing, Cairn adds the heading.")),
        .ifHash,
        .dryRun,
      ], results: changes, writes: true, run: { try $0.append() }),
    MCPTool(
      name: "done", summary: "Mark one action as done, cancelled or open again.",
      arguments: [
        .capture,
        .init(
          "outcome",
          [
            "type": "string", "enum": ["done", "cancelled", "open"],
            "description": "The new state of the action (default: done).",
          ]), .ifHash, .dryRun,
      ], results: changes, writes: true, run: { try $0.settle() }),
    MCPTool(
      name: "move",
      summary: "Move one capture to another collection, and update the links to the capture.",
      arguments: [
        .capture,
        .init("to", MCPSchema.text("The collection; `/` is the inbox."), isRequired: true),
        .init("create", MCPSchema.flag("Whether to create the collection if it does not exist.")),
        .ifHash, .dryRun,
      ], results: changes, writes: true, run: { try $0.move() }),
    MCPTool(
      name: "undo", summary: "Undo a change that was made in this session.",
      arguments: [
        .init("operation", MCPSchema.text("The id of the change (default: the last change).")),
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
    request.provider = .none
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
    let names = ["fields", "add", "remove", "unset"]
    // ``ChangeRequest`` reads the fields below.
    try RequestReader.read(arguments.without(names)) { reader throws(Diagnostic) in
      try target.read(&reader)
    }
    var request = try ChangeRequest(json: arguments.only(names))
    return try changing(target) { selection in
      request.selection = selection
      return try work.apply(try work.plan(request), target.mode).report
    }
  }

  fileprivate func append() throws -> JSONValue {
    var (target, text, heading) = (Target(), "", String?.none)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      try target.read(&reader)
      text = try reader.text("text")
      try reader.read("heading", into: &heading)
    }
    return try changing(target) { _ in
      var request = InsertRequest(
        Array(text.utf8), .end, in: target.capture, under: heading)
      request.mode = target.mode
      return try work.apply(try work.plan(request))
    }
  }

  fileprivate func settle() throws -> JSONValue {
    var (target, outcome) = (Target(), ActionOutcome?.none)
    try RequestReader.read(arguments) { reader throws(Diagnostic) in
      try target.read(&reader)
      try reader.read("outcome", into: &outcome)
    }
    return try changing(target) { selection in
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
    return try changing(target) { selection in
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
    let own = server.operations
    guard let operation = id.map({ id in own.last { $0 == id } }) ?? own.last else {
      throw Refusal(
        "undo-nothing",
        id == nil
          ? "this session has changed nothing that can be undone"
          : "this session made no change with the id `\(id ?? "")`", .nothingFound)
    }
    let plan = try work.plan(UndoRequest([operation]))
    let report = try await work.apply(plan, isDryRun ? .dryRun : .write).report
    if !isDryRun, report.operation != nil { server.forget([operation]) }
    return changes(report, JSONDocument.changes(report), isDryRun ? .dryRun : .write)
  }
}

// MARK: - Changing one capture

extension MCPCall {
  /// Runs a change to the capture that the target names. If the capture changed since it was read,
  /// nothing is written, and the error contains its current hash.
  private func changing(
    _ target: Target, _ body: (SelectRequest) throws -> ChangeReport
  ) throws -> JSONValue {
    let capture = try work.capture(named: target.capture).capture
    do {
      if let hash = target.hash { try work.require(hash, of: capture) }
      let report = try body(SelectRequest(paths: [capture.path.bytes]))
      if report.changed.isEmpty, let error = report.refused.first { throw error }
      return changes(report, JSONDocument.changes(report), target.mode)
    } catch {
      let current = try? work.capture(named: target.capture).capture
      throw MCPFailure(reason: error, hash: work.hash(of: current ?? capture))
    }
  }

  /// Returns the document of a change as the assistant may see it, with the difference in a dry
  /// run.
  private func changes(
    _ report: ChangeReport, _ document: JSONDocument, _ mode: Mode
  ) -> JSONValue {
    let catalog = work.catalog()
    // Links in captures that the assistant does not see may have been updated.
    let shown = report.changed.filter { catalog.shows($0.path) }
    var visible = report
    visible.changed = shown
    visible.refused = report.refused.filter { $0.path.map { catalog.shows($0) } ?? true }
    visible.warnings = []
    let rest = document.value.without(["changed", "refused", "warnings"])
    var result = JSONDocument.changes(visible).value.without(["schema", "operation"]).adding(rest)
    if mode == .dryRun {
      result = result.adding(["diff": .string(work.difference(shown))])
    } else if let path = shown.first?.path, let capture = work.editorCapture(at: path) {
      result = result.adding(["hash": .string(work.hash(of: capture))])
    }
    return result
  }

  /// Throws a ``Refusal`` if a collection is outside the part of the notebook that the assistant
  /// sees.
  private func check(collection: String) throws {
    let path = collection == "/" ? NotePath.root : NotePath(collection)
    guard let path, work.catalog().shows(collection: path) else {
      throw Refusal(
        "collection-out-of-scope",
        "the collection `\(collection)` is outside the scope of this session", .invalid)
    }
  }
}

extension JSONValue {
  /// Returns this object without the members with these names.
  fileprivate func without(_ names: [String]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !names.contains($0.name) })
  }

  /// Returns this object with only the members with these names.
  fileprivate func only(_ names: [String]) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { names.contains($0.name) })
  }
}
