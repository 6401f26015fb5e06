import CairnDocument
import CairnJSON

/// The journal of jrnl: its text format, in one file or in a folder with a file for each day, and
/// the output of `jrnl --format json`.
enum JrnlSource: ImportSource {
  static let name = "jrnl"
  static let title = "jrnl (text or JSON)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    guard let text = text(of: files) else { return false }
    if let json = JSONValue(reading: Array(text.utf8)) { return entries(of: json) != nil }
    return text.lines.first { !$0.isEmpty }.flatMap(header) != nil
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    let text: String
    if let journal = Self.text(of: files) {
      text = journal
    } else {
      text = try files.onlyText("a journal, or the output of `jrnl --format json`")
    }
    var notes = ImportedNotes()
    if let json = JSONValue(reading: Array(text.utf8)) {
      guard let entries = entries(of: json) else {
        throw ImportFailure("the file is JSON, but not the output of `jrnl --format json`")
      }
      notes.notes = entries.map(note)
      return notes
    }
    notes.notes = Self.notes(inText: text)
    if notes.notes.isEmpty {
      throw ImportFailure("the file contains no entry that begins like `[2026-11-21 10:04] Title`")
    }
    return notes
  }

  /// Returns the text of a journal: one file, or files such as `2026/11/21.txt`. Nil if the files
  /// have other names or are not UTF-8.
  private static func text(of files: ImportFiles) -> String? {
    if files.isSingle { return files.singleText }
    let days = files.paths.filter { path in
      let parts = path.split(separator: "/").suffix(3).map { $0.prefix { $0 != "." } }
      return path.hasSuffix(".txt") && parts.map(\.utf8.count) == [4, 2, 2]
        && parts.allSatisfy { $0.allSatisfy(\.isNumber) }
    }
    guard !days.isEmpty, days.count == files.paths.count else { return nil }
    let texts = days.compactMap { path in
      files.bytes(path).flatMap { String(validating: $0, as: UTF8.self) }
    }
    return texts.count == days.count ? texts.joined(separator: "\n") : nil
  }

  // MARK: JSON

  private static func entries(of json: JSONValue) -> [JSONValue]? {
    guard let entries = json["entries"]?.elements,
      entries.allSatisfy({ $0["date"]?.text != nil && $0["time"]?.text != nil })
    else { return nil }
    return entries
  }

  private static func note(_ entry: JSONValue) -> ImportedNote {
    note(
      time: "\(entry["date"]?.text ?? "") \(entry["time"]?.text ?? "")",
      title: entry["title"]?.text ?? "", body: entry["body"]?.text ?? "",
      tags: entry["tags"]?.elements?.compactMap(\.text) ?? [],
      isStarred: entry["starred"] == true)
  }

  // MARK: Text

  /// Returns the time and the title in a line that begins an entry; nil for any other line.
  private static func header(_ line: String) -> (time: String, title: String)? {
    guard line.first == "[", let close = line.firstIndex(of: "]") else { return nil }
    let time = line[line.index(after: line.startIndex)..<close]
    let digits = Array(time.utf8)
    guard digits.count >= 16, digits[4] == UInt8(ascii: "-"), digits[13] == UInt8(ascii: ":"),
      time.prefix(4).allSatisfy(\.isNumber)
    else { return nil }
    return (String(time), String(line[line.index(after: close)...]).trimmed)
  }

  private static func notes(inText text: String) -> [ImportedNote] {
    var entries: [(time: String, title: String, body: [String])] = []
    for line in text.lines {
      if let (time, title) = header(line) {
        entries.append((time, title, []))
      } else if !entries.isEmpty {
        entries[entries.count - 1].body.append(line)
      }
    }
    return entries.map { entry in
      let isStarred = entry.title.hasSuffix("*")
      let title = (isStarred ? String(entry.title.dropLast()) : entry.title).trimmed
      let body = entry.body.joined(separator: "\n").trimmed
      let words = (title + " " + body).split { $0.isWhitespace || ",.;:!?()".contains($0) }
      let tags = words.filter { $0.first == "@" && $0.count > 1 }.map(String.init)
      return note(time: entry.time, title: title, body: body, tags: tags, isStarred: isStarred)
    }
  }

  /// Returns an entry as a note. jrnl has no identifiers, so the key consists of the time and the
  /// title.
  private static func note(
    time: String, title: String, body: String, tags: [String], isStarred: Bool
  ) -> ImportedNote {
    ImportedNote(
      key: "\(time) \(title)", title: title, text: body.trimmed,
      fields: [
        ("tags", ImportText.tags(tags)), ("created", ImportText.time(clock(time))),
        ("starred", isStarred ? .literal("true") : nil),
      ])
  }

  /// Returns a time with seconds and 24 hours: `2026-11-21 03:04 PM` becomes `2026-11-21 15:04:00`.
  private static func clock(_ time: String) -> String {
    let parts = time.split(separator: " ")
    guard parts.count >= 2 else { return time }
    var numbers = parts[1].split(separator: ":").compactMap { Int($0) }
    guard numbers.count >= 2 else { return time }
    if parts.count > 2, ["AM", "PM"].contains(parts[2].uppercased()) {
      numbers[0] = numbers[0] % 12 + (parts[2].uppercased() == "PM" ? 12 : 0)
    }
    let digits = (numbers + [0]).prefix(3).map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(parts[0]) \(digits.joined(separator: ":"))"
  }
}
