import CairnDocument
import CairnMarkup
import CairnText

/// Notion's export as Markdown and CSV. The identifiers in the names of files and folders are
/// removed, and the properties of pages in databases become fields.
enum NotionSource: ImportSource {
  static let name = "notion"
  static let title = "Notion (Markdown and CSV)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.paths.contains { MarkdownFolder.isMarkdown($0) && id(in: $0) != nil }
  }

  /// Returns the identifier at the end of a file's name, as in `Tea 0123….md`; nil if the name has
  /// no identifier.
  private static func id(in path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    guard let word = stem.split(separator: " ").last, word.utf8.count == 32,
      word.utf8.allSatisfy({ $0 &- 0x30 < 10 || $0 &- 0x61 < 6 })
    else { return nil }
    return String(word)
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    let places = places(files.paths)
    let columns = columns(of: files, &result)
    for path in files.paths where MarkdownFolder.isMarkdown(path) {
      guard let bytes = result.bytes(of: path, in: files) else { continue }
      guard String(validating: bytes, as: UTF8.self) != nil else {
        result.skipped.append((path, "the text is not UTF-8"))
        continue
      }
      let folder = String(path.split(separator: "/").dropLast().joined(separator: "/"))
      let text = relinked(bytes, at: path, places)
      let document = page(text, columns[folder] ?? []) { address in
        let target = NotePath.resolving(
          address.percentDecoded, from: NotePath(folder) ?? .root)?.text
        return target.flatMap { MarkdownFolder.isMarkdown($0) ? places[$0] : nil }
      }
      if let refusal = document.editRefusal {
        result.skipped.append((path, "the front matter cannot be edited: \(refusal.message)"))
        continue
      }
      var note = ImportedNote(
        key: id(in: path) ?? path, path: places[path] ?? path, document: document)
      note.label = note.path ?? path
      note.file = path
      result.notes.append(note)
    }
    try result.requireContent("there is no Markdown file from Notion")
    // The table of a database is copied, because pages link to it. Notion also exports a second
    // table with all columns, which is not copied.
    let tables = Set(result.skipped.map(\.item))
    result.files = files.paths.filter {
      !MarkdownFolder.isMarkdown($0) && !$0.lowercased().hasSuffix("_all.csv")
        && !tables.contains($0)
    }.map { .init(path: $0, mark: nil, place: places[$0]) }
    return result
  }

  /// Returns the paths without identifiers, keyed by the paths in the export. If several files
  /// would get the same path, all but the first keep four digits of their identifiers.
  private static func places(_ paths: [String]) -> [String: String] {
    var taken: Set<String> = []
    var places: [String: String] = [:]
    for path in paths {
      let parts = path.split(separator: "/").map(String.init)
      let folders = parts.dropLast().map { part in
        ImportText.fileName(plain(part))
      }
      let last = parts.last ?? path
      let dot = last.lastIndex(of: ".")
      let (stem, ending) = (dot.map { String(last[..<$0]) } ?? last, dot.map { last[$0...] } ?? "")
      let name = plain(stem)
      let place = (folders + ["\(name)\(ending)"]).joined(separator: "/")
      let other = (folders + ["\(name) \((id(in: path) ?? "2").prefix(4))\(ending)"])
        .joined(separator: "/")
      places[path] = taken.insert(place.lowercased()).inserted ? place : other
    }
    return places
  }

  /// Returns a name without the identifier at its end.
  private static func plain(_ name: String) -> String {
    guard let id = id(in: name) else { return name }
    let plain = String(name.dropLast(id.count)).trimmed
    return plain.isEmpty ? name : plain
  }

  /// Returns the names of the columns of each database, keyed by the folder of its pages. A
  /// database's table is not imported, because each of its rows is a page. Tables without pages are
  /// added to the skipped items of `result`.
  private static func columns(
    of files: ImportFiles, _ result: inout ImportedNotes
  ) -> [String: [String]] {
    var columns: [String: [String]] = [:]
    for path in files.paths(endingWith: "csv") {
      let folder = String(path.dropLast(path.lowercased().hasSuffix("_all.csv") ? 8 : 4))
      guard
        files.paths.contains(where: { $0.hasPrefix(folder + "/") || $0.hasPrefix(plain(folder)) }),
        let bytes = files.bytes(path),
        let table = CSV(String(decoding: bytes, as: UTF8.self))
      else {
        result.skipped.append(
          (path, "no pages belong to this table; pass the source `csv` to import it"))
        continue
      }
      let names = table.columns.map { $0.drop { $0 == "\u{FEFF}" } }.map(String.init)
      columns[folder] = names
      columns[plainPath(folder)] = names
    }
    return columns
  }

  /// Returns a path without the identifier in its last part. In newer exports, the folder with the
  /// pages of a database has such a path.
  private static func plainPath(_ path: String) -> String {
    let parts = path.split(separator: "/").map(String.init)
    return (parts.dropLast() + [plain(parts.last ?? "")]).joined(separator: "/")
  }

  /// Returns the text of a page with its links updated to the new paths of files.
  private static func relinked(
    _ bytes: [UInt8], at path: String, _ places: [String: String]
  ) -> [UInt8] {
    guard let folder = NotePath(path)?.parent,
      let newFolder = places[path].flatMap({ NotePath($0) })?.parent
    else { return bytes }
    var text = bytes
    let links = Markup(bytes, body: Document(bytes).body).links
    for link in links.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      guard let range = link.targetRange, !link.isExternal,
        let old = NotePath.resolving(link.target, from: folder)?.text,
        let new = places[old].flatMap({ NotePath($0) })
      else { continue }
      text.replaceSubrange(range, with: Address.encoded(new.relative(from: newFolder)).utf8)
    }
    return text
  }

  /// Returns a page with its properties converted to fields. In Notion's files, properties are
  /// lines such as `Status: Done` below the title.
  ///
  /// - Parameters:
  ///   - columns: The names of the properties.
  ///   - place: A function that returns the new path of the page to which an address leads; nil if
  ///     it does not lead to a page.
  private static func page(
    _ bytes: [UInt8], _ columns: [String], _ place: (String) -> String?
  ) -> Document {
    var document = Document(bytes)
    let lines = String(decoding: bytes, as: UTF8.self).lines
    guard !columns.isEmpty, lines.first?.hasPrefix("# ") == true, lines.count > 2 else {
      return document
    }
    var next = 2
    var fields: [(String, String)] = []
    while next < lines.count, let colon = lines[next].firstRange(of: ": "),
      columns.contains(String(lines[next][..<colon.lowerBound]))
    {
      fields.append(
        (String(lines[next][..<colon.lowerBound]), String(lines[next][colon.upperBound...])))
      next += 1
    }
    guard !fields.isEmpty else { return document }
    let rest = [lines[0]] + [""] + lines[next...].drop { $0.isEmpty }
    document = Document(Array(rest.joined(separator: "\n").utf8))
    let names = Set(fields.map { $0.0.lowercased() })
    for (name, text) in fields where !text.isEmpty {
      let name = name.lowercased()
      // A page can have a property of its own with the name of the field.
      let key = Self.times[name].flatMap { names.contains($0) ? nil : $0 } ?? name
      let value: NewValue? =
        key == "tags"
        ? ImportText.tags(text.split(separator: ",").map { String($0).trimmed })
        : Self.date(text) ?? Self.day(of: text, isLast: key == "due") ?? relation(text, place)
          ?? .text(text)
      guard let value, document[key] == nil else { continue }
      document = (try? document.setting(key, to: value)) ?? document
    }
    return document
  }

  /// The fields for the times that Notion keeps as properties, keyed by the lower-case name.
  private static let times = ["created time": "created", "last edited time": "updated"]

  /// Returns wikilinks to the pages of a relation such as `Tea (../Tea%200123….md), Cake (…)`; nil
  /// for other text. Newer exports contain the web addresses of the pages instead; these addresses
  /// stay text.
  private static func relation(_ text: String, _ place: (String) -> String?) -> NewValue? {
    let addresses = text.matches(of: /\(([^()\s]+\.md)\)(?:, |$)/).map { String($0.output.1) }
    let pages = addresses.compactMap { place($0).flatMap { NotePath($0) }?.stem }
    guard !pages.isEmpty, pages.count == addresses.count, text.hasSuffix(")"),
      !pages.contains(where: { $0.contains { "[]|#".contains($0) } })
    else { return nil }
    return .list(pages.map { .text("[[\($0)]]") })
  }

  /// Returns the value for the first or last date of a range such as `May 3, 2024 → May 5, 2024`;
  /// nil for other text.
  private static func day(of text: String, isLast: Bool) -> NewValue? {
    let dates = text.split(separator: " → ").map { date(String($0)) }
    guard dates.count == 2, let first = dates[0], let last = dates[1] else { return nil }
    return isLast ? last : first
  }

  /// Returns the value for a date such as `November 20, 2026` or `November 20, 2026 9:30 AM`; nil
  /// for other text.
  private static func date(_ text: String) -> NewValue? {
    let words = text.split { $0 == " " || $0 == "," || $0 == "\u{202F}" }
    guard words.count == 3 || words.count == 5, let year = Int(words[2]), let day = Int(words[1]),
      let month = CalendarNames.months.firstIndex(where: {
        $0.lowercased() == words[0].lowercased()
      }),
      let date = CalendarDate(year: year, month: month + 1, day: day)
    else { return nil }
    guard words.count == 5 else { return .literal(date.description) }
    let clock = words[3].split(separator: ":").compactMap { Int($0) }
    let half = words[4].uppercased()
    guard clock.count == 2, (1...12).contains(clock[0]), (0..<60).contains(clock[1]),
      half == "AM" || half == "PM"
    else { return nil }
    let hour = clock[0] % 12 + (half == "PM" ? 12 : 0)
    return .literal(
      DateTime(date: date, secondOfDay: hour * 3600 + clock[1] * 60).description
        .replacing("T", with: " "))
  }
}
