// MARK: - Code

extension QuickBlocks {
  mutating func beginFence(_ line: inout Line) throws(Hurdle) -> Bool {
    let mark = bytes[line.text]
    var index = line.text
    while index < line.end, bytes[index] == mark { index += 1 }
    let length = index - line.text
    guard length >= 3 else { return false }
    if bytes[index..<line.end].contains(mark) {
      if mark == .backtick { return false }
      throw .tilde
    }
    if length > 200 { throw .depth }
    try begin(&line)
    open = .fence(byte: mark, length: length, indent: line.indent)
    leaves.append(Leaf(kind: .code, range: line.end..<line.end))
    return true
  }

  func endsFence(_ line: Line, _ mark: UInt8, _ length: Int) throws(Hurdle) -> Bool {
    var index = line.position
    while index < line.end, bytes[index] == .space { index += 1 }
    if index < line.end, bytes[index] == .tab, !containers.isEmpty { throw .tab }
    guard index - line.position <= 3 else { return false }
    let start = index
    while index < line.end, bytes[index] == mark { index += 1 }
    return index - start >= length && isBlank(index, line.end)
  }

  mutating func addCode(_ line: Line, _ indent: Int) throws(Hurdle) {
    var start = line.position
    while start < line.end, start < line.position + indent, bytes[start] == .space { start += 1 }
    let isWhole = containers.isEmpty && indent == 0
    if !isWhole, bytes[line.start..<line.end].contains(.tab) { throw .tab }
    let last = leaves.count - 1
    if isWhole {
      leaves[last].range = leaves[last].range.lowerBound..<line.end
    } else {
      leaves.append(Leaf(kind: .moreCode, range: start..<line.end))
    }
  }
}

// MARK: - Lists

extension QuickBlocks {
  /// Reads the marker of a list item, if the text of the line begins with one. Returns whether the
  /// rest of the line may begin a block inside the item, or nil if there is no marker.
  mutating func beginItem(_ line: inout Line) throws(Hurdle) -> Bool? {
    guard let end = try markerEnd(line) else { return nil }
    let marker = line.text
    let markerIndent = line.indent
    try begin(&line)
    var text = end
    while text < line.end, text - end <= 5, bytes[text] == .space { text += 1 }
    let blanks = text - end
    let isShort = blanks >= 5 || blanks < 1 || text == line.end
    let padding = end - marker + (isShort ? 1 : blanks)
    containers.append(Container(indent: markerIndent + padding))
    line.position = isShort ? min(end + 1, text) : text
    line.text = try self.text(from: line.position, upTo: line.end)
    if line.isBlank || line.indent >= 4 { return true }
    return try !beginTask(&line, marker)
  }

  /// Returns the offset after the list marker at the line's text, or nil if there is no marker
  /// (§5.2).
  private func markerEnd(_ line: Line) throws(Hurdle) -> Int? {
    var index = line.text
    if bytes[index].isDigit {
      var number = 0
      while index < line.end, index - line.text < 9, bytes[index].isDigit {
        number = number * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      if line.continues, number != 1 { return nil }
      guard index < line.end, bytes[index] == .dot || bytes[index] == .closeParenthesis else {
        return nil
      }
    } else if bytes[index] == .underscore {
      return nil
    }
    index += 1
    if index < line.end, bytes[index] != .space {
      if bytes[index].isWhitespace { throw .tab }
      return nil
    }
    if isBlank(index, line.end) {
      if line.continues { return nil }
      // Whether this is an item depends on the following lines.
      if bytes[line.text].isDigit { throw .list }
    }
    return index
  }

  /// Reads the box at the beginning of an item and the paragraph after the box. Returns false if
  /// there is no box.
  ///
  /// If the item's marker comes first on its line, cmark recognizes the box, and removes it and all
  /// blanks after it. Otherwise, ``SyntaxTree/makeTask(_:isDone:)`` removes the box and one blank.
  private mutating func beginTask(_ line: inout Line, _ marker: Int) throws(Hurdle) -> Bool {
    let box = line.text
    guard box + 3 < line.end, bytes[box] == .openBracket, bytes[box + 2] == .closeBracket,
      bytes[box + 1].isOne(of: " xX")
    else { return false }
    let behind = box + 3
    let isFirst = (line.start..<marker).allSatisfy { bytes[$0] == .space }
    if bytes[behind] == .tab { throw .tab }
    guard bytes[behind] == .space else { return false }
    let text = try text(from: behind, upTo: line.end)
    if text == line.end, !isFirst { return false }
    boxes.append(Box(range: marker..<line.end, mark: box + 1))
    if text < line.end {
      try beginParagraph(
        &line, at: isFirst ? text : behind + 1, box: boxes.count - 1, hasOddBox: !isFirst)
    } else {
      containers[containers.count - 1].hasEmptyBox = true
    }
    return true
  }

  /// Returns whether cmark would find a task box on the line although no item begins there.
  ///
  /// cmark looks for a box at the start of any line in an item, and accepts any byte after digits
  /// as a list marker.
  func looksLikeTask(_ line: Line) -> Bool {
    var index = line.start
    while index < line.end, bytes[index] == .space { index += 1 }
    guard index < line.end else { return false }
    if bytes[index].isDigit {
      while index < line.end, bytes[index].isDigit { index += 1 }
    } else if !bytes[index].isOne(of: "-+*") {
      return false
    }
    index += 1
    let blanks = index
    while index < line.end, bytes[index] == .space { index += 1 }
    return index > blanks && index + 3 < line.end && bytes[index] == .openBracket
      && bytes[index + 2] == .closeBracket && bytes[index + 1].isOne(of: " xX")
      && bytes[index + 3].isWhitespace
  }
}
