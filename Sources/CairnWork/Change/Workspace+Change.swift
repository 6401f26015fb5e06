import CairnCapture
import CairnDocument
import CairnMarkup
public import CairnNotebook
public import CairnQuery
import CairnText

/// A request to change fields of captures.
public struct ChangeRequest: Sendable {
  /// The change to make in each capture.
  public enum Edit: Sendable {
    /// An edit that sets fields, adds elements to lists or removes elements from lists. Values are
    /// as typed. If `areTexts` is true, `5` is text and not a number.
    case fields([Change], areTexts: Bool)
    /// An edit that removes the fields with these names.
    case unset([String])
    /// An edit that adds and removes tags.
    case tags(adding: [String], removing: [String])
  }

  /// The captures to change.
  public var selection: SelectRequest
  /// Whether a selection without conditions, which contains all captures, is allowed.
  public var all: Bool
  /// Whether types that are new to the notebook are allowed.
  public var creates = false
  /// The changes to make together, in this order.
  public var edits: [Edit]

  /// Creates a request to edit the captures of `selection`.
  public init(_ selection: SelectRequest, all: Bool = false, _ edits: Edit...) {
    self.selection = selection
    self.all = all
    self.edits = edits
  }
}

// MARK: - Words

extension ChangeRequest.Edit {
  /// Separates `words` into changes, such as `FIELD=VALUE` or `FIELD+=VALUE`, and other words.
  /// Returns an edit with the changes, and the other words. If `areTexts` is true, `5` is text and
  /// not a number.
  ///
  /// Throws a ``Refusal`` if there are no changes, or if they set a field twice.
  public static func fields(
    among words: [String], areTexts: Bool
  ) throws(Refusal) -> (edit: Self, others: [String]) {
    let changes = words.compactMap(Change.parse)
    guard !changes.isEmpty else {
      let spaced = words.first { $0.contains("=") && $0.contains(where: \.isWhitespace) }
      let name = spaced?.split(separator: "=").first.map {
        "; if `\($0)` is the name of a field, put it in quotes: '\"\($0)\"=…'"
      }
      throw Refusal(
        "change-missing",
        "no change given; pass FIELD=VALUE, such as score=great\(name ?? "")", .invalid)
    }
    var names: Set<String> = []
    for change in changes where change.operation == .set {
      guard names.insert(change.field).inserted else {
        throw Refusal(
          "field-invalid",
          "`\(change.field)` is set twice; to add to a list, use \(change.field)+=VALUE", .invalid)
      }
    }
    return (.fields(changes, areTexts: areTexts), words.filter { Change.parse($0) == nil })
  }

  /// Returns an edit that removes the fields in a comma-separated list.
  ///
  /// Throws a ``Refusal`` if the list is empty.
  public static func unset(list: String) throws(Refusal) -> Self {
    let keys = names([list])
    guard !keys.isEmpty else {
      throw Refusal("change-missing", "no field given; pass the names of fields", .invalid)
    }
    return .unset(keys)
  }

  /// Separates `words` into tags (`+tag`, `-tag`) and other words. Returns the other words, and an
  /// edit that adds and removes the tags, together with those in the comma-separated lists.
  ///
  /// `-tag:x` is not a tag, because it negates a condition. The first word is never a tag to
  /// remove, even if it looks like `-x`.
  ///
  /// Throws a ``Refusal`` if there are no tags, neither among the words nor in the lists.
  public static func tags(
    among words: [String], addingLists added: [String], removingLists removed: [String]
  ) throws(Refusal) -> (edit: Self, rest: [String]) {
    var (added, removed, rest) = (added, removed, [String]())
    for (place, word) in words.enumerated() {
      switch word.first {
      case "+" where word.count > 1: added.append(String(word.dropFirst()))
      case "-" where place > 0 && isTag(word.dropFirst()): removed.append(String(word.dropFirst()))
      default: rest.append(word)
      }
    }
    return (try tags(addingLists: added, removingLists: removed), rest)
  }

  /// Returns whether the text after a minus sign is a tag, rather than a condition or a phrase.
  private static func isTag(_ text: Substring) -> Bool {
    guard let first = text.first, first.isLetter || first.isNumber || first == "#" else {
      return false
    }
    return !text.contains { ":<>=".contains($0) }
  }

  /// Returns an edit that adds the tags in the comma-separated lists `added`, and removes those in
  /// `removed`. Each tag can begin with `#`.
  ///
  /// Throws a ``Refusal`` if the lists are empty.
  public static func tags(
    addingLists added: [String], removingLists removed: [String]
  ) throws(Refusal) -> Self {
    let bare = { (lists: [String]) in
      names(lists).map { String($0.drop { $0 == "#" }) }.filter { !$0.isEmpty }
    }
    let (added, removed) = (bare(added), bare(removed))
    guard !added.isEmpty || !removed.isEmpty else {
      throw Refusal(
        "change-missing", "no tag given; pass +TAG to add it, or -TAG to remove it", .invalid)
    }
    return .tags(adding: added, removing: removed)
  }

  private static func names(_ lists: [String]) -> [String] {
    lists.flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks) }
      .filter { !$0.isEmpty }
  }

  /// The tags that the edit adds to captures.
  var addedTags: [String] {
    switch self {
    case .tags(let added, _): added
    case .unset: []
    case .fields(let changes, _):
      Self.names(
        changes.filter { Capture.tagKeys.contains($0.field) && $0.operation != .remove }
          .map(\.value))
    }
  }

  /// Returns whether the edit sets, changes or removes a field.
  public func changes(field: String) -> Bool {
    switch self {
    case .fields(let changes, _): changes.contains { $0.field == field }
    case .unset(let keys): keys.contains(field)
    case .tags: false
    }
  }

  /// Whether the edit changes a field that links use to identify a capture, such as the title.
  fileprivate var changesNames: Bool {
    switch self {
    case .fields(let changes, _): changes.contains { LinkField.isName($0.field) }
    case .unset(let keys): keys.contains(where: LinkField.isName)
    case .tags: false
    }
  }

  /// The types that the edit sets. The classifier learns from these types.
  var types: [String] {
    switch self {
    case .fields(let changes, _):
      changes.filter { $0.field == "type" && $0.operation == .set }.map(\.value)
    case .unset, .tags: []
    }
  }
}

// MARK: - Changing fields

extension Workspace {
  /// Selects the captures of a request, and makes the checks that are possible before editing.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid.
  public func plan(_ request: ChangeRequest) throws -> WritePlan<ChangeRequest> {
    for tag in request.edits.flatMap(\.addedTags) { try TagName.check(tag) }
    let selection = try selectToWrite(request.selection, all: request.all)
    for type in request.edits.flatMap(\.types) { try checkType(type, creates: request.creates) }
    for case .fields(let changes, let areTexts) in request.edits {
      try checkIDs(changes, selection.captures)
      try checkCollection(changes, selection.captures)
      tellMistypedNames(in: changes, selection.catalog)
      var schemas = SchemaReader(notebook: notebook)
      let schema = selection.captures.first.flatMap { schemas.schema(for: $0) }
      for change in changes where change.operation == .set && !areTexts {
        let kind = schema?.field(change.field)?.kind
        if let text = understanding(of: change.value, for: change.field, kind: kind) { note(text) }
      }
    }
    return WritePlan(
      request: request, captures: selection.captures,
      questions: [question("Change", selection)])
  }

  /// Carries out a plan. If a title, an alias or an id changes, also updates the links that use it.
  ///
  /// Throws `FileError` if nothing could be written. Errors of single files are in the report.
  public func apply(_ plan: WritePlan<ChangeRequest>, _ mode: Mode) throws -> WriteResult {
    let edits = plan.request.edits
    let asked = plan.captures(unchangedIn: self, mode)
    var report =
      edits.contains(where: \.changesNames)
      ? try changeNames(edits, asked.captures, mode, hasAsked: !plan.questions.isEmpty)
      : try changeFields(edits, asked.captures, mode)
    report.refused += asked.refused
    if mode == .write, report.refused.isEmpty, !edits.flatMap(\.types).isEmpty { learn() }
    return WriteResult(
      report: report, notes: edits.flatMap { notes(on: $0, of: asked.captures, mode) })
  }

  private func changeFields(
    _ edits: [ChangeRequest.Edit], _ captures: [Capture], _ mode: Mode
  ) throws -> ChangeReport {
    var schemas = SchemaReader(notebook: notebook)
    return try notebook.change(captures, mode) { capture throws(Diagnostic) in
      let schema = schemas.schema(for: capture)
      return try notebook.applying(try changes(edits, of: capture, schema), to: capture)
    }
  }

  private func changeNames(
    _ edits: [ChangeRequest.Edit], _ captures: [Capture], _ mode: Mode, hasAsked: Bool
  ) throws -> ChangeReport {
    var schemas = SchemaReader(notebook: notebook)
    var fields: [NotePath: [FieldChange]] = [:]
    var refused: [Diagnostic] = []
    for capture in captures {
      do throws(Diagnostic) {
        fields[capture.path] = try changes(edits, of: capture, schemas.schema(for: capture))
      } catch {
        refused.append(error.at(capture.path))
      }
    }
    var report = try notebook.change(
      captures.filter { fields[$0.path] != nil }, by: fields, mode,
      in: catalogToApply(attachments: true, hasAsked: hasAsked))
    report.refused = refused + report.refused
    return report
  }

  /// Returns the field changes that edits make in a capture.
  func changes(
    _ edits: [ChangeRequest.Edit], of capture: Capture, _ schema: Schema?
  ) throws(Diagnostic) -> [FieldChange] {
    var result: [FieldChange] = []
    for edit in edits { result += try changes(edit, of: capture, schema) }
    return result
  }

  private func changes(
    _ edit: ChangeRequest.Edit, of capture: Capture, _ schema: Schema?
  ) throws(Diagnostic) -> [FieldChange] {
    switch edit {
    case .fields(let changes, let areTexts):
      var result: [FieldChange] = []
      let isOfTags = { (change: Change) in
        change.isElement && Self.writesTagsAsText(capture, change)
      }
      for change in changes.map(\.trimmed) where !isOfTags(change) {
        if change.removesMeaning {
          result += capture.changesToRefuseMeaning
        } else {
          result.append(try fieldChange(change, of: capture, schema, isText: areTexts))
        }
      }
      result += tagChanges(changes.filter(isOfTags), of: capture)
      return result
    case .unset(let keys): return keys.map(FieldChange.unset)
    case .tags(let added, let removed):
      return capture.tagChanges(adding: added, removing: removed)
    }
  }

  /// Returns whether a change affects tags that the capture stores as a single string, with commas
  /// or blanks between them, instead of as a list.
  private static func writesTagsAsText(_ capture: Capture, _ change: Change) -> Bool {
    guard change.field == capture.tagKey, case .string(let text)? = capture[change.field] else {
      return false
    }
    return text.contains { $0 == "," || $0.isWhitespace }
  }

  /// Returns the field changes that add and remove tags stored as a single string.
  private func tagChanges(_ changes: [Change], of capture: Capture) -> [FieldChange] {
    func names(_ operation: Change.Operation) -> [String] {
      changes.filter { $0.operation == operation }.flatMap { change in
        change.value.split(separator: ",").map { String($0.trimmingBlanks) }
      }
    }
    if changes.isEmpty { return [] }
    return capture.tagChanges(adding: names(.add), removing: names(.remove))
  }

  /// Throws an error if the changes give the same id to several captures, or give a capture an id
  /// that another capture already has.
  func checkIDs(_ changes: [Change], _ captures: [Capture]) throws {
    let changes = changes.filter { $0.field == "id" }
    if captures.count > 1, !changes.isEmpty {
      throw Refusal(
        "id-shared", "`id` must be unique, but \(captures.count) captures are selected", .invalid)
    }
    if let change = changes.last(where: { $0.operation == .set }), let capture = captures.first,
      let id = try GivenID(change.value)
    {
      try notebook.checkIsUnused(id.text, for: capture.path)
    }
  }

  /// Throws a ``Refusal`` if a change gives the field `collection` another value than the folder of
  /// the capture.
  func checkCollection(_ changes: [Change], _ captures: [Capture]) throws(Refusal) {
    for change in changes where change.field == "collection" && !change.value.isEmpty {
      let path = change.value == "/" ? .root : NotePath(change.value)
      guard let capture = captures.first(where: { $0.collection != path }) else { continue }
      let command = CommandWords(
        ["cairn", "mv"] + (captures.count == 1 ? [handle(at: capture.path)] : ["…"])
          + ["--to", change.value])
      throw Refusal(
        "field-moves", "the collection of a capture is its folder; to move it, run `\(command)`",
        .invalid)
    }
  }

  /// Returns the field change for a change that the user typed, such as `FIELD=VALUE`. If `isText`
  /// is true, the value is text even if it looks like a number or another type.
  private func fieldChange(
    _ change: Change, of capture: Capture, _ schema: Schema?, isText: Bool
  ) throws(Diagnostic) -> FieldChange {
    if change.isElement, FieldKind.isSingle(change.field, schema) { throw change.needsList }
    let value =
      isText || change.list != nil
      ? TypedValue(change.value, isText: isText, list: change.list)
      : try typed(change.value, for: change.field, kind: schema?.field(change.field)?.kind)
    let document = capture.document
    let existing = document[path: document.path(to: change.field)]
    switch change.operation {
    case .set:
      return .set(
        change.field, try value.value(for: change.field, existing: existing, schema: schema))
    case .add:
      return .add(
        change.field, value.elements(for: change.field, like: existing, schema: schema))
    case .remove: return .remove(change.field, value.elementsToRemove)
    }
  }
}

// MARK: - Notes

extension Workspace {
  /// Passes the caller a hint for each new field name or status in the changes that resembles a
  /// known one, because the user may have mistyped it.
  private func tellMistypedNames(in changes: [Change], _ catalog: Catalog) {
    for change in changes where change.operation != .remove && !change.field.contains(".") {
      if change.field == "status", let near = catalog.nearestStatus(to: change.value) {
        let hint = "no capture has the status `\(change.value)`; did you mean `\(near)`?"
        context.tell(.hint(hint))
      } else if let near = catalog.nearestField(to: change.field) {
        context.tell(
          .hint("no other capture has a field `\(change.field)`; did you mean `\(near)`?"))
      }
    }
  }

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

  /// Returns a note that suggests `+=` if a change replaces lists of several elements with a single
  /// value; otherwise nil.
  private func replacedLists(by change: Change, in captures: [Capture], _ mode: Mode) -> String? {
    guard change.operation == .set, change.list == nil, !change.value.isEmpty,
      !change.value.contains(",")
    else { return nil }
    let count = captures.count { capture in
      guard case .list(let old)? = capture[change.field] else { return false }
      return old.count > 1 && old.map(\.text) != [change.value]
    }
    guard count > 0 else { return nil }
    let place = captures.count == 1 ? "" : " in \(count.of("capture"))"
    return "\(change.field): the list \(mode == .dryRun ? "would be" : "was") replaced\(place); "
      + "to add to a list, use \(change.field)+=\(change.value)"
  }

  /// Returns a message that lists the named tags that were not removed because they are in the
  /// body; nil if there are none.
  private func tagsInBody(of capture: Capture, among names: [String]) -> String? {
    let wanted = Set(names.map(\.folded))
    let found = capture.markup.tags.map(\.name).filter { wanted.contains($0.folded) }
    if found.isEmpty { return nil }
    let tags = found.map { "#\($0)" }.joined(separator: ", ")
    return "\(capture.path): \(tags) in the body \(found.count == 1 ? "was" : "were") not removed"
  }
}

extension Change {
  /// This change without blanks around the new text of the title or the meaning.
  fileprivate var trimmed: Change {
    guard Capture.isLineField(field), list == nil else { return self }
    return Change(field: field, operation, value: String(value.trimmingBlanks))
  }

  /// Whether a person says that the capture has no meaning.
  fileprivate var removesMeaning: Bool {
    field == "meaning" && operation == .set && list == nil && value.isEmpty
  }

  /// Whether the change adds elements to a list or removes some, instead of setting a field.
  fileprivate var isElement: Bool { operation != .set }

  /// The error for a change that adds elements to a field with a single value, or removes elements
  /// from such a field.
  fileprivate var needsList: Diagnostic {
    Diagnostic(
      .error, "field-single",
      "`\(TerminalText.line(field))` has one value, so `\(operation.rawValue)` cannot change it; "
        + "use `\(field)=…`")
  }
}
