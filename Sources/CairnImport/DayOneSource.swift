import CairnDocument
import CairnJSON

/// The JSON export of Day One, unpacked: a file for each journal, and a folder `photos`.
enum DayOneSource: ImportSource {
  static let name = "dayone"
  static let title = "Day One (JSON)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.paths(endingWith: "json").contains { entries(at: $0, in: files) != nil }
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    for path in files.paths(endingWith: "json") {
      guard let entries = entries(at: path, in: files) else {
        result.skipped.append((path, "not a Day One journal"))
        continue
      }
      for entry in entries { add(entry, in: files, to: &result) }
    }
    if result.notes.isEmpty, result.skipped.isEmpty {
      throw ImportFailure("there is no JSON file")
    }
    return result
  }

  private static func entries(at path: String, in files: ImportFiles) -> [JSONValue]? {
    guard let bytes = files.bytes(path), let json = JSONValue(reading: bytes),
      let entries = json["entries"]?.elements,
      entries.allSatisfy({ $0["uuid"]?.text != nil && $0["creationDate"]?.text != nil })
    else { return nil }
    return entries
  }

  private static func add(
    _ entry: JSONValue, in files: ImportFiles, to result: inout ImportedNotes
  ) {
    let (place, key) = (entry["location"], entry["uuid"]?.text ?? "")
    let names = ["placeName", "localityName", "country"].compactMap { place?[$0]?.text }
    var note = ImportedNote(
      key: key, title: nil, text: entry["text"]?.text ?? "",
      fields: [
        ("tags", ImportText.tags(entry["tags"]?.elements?.compactMap(\.text) ?? [])),
        ("created", ImportText.time(entry["creationDate"]?.text)),
        ("updated", ImportText.time(entry["modifiedDate"]?.text)),
        ("timezone", entry["timeZone"]?.text.map(NewValue.text)),
        ("starred", entry["starred"] == true ? .literal("true") : nil),
        ("place", names.isEmpty ? nil : .text(names.joined(separator: ", "))),
        ("latitude", ImportText.number(place?["latitude"]?.description)),
        ("longitude", ImportText.number(place?["longitude"]?.description)),
      ])
    for photo in entry["photos"]?.elements ?? [] {
      let name = "\(photo["md5"]?.text ?? "").\(photo["type"]?.text ?? "jpeg")"
      let found = files.paths.first { $0 == "photos/\(name)" || $0.hasSuffix("/photos/\(name)") }
      if let found {
        let mark = photo["identifier"]?.text.map { "dayone-moment://\($0)" }
        note.attachments.append(.init(path: found, mark: mark))
      } else {
        result.skipped.append(
          (name, "`\(note.label)` refers to this photo, but the export does not contain it"))
      }
    }
    for kind in ["videos", "audios", "pdfAttachments"] where entry[kind]?.elements?.isEmpty == false
    {
      result.skipped.append((note.label, "Cairn does not import \(kind)"))
    }
    result.notes.append(note)
  }
}
