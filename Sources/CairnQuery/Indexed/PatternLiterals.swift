/// The runs of characters that every match of a regular expression contains. The index uses them to
/// narrow the search.
///
/// Conservative: anything uncertain ends a run, and a pattern with alternatives, groups, options,
/// comments or quoting has no runs. Only ASCII letters and digits count, because folding changes
/// other characters in more than their case.
struct PatternLiterals {
  /// The runs that every match contains, at least two bytes each, in lower case.
  private(set) var runs: [[UInt8]] = []
  private var run: [UInt8] = []

  init(_ pattern: String) {
    let bytes = Array(pattern.utf8)
    // Alternatives, groups, options, comments and quoting change the meaning of the pattern around
    // them.
    guard !bytes.contains(where: { "|()#".utf8.contains($0) }), !pattern.contains("\\Q") else {
      return
    }
    var index = 0
    while index < bytes.count { index = read(bytes, at: index) }
    close()
  }

  /// Reads the piece of the pattern at `index`: adds a letter or digit to the current run, and ends
  /// the run at anything else. Returns the offset after the piece.
  private mutating func read(_ bytes: [UInt8], at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"):
      close()
      // An escape and its arguments are not literals.
      return Self.behindEscape(bytes, at: index + 1)
    case UInt8(ascii: "["):
      close()
      return Self.behindClass(bytes, at: index + 1)
    case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "{"):
      // The quantifier can allow the preceding character to be absent.
      _ = run.popLast()
      close()
      return Self.behindQuantifier(bytes, at: index)
    case UInt8(ascii: "+"):
      close()
      return index + 1
    case let byte where byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26:
      run.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      return index + 1
    default:
      close()
      return index + 1
    }
  }

  private mutating func close() {
    if run.count > 1 { runs.append(run) }
    run.removeAll()
  }

  private static func behindEscape(_ bytes: [UInt8], at index: Int) -> Int {
    guard index < bytes.count else { return index }
    // Up to the closing bracket: \x{…}, \p{…}, \o{…}, \g{…}, \k<…>, \N{…}.
    if index + 1 < bytes.count, "{<'".utf8.contains(bytes[index + 1]) {
      let closing: UInt8 =
        switch bytes[index + 1] {
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "<"): UInt8(ascii: ">")
        default: UInt8(ascii: "'")
        }
      let end = bytes[(index + 2)...].firstIndex(of: closing)
      return end.map { $0 + 1 } ?? bytes.count
    }
    // Digits and letters may belong to the escape (\x41, \012, \pL, \cA).
    var end = index + 1
    while end < bytes.count, end < index + 4,
      (bytes[end] | 0x20) &- 0x61 < 26 || bytes[end] &- 0x30 < 10
    {
      end += 1
    }
    return end
  }

  private static func behindClass(_ bytes: [UInt8], at index: Int) -> Int {
    var index = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "^") { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "]") { index += 1 }
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "["):
        // A named class within a class: `[:alpha:]`.
        if index + 1 < bytes.count, ":.=".utf8.contains(bytes[index + 1]),
          let end = bytes[(index + 2)...].firstIndex(of: UInt8(ascii: "]"))
        {
          index = end + 1
        } else {
          index += 1
        }
      case UInt8(ascii: "]"): return index + 1
      default: index += 1
      }
    }
    return index
  }

  private static func behindQuantifier(_ bytes: [UInt8], at index: Int) -> Int {
    guard bytes[index] == UInt8(ascii: "{") else { return index + 1 }
    return bytes[index...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? bytes.count
  }
}
