import CairnDocument
import CairnJSON
import CairnMarkup
import CairnText

/// The JSON export of Day One: a file for each journal, and folders with photos, videos, recordings
/// and PDF files.
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
    let media = media(in: files)
    let paths = files.paths(endingWith: "json")
    let journals = paths.map { (path: $0, entries: entries(at: $0, in: files)) }
    let titles = titles(of: journals.flatMap { $0.entries ?? [] })
    for (path, entries) in journals {
      guard let entries else {
        let isJSON = files.bytes(path).flatMap { JSONValue(reading: $0) } != nil
        let reason = isJSON ? "not a Day One journal" : "the JSON is invalid, so nothing was read"
        result.skipped.append((path, files.problem(path) ?? reason))
        if !isJSON { result.isIncomplete = true }
        continue
      }
      // If an export contains several journals, each of them becomes a collection.
      let folder = paths.count == 1 ? nil : ImportText.fileName(NotePath(path)?.stem ?? path)
      for (index, entry) in entries.enumerated() {
        guard isEntry(entry) else {
          result.skipped.append(
            ("\(path) entry \(index + 1)", "the entry has no `uuid` or no `creationDate`"))
          continue
        }
        add(entry, in: folder, titles, media, files, to: &result)
      }
    }
    try result.requireContent("there is no JSON file")
    return result
  }

  private static func entries(at path: String, in files: ImportFiles) -> [JSONValue]? {
    guard let bytes = files.bytes(path), let json = JSONValue(reading: bytes),
      let entries = json["entries"]?.elements, entries.isEmpty || entries.contains(where: isEntry)
    else { return nil }
    return entries
  }

  private static func isEntry(_ value: JSONValue) -> Bool {
    value["uuid"]?.text != nil && value["creationDate"]?.text != nil
  }

  /// The kinds of files that an entry can have. `key` is the name of the list in the entry,
  /// `folder` is the folder in the export, and `address` is the start of each address in the text.
  private static let kinds = [
    (key: "photos", folder: "photos", address: "dayone-moment://"),
    (key: "videos", folder: "videos", address: "dayone-moment:/video/"),
    (key: "audios", folder: "audios", address: "dayone-moment:/audio/"),
    (key: "pdfAttachments", folder: "pdfs", address: "dayone-moment:/pdfAttachment/"),
  ]

  /// Returns the paths of the files that entries can have, keyed by folder and name without the
  /// extension, as in `photos/0123…`. The extension is left out because entries sometimes contain a
  /// wrong one.
  private static func media(in files: ImportFiles) -> [String: String] {
    var media: [String: String] = [:]
    for path in files.paths {
      let parts = path.split(separator: "/").suffix(2)
      guard parts.count == 2, let folder = parts.first, let name = parts.last,
        kinds.contains(where: { $0.folder == folder })
      else { continue }
      media["\(folder)/\(name.prefix { $0 != "." })"] = path
    }
    return media
  }

  /// Returns the Markdown text of an entry. If the entry has no Markdown, returns the words of its
  /// styled text.
  private static func text(of entry: JSONValue) -> String {
    if let text = entry["text"]?.text { return unescaped(text) }
    let styled = entry["richText"]?.text.flatMap { JSONValue(reading: Array($0.utf8)) }
    return (styled?["contents"]?.elements ?? []).compactMap { $0["text"]?.text }.joined()
  }

  /// Returns the titles of the entries to which links can lead, keyed by the entries' identifiers.
  private static func titles(of entries: [JSONValue]) -> [String: String] {
    var titles: [String: String] = [:]
    for entry in entries {
      guard let id = entry["uuid"]?.text, titles[id] == nil else { continue }
      titles[id] = NoteLinks.title(ofText: text(of: entry))
    }
    return NoteLinks.unique(titles)
  }

  /// Returns a text without the backslashes that Day One puts before `.`, `!`, `+` and `-`, as in
  /// `It was fun\!`. Keeps a backslash in a code block, or before a character that would otherwise
  /// be markup.
  private static func unescaped(_ text: String) -> String {
    var fence: CodeFence?
    return text.lines.map { line in
      fence.contains(Array(line.utf8)[...])
        ? line
        : line.replacing(/\\([.!+-])/) { match -> Substring in
          let before = line[..<match.range.lowerBound].drop(while: \.isWhitespace)
          let next = line[match.range.upperBound...].first
          // At the start of a line, the character could begin a list item; `!` before `[` could
          // begin a picture.
          let isMarkup =
            next == "[" || before.allSatisfy(\.isNumber) && (next?.isWhitespace ?? true)
          return isMarkup ? match.output.0 : match.output.1
        }
    }.joined(separator: "\n")
  }

  /// Returns a number as text; nil for any other value.
  private static func number(_ value: JSONValue?) -> String? {
    guard let value else { return nil }
    return switch value {
    case .integer, .number: value.description
    default: nil
    }
  }

  /// Adds the note of an entry. `titles` are the titles of the entries to which links can lead,
  /// keyed by their identifiers.
  private static func add(
    _ entry: JSONValue, in folder: String?, _ titles: [String: String],
    _ media: [String: String], _ files: ImportFiles, to result: inout ImportedNotes
  ) {
    let (place, key) = (entry["location"], entry["uuid"]?.text ?? "")
    let names = ["placeName", "localityName", "country"].compactMap { place?[$0]?.text }
    let temperature = number(entry["weather"]?["temperatureCelsius"]).map { "\($0) °C" }
    let weather = [entry["weather"]?["conditionsDescription"]?.text, temperature]
      .compactMap(\.self)
    // Links between entries are `dayone2://view?entryId=…`; older versions wrote `dayone://`.
    let text = NoteLinks.linked(Self.text(of: entry)) { address, _ in
      guard address.hasPrefix("dayone"), let id = address.firstRange(of: "://view?entryId=") else {
        return nil
      }
      return titles[String(address[id.upperBound...])]
    }
    var note = ImportedNote(
      key: key, title: nil, text: text,
      fields: [
        ("tags", ImportText.tags(entry["tags"]?.elements?.compactMap(\.text) ?? [])),
        ("created", ImportText.time(entry["creationDate"]?.text)),
        ("updated", ImportText.time(entry["modifiedDate"]?.text)),
        ("timezone", entry["timeZone"]?.text.map(NewValue.text)),
        ("starred", entry["starred"] == true ? .literal("true") : nil),
        ("pinned", entry["isPinned"] == true ? .literal("true") : nil),
        ("place", names.isEmpty ? nil : .text(names.joined(separator: ", "))),
        ("latitude", ImportText.number(number(place?["latitude"]))),
        ("longitude", ImportText.number(number(place?["longitude"]))),
        ("weather", weather.isEmpty ? nil : .text(weather.joined(separator: ", "))),
        ("activity", entry["userActivity"]?["activityName"]?.text.map(NewValue.text)),
        ("steps", ImportText.number(number(entry["userActivity"]?["stepCount"]))),
      ])
    note.folder = folder
    // An entry can consist of photos only.
    note.isTitledByDay = text.trimmed.isEmpty
    if note.label.isEmpty { note.label = entry["creationDate"]?.text ?? key }
    for kind in kinds {
      for item in entry[kind.key]?.elements ?? [] {
        let file = "\(kind.folder)/\(item["md5"]?.text ?? "")"
        let mark = item["identifier"]?.text.map { kind.address + $0 }
        guard let path = media[file] else {
          result.skipped.append(
            (file, "`\(note.label)` refers to this file, but the file is not in the export"))
          continue
        }
        if let name = item["pdfName"]?.text {
          note.attachments.append(.init(path: name, mark: mark) { files.bytes(path) })
        } else {
          note.attachments.append(.init(path: path, mark: mark))
        }
      }
    }
    result.notes.append(note)
  }
}
