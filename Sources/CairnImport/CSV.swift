/// A reader of comma-separated values (RFC 4180). Quotes may be missing, lines may end with LF, and
/// the separator may be a semicolon or a tab if the first line contains no comma.
struct CSV {
  /// The names of the columns, from the first line.
  let columns: [String]
  /// The other lines: each has as many values as there are columns.
  let rows: [[String]]

  /// Reads a table; nil if the text has no line, or if a quote is not closed.
  init?(_ text: String) {
    let first = text.prefix { !$0.isNewline }
    let separator: UInt8 =
      first.contains(",") || !first.contains { ";\t".contains($0) }
      ? UInt8(ascii: ",") : first.contains("\t") ? UInt8(ascii: "\t") : UInt8(ascii: ";")
    guard let lines = Self.lines(of: Array(text.utf8), separator), let header = lines.first else {
      return nil
    }
    columns = header
    rows = lines.dropFirst().filter { $0 != [""] }.map { line in
      Array(
        (line + Array(repeating: "", count: max(0, header.count - line.count)))
          .prefix(header.count))
    }
  }

  private static func lines(of bytes: [UInt8], _ separator: UInt8) -> [[String]]? {
    let quote = UInt8(ascii: "\"")
    var lines: [[String]] = []
    var line: [String] = []
    var value: [UInt8] = []
    var (isQuoted, position) = (false, 0)
    func end() {
      line.append(String(decoding: value, as: UTF8.self))
      value = []
    }
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if isQuoted {
        if byte != quote {
          value.append(byte)
        } else if position < bytes.count, bytes[position] == quote {
          value.append(quote)
          position += 1
        } else {
          isQuoted = false
        }
      } else if byte == quote, value.isEmpty {
        isQuoted = true
      } else if byte == separator {
        end()
      } else if byte == UInt8(ascii: "\n") {
        if value.last == UInt8(ascii: "\r") { value.removeLast() }
        end()
        lines.append(line)
        line = []
      } else {
        value.append(byte)
      }
    }
    if isQuoted { return nil }
    if !value.isEmpty || !line.isEmpty {
      end()
      lines.append(line)
    }
    return lines
  }
}
