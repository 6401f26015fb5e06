/// A table of a TOML document: its fields, and the statements that define them.
///
/// A table can be written in several places: as a header (`[a]`), as the beginning of other headers
/// (`[a.b]`), and as the beginning of dotted keys (`a.b = 1`). This type enforces the rules about
/// which of these may occur together (TOML 1.0, *Keys*, *Table* and *Array of Tables*).
final class TOMLTable {
  /// The value or the tables that a key stands for.
  private enum Content {
    case value(PlacedValue)
    case table(TOMLTable)
    case tables(List)

    var reading: FieldValue {
      switch self {
      case .value(let value): value.reading
      case .table(let table): .map(table.entries)
      case .tables(let list): .list(list.tables.map { .map($0.entries) })
      }
    }
  }

  /// The tables of an array of tables.
  private final class List {
    var tables: [TOMLTable]

    init(_ first: TOMLTable) { tables = [first] }
  }

  /// A key of a table, its content, and the statements that define the key.
  private struct Entry {
    let key: TOMLScanner.KeyPart
    var content: Content
    var extent: Extent
  }

  /// The statements that define an entry: the lines that contain them, the number of statements, and
  /// the positions of the entry's first and last statement in the list of all statements.
  private struct Extent {
    var lines: Range<Int>
    let first: Int
    var last: Int
    var count = 1

    init(_ statement: Statement) {
      lines = statement.lines
      first = statement.number
      last = statement.number
    }

    /// Extends the lines to include `statement`, which follows them. If the same statement was
    /// added just before, does not count it again.
    mutating func add(_ statement: Statement) {
      lines = lines.lowerBound..<statement.lines.upperBound
      guard statement.number != last else { return }
      last = statement.number
      count += 1
    }
  }

  /// A statement of a TOML document: its position among all statements, from 0, and its lines.
  private struct Statement {
    let number: Int
    let lines: Range<Int>
  }

  private var contents: [Entry] = []
  private var places: [KeyBytes: Int] = [:]
  /// Whether the table is defined by its own header, or by dotted keys below an earlier header. If
  /// so, no other statement may define it.
  private var isDefined = false
  /// The offset at which to insert a new line of this table, and the bytes with which that line
  /// begins. Nil if the table has neither a header nor a statement that defines one of its fields.
  private var ending: (offset: Int, prefix: [UInt8])?

  /// The keys of the table with their values, in the order of the file.
  var entries: [FieldValue.Entry] { contents.map { .init($0.key.text, $0.content.reading) } }

  private func entry(_ key: String) -> Int? { places[KeyBytes(key)] }

  private func append(_ entry: Entry) {
    places[KeyBytes(entry.key.text)] = contents.count
    contents.append(entry)
  }
}

// MARK: - Reading

extension TOMLTable {
  /// Returns the fields of the TOML document in `content`.
  ///
  /// - Throws: A ``FormatFailure`` if the text is not TOML 1.0.
  static func map(_ bytes: [UInt8], _ content: Range<Int>) throws(FormatFailure) -> MapLayout {
    guard String(validating: bytes[content], as: UTF8.self) != nil else {
      throw FormatFailure(offset: content.lowerBound, reason: "the front matter is not UTF-8")
    }
    var scanner = TOMLScanner(bytes, content)
    let root = TOMLTable()
    root.ending = (content.lowerBound, [])
    var section = root
    var header: [TOMLScanner.KeyPart] = []
    var dotted: [TOMLTable] = []
    var number = 0
    while scanner.position < scanner.end {
      let start = scanner.position
      scanner.skipBlanks()
      if scanner.byte == UInt8(ascii: "[") {
        // Dotted keys below another header cannot add to these tables.
        for table in dotted { table.isDefined = true }
        dotted = []
        (header, section) = try root.section(at: &scanner, number)
        try scanner.endStatement()
        section.ending = (scanner.position, [])
      } else if let byte = scanner.byte, byte != UInt8(ascii: "#"), !byte.isLineBreak {
        let key = try scanner.key()
        try scanner.takeEquals()
        let value = try scanner.value()
        try scanner.endStatement()
        let statement = Statement(number: number, lines: start..<scanner.position)
        dotted += try section.add(value, at: key, statement, of: bytes)
      } else {
        try scanner.endStatement()
        continue
      }
      root.extend(header, with: Statement(number: number, lines: start..<scanner.position))
      number += 1
    }
    return root.layout(behind: (content.lowerBound, []))
  }

  /// Reads a header. Returns the header's key and the table to which the following statements
  /// belong.
  private func section(
    at scanner: inout TOMLScanner, _ number: Int
  ) throws(FormatFailure) -> ([TOMLScanner.KeyPart], TOMLTable) {
    let start = scanner.bytes.lineStart(of: scanner.position)
    scanner.position += 1
    let isArray = scanner.take(UInt8(ascii: "["))
    scanner.skipBlanks()
    let key = try scanner.key()
    scanner.skipBlanks()
    guard scanner.take(UInt8(ascii: "]")), !isArray || scanner.take(UInt8(ascii: "]")) else {
      throw scanner.failure("expected `\(isArray ? "]]" : "]")` after the name of the table")
    }
    let statement = Statement(number: number, lines: start..<scanner.position)
    var table = self
    for part in key.dropLast() { table = try table.descendant(part, statement) }
    guard let last = key.last else { return (key, table) }
    return (key, try table.defined(last, isArray: isArray, statement))
  }

  /// Returns the table that `part` of a header stands for or, if it stands for an array of tables,
  /// the last table in that array. If neither exists, creates a table.
  private func descendant(
    _ part: TOMLScanner.KeyPart, _ statement: Statement
  ) throws(FormatFailure) -> TOMLTable {
    guard let index = entry(part.text) else {
      let table = TOMLTable()
      append(Entry(key: part, content: .table(table), extent: Extent(statement)))
      return table
    }
    switch contents[index].content {
    case .table(let table): return table
    case .tables(let list): if let last = list.tables.last { return last }
    case .value: break
    }
    throw FormatFailure(
      offset: part.range.lowerBound, reason: "the key `\(part.text)` already has a value")
  }

  /// Returns the table that the last part of a header defines. If `isArray` is true (`[[name]]`),
  /// adds a table to the array of tables with this name.
  private func defined(
    _ part: TOMLScanner.KeyPart, isArray: Bool, _ statement: Statement
  ) throws(FormatFailure) -> TOMLTable {
    let new = TOMLTable()
    new.isDefined = true
    guard let index = entry(part.text) else {
      let content: Content = isArray ? .tables(List(new)) : .table(new)
      append(Entry(key: part, content: content, extent: Extent(statement)))
      return new
    }
    switch contents[index].content {
    case .tables(let list) where isArray:
      list.tables.append(new)
      return new
    case .table(let table) where !isArray && !table.isDefined:
      table.isDefined = true
      return table
    default:
      throw FormatFailure(
        offset: part.range.lowerBound, reason: "the table `\(part.text)` is defined twice")
    }
  }

  /// Adds a value at a key, which may have several parts, to an inline table.
  func add(_ value: PlacedValue, at key: [TOMLScanner.KeyPart]) throws(FormatFailure) {
    _ = try add(value, at: key, Statement(number: 0, lines: value.range), of: nil)
  }

  /// Adds the value of a statement whose key may have several parts. Returns the tables for all
  /// parts of the key except the last: for `a.b.c = 1`, the tables `a` and `a.b`.
  ///
  /// - Parameter bytes: The bytes of the file; nil for a statement in an inline table.
  private func add(
    _ value: PlacedValue, at key: [TOMLScanner.KeyPart], _ statement: Statement, of bytes: [UInt8]?
  ) throws(FormatFailure) -> [TOMLTable] {
    var tables = [self]
    for part in key.dropLast() {
      let table = tables[tables.count - 1]
      if let index = table.entry(part.text) {
        guard case .table(let next) = table.contents[index].content, !next.isDefined else {
          throw FormatFailure(
            offset: part.range.lowerBound,
            reason: "the key `\(part.text)` is already defined; a dotted key cannot add to it")
        }
        table.contents[index].extent.add(statement)
        tables.append(next)
      } else {
        tables.append(try table.descendant(part, statement))
      }
    }
    guard let last = key.last else { return [] }
    let table = tables[tables.count - 1]
    guard table.entry(last.text) == nil else {
      throw FormatFailure(
        offset: last.range.lowerBound, reason: "the key `\(last.text)` occurs twice")
    }
    table.append(Entry(key: last, content: .value(value), extent: Extent(statement)))
    if let bytes {
      let lead = bytes[statement.lines].prefix(while: \.isBlank)
      for (table, part) in zip(tables, key) {
        let prefix = bytes[key[0].range.lowerBound..<part.range.lowerBound]
        table.ending = (statement.lines.upperBound, Array(lead + prefix))
      }
    }
    return Array(tables.dropFirst())
  }

  /// Adds a statement to each entry that a header names. Each part of a header names one entry: the
  /// header `[a.b]` names the entries `a` and `a.b`.
  private func extend(_ header: [TOMLScanner.KeyPart], with statement: Statement) {
    var table = self
    for part in header {
      guard let index = table.entry(part.text) else { return }
      table.contents[index].extent.add(statement)
      switch table.contents[index].content {
      case .table(let next): table = next
      case .tables(let list):
        guard let last = list.tables.last else { return }
        table = last
      case .value: return
      }
    }
  }
}

extension TOMLScanner {
  /// Moves past the rest of a line, which can contain only a comment.
  fileprivate mutating func endStatement() throws(FormatFailure) {
    skipBlanks()
    try skipComment()
    guard takeLineBreak() || position == end else {
      throw failure(
        byte == UInt8(ascii: "\r")
          ? "the line ends with a lone carriage return; save the file with LF or CRLF line endings"
          : "unexpected text after the end of the value")
    }
  }
}

// MARK: - Layout

extension TOMLTable {
  /// Returns the layout of the table.
  ///
  /// - Parameter place: The offset at which to insert a new field, and the bytes before its key.
  ///   Used if ``ending`` is nil.
  private func layout(behind place: (offset: Int, prefix: [UInt8])) -> MapLayout {
    let end = ending ?? place
    let fields = contents.map { entry -> FieldLayout in
      let (key, extent) = (entry.key, entry.extent)
      if case .value(let value) = entry.content {
        return FieldLayout(
          key: key.text, keyRange: key.range, lines: extent.lines, value: value)
      }
      var field = FieldLayout(
        key: key.text, keyRange: key.range, lines: extent.lines,
        value: key.range.upperBound..<key.range.upperBound, style: .table,
        reading: entry.content.reading)
      field.isScattered = extent.last - extent.first + 1 != extent.count
      if case .table(let table) = entry.content {
        let prefix = end.prefix + TOMLSpelling.key(key.text) + [UInt8(ascii: ".")]
        field.map = table.layout(behind: (end.offset, prefix))
      }
      return field
    }
    let start = fields.first { $0.style != .table }?.lines.lowerBound ?? end.offset
    return MapLayout(
      form: .table(prefix: end.prefix), fields: fields, start: start, end: end.offset)
  }
}
