import CairnCapture
import CairnDocument
import CairnFiles
import CairnImport
public import CairnNotebook
import CairnQuery
import CairnText
import SystemPackage

extension Workspace {
  /// The names of the sources with their descriptions.
  public static var importSources: [(name: String, title: String)] {
    ImportSources.all.map { ($0.name, $0.title) }
  }

  /// Reads an export, and determines which of its notes are new.
  ///
  /// Throws a ``Refusal`` if the source or the collection is invalid, or if the files are not an
  /// export of the source; `FileError` if they cannot be read.
  public func plan(_ request: ImportRequest) throws -> ImportPlan {
    let named = try request.source.map(source(named:))
    let files =
      try request.upload.map(ImportFolder.files)
      ?? ImportFolder.files(
        at: context.caller.folder.pushing(FilePath(request.path)), named: request.path,
        for: notebook.store)
    if let progress = context.progress {
      let total = files.paths.count
      files.follow(
        { progress(.importing(done: $0, total: total)) },
        bytes: { progress(.parsing(done: $0, total: $1)) })
    }
    defer {
      files.follow(nil)
      context.progress?(.ended)
    }
    let target = try target(request.collection)
    let (source, found) = try notes(in: files, named, request)
    let known = try importedBefore()
    var captures: [ImportedCapture] = []
    var others: [(path: NotePath, read: ImportedCapture.Reader)] = []
    let unread = Set(files.unread)
    var skipped = files.skipped + found.skipped.filter { !unread.contains($0.item) }
    skipped += files.unread.map { (item: $0, reason: ImportFolder.unreadReason) }
    var count = 0
    for note in matched(found.notes, of: source.name, known, in: target, files, &skipped) {
      guard
        var capture = capture(
          note.note, note.mark, replacing: note.old, in: target, files, &skipped)
      else { continue }
      capture.mark = note.mark.folded
      let change = notebook.change(of: capture)
      if change == nil || change == .note {
        captures.append(capture)
        continue
      }
      count += 1
      if change == .both, let path = capture.existing?.path {
        skipped.append(
          (capture.label, "the note changed in the other tool, and `\(path)` changed in Cairn")
        )
      }
      others += missing(capture.files, &skipped)
    }
    for file in found.files {
      if let place = place(file.place ?? file.path, in: target) {
        others += missing([(place, files.reader(of: file.path))], &skipped)
      } else {
        skipped.append((file.path, "the path is not valid in a notebook"))
      }
    }
    return ImportPlan(
      source: source.name, captures: captures, files: others, known: count, skipped: skipped,
      export: files, isIncomplete: files.isIncomplete || found.isIncomplete,
      suggestions: found.unchanged.map {
        "Cairn copies `\($0.item)` unchanged, without the field `\(ImportMark.field)`: \($0.reason)."
      } + found.remarks + unreadDates(in: found.notes) + suggestions(found, in: target),
      question: question(captures, files: others.count, skipped, unchanged: found.unchanged))
  }

  /// Returns the question to ask before an import; nil if there is nothing to import. The question
  /// lists the collections of the new notes, the files to copy and the skipped items.
  private func question(
    _ captures: [ImportedCapture], files: Int, _ skipped: [(item: String, reason: String)],
    unchanged: [(item: String, reason: String)]
  ) -> Confirmation? {
    let new = captures.filter { $0.existing == nil }
    let words = [
      new.isEmpty ? nil : "import \(new.count.of("note"))",
      new.count < captures.count ? "update \((captures.count - new.count).of("capture"))" : nil,
      files == 0 ? nil : "add \(files.of("file"))",
    ].compactMap(\.self).joined(separator: " and ")
    guard !words.isEmpty else { return nil }
    func first(_ lines: [String], _ thing: String) -> [String] {
      lines.prefix(5)
        + (lines.count > 5 ? ["… and \((lines.count - 5).of("other \(thing)"))"] : [])
    }
    let folders = new.map { $0.path?.parent ?? $0.new.collection ?? .root }.counted
    return Confirmation(
      words.capitalizedFirst,
      details: first(
        folders.map { "\($1.of("note")) into \($0.isRoot ? "the inbox" : "`\($0)`")" },
        "collection")
        + first(unchanged.map { "Would copy \($0) unchanged: \($1)" }, "file")
        + first(skipped.map { "Would skip \($0): \($1)" }, "item"))
  }

  /// Returns the files whose paths do not exist in the notebook. If the notebook has a different
  /// file at a path, adds the path to `skipped`.
  private func missing(
    _ files: [(path: NotePath, read: ImportedCapture.Reader)],
    _ skipped: inout [(item: String, reason: String)]
  ) -> [(path: NotePath, read: ImportedCapture.Reader)] {
    files.filter { path, file in
      guard let state = try? notebook.compare(file, at: path), state != .missing else {
        return true
      }
      if let problem = state.problem { skipped.append((path.description, problem)) }
      return false
    }
  }

  /// Returns the captures that were imported earlier, keyed by their folded import marks
  /// (`ImportMark`).
  private func importedBefore() throws -> [String: Capture] {
    let catalog = catalog()
    let query = try query(["has:\(ImportMark.field)"])
    let entries = try catalog.select(query, in: catalog.context(clock)).entries
    let marked = catalog.captures(entries).compactMap { capture in
      capture.text(ImportMark.field).map { ($0.folded, capture) }
    }
    return Dictionary(marked, uniquingKeysWith: { first, _ in first })
  }

  /// Writes the notes of a plan as one operation. Skips notes that another process has imported
  /// since the plan was made.
  ///
  /// Throws a ``Refusal`` if writing fails. The changes made so far are then undone; if that fails
  /// too, the next command undoes them.
  public func apply(_ plan: ImportPlan, _ mode: Mode) throws -> ImportResult {
    var (report, refused) = (ChangeReport(), [(item: String, reason: String)]())
    var known = 0
    try withMakingProgress { progress in
      do {
        (report, refused, known) = try notebook.add(
          plan.captures, files: plan.files, mode, progress: progress, using: &ids
        ) { Set(try importedBefore().keys) }
      } catch let failure as OperationFailure {
        throw Refusal("file-error", failure.description, .failed)
      }
    }
    let notes = report.changed.filter { $0.id != nil }
    let updated = notes.count { !$0.before.isEmpty }
    return ImportResult(
      source: plan.source, report: report, imported: notes.count - updated, updated: updated,
      known: plan.known + known, skipped: plan.skipped + refused,
      isIncomplete: plan.isIncomplete || !plan.export.unread.isEmpty, suggestions: plan.suggestions)
  }

  /// Returns the folder with this name for the notes; the inbox if `name` is nil. Throws a
  /// ``Refusal`` if the name is not a path in the notebook, or a `Diagnostic` if the folder cannot
  /// be a collection.
  private func target(_ name: String?) throws -> NotePath {
    guard let name, !namesInbox(name) else { return .root }
    guard let path = NotePath(name) else {
      throw Refusal("collection-invalid", "`\(name)` is not a path in the notebook", .invalid)
    }
    try notebook.checkNames(of: path)
    return path
  }

  private func source(named name: String) throws(Refusal) -> any ImportSource.Type {
    if let source = ImportSources.named(name) { return source }
    let names = ImportSources.all.map { $0.name }
    throw Refusal(
      "source-unknown",
      "unknown source `\(name)`"
        + Nearest.advice(
          to: name, among: names, otherwise: "pass one of \(names.joined(separator: ", "))"),
      .invalid)
  }

  /// Returns the source named in a request, or the detected source, and the notes in the files.
  /// Throws a ``Refusal`` if there is no such source, or if the files are not an export of it.
  private func notes(
    in files: ImportFiles, _ named: (any ImportSource.Type)?, _ request: ImportRequest
  ) throws(Refusal) -> (source: any ImportSource.Type, notes: ImportedNotes) {
    let source = named ?? ImportSources.detected(in: files)
    var failure: ImportFailure?
    do throws(ImportFailure) {
      let mapping = try ColumnMapping(request.mapping)
      if let source { return (source, try source.notes(in: files, mapping)) }
    } catch {
      failure = error
    }
    let unread = files.unread.map { (item: $0, reason: ImportFolder.unreadReason) }
    let isUnreadable = failure != nil && !unread.isEmpty || files.paths.allSatisfy(files.isUnread)
    let causes = isUnreadable ? files.skipped + unread : []
    if let first = causes.first {
      let others = causes.count > 1 ? " (and \((causes.count - 1).of("other item")))" : ""
      failure = ImportFailure(
        "nothing can be imported: \(first.item): \(first.reason)\(others)")
    }
    if let failure {
      throw Refusal("import-failed", "\(request.path): \(failure.reason)", .invalid)
    }
    let exports = ImportSources.separateExports(in: files)
    let names = ImportSources.all.map { $0.name }.joined(separator: ", ")
    let found = exports.prefix(5).map { "`\($0.path)` (\($0.source.name))" }
      .joined(separator: ", ")
    let rest = exports.count > 5 ? " and \((exports.count - 5).of("other file"))" : ""
    throw Refusal(
      "source-undetected",
      exports.isEmpty
        ? "Cairn cannot detect the format of the export; pass one of \(names)"
        : "\(request.path) contains \(exports.count.of("file")) to import separately: "
          + "\(found)\(rest); pass one of these files", .invalid)
  }

  /// Returns the capture for a note; nil if its path, front matter or text is invalid. Adds
  /// whatever cannot be imported to `skipped`.
  ///
  /// - Parameter old: The capture that an earlier import of the note added; nil if there is none.
  func capture(
    _ note: ImportedNote, _ mark: String, replacing old: Capture?, in target: NotePath,
    _ files: ImportFiles,
    _ skipped: inout [(item: String, reason: String)]
  ) -> ImportedCapture? {
    var path: NotePath?
    if let own = note.path {
      path = place(own, in: target)
      guard path != nil else {
        skipped.append((own, "the path is not valid in a notebook"))
        return nil
      }
    }
    guard
      let front = try? dated(note, files, replacing: old)
        .setting(ImportMark.field, to: .text(mark))
    else {
      skipped.append((note.label, "the front matter cannot be edited"))
      return nil
    }
    guard let text = String(validating: front.bytes + note.body, as: UTF8.self) else {
      skipped.append((note.label, "the text is not UTF-8"))
      return nil
    }
    guard let folder = note.folder.map({ place($0, in: target) }) ?? target else {
      skipped.append((note.label, "the folder is not valid in a notebook"))
      return nil
    }
    var capture = ImportedCapture(text: text, in: path?.parent ?? folder, label: note.label)
    capture.path = path
    capture.new.keepsBody = note.path != nil
    capture.existing = old
    for attachment in note.attachments {
      let read =
        attachment.content.map { ImportedCapture.Reader(read: $0) }
        ?? files.reader(of: attachment.path)
      let name = attachment.path.split(separator: "/").last.map(String.init) ?? attachment.path
      if note.path == nil, attachment.place == nil {
        capture.media.append((name, read, attachment.mark))
      } else if let place = place(attachment.place ?? attachment.path, in: target) {
        capture.files.append((place, read))
      } else {
        skipped.append((attachment.path, "the path is not valid in a notebook"))
      }
    }
    return capture
  }

  /// Returns the values of a note's date fields as Cairn writes them, as `set` does. The value is
  /// nil if Cairn does not understand the text. Leaves out values that are already dates or times,
  /// and all values of a Markdown file that keeps its path.
  private func dates(in note: ImportedNote) -> [(field: Document.Field, date: NewValue?)] {
    if note.path != nil { return [] }
    return note.front.fields.compactMap { field in
      guard FieldKind.ofBuiltIn(field.key) == .date, let text = field.value.text,
        FieldTime(field.value) == nil
      else { return nil }
      let found = try? typed(text, for: field.key).text
      return (field, found.flatMap { FieldTime($0) == nil ? nil : .literal($0) })
    }
  }

  /// Returns sentences that list the dates in notes that Cairn does not understand.
  private func unreadDates(in notes: [ImportedNote]) -> [String] {
    let lines = notes.flatMap { note in
      dates(in: note).filter { $0.date == nil }.map { field, _ in
        "Cairn does not understand the date `\(field.value.text ?? "")` in the field "
          + "`\(field.key)` of `\(note.label)`."
      }
    }
    let rest = lines.count - 5
    return lines.prefix(5)
      + (rest > 0 ? ["Cairn does not understand \(rest.of("other date"))."] : [])
  }

  /// Returns the front matter of a note. Date fields get the times that their texts mean. A note
  /// whose title is its day gets the field `title`. Any other note that has a file of its own gets
  /// the field `created`, unless it already has this field. The value of `created` is the creation
  /// time of the capture `old` or, if `old` is nil, of the file.
  private func dated(
    _ note: ImportedNote, _ files: ImportFiles, replacing old: Capture?
  ) throws(Diagnostic) -> Document {
    if note.isTitledByDay {
      let capture = Capture(path: .root, document: note.front, modified: clock.now)
      let day = capture.created.localDay(clock).description
      return try note.front.setting("title", to: .text(day))
    }
    var front = note.front
    for case (let field, let date?) in dates(in: note) {
      front = try front.setting(field.key, to: date)
    }
    guard front["created"] == nil, let file = note.file, let path = NotePath(file) else {
      return front
    }
    let capture =
      old
      ?? files.modified(file).map {
        Capture(path: path, document: note.front, modified: clock.instant($0))
      }
    guard let capture else { return note.front }
    return try note.front.setting("created", to: .literal(capture.createdAsWritten(by: clock)))
  }

  /// Returns the path `path` below the folder `target`; nil if the result is not valid, or if the
  /// name of a folder or file in it begins with a dot.
  private func place(_ path: String, in target: NotePath) -> NotePath? {
    target.appending(path).flatMap { path in
      path.components.contains(where: FileName.isHidden) ? nil : path
    }
  }
}

extension ImportFiles {
  /// Returns a reader of the file at a path in the export, for the capture to which the file
  /// belongs.
  fileprivate func reader(of path: String) -> ImportedCapture.Reader {
    .init(size: { size(path) }, read: { bytes(path) })
  }
}
