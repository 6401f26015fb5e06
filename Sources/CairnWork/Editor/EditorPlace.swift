import CairnDocument
import CairnMarkup

/// The kind of text that an editor can complete at its cursor. Each range contains the byte offsets
/// of the part that is already typed, and ends at the cursor.
enum EditorPlace: Hashable {
  /// The name in a wikilink, after `[[`.
  case link(Range<Int>)
  /// A heading in a link, after `#`; `target` is empty for the capture itself.
  case heading(target: String, Range<Int>)
  /// The path in a Markdown link or picture, after `](`.
  case path(Range<Int>, isPicture: Bool)
  /// A heading in a Markdown link, after `#`; `target` is the path as written, and is empty for the
  /// capture itself.
  case anchor(target: String, Range<Int>)
  /// A tag in the body, after `#`.
  case tag(Range<Int>)
  /// The key of a field.
  case key(Range<Int>, FieldSpelling)
  /// The value of a field, or an element of a list.
  case value(key: String, Range<Int>, FieldSpelling)

  /// Determines the kind of text that can be completed at an offset; nil if nothing can be
  /// completed.
  init?(in document: Document, at offset: Int) {
    let bytes = document.bytes
    let offset = min(max(offset, 0), bytes.count)
    let start = bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    if let link = Self.link(in: bytes, start..<offset)
      ?? Self.markdownLink(in: bytes, start..<offset)
    {
      guard link.isMarkup(in: document) else { return nil }
      self = link
    } else if let (begin, notation) = Self.fields(document, start, offset) {
      let field =
        notation == .yaml
        ? Self.field(in: bytes, start..<offset)
        : FieldCursor.place(in: bytes, from: begin, to: offset, notation)
      guard let field else { return nil }
      self = field
    } else if let tag = Self.tag(in: bytes, start..<offset), tag.isMarkup(in: document) {
      self = tag
    } else {
      return nil
    }
  }

  /// Returns the format of the front matter that contains the cursor, and the offset at which
  /// reading begins. The front matter need not be closed yet. Nil if the cursor is elsewhere.
  private static func fields(
    _ document: Document, _ line: Int, _ offset: Int
  ) -> (start: Int, Notation)? {
    let content = document.frontMatter.content
    // Fields that are being typed are not followed by an empty line yet.
    let isUnfinished = !document.bytes[..<line].contains(sequence: [0x0A, 0x0A])
    switch document.frontMatter.kind {
    case .yaml: return content.contains(line) ? (content.lowerBound, .yaml) : nil
    case .toml: return content.contains(offset) ? (content.lowerBound, .toml) : nil
    case .json: return content.contains(offset) ? (content.lowerBound, .json) : nil
    case .unclosed where isUnfinished:
      switch document.bytes[document.frontMatter.end...].first {
      case UInt8(ascii: "-"): return line > 0 ? (line, .yaml) : nil
      case UInt8(ascii: "{"): return offset > 0 ? (0, .json) : nil
      default: return nil
      }
    case .none:
      // If a closing quotation mark is missing, the brace at the end counts as quoted text.
      let isObject = document.bytes.first == UInt8(ascii: "{") && offset > 0
      return isObject && isUnfinished ? (0, .json) : nil
    case .unclosed, .foreign: return nil
    }
  }
}

// MARK: - Links and tags

extension EditorPlace {
  /// Returns whether a finished link or tag at this place would be read as a link or tag. In code,
  /// for example, it would be plain text. Costs one pass over the body.
  private func isMarkup(in document: Document) -> Bool {
    var (start, sample): (Int, String)
    switch self {
    case .link(let typed): (start, sample) = (typed.lowerBound - 2, "[[x]]")
    case .heading(let target, let typed):
      (start, sample) = (typed.lowerBound - target.utf8.count - 3, "[[x]]")
    case .path(let typed, _): (start, sample) = (typed.lowerBound - 2, "](x)")
    case .anchor(let target, let typed):
      (start, sample) = (typed.lowerBound - target.utf8.count - 3, "](x)")
    case .tag(let typed): (start, sample) = (typed.lowerBound - 1, "#x")
    case .key, .value: return true
    }
    guard start >= document.body.startIndex else { return true }
    // In `](<x>)`, the typed text begins one byte later.
    if start > 0, document.bytes[start] == UInt8(ascii: "(") { start -= 1 }
    let text = Splice(start..<end(in: document.bytes), Array(sample.utf8))
    let bytes = document.bytes.applying([text])
    let markup = Markup(bytes, body: document.body.startIndex..<bytes.count)
    return (markup.links.map(\.range) + markup.tags.map(\.range)).contains { $0.contains(start) }
  }

  private static func link(in bytes: [UInt8], _ line: Range<Int>) -> EditorPlace? {
    let open = UInt8(ascii: "[")
    var start: Int?
    for index in line.dropLast() where bytes[index] == open && bytes[index + 1] == open {
      start = index + 2
    }
    guard let start else { return nil }
    let inner = bytes[start..<line.upperBound]
    guard !inner.contains(UInt8(ascii: "]")), !inner.contains(UInt8(ascii: "|")),
      inner.first != open
    else { return nil }
    guard let hash = inner.firstIndex(of: UInt8(ascii: "#")) else {
      return .link(start..<line.upperBound)
    }
    let target = String(decoding: bytes[start..<hash], as: UTF8.self)
    return .heading(target: target, hash + 1..<line.upperBound)
  }

  /// Returns the place in the last Markdown link or picture on a line, which ends at the cursor.
  /// Nil if there is no link or picture, if its closing parenthesis is before the cursor, or if its
  /// target has a scheme.
  private static func markdownLink(in bytes: [UInt8], _ line: Range<Int>) -> EditorPlace? {
    let middle = line.dropLast().last {
      bytes[$0] == UInt8(ascii: "]") && bytes[$0 + 1] == UInt8(ascii: "(")
    }
    guard let middle, let open = opening(of: middle, in: bytes, line) else { return nil }
    var start = middle + 2
    let isPointed = bytes[start..<line.upperBound].first == UInt8(ascii: "<")
    if isPointed { start += 1 }
    let inner = bytes[start..<line.upperBound]
    guard !inner.contains(where: { (isPointed ? "<>:" : "(): \t").utf8.contains($0) }) else {
      return nil
    }
    guard let hash = inner.firstIndex(of: UInt8(ascii: "#")) else {
      let isPicture = open > line.lowerBound && bytes[open - 1] == UInt8(ascii: "!")
      return .path(inner.indices, isPicture: isPicture)
    }
    return .anchor(
      target: String(decoding: inner[..<hash], as: UTF8.self), hash + 1..<line.upperBound)
  }

  /// Returns the offset of the bracket that the bracket at `close` closes; nil if there is none on
  /// the line.
  private static func opening(of close: Int, in bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var depth = 0
    return line.prefix(while: { $0 <= close }).last { index in
      if bytes[index] == UInt8(ascii: "]") { depth += 1 }
      if bytes[index] == UInt8(ascii: "[") { depth -= 1 }
      return depth == 0
    }
  }

  private static func tag(in bytes: [UInt8], _ line: Range<Int>) -> EditorPlace? {
    guard let hash = bytes[line].lastIndex(of: UInt8(ascii: "#")) else { return nil }
    let text = bytes[hash + 1..<line.upperBound]
    let before = hash == line.lowerBound ? nil : bytes[hash - 1]
    guard before == nil || before == 0x20 || before == 0x09 || before == UInt8(ascii: "(")
    else { return nil }
    // `#` alone at the beginning of a line is a heading.
    if text.isEmpty && before == nil { return nil }
    let isTag = text.allSatisfy { byte in
      byte >= 0x80 || byte.isASCIIWord || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-")
    }
    return isTag ? .tag(hash + 1..<line.upperBound) : nil
  }
}

// MARK: - Fields

extension EditorPlace {
  private static func field(in bytes: [UInt8], _ line: Range<Int>) -> EditorPlace? {
    let text = bytes[line]
    let indent = text.prefix { $0 == 0x20 || $0 == 0x09 }
    let rest = text[indent.endIndex...]
    if rest.first == UInt8(ascii: "-"), rest.dropFirst().first.map({ $0 == 0x20 }) ?? true {
      guard let key = owner(of: line.lowerBound, in: bytes) else { return nil }
      return value(of: key, bytes, from: rest.startIndex + 1..<line.upperBound, isElement: true)
    }
    guard indent.isEmpty else { return nil }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
      return text.allSatisfy { $0.isASCIIWord || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
        ? .key(line, .yaml) : nil
    }
    let key = String(decoding: text[..<colon], as: UTF8.self)
    let value = colon + 1..<line.upperBound
    guard let bracket = bytes[value].firstIndex(where: { $0 != 0x20 }),
      bytes[bracket] == UInt8(ascii: "[")
    else { return Self.value(of: key, bytes, from: value) }
    let comma = bytes[value].lastIndex(of: UInt8(ascii: ","))
    return Self.value(
      of: key, bytes, from: max(comma ?? bracket, bracket) + 1..<line.upperBound, isElement: true)
  }

  /// Returns the place of a value, or of an element of a list. Leading blanks and an opening
  /// quotation mark do not belong to the place. Returns nil if the value has a closing quotation
  /// mark.
  private static func value(
    of key: String, _ bytes: [UInt8], from range: Range<Int>, isElement: Bool = false
  ) -> EditorPlace? {
    let text = bytes[range].drop { $0 == 0x20 }
    let quote = text.first.flatMap { "\"'".utf8.contains($0) ? $0 : nil }
    let spelling = FieldSpelling(notation: .yaml, quote: quote, isElement: isElement)
    guard let quote else { return .value(key: key, text.indices, spelling) }
    let inner = text.dropFirst()
    return inner.contains(quote) ? nil : .value(key: key, inner.indices, spelling)
  }

  /// Returns the key of the field whose list contains the line at `start`; nil if there is none.
  private static func owner(of start: Int, in bytes: [UInt8]) -> String? {
    for line in bytes[..<start].split(separator: 0x0A).reversed() {
      guard let first = line.first, first != 0x20, first != 0x09, first != UInt8(ascii: "-") else {
        continue
      }
      return line.firstIndex(of: UInt8(ascii: ":")).map {
        String(decoding: line[..<$0], as: UTF8.self)
      }
    }
    return nil
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(sequence: [UInt8]) -> Bool {
    guard count >= sequence.count else { return false }
    return indices.dropLast(sequence.count - 1).contains { self[$0...].starts(with: sequence) }
  }
}
