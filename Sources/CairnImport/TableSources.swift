import CairnDocument
import CairnText

/// Tables of comma-separated values, with the column names in the first line. If there are several
/// tables, each becomes a collection.
enum CSVSource: ImportSource {
  static let name = "csv"
  static let title = "CSV with column names"

  static func recognizes(_ files: ImportFiles) -> Bool {
    let tables = files.paths(endingWith: "csv")
    return !tables.isEmpty && tables.count == files.paths.count
  }

  static func notes(
    in files: ImportFiles, _ mapping: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    var columns: [String] = []
    let paths = files.isSingle ? files.paths : files.paths(endingWith: "csv")
    let names = names(of: paths)
    for (path, name) in zip(paths, names) {
      do throws(ImportFailure) {
        let table = try table(in: files.isSingle ? files : files.only(path))
        columns += table.columns.filter { !columns.contains($0) }
        result.add(table, named: name, at: path, mapping, isSingle: files.isSingle)
      } catch {
        if files.isSingle { throw error }
        result.skipped.append((path, error.reason))
      }
    }
    if columns.isEmpty, let first = result.skipped.first {
      throw ImportFailure("\(first.item): \(first.reason)")
    }
    if columns.isEmpty { throw ImportFailure("there is no CSV file") }
    for (_, column) in mapping.columns where !columns.contains(column) {
      throw ImportFailure(
        "there is no column `\(column)`; the columns are "
          + columns.map { "`\($0)`" }.joined(separator: ", "))
    }
    return result
  }

  /// Returns the table in the only file. Throws an ``ImportFailure`` if the file is not a table.
  private static func table(in file: ImportFiles) throws(ImportFailure) -> CSV {
    guard let table = CSV(try file.onlyText("one CSV file")) else {
      throw ImportFailure("expected a CSV file with column names; every quote must be closed")
    }
    return table
  }

  /// Returns the names of tables. A table is named after its file, without the extension. If
  /// several files have the same name, the name of each table is the file's path without the
  /// extension.
  private static func names(of paths: [String]) -> [String] {
    let places = paths.map { NotePath($0)?.withoutEnding ?? .root }
    var counts: [String: Int] = [:]
    for place in places { counts[place.name.folded, default: 0] += 1 }
    return places.map { counts[$0.name.folded] == 1 ? $0.name : $0.description }
  }

  /// Returns the value for a cell: a number if the text is a number, otherwise the text.
  fileprivate static func value(_ text: String) -> NewValue {
    switch NewValue.literal(text).value {
    case .integer, .float: .literal(text)
    default: .text(text)
    }
  }
}

extension ImportedNotes {
  /// Adds the notes of a table. If there are several tables, each becomes a collection with the
  /// name of its file.
  fileprivate mutating func add(
    _ table: CSV, named name: String, at path: String, _ mapping: ColumnMapping, isSingle: Bool
  ) {
    let folder = isSingle ? nil : (NotePath(path)?.withoutEnding.text).map(ImportText.folders)
    for (number, row) in table.rows {
      let values = zip(table.columns, row).map { (column: $0, value: CSVSource.value($1)) }
      if var note = mapping.note(values, in: name) {
        let folders = [folder, note.folder].compactMap(\.self)
        note.folder = folders.isEmpty ? nil : folders.joined(separator: "/")
        notes.append(note)
      } else {
        let item = isSingle ? "row \(number)" : "\(path) row \(number)"
        skipped.append((item, mapping.problem(values)))
      }
    }
    skipped += table.skipped(of: path)
  }
}

/// A Goodreads library. Each book becomes an entry with a score.
enum GoodreadsSource: ImportSource {
  static let name = "goodreads"
  static let title = "Goodreads (CSV)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    guard let header = files.singleText?.lines.first else { return false }
    return header.hasPrefix("Book Id,") && header.contains("Exclusive Shelf")
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    let text = try files.onlyText("the file `goodreads_library_export.csv`")
    guard let path = files.paths.first, let table = CSV(text), table.columns.contains("Book Id")
    else {
      throw ImportFailure("expected the file `goodreads_library_export.csv`")
    }
    var result = ImportedNotes()
    result.skipped = table.skipped(of: path)
    for (number, row) in table.rows {
      let cell = table.cells(row)
      guard let title = cell("Title") else {
        result.skipped.append(("row \(number)", "the row has no title"))
        continue
      }
      let shelves = (cell("Bookshelves") ?? "").split(separator: ",").map { String($0).trimmed }
      let year = cell("Original Publication Year") ?? cell("Year Published")
      let isbn = isbn(cell("ISBN13")) ?? isbn(cell("ISBN"))
      result.notes.append(
        .entry(
          key: cell("Book Id") ?? title, title: title,
          text: [cell("My Review"), cell("Private Notes")].compactMap { $0.map(review) }
            .joined(separator: "\n\n"),
          rating: cell("My Rating").flatMap(Double.init),
          fields: [
            ("author", cell("Author").map(NewValue.text)), ("year", ImportText.number(year)),
            ("isbn", isbn.map(NewValue.text)), ("publisher", cell("Publisher").map(NewValue.text)),
            ("pages", ImportText.number(cell("Number of Pages"))),
            ("status", cell("Exclusive Shelf").map(NewValue.text)),
            ("tags", ImportText.tags(shelves.filter { $0 != cell("Exclusive Shelf") })),
            ("created", ImportText.day(cell("Date Added"))),
            ("read", ImportText.day(cell("Date Read"))),
            ("private", cell("Private Notes").map { _ in .literal("true") }),
          ]))
    }
    let hidden = result.notes.count { $0.front["private"] != nil }
    if hidden > 0 {
      result.remarks.append(
        "\(hidden.of("book")) \(hidden == 1 ? "has" : "have") private notes; "
          + "\(hidden == 1 ? "its capture is" : "their captures are") private.")
    }
    return result
  }

  /// Returns the ISBN in a cell; nil if there is none. Goodreads writes an ISBN as `="080442957X"`,
  /// so that spreadsheets keep zeros at its start.
  private static func isbn(_ cell: String?) -> String? {
    let isbn = cell?.filter { $0.isNumber || $0 == "X" } ?? ""
    return isbn.isEmpty ? nil : isbn
  }
}

/// A diary, ratings or reviews from Letterboxd, or its whole export. Each film becomes an entry
/// with a score.
enum LetterboxdSource: ImportSource {
  static let name = "letterboxd"
  static let title = "Letterboxd (CSV)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    !tables(in: files).isEmpty
  }

  /// The names of the tables that are imported from a whole export, in the order of import. The
  /// last three tables add only films that are not in an earlier row.
  private static let names = ["reviews", "diary", "ratings", "watched", "watchlist"]

  /// Returns the tables with their paths and names. If a single file is imported, its table has an
  /// empty name.
  private static func tables(
    in files: ImportFiles
  ) -> [(name: String, path: String, table: CSV)] {
    let paths = files.paths(endingWith: "csv")
    let places: [(String, String)] =
      files.isSingle
      ? paths.map { ("", $0) }
      : names.compactMap { name in
        // Folders such as `deleted` contain tables with the same names.
        paths.filter { $0 == "\(name).csv" || $0.hasSuffix("/\(name).csv") }
          .min { $0.utf8.count < $1.utf8.count }.map { (name, $0) }
      }
    return places.compactMap { name, path in
      let text = files.bytes(path).flatMap { String(validating: $0, as: UTF8.self) }
      guard let table = text.flatMap(CSV.init), table.columns.contains("Letterboxd URI") else {
        return nil
      }
      return (name, path, table)
    }
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    let tables = tables(in: files)
    if tables.isEmpty {
      if files.isSingle, let path = files.paths.first, let problem = files.problem(path) {
        throw ImportFailure("\(problem); save it as UTF-8")
      }
      throw ImportFailure(
        "expected the export of Letterboxd, or its file `diary.csv`, `ratings.csv` or `reviews.csv`"
      )
    }
    var result = ImportedNotes()
    let used = Set(tables.map(\.path))
    result.skipped = files.paths.filter { !used.contains($0) }.map {
      ($0, "Cairn does not import this Letterboxd file")
    }
    // The films, and the addresses of entries, in the rows read so far.
    var (films, entries): (Set<String>, Set<String>) = ([], [])
    for (name, path, table) in tables {
      let isDiary = ["reviews", "diary", ""].contains(name)
      result.skipped += table.skipped(of: path)
      for (number, row) in table.rows {
        let cell = table.cells(row)
        if cell("Name") == nil {
          result.skipped.append(("\(path) row \(number)", "the row has no title"))
          continue
        }
        let film = "\(cell("Name") ?? "") \(cell("Year") ?? "")"
        let isNew = entries.insert(cell("Letterboxd URI") ?? "").inserted || name.isEmpty
        if isNew, isDiary || !films.contains(film) { add(row, of: table, named: name, to: &result) }
        films.insert(film)
      }
    }
    return result
  }

  private static func add(
    _ row: [String], of table: CSV, named name: String, to result: inout ImportedNotes
  ) {
    let cell = table.cells(row)
    let tags = (cell("Tags") ?? "").split(separator: ",").map { String($0).trimmed }
    let uri = cell("Letterboxd URI") ?? ""
    result.notes.append(
      .entry(
        key: uri, title: cell("Name") ?? "", text: cell("Review").map(review) ?? "",
        rating: cell("Rating").flatMap(Double.init),
        fields: [
          ("year", ImportText.number(cell("Year"))), ("tags", ImportText.tags(tags)),
          ("url", .text(uri)), ("created", ImportText.day(cell("Date"))),
          ("watched", ImportText.day(cell("Watched Date"))),
          ("rewatch", cell("Rewatch") == "Yes" ? .literal("true") : nil),
          ("status", name == "watchlist" ? .text(name) : nil),
        ]))
  }
}

extension CSV {
  /// Returns a function that takes the name of a column. The function returns the value of that
  /// column in `row`, or nil if the table has no such column or the value is blank.
  fileprivate func cells(_ row: [String]) -> (String) -> String? {
    { column in
      columns.firstIndex(of: column).map { row[$0].trimmed }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

/// Returns a review as Markdown. Goodreads and Letterboxd write markup as HTML, but a review can
/// also contain `<` as an ordinary character.
private func review(_ text: String) -> String {
  guard text.contains(/<\/?(?:i|em|b|strong|u|s|p|a|br|blockquote)(?:\s[^<>]*|\/)?>/) else {
    return text
  }
  let html = text.replacing("\r\n", with: "\n").replacing("\n", with: "<br/>")
  return HTMLMarkdown.convert(Array(html.utf8)) { _ in nil }.text
}

extension ImportText {
  /// Returns the value for a day such as `2026/11/21`; nil if `text` is nil or empty.
  fileprivate static func day(_ text: String?) -> NewValue? {
    time(text.map { $0.replacing("/", with: "-") })
  }
}

extension ImportedNote {
  /// Creates an entry. A rating of up to 5 stars becomes a score: up to 2.5 is bad, up to 3.5 is
  /// okay, more is great. Without a valid rating, the entry is undecided.
  fileprivate static func entry(
    key: String, title: String, text: String, rating: Double?,
    fields: [(key: String, value: NewValue?)]
  ) -> ImportedNote {
    let stars = rating.flatMap { $0 > 0 && $0 <= 5 ? $0 : nil }
    let score = stars.map { $0 < 2.75 ? 1 : $0 < 3.75 ? 2 : 3 } ?? 0
    let written = stars.map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
    let own: [(key: String, value: NewValue?)] = [
      ("type", .text("entry")), ("title", .text(title)), ("score", .literal("\(score)")),
      ("rating", ImportText.number(written)),
    ]
    var note = ImportedNote(key: key, title: nil, text: text.trimmed, fields: own + fields)
    note.label = title
    return note
  }
}
