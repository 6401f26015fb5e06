/// An open fenced code block, for code that reads Markdown line by line (CommonMark 0.31 §4.5).
package struct CodeFence {
  fileprivate let sign: UInt8
  fileprivate let count: Int
  /// The number of block quotes that contain the block.
  fileprivate let quotes: Int
  /// The column of the list item that contains the block, or 0.
  fileprivate let column: Int
}

extension CodeFence? {
  /// Reads the next line. Returns whether it belongs to a fenced code block, or begins or ends one.
  package mutating func contains(_ line: ArraySlice<UInt8>) -> Bool {
    let start = line.firstIndex { !$0.isOne(of: " \t>") } ?? line.endIndex
    let quotes = line[..<start].count { $0 == .greater }
    let text = line[start...]
    // A block also ends where the block quote or the list item around it ends.
    if let open = self, quotes >= open.quotes, text.isBlank || line[..<start].column >= open.column
    {
      if quotes == open.quotes, open.isClosed(by: text) { self = nil }
      return true
    }
    let first = text.listMarkersEnd
    self = CodeFence(
      openedBy: line[first...], quotes: quotes, column: first > start ? line[..<first].column : 0)
    return self != nil
  }
}

extension CodeFence {
  /// Creates the block that a line's text opens; nil if the text is not an opening fence.
  fileprivate init?(openedBy text: ArraySlice<UInt8>, quotes: Int, column: Int) {
    guard let sign = text.first, sign == .backtick || sign == .tilde else { return nil }
    let info = text.drop { $0 == sign }
    count = text.count - info.count
    guard count >= 3, sign == .tilde || !info.contains(.backtick) else { return nil }
    (self.sign, self.quotes, self.column) = (sign, quotes, column)
  }

  fileprivate func isClosed(by text: ArraySlice<UInt8>) -> Bool {
    let rest = text.drop { $0 == sign }
    return text.count - rest.count >= count && rest.isBlank
  }
}

extension ArraySlice<UInt8> {
  /// Whether the bytes are white space.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The column after these bytes, which begin a line. Tabs advance to the next multiple of 4.
  var column: Int { reduce(0) { $1 == .tab ? ($0 / 4 + 1) * 4 : $0 + 1 } }

  /// The offset after the marker of a block quote or of a list item that begins here, or nil if
  /// there is none (CommonMark 0.31 §5.1, §5.2).
  package var markerEnd: Int? {
    guard let first else { return nil }
    if first == .greater { return startIndex + 1 }
    let digits = prefix { $0.isDigit }.count
    let rest = dropFirst(digits)
    guard digits < 10, let mark = rest.first, mark.isOne(of: digits > 0 ? ".)" : "-+*"),
      rest.dropFirst().first?.isWhitespace != false
    else { return nil }
    return rest.startIndex + 1
  }

  /// The offset after the list markers at the start, and after the blanks that follow them.
  var listMarkersEnd: Int {
    var rest = self
    while rest.first != .greater, let end = rest.markerEnd {
      rest = self[end...].drop(while: \.isWhitespace)
    }
    return rest.startIndex
  }
}
