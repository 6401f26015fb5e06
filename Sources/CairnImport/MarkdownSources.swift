import CairnDocument
import CairnText

/// A folder of Markdown files. The files keep their paths, so that links between them still work.
enum MarkdownFolder {
  /// Returns a note for each Markdown file, except collections' pages and files to which no fields
  /// can be added. The `files` of the result are all other files.
  ///
  /// - Parameter fields: A callback that returns the fields to add to a file.
  static func notes(
    in files: ImportFiles, fields: (String, Document) -> [(key: String, value: NewValue)]
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    for path in files.paths where isNote(path) {
      guard let bytes = result.bytes(of: path, in: files) else { continue }
      var document = Document(bytes)
      if let reason = refusal(of: bytes, document) {
        result.unchanged.append((path, reason))
        continue
      }
      for (key, value) in fields(path, document) where document[key] == nil {
        document = (try? document.setting(key, to: value)) ?? document
      }
      result.notes.append(ImportedNote(key: path, path: path, document: document))
    }
    if !files.paths.contains(where: isMarkdown) {
      throw ImportFailure("there is no Markdown file")
    }
    let copied = Set(result.unchanged.map(\.item))
    result.files = files.paths.filter { !isNote($0) || copied.contains($0) }.map {
      .init(path: $0, mark: nil)
    }
    return result
  }

  /// Returns the reason why no fields can be added to a Markdown file; nil if they can.
  private static func refusal(of bytes: [UInt8], _ document: Document) -> String? {
    if String(validating: bytes, as: UTF8.self) == nil { return ImportText.encodingProblem(bytes) }
    return document.editRefusal.map { "the front matter cannot be edited: \($0.message)" }
  }

  /// Returns whether a file is a note: a Markdown file that is not the page of a collection in a
  /// notebook of Cairn.
  private static func isNote(_ path: String) -> Bool {
    isMarkdown(path) && path != pageName && !path.hasSuffix("/\(pageName)")
  }

  /// The name of the page of a collection in a notebook of Cairn.
  private static let pageName = "_collection.md"

  static func isMarkdown(_ path: String) -> Bool {
    [".md", ".markdown"].contains { path.lowercased().hasSuffix($0) }
  }
}

/// An Obsidian vault, or any folder of Markdown files.
enum ObsidianSource: ImportSource {
  static let name = "obsidian"
  static let title = "Obsidian, or a folder of Markdown files"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.paths.contains(where: MarkdownFolder.isMarkdown)
  }

  /// Returns whether the files are a vault with settings of Obsidian.
  static func isVault(_ files: ImportFiles) -> Bool {
    hasSettings("", files) || hasSettings(top(of: files), files)
  }

  /// Returns the first part of the first file's path with `/` at its end: the top folder, if all
  /// files are in one folder.
  private static func top(of files: ImportFiles) -> String {
    files.paths.first?.split(separator: "/").first.map { "\($0)/" } ?? ""
  }

  private static func hasSettings(_ folder: String, _ files: ImportFiles) -> Bool {
    files.bytes("\(folder)\(ObsidianSettings.folder)/app.json") != nil
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    // An archive can contain the vault as a folder, rather than only its contents.
    let top = top(of: files)
    let isBelow = files.paths.allSatisfy { $0.hasPrefix(top) }
    let folder = isBelow && hasSettings(top, files) ? top : ""
    let settings = ObsidianSettings { files.bytes(folder + $0) }
    let pinned = Set(settings.bookmarks.map { folder + $0 })
    var result = try MarkdownFolder.notes(in: files) { path, _ in
      pinned.contains(path) ? [("pinned", .literal("true"))] : []
    }
    result.skipped += settings.unused
    result.vault = (settings, folder)
    return result
  }
}

/// A Joplin export as Markdown with front matter. To-dos become actions.
enum JoplinSource: ImportSource {
  static let name = "joplin"
  static let title = "Joplin (Markdown with front matter)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    let first = files.paths.filter(MarkdownFolder.isMarkdown).prefix(20)
    return first.contains { path in
      guard let document = files.bytes(path).map(Document.init) else { return false }
      return ["title", "updated", "created"].allSatisfy { document[$0] != nil }
        && (files.paths.contains { $0.hasPrefix("_resources/") || $0.contains("/_resources/") }
          || ["latitude", "completed?", "author"].contains { document[$0] != nil })
    }
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    try MarkdownFolder.notes(in: files) { _, document in
      var fields: [(key: String, value: NewValue)] = []
      if let value = document["completed?"] {
        let isDone = value == .boolean(true) || value == .string("yes")
        fields = [("type", .text("action")), ("status", .text(isDone ? "done" : "open"))]
      }
      if case .string(let source)? = document["source"], source.contains("://") {
        fields.append(("url", .text(source)))
      }
      return fields
    }
  }
}

/// An nb notebook. The address of a bookmark becomes the field `url`, and to-dos become actions
/// with a due date.
enum NbSource: ImportSource {
  static let name = "nb"
  static let title = "nb"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.paths.contains { $0.hasSuffix(".bookmark.md") || $0.hasSuffix(".todo.md") }
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    try MarkdownFolder.notes(in: files) { path, document in
      let lines = String(decoding: document.bytes[document.body], as: UTF8.self).lines
      var fields = time(inNameOf: path).map { [(key: "created", value: $0)] } ?? []
      if path.hasSuffix(".bookmark.md"),
        let line = lines.first(where: { $0.hasPrefix("<") && $0.contains("://") })
      {
        fields.append(("url", .text(String(line.dropFirst().prefix { $0 != ">" }))))
      }
      if path.hasSuffix(".todo.md"), let heading = lines.first(where: { $0.hasPrefix("# [") }) {
        let title = String(heading.dropFirst(5)).trimmed
        fields.append(("type", .text("action")))
        if !title.isEmpty { fields.append(("title", .text(title))) }
        fields.append(("status", .text(heading.hasPrefix("# [x]") ? "done" : "open")))
        let due = lines.drop { $0 != "## Due" }.dropFirst().first { !$0.isEmpty }?.trimmed
        if let due { fields.append(("due", .literal(due))) }
      }
      return fields
    }
  }

  /// Returns the time in a name that nb made, such as `20261121100405.md`; nil for other names.
  private static func time(inNameOf path: String) -> NewValue? {
    let digits = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    guard digits.utf8.count == 14, digits.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    let (day, clock) = (digits.prefix(8), digits.suffix(6))
    return .literal(
      "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2)) "
        + "\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2)):\(clock.suffix(2))")
  }
}
