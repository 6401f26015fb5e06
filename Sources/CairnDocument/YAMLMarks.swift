/// The anchors, aliases and keys of a YAML text, found in one pass without parsing it.
///
/// Only what a parser takes for one counts: `&`, `*` and `?` in block scalars, quotes, comments and
/// the middle of plain text are text. Lines end where parsers of YAML 1.1 end them.
struct YAMLMarks {
  /// The names of anchors, without `&`, in order.
  private(set) var anchors: [ArraySlice<UInt8>] = []
  /// The names of aliases, without `*`, in order.
  private(set) var aliases: [ArraySlice<UInt8>] = []
  /// Whether a key may be something else than a scalar: `? …`, `[…]:`, `{…}:` and `*name:`.
  private(set) var hasComplexKey = false
  /// How deep collections are nested.
  private(set) var depth = 0

  private let bytes: ArraySlice<UInt8>
  private var position: Int
  /// Where the open block collections begin: twice the column, and one more for a sequence, which
  /// may stand at the column of the mapping around it.
  private var open: [Int] = []

  /// The marks of a text that begins with a line.
  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
    while position < bytes.endIndex { line() }
  }
}

// MARK: - Bytes

extension YAMLMarks {
  private var byte: UInt8? { position < bytes.endIndex ? bytes[position] : nil }

  /// The column of the innermost block collection; -1 where there is none.
  private var parent: Int { open.last.map { $0 / 2 } ?? -1 }

  /// How many bytes of a line break stand at `offset`; 0 where there is none.
  private func breakLength(at offset: Int) -> Int {
    let byte = bytes[offset]
    if byte.isLineBreak { return 1 }
    guard byte >= 0xC2, bytes[offset...].beginsWithOldLineBreak else { return 0 }
    return byte == 0xC2 ? 2 : 3
  }

  /// Whether a blank, a line break or the end of the text stands at `offset`.
  private func isSpace(at offset: Int) -> Bool {
    offset >= bytes.endIndex || bytes[offset].isBlank || breakLength(at: offset) > 0
  }

  private var isAtLineEnd: Bool { position >= bytes.endIndex || breakLength(at: position) > 0 }

  private mutating func skipBlanks() {
    while byte?.isBlank == true { position += 1 }
  }

  /// Moves to the beginning of the next line.
  private mutating func skipLine() {
    while !isAtLineEnd { position += 1 }
    if position < bytes.endIndex { position += breakLength(at: position) }
  }

  /// How many spaces the line at the position begins with, and whether nothing else stands on it.
  private func lead() -> (count: Int, isBlank: Bool) {
    var offset = position
    while offset < bytes.endIndex, bytes[offset] == UInt8(ascii: " ") { offset += 1 }
    let count = offset - position
    while offset < bytes.endIndex, bytes[offset].isBlank { offset += 1 }
    return (count, offset >= bytes.endIndex || breakLength(at: offset) > 0)
  }

  /// Moves behind a name that `&` or `*` stands before.
  private mutating func name() -> ArraySlice<UInt8> {
    let name = bytes[(position + 1)...].prefix { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
    position = name.endIndex
    return name
  }

  /// Moves behind the quote that closes the one here.
  private mutating func skipQuoted() {
    let quote = bytes[position]
    position += 1
    while let byte {
      position += byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") ? 2 : 1
      if byte == quote { break }
    }
    position = min(position, bytes.endIndex)
  }

  private mutating func enter(_ collection: Int) {
    while let last = open.last, last > collection { open.removeLast() }
    if open.last != collection { open.append(collection) }
    depth = max(depth, open.count)
  }
}

// MARK: - Block style

extension YAMLMarks {
  private mutating func line() {
    if bytes[position...].starts(with: [0xEF, 0xBB, 0xBF]) { position += 3 }
    let start = position
    let (lead, isBlank) = lead()
    guard !isBlank else { return skipLine() }
    position += lead
    let mark = bytes[position...].prefix(3)
    if lead == 0, mark.elementsEqual("---".utf8) || mark.elementsEqual("...".utf8),
      isSpace(at: position + 3)
    {
      open = []
      position += 3
    }
    while let last = open.last, last / 2 > lead { open.removeLast() }
    while token(of: start) {}
  }

  /// Moves behind what stands next on the line that begins at `start`; false where the line ends.
  private mutating func token(of start: Int) -> Bool {
    skipBlanks()
    let first = position
    while let byte, byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
      if byte == UInt8(ascii: "&") { anchors.append(name()) }
      while !isSpace(at: position) { position += 1 }
      skipBlanks()
    }
    guard let byte, !isAtLineEnd else {
      skipLine()
      return false
    }
    switch byte {
    case UInt8(ascii: "#"):
      skipLine()
      return false
    case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
      guard isSpace(at: position + 1) else { break }
      if byte == UInt8(ascii: "?") { hasComplexKey = true }
      enter((position - start) * 2 + (byte == UInt8(ascii: "-") ? 1 : 0))
      position += 1
      return true
    case UInt8(ascii: "|"), UInt8(ascii: ">"):
      skipLine()
      while position < bytes.endIndex, case let (lead, isBlank) = lead(), isBlank || lead > parent {
        skipLine()
      }
      return false
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      skipQuoted()
      return key(at: first - start, isComplex: false)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      flow()
      return key(at: first - start, isComplex: true)
    case UInt8(ascii: "*"):
      aliases.append(name())
      return key(at: first - start, isComplex: true)
    default: break
    }
    return plain(first - start)
  }

  /// Goes on behind what may be a key, that begins at `column`: it is one if a colon follows.
  private mutating func key(at column: Int, isComplex: Bool) -> Bool {
    skipBlanks()
    guard byte == UInt8(ascii: ":"), isSpace(at: position + 1) else { return !isAtLineEnd }
    if isComplex { hasComplexKey = true }
    enter(column * 2)
    position += 1
    return true
  }

  /// Moves behind plain text, up to the colon of a key or over all its lines.
  private mutating func plain(_ column: Int) -> Bool {
    while !isAtLineEnd {
      if byte == UInt8(ascii: ":"), isSpace(at: position + 1) {
        enter(column * 2)
        position += 1
        return true
      }
      if byte == UInt8(ascii: "#"), bytes[position - 1].isBlank {
        skipLine()
        return false
      }
      position += 1
    }
    skipLine()
    var isOver = false
    while position < bytes.endIndex, !isOver {
      let (lead, isBlank) = lead()
      guard isBlank || lead > parent, bytes[position...].dropFirst(lead).first != UInt8(ascii: "#")
      else { break }
      while !isAtLineEnd, !isOver {
        position += 1
        isOver = byte == UInt8(ascii: "#") && bytes[position - 1].isBlank
      }
      skipLine()
    }
    return false
  }
}

// MARK: - Flow style

extension YAMLMarks {
  /// Moves behind the bracket that closes the one here.
  private mutating func flow() {
    var brackets = 0
    var isPlain = false
    while let byte {
      let isText = isPlain
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        brackets += 1
        depth = max(depth, open.count + brackets)
        isPlain = false
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        brackets -= 1
        isPlain = false
        position += 1
        if brackets == 0 { return }
        noteComplexKey()
        continue
      case UInt8(ascii: ","): isPlain = false
      case UInt8(ascii: ":"):
        isPlain = isText && !isSpace(at: position + 1) && !bytes[position + 1].isFlowIndicator
      case UInt8(ascii: "#") where !isText || isSpace(at: position - 1):
        isPlain = false
        skipLine()
        continue
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if isText { break }
        skipQuoted()
        continue
      case UInt8(ascii: "&"), UInt8(ascii: "*"):
        if isText { break }
        if byte == UInt8(ascii: "&") {
          anchors.append(name())
        } else {
          aliases.append(name())
          noteComplexKey()
        }
        continue
      case UInt8(ascii: "!"):
        if isText { break }
        while !isSpace(at: position), !bytes[position].isFlowIndicator { position += 1 }
        continue
      case UInt8(ascii: "?"):
        if !isText { hasComplexKey = true }
      case UInt8(ascii: " "), UInt8(ascii: "\t"): break
      default:
        let length = breakLength(at: position)
        if length == 0 { isPlain = true }
        position += max(0, length - 1)
      }
      position += 1
    }
  }

  /// Notes that a colon follows what is not a scalar.
  private mutating func noteComplexKey() {
    var offset = position
    while offset < bytes.endIndex, isSpace(at: offset) { offset += 1 }
    if offset < bytes.endIndex, bytes[offset] == UInt8(ascii: ":") { hasComplexKey = true }
  }
}
