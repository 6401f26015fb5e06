import CairnCapture
import CairnDocument
import CairnNotebook
import CairnQuery
import CairnText

extension Session {
  /// Changes fields of the captures that were chosen: shows what would change in a dry run, asks
  /// where it is more than one, and says what was done.
  ///
  /// Throws the exit code where nothing was found or something was refused.
  func change(
    _ chosen: Chosen, _ write: WriteOptions,
    _ changes: (Capture, Schema?) throws(Diagnostic) -> [FieldChange]
  ) throws {
    let captures = try some(chosen)
    try confirmIfUnsure(captures, "Change", by: chosen.means, write)
    let mode: Mode = write.dryRun ? .dryRun : .write
    let report = try notebook.change(captures, mode) { capture throws(Diagnostic) in
      let schema =
        chosen.catalog.nearestPage(of: capture.collection)?.schema
        ?? capture.type.flatMap(notebook.settings.schema(ofType:))
      return try notebook.applying(try changes(capture, schema), to: capture)
    }
    try finish(report, mode)
  }

  /// The captures that were chosen; where there are none, reports that nothing was changed and ends
  /// the command.
  func some(_ chosen: Chosen) throws -> [Capture] {
    guard !chosen.captures.isEmpty else {
      if options.json { show(ChangeReport(), .write) }
      throw nothingFound()
    }
    return chosen.captures
  }

  /// Asks where a command is about to write to more than one capture, or to one that was found by its
  /// text.
  func confirmIfUnsure(
    _ captures: [Capture], _ verb: String, end: String = "", by means: Chosen.Means,
    _ write: WriteOptions
  ) throws {
    if means == .text, captures.count == 1, let capture = captures.first, !write.dryRun, !write.yes
    {
      let name = capture.id ?? "-"
      say(TerminalText.escaped("  \(name)  \(capture.path)  \(TerminalText.line(capture.title))"))
      return try confirm("\(verb) the one capture with this text\(end)?", write)
    }
    try confirmIfSeveral(captures, verb, end: end, write)
  }

  /// Asks where a command is about to write to more than one capture.
  func confirmIfSeveral(
    _ captures: [Capture], _ verb: String, end: String = "", _ write: WriteOptions
  ) throws {
    try confirmIfSeveral(captures.map(\.path), verb, end: end, write)
  }

  /// Asks where a command is about to write to more than one capture, which lie at these paths.
  ///
  /// - Parameter end: What the question says behind their number, with a blank in front.
  func confirmIfSeveral(
    _ paths: [NotePath], _ verb: String, end: String = "", _ write: WriteOptions
  ) throws {
    guard paths.count > 1, !write.dryRun, !write.yes else { return }
    for path in paths.prefix(10) { say(TerminalText.escaped("  \(path)")) }
    if paths.count > 10 { say("  … and \(paths.count - 10) more") }
    try confirm("\(verb) \(paths.count) captures\(end)?", write)
  }

  /// Says what was done, and ends the command with failure where something was refused.
  func finish(_ report: ChangeReport, _ mode: Mode) throws {
    show(report, mode)
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }

  /// The change of a field that `FIELD=VALUE` asks for.
  func fieldChange(
    _ change: Change, of capture: Capture, _ schema: Schema?, isText: Bool
  ) throws(Diagnostic) -> FieldChange {
    if let map = capture.mapAround(change.field) {
      throw Diagnostic(
        .error, "field-nested",
        "`\(change.field)` stands inside the map `\(map)`, which cannot be changed in part; "
          + "edit it by hand")
    }
    let value =
      isText ? TypedValue(change.value, isText: true) : try typed(change.value, for: change.field)
    let existing = capture[change.field]
    switch change.operation {
    case .set:
      return .set(
        change.field, try value.value(for: change.field, existing: existing, schema: schema))
    case .add: return .add(change.field, value.elements(like: existing))
    case .remove: return .remove(change.field, value.elements(like: existing))
    }
  }
}

extension Capture {
  /// The field with a map in it that a name with a dot leads into; nil where there is none, or a
  /// field that is called just so.
  fileprivate func mapAround(_ name: String) -> String? {
    guard self[name] == nil, let dot = name.firstIndex(of: "."),
      case let field = String(name[..<dot]), case .map? = self[field]
    else { return nil }
    return field
  }
}
