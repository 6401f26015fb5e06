import CairnCapture
import CairnDocument
import CairnMarkup
public import CairnNotebook
public import CairnQuery
import CairnText

/// Which fields of which captures to change.
public struct ChangeRequest: Sendable {
  /// What to do in each capture.
  public enum Edit: Sendable {
    /// Sets fields, or adds to and removes from lists; the values are as they were typed. If
    /// `areTexts`, a value is text whatever it looks like.
    case fields([Change], areTexts: Bool)
    /// Removes fields.
    case unset([String])
    /// Adds and removes tags.
    case tags(adding: [String], removing: [String])
  }

  /// Which captures.
  public var selection: SelectRequest
  /// Whether all captures may be chosen.
  public var all: Bool
  /// What to do.
  public var edit: Edit

  /// A request to edit what `selection` chooses.
  public init(_ selection: SelectRequest, all: Bool = false, _ edit: Edit) {
    self.selection = selection
    self.all = all
    self.edit = edit
  }
}

// MARK: - Words

extension ChangeRequest.Edit {
  /// The changes among words (`FIELD=VALUE`, `FIELD+=VALUE`, `FIELD-=VALUE`), and the other words.
  ///
  /// Throws a ``Refusal`` if there is no change among them.
  public static func fields(
    among words: [String], areTexts: Bool
  ) throws(Refusal) -> (edit: Self, others: [String]) {
    let changes = words.compactMap(Change.parse)
    guard !changes.isEmpty else {
      throw Refusal("change-missing", "say what to change: FIELD=VALUE", .invalid)
    }
    return (.fields(changes, areTexts: areTexts), words.filter { Change.parse($0) == nil })
  }

  /// Removes the fields in a list with commas.
  ///
  /// Throws a ``Refusal`` if it names none.
  public static func unset(list: String) throws(Refusal) -> Self {
    let keys = names([list])
    guard !keys.isEmpty else { throw Refusal("change-missing", "say which fields", .invalid) }
    return .unset(keys)
  }

  /// Adds and removes the tags in lists with commas, with or without `#`.
  ///
  /// Throws a ``Refusal`` if they name none.
  public static func tags(
    addingLists added: [String], removingLists removed: [String]
  ) throws(Refusal) -> Self {
    let bare = { (lists: [String]) in
      names(lists).map { String($0.drop { $0 == "#" }) }.filter { !$0.isEmpty }
    }
    let (added, removed) = (bare(added), bare(removed))
    guard !added.isEmpty || !removed.isEmpty else {
      throw Refusal("change-missing", "say what to --add or to --remove", .invalid)
    }
    return .tags(adding: added, removing: removed)
  }

  private static func names(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks) }
      .filter { !$0.isEmpty }
  }

  /// Whether it changes types, which teach the classifier.
  fileprivate var setsType: Bool {
    if case .fields(let changes, _) = self {
      changes.contains { $0.field == "type" }
    } else {
      false
    }
  }
}

// MARK: - Changing fields

extension Workspace {
  /// Chooses the captures of a request, and checks what can be checked before any file is edited.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: ChangeRequest) throws -> WritePlan<ChangeRequest> {
    let selection = try selectToWrite(request.selection, all: request.all)
    if case .fields(let changes, let areTexts) = request.edit {
      try checkIDs(changes, selection.captures)
      for change in changes where change.operation == .set && !areTexts {
        if let text = understanding(of: change.value, for: change.field) { note(text) }
      }
    }
    return WritePlan(
      request: request, captures: selection.captures,
      questions: [question("Change", selection.captures, by: selection.means)])
  }

  /// Carries out a plan.
  ///
  /// Throws `FileError` if nothing could be written; what is refused of single files is in the report.
  public func apply(_ plan: WritePlan<ChangeRequest>, _ mode: Mode) throws -> WriteResult {
    let edit = plan.request.edit
    var schemas = SchemaReader(notebook: notebook)
    let report = try notebook.change(plan.captures, mode) { capture throws(Diagnostic) in
      let schema = schemas.schema(for: capture)
      return try notebook.applying(try changes(edit, of: capture, schema), to: capture)
    }
    if mode == .write, report.refused.isEmpty, edit.setsType { learn() }
    return WriteResult(report: report, notes: notes(on: edit, of: plan.captures, mode))
  }

  /// The changes of fields that an edit makes in a capture.
  private func changes(
    _ edit: ChangeRequest.Edit, of capture: Capture, _ schema: Schema?
  ) throws(Diagnostic) -> [FieldChange] {
    switch edit {
    case .fields(let changes, let areTexts):
      var result: [FieldChange] = []
      let isOfTags = { (change: Change) in
        change.isElement && Self.writesTagsAsText(capture, change)
      }
      for change in changes where !isOfTags(change) {
        result.append(try fieldChange(change, of: capture, schema, isText: areTexts))
      }
      result += tagChanges(changes.filter(isOfTags), of: capture)
      return result
    case .unset(let keys): return keys.map(FieldChange.unset)
    case .tags(let added, let removed):
      return capture.tagChanges(adding: added, removing: removed)
    }
  }

  /// Whether a change is about tags that a capture has as a text of several, with commas or blanks.
  private static func writesTagsAsText(_ capture: Capture, _ change: Change) -> Bool {
    guard change.field == capture.tagKey, case .string(let text)? = capture[change.field] else {
      return false
    }
    return text.contains { $0 == "," || $0.isWhitespace }
  }

  /// The changes that add tags to such a text, and remove tags from it.
  private func tagChanges(_ changes: [Change], of capture: Capture) -> [FieldChange] {
    func names(_ operation: Change.Operation) -> [String] {
      changes.filter { $0.operation == operation }.flatMap { change in
        change.value.split(separator: ",").map { String($0.trimmingBlanks) }
      }
    }
    if changes.isEmpty { return [] }
    return capture.tagChanges(adding: names(.add), removing: names(.remove))
  }

  /// Makes sure that an id is given to one capture alone, and to none that another one has.
  private func checkIDs(_ changes: [Change], _ captures: [Capture]) throws {
    let changes = changes.filter { $0.field == "id" }
    if captures.count > 1, !changes.isEmpty {
      throw Refusal(
        "id-shared", "an id is one capture's alone, and \(captures.count) were chosen", .invalid)
    }
    if let change = changes.last(where: { $0.operation == .set }), let capture = captures.first,
      let id = try GivenID(change.value)
    {
      try notebook.checkIsUnused(id.text, for: capture.path)
    }
  }

  /// The change of a field that `FIELD=VALUE` asks for.
  private func fieldChange(
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

// MARK: - Notes

extension Workspace {
  private func notes(
    on edit: ChangeRequest.Edit, of captures: [Capture], _ mode: Mode
  ) -> [String] {
    switch edit {
    case .fields(let changes, _):
      changes.compactMap { replacedLists(by: $0, in: captures, mode) }
    case .unset: []
    case .tags(_, let removed): captures.compactMap { tagsInBody(of: $0, among: removed) }
    }
  }

  /// A note if `=` and one value replace a list of several: `+=` may have been meant.
  private func replacedLists(by change: Change, in captures: [Capture], _ mode: Mode) -> String? {
    guard change.operation == .set, !change.value.isEmpty, !change.value.contains(",") else {
      return nil
    }
    let count = captures.count { capture in
      guard case .list(let old)? = capture[change.field] else { return false }
      return old.count > 1 && old.map(\.text) != [change.value]
    }
    guard count > 0 else { return nil }
    let place = captures.count == 1 ? "" : " in \(count.of("capture"))"
    return "\(change.field) \(mode == .dryRun ? "would be replaced" : "was replaced")\(place): "
      + "it was a list; use \(change.field)+=\(change.value) to add to it"
  }

  /// A note on those of the tags that a capture's body has: tags there are text.
  private func tagsInBody(of capture: Capture, among names: [String]) -> String? {
    let wanted = Set(names.map(\.folded))
    let found = capture.markup.tags.map(\.name).filter { wanted.contains($0.folded) }
    if found.isEmpty { return nil }
    let tags = found.map { "#\($0)" }.joined(separator: ", ")
    return "\(capture.path): \(tags) stands in the body and stays"
  }
}

extension Capture {
  /// The field with a map in it that a name with a dot leads into; nil if there is none, or a field
  /// is called just so.
  fileprivate func mapAround(_ name: String) -> String? {
    guard self[name] == nil, let dot = name.firstIndex(of: "."),
      case let field = String(name[..<dot]), case .map? = self[field]
    else { return nil }
    return field
  }
}

extension Change {
  /// Whether it adds to a list, or removes from one.
  fileprivate var isElement: Bool { operation != .set }
}
