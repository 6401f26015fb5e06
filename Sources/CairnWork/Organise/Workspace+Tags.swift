public import CairnCapture
import CairnMarkup
public import CairnNotebook
import CairnQuery
import CairnText

/// A request to rename a tag, and the tags nested in it.
public struct TagRenameRequest: Sendable {
  /// The captures in which to rename the tag; a request without conditions selects all captures.
  public var selection: SelectRequest
  /// The old name and the new name.
  public var rename: TagRename

  /// Creates a request to rename the tag `old` in the captures of `selection`. The names can begin
  /// with `#`.
  public init(_ selection: SelectRequest, from old: String, to new: String) {
    let bare = { (name: String) in String(name.drop { $0 == "#" }) }
    rename = TagRename(from: bare(old), to: bare(new))
    self.selection = selection
    self.selection.narrowing = Query(.test(.tag, .matches(Term(.phrase, rename.old))))
  }
}

extension Workspace {
  /// Selects the captures that have the tag.
  ///
  /// Throws a ``Refusal`` or a `Diagnostic` if the request is invalid or no capture has the tag.
  public func plan(_ request: TagRenameRequest) throws -> WritePlan<TagRenameRequest> {
    let rename = request.rename
    guard !rename.old.isEmpty, !rename.new.isEmpty else {
      throw Refusal("change-missing", "no tag given; pass its old name and its new name", .invalid)
    }
    try TagName.check(rename.new)
    let selection = try selectToWrite(request.selection, all: request.selection.isEmpty)
    let (old, new) = (TerminalText.line(rename.old), TerminalText.line(rename.new))
    if selection.captures.isEmpty {
      let known = ((try? selection.catalog.usedValues(of: .tag)) ?? []).map(\.text)
      throw Refusal(
        "tag-unknown",
        request.selection.isEmpty
          ? "no capture has the tag `\(old)`" + Nearest.advice(to: rename.old, among: known)
          : "no selected capture has the tag `\(old)`", .nothingFound)
    }
    let isInText = BodyText.tagNames(in: "#\(rename.new)") == [rename.new]
    if !isInText,
      let capture = selection.captures.first(where: {
        $0.bodyText.tags.contains { rename($0.name) != nil }
      })
    {
      throw Refusal(
        "tag-invalid",
        "`\(capture.path)` contains `#\(old)` in its text, where `#\(new)` would not be a tag; "
          + "there, a tag consists of letters, digits, emoji, `_`, `-` and `/`, and is not a number",
        .invalid)
    }
    let isMerged = rename(rename.new) == nil && selection.catalog.usesTag(rename.new)
    return WritePlan(
      request: request, captures: selection.captures,
      questions: [
        question(
          "Rename the tag `\(old)` to `\(new)` in", selection,
          end: isMerged ? ", where `\(new)` is already a tag of other captures" : "")
      ])
  }

  /// Renames the tag in the front matter and in the text of the captures, as one operation. Leaves
  /// tags in code unchanged.
  ///
  /// Throws `FileError` if nothing could be written. Errors of single files are in the report.
  public func apply(_ plan: WritePlan<TagRenameRequest>, _ mode: Mode) throws -> WriteResult {
    let rename = plan.request.rename
    let asked = plan.captures(unchangedIn: self, mode)
    var report = try notebook.change(asked.captures, mode) { capture throws(Diagnostic) in
      try notebook.renamingTag(rename, in: capture)
    }
    report.refused += asked.refused
    return WriteResult(
      report: report, notes: headingNotes(on: rename, asked.captures) + viewNotes(on: rename))
  }

  /// Returns a note for each capture that has the tag in a heading, because links to such a heading
  /// still contain its old text.
  private func headingNotes(on rename: TagRename, _ captures: [Capture]) -> [String] {
    captures.filter { capture in
      capture.bodyText.headingTexts.contains { text in
        BodyText.tagNames(in: text).contains { rename($0) != nil }
      }
    }.map { "a heading of `\($0.path)` contains the tag; `cairn doctor` lists dead links to it" }
  }

  /// Returns a note for each saved view that searches for the old name of the tag.
  private func viewNotes(on rename: TagRename) -> [String] {
    let views = readViews()
    return views.all.compactMap { view in
      let query = try? Query(arguments: [view.query])
      let named = query?.namedValues.first { $0.attribute == .tag && rename($0.name) != nil }
      return named.map { "the view `\(view.name)` still contains `tag:\($0.name)`" }
    }
  }
}

extension Catalog {
  /// Returns whether a capture has the tag `name`. Names are compared in folded form.
  fileprivate func usesTag(_ name: String) -> Bool {
    let wanted = name.folded
    return ((try? usedValues(of: .tag)) ?? []).contains { $0.text.folded == wanted }
  }
}

extension BodyText {
  /// Returns the names of the tags in a text, which is parsed like the body of a capture.
  fileprivate static func tagNames(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    return BodyText(bytes, body: 0..<bytes.count).tags.map(\.name)
  }
}
