import CairnDocument
import CairnJSON

/// Google Keep in a Takeout export: one JSON file for each note, with the note's pictures in the
/// same folder.
enum KeepSource: ImportSource {
  static let name = "keep"
  static let title = "Google Keep (Takeout)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.paths(endingWith: "json").prefix(20).contains { note(at: $0, in: files) != nil }
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    for path in files.paths(endingWith: "json") {
      guard let json = note(at: path, in: files) else {
        // Takeout lists all labels in a separate file.
        if !path.hasSuffix("Labels.json") {
          result.skipped.append((path, files.problem(path) ?? "not a Keep note"))
        }
        continue
      }
      if json["isTrashed"] == true {
        result.skipped.append((path, "in the trash in Keep"))
      } else {
        add(json, at: path, in: files, to: &result)
      }
    }
    try result.requireContent("there is no JSON file; pass the folder `Keep` of a Takeout export")
    return result
  }

  private static func note(at path: String, in files: ImportFiles) -> JSONValue? {
    guard let bytes = files.bytes(path), let json = JSONValue(reading: bytes),
      json["userEditedTimestampUsec"]?.number != nil,
      json["textContent"] != nil || json["listContent"] != nil || json["isTrashed"] != nil
    else { return nil }
    return json
  }

  private static func add(
    _ json: JSONValue, at path: String, in files: ImportFiles, to result: inout ImportedNotes
  ) {
    let items = (json["listContent"]?.elements ?? []).map { item in
      "- [\(item["isChecked"] == true ? "x" : " ")] \(item["text"]?.text ?? "")"
    }
    let html = json["textContentHtml"]?.text.map {
      HTMLMarkdown.convert(Array($0.utf8)) { _ in nil }
    }
    let text = ([json["textContent"]?.text ?? html?.text ?? ""] + [items.joined(separator: "\n")])
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    let created = json["createdTimestampUsec"]?.number
    let color = json["color"]?.text.flatMap { $0 == "DEFAULT" ? nil : $0.lowercased() }
    let links = (json["annotations"]?.elements ?? []).compactMap { $0["url"]?.text }
    let labels = (json["labels"]?.elements ?? []).compactMap { $0["name"]?.text }
    var note = ImportedNote(
      // The time in microseconds identifies a note, even if its title changes.
      key: created.map { "\($0)" }
        ?? "\(json["userEditedTimestampUsec"]?.number ?? 0) \(json["title"]?.text ?? "")",
      title: json["title"]?.text, text: text,
      fields: [
        ("tags", ImportText.tags(labels)),
        ("url", links.first.map(NewValue.text)),
        ("links", .list(links.dropFirst().filter { !text.contains($0) }.map(NewValue.text))),
        ("created", created.flatMap { ImportText.time(seconds: $0 / 1_000_000) }),
        (
          "updated",
          json["userEditedTimestampUsec"]?.number.flatMap {
            ImportText.time(seconds: $0 / 1_000_000)
          }
        ),
        ("archived", json["isArchived"] == true ? .literal("true") : nil),
        ("pinned", json["isPinned"] == true ? .literal("true") : nil),
        ("color", color.map(NewValue.text)),
      ])
    if note.label.isEmpty { note.label = path }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    for attachment in json["attachments"]?.elements ?? [] {
      guard let name = attachment["filePath"]?.text else { continue }
      // The extension in the note can differ from that of the file: Takeout writes `.jpeg` in one
      // of them and `.jpg` in the other.
      let stem = name.split(separator: ".").dropLast().joined(separator: ".")
      let names = [name, "\(stem).jpg", "\(stem).jpeg", "\(stem).png"].map { folder + $0 }
      if let found = names.first(where: files.contains) {
        note.attachments.append(.init(path: found, mark: nil))
      } else {
        result.skipped.append(
          (name, "`\(note.label)` refers to this file, but the file is not in the export"))
      }
    }
    note.isTitledByDay = note.body.isEmpty && !note.attachments.isEmpty
    result.notes.append(note)
  }
}
