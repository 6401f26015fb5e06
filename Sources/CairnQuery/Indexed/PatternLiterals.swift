/// Finds what every match of a regular expression must hold, so that an index can say where to look.
///
/// It errs on the side of nothing: whatever it does not know for sure (alternatives, groups that may
/// be left out, options) ends a run or drops it. Only ASCII letters and digits count, since these
/// fold to themselves but for case.
struct PatternLiterals {
  /// The runs, at least two bytes each, in lower case.
  private(set) var runs: [[UInt8]] = []
  private var run: [UInt8] = []

  init(_ pattern: String) {
    let bytes = Array(pattern.utf8)
    // Alternatives, groups, options, comments and quoting change what stands around them.
    guard !bytes.contains(where: { "|()#".utf8.contains($0) }), !pattern.contains("\\Q") else {
      return
    }
    var index = 0
    while index < bytes.count { index = read(bytes, at: index) }
    close()
  }

  /// Reads one piece of the pattern; returns the offset behind it.
  private mutating func read(_ bytes: [UInt8], at index: Int) -> Int {
    switch bytes[index] {
    case UInt8(ascii: "\\"):
      close()
      // What follows a backslash, with what belongs to it, is no literal here.
      return Self.behindEscape(bytes, at: index + 1)
    case UInt8(ascii: "["):
      close()
      return Self.behindClass(bytes, at: index + 1)
    case UInt8(ascii: "?"), UInt8(ascii: "*"), UInt8(ascii: "{"):
      // The piece before may be missing.
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
    // \x{…}, \p{…}, \o{…}, \g{…}, \k<…>, \N{…}: up to the closing bracket.
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
    // Digits and letters may belong to it (\x41, \012, \pL, \cA).
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
        // A named class within: `[:alpha:]`.
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
