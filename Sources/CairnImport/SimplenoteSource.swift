import CairnDocument
import CairnJSON

/// The JSON export of Simplenote: the file `notes.json`.
enum SimplenoteSource: ImportSource {
  static let name = "simplenote"
  static let title = "Simplenote (JSON)"

  static func recognizes(_ files: ImportFiles) -> Bool { export(in: files) != nil }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    guard let json = export(in: files) else {
      if files.isSingle, let path = files.paths.first, let problem = files.problem(path) {
        throw ImportFailure("\(problem); save it as UTF-8")
      }
      throw ImportFailure("there is no file `notes.json` that contains the key `activeNotes`")
    }
    var result = ImportedNotes()
    let active = json["activeNotes"]?.elements ?? []
    var titles: [String: String] = [:]
    for note in active {
      guard let id = note["id"]?.text, let content = note["content"]?.text, titles[id] == nil else {
        continue
      }
      titles[id] = NoteLinks.title(ofText: content)
    }
    titles = NoteLinks.unique(titles)
    for note in active {
      let (content, created) = (note["content"]?.text ?? "", note["creationDate"]?.text)
      if content.trimmed.isEmpty {
        result.skipped.append((note["id"]?.text ?? "a note", "the note is empty"))
        continue
      }
      result.notes.append(
        ImportedNote(
          key: note["id"]?.text ?? "\(created ?? "") \(content.prefix { !$0.isNewline })",
          title: nil,
          text: NoteLinks.linked(content.lines.joined(separator: "\n")) { address, _ in
            let start = "simplenote://note/"
            guard address.hasPrefix(start) else { return nil }
            return titles[String(address.dropFirst(start.count))]
          },
          fields: [
            ("tags", ImportText.tags(note["tags"]?.elements?.compactMap(\.text) ?? [])),
            ("created", ImportText.time(created)),
            ("updated", ImportText.time(note["lastModified"]?.text)),
            ("pinned", note["pinned"] == true ? .literal("true") : nil),
          ]))
    }
    for note in json["trashedNotes"]?.elements ?? [] {
      result.skipped.append((note["id"]?.text ?? "a note", "in the trash in Simplenote"))
    }
    return result
  }

  private static func export(in files: ImportFiles) -> JSONValue? {
    let places = files.isSingle ? files.paths : files.paths.filter { $0.hasSuffix("notes.json") }
    return places.lazy.compactMap { files.bytes($0).flatMap(JSONValue.init(reading:)) }
      .first { $0["activeNotes"]?.elements != nil }
  }
}
