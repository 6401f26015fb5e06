import CairnDocument
import CairnText

/// A reader of front matter in TOML or JSON up to the cursor of an editor. The reader determines
/// what is being typed, even if the text is not valid yet.
struct FieldCursor {
  private let bytes: [UInt8]
  private let isTOML: Bool
  /// The brackets and braces that are open inside the value of a field.
  private var open: [UInt8] = []
  /// The key of the field; nil until the `=` or `:` after the key has been read.
  private var key: String?
  /// The offset of the key or value that is being typed; nil before its first character.
  private var start: Int?
  /// The opening quotation mark of the key or value that is being typed; nil if it has none.
  private var quote: UInt8?
  /// Complete text before the cursor that further typing cannot continue, such as a key with its
  /// closing quotation mark; nil if there is none.
  private var finished: String?
  private var isInTable = false

  /// Determines the kind of text that can be completed at an offset; nil if nothing can be
  /// completed.
  static func place(
    in bytes: [UInt8], from begin: Int, to offset: Int, _ notation: Notation
  ) -> EditorPlace? {
    let isBeforeObject = begin == offset && bytes[begin...].first == UInt8(ascii: "{")
    guard notation == .toml || !isBeforeObject else { return nil }
    var cursor = FieldCursor(bytes, isTOML: notation == .toml)
    cursor.read(begin, offset)
    return cursor.place(offset, notation)
  }

  private init(_ bytes: [UInt8], isTOML: Bool) {
    (self.bytes, self.isTOML) = (bytes, isTOML)
  }

  private func place(_ offset: Int, _ notation: Notation) -> EditorPlace? {
    guard !isInTable, finished == nil else { return nil }
    let range = (start ?? offset)..<offset
    let isElement = open == [UInt8(ascii: "[")]
    let spelling = FieldSpelling(notation: notation, quote: quote, isElement: isElement)
    guard let key else { return open.isEmpty ? .key(range, spelling) : nil }
    return open.isEmpty || isElement ? .value(key: key, range, spelling) : nil
  }

  private mutating func read(_ begin: Int, _ end: Int) {
    var index = begin
    if !isTOML {
      // The brace around all fields.
      index = bytes[begin..<end].firstIndex { !$0.isSpace } ?? end
      if index < end, bytes[index] == UInt8(ascii: "{") { index += 1 }
    }
    while index < end {
      if quote != nil {
        index = inText(index)
      } else {
        index = outside(index, end)
      }
    }
  }

  /// Reads the byte at an index inside quotation marks. Returns the index of the next byte to read.
  private mutating func inText(_ index: Int) -> Int {
    let byte = bytes[index]
    if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") { return index + 2 }
    if byte == quote {
      finished = String(decoding: bytes[(start ?? index)..<index], as: UTF8.self)
      (quote, start) = (nil, nil)
    } else if byte == 0x0A {
      // Quoted text cannot span lines, so the closing quotation mark is missing.
      (quote, start) = (nil, nil)
      return index
    }
    return index + 1
  }

  /// Reads the byte at an index outside quotation marks. Returns the index of the next byte to
  /// read.
  private mutating func outside(_ index: Int, _ end: Int) -> Int {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let mark = [byte, byte, byte]
      if isTOML, bytes[index..<end].starts(with: mark) { return afterLongText(index, end, mark) }
      (quote, start) = (byte, index + 1)
    case UInt8(ascii: "#") where isTOML:
      return bytes[index..<end].firstIndex(of: 0x0A) ?? end
    case UInt8(ascii: "[") where isTOML && key == nil:
      // Everything below belongs to a table.
      isInTable = true
      return end
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      open.append(byte)
      begin()
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if open.popLast() == nil { isInTable = true }
      begin()
      // Any text after the bracket is not part of the value.
      finished = ""
    case UInt8(ascii: isTOML ? "=" : ":") where open.isEmpty && key == nil:
      let word = start.map { String(decoding: bytes[$0..<index], as: UTF8.self) } ?? finished
      begin()
      key = word.map { String($0.trimmingBlanks) }
    case UInt8(ascii: ","):
      begin()
      if !isTOML, open.isEmpty { key = nil }
    case 0x0A where isTOML && open.isEmpty:
      begin()
      key = nil
    case _ where byte.isSpace: break
    default: if start == nil { start = index }
    }
    return index + 1
  }

  /// Skips text that begins with three quotation marks (`mark`), and returns the index after it. A
  /// cursor inside the text gets no completions.
  private mutating func afterLongText(_ index: Int, _ end: Int, _ mark: [UInt8]) -> Int {
    begin()
    finished = ""
    var next = index + 3
    while next < end {
      if bytes[next..<end].starts(with: mark) { return next + 3 }
      next += 1
    }
    return end
  }

  /// Begins a new key or value.
  private mutating func begin() { (start, quote, finished) = (nil, nil, nil) }
}

/// The way in which a completion of a field is written.
struct FieldSpelling: Hashable {
  /// The format of the front matter.
  let notation: Notation
  /// The opening quotation mark of the key or value that is being typed; nil if it has none.
  let quote: UInt8?
  /// Whether the value that is being typed is an element of a list.
  var isElement = false

  /// YAML without a quotation mark.
  static let yaml = FieldSpelling(notation: .yaml, quote: nil)

  /// Returns the spelling of a key to insert before `rest`, the bytes after the replaced text.
  /// Appends the separator, such as `: `, unless `rest` begins with it or with a closing quotation
  /// mark.
  func key(_ key: String, before rest: ArraySlice<UInt8>) -> String {
    let isClosed = quote != nil && rest.first == quote
    let following = (isClosed ? rest.dropFirst() : rest).drop { $0 == 0x20 }
    let sign = notation.separatorText
    let isFollowed = following.first == sign.utf8.first { $0 != 0x20 }
    let written = closed(notation.spelling(ofKey: key), before: rest)
    return written + (isFollowed || isClosed ? "" : sign)
  }

  /// Returns the spelling of a value to insert before `rest`, the bytes after the replaced text.
  func value(_ value: NewValue, before rest: ArraySlice<UInt8>) -> String {
    guard notation == .yaml else { return closed(notation.spelling(of: value), before: rest) }
    return closed(quote.map(value.spelling(in:)) ?? value.spelling, before: rest)
  }

  /// Returns `text` without the quotation marks that the file already contains around the replaced
  /// text. If the file contains only the opening mark, the result ends with the closing mark.
  private func closed(_ text: String, before rest: ArraySlice<UInt8>) -> String {
    guard let quote else { return text }
    var inner = text[...]
    if inner.count > 1, let mark = inner.first, "\"'".contains(mark), inner.last == mark {
      inner = inner.dropFirst().dropLast()
    }
    return inner + (rest.first == quote ? "" : String(UnicodeScalar(quote)))
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
