/// A key that a person pressed.
public enum Key: Hashable, Sendable {
  /// A character, which can be a mark that combines with the previous character.
  case character(Character)
  /// A letter pressed with Ctrl, in lower case.
  case control(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// The key F1.
  case help
}

/// A reader of the bytes that a terminal in raw mode sends.
///
///     var reader = KeyReader()
///     reader.read(Array("a\u{1B}[A".utf8))   // [.character("a"), .up]
///
/// The bytes of an incomplete key are kept for the next call. Keys that have no case in ``Key`` are
/// dropped. In pasted text (bracketed paste), control characters become blanks.
public struct KeyReader: Sendable {
  private var rest: [UInt8] = []
  private var isPasting = false

  /// Creates a reader.
  public init() {}

  /// Whether the bytes read so far end with an incomplete key. A lone Esc counts as incomplete.
  public var isWaiting: Bool { !rest.isEmpty }

  /// Reads the next bytes of the input, and returns the keys that are complete now, in order.
  public mutating func read(_ bytes: [UInt8]) -> [Key] {
    rest += bytes
    var keys: [Key] = []
    while !rest.isEmpty, let (count, key) = next() {
      rest.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Returns the key Esc if the pending bytes begin with Esc, and drops all pending bytes. Call
  /// this function after a pause, when no more bytes will complete a key.
  public mutating func flush() -> [Key] {
    defer { rest = [] }
    return rest.first == 0x1B ? [.escape] : []
  }

  /// Returns the length of the first key in bytes, and the key. The key is nil if ``Key`` has no
  /// case for the bytes. Returns nil if more bytes are needed.
  private mutating func next() -> (count: Int, key: Key?)? {
    let first = rest[0]
    if first == 0x1B { return escapeSequence() }
    if isPasting, first < 0x20 || first == 0x7F { return (1, .character(" ")) }
    if first < 0x20 || first == 0x7F { return (1, Self.control(first)) }
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard rest.count >= count else { return nil }
    let text = String(validating: rest.prefix(count), as: UTF8.self)
    return text?.first.map { (count, .character($0)) } ?? (1, nil)
  }

  private static func control(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: nil
    }
  }

  /// Reads a control sequence (ECMA-48 §5.4), such as `ESC [ 5 ~`, or a letter with Alt. Returns
  /// its length in bytes, and the pressed key; the key is nil if it has no case in ``Key``. Returns
  /// nil if more bytes are needed.
  private mutating func escapeSequence() -> (count: Int, key: Key?)? {
    guard rest.count > 1 else { return nil }
    if rest[1] == 0x1B { return (1, .escape) }
    guard rest[1] == UInt8(ascii: "[") || rest[1] == UInt8(ascii: "O") else { return (2, nil) }
    guard let end = rest[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return rest.count > 32 ? (rest.count, nil) : nil
    }
    let parameters = String(decoding: rest[2..<end], as: UTF8.self)
    return (end + 1, key(Character(Unicode.Scalar(rest[end])), parameters))
  }

  private mutating func key(_ final: Character, _ parameters: String) -> Key? {
    switch final {
    case "A": return .up
    case "B": return .down
    case "C": return .right
    case "D": return .left
    case "H": return .home
    case "F": return .end
    case "P": return .help
    case "Z": return .backTab
    case "~": break
    default: return nil
    }
    switch parameters.prefix(while: { $0 != ";" }) {
    case "1", "7": return .home
    case "3": return .delete
    case "4", "8": return .end
    case "5": return .pageUp
    case "6": return .pageDown
    case "11": return .help
    case "200": isPasting = true
    case "201": isPasting = false
    default: break
    }
    return nil
  }
}

/// A line of text that is being typed, with a cursor.
public struct LineEditor: Hashable, Sendable {
  /// The text before the cursor.
  public private(set) var before: String
  /// The text after the cursor.
  public private(set) var after = ""
  /// The number of bytes that were typed or pasted into the full line, and are not in the text.
  /// Becomes 0 when text is deleted from the line.
  public private(set) var droppedBytes = 0
  /// The length of the text, in bytes, from which the line is full. Further characters are dropped,
  /// because a longer text has usually been pasted by mistake, and would make the picker slow.
  private static let longest = 2000

  /// Creates a line with the cursor at its end.
  public init(_ text: String = "") { before = text }

  /// The whole text.
  public var text: String { before + after }

  private var length: Int { before.utf8.count + after.utf8.count }

  /// Applies a key to the line. Returns false if the key does not edit a line.
  public mutating func handle(_ key: Key) -> Bool {
    let oldLength = length
    switch key {
    case .character(let character):
      if oldLength < Self.longest {
        before.append(character)
      } else {
        droppedBytes += character.utf8.count
      }
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left: if let last = before.popLast() { after.insert(last, at: after.startIndex) }
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end: (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    default: return false
    }
    if length < oldLength { droppedBytes = 0 }
    return true
  }
}
