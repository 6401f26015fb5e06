// MARK: - Plain and block scalars

extension FieldScanner {
  /// Reads a plain scalar and its continuation lines (YAML 1.2 §7.3.3).
  func plain(
    _ field: inout FieldLayout, at start: Int, in first: Line
  ) throws(Irregularity) {
    guard YAMLScalar.mayBegin(bytes[start..<first.end], inFlow: false) else {
      throw Irregularity(
        offset: start, reason: "a value cannot begin with this character; quote the value")
    }
    var line = first
    var (last, hasComment) = try plainEnd(start, in: line)
    field.style = .plain
    field.value = start..<last
    field.reading =
      bytes[start..<last].contains(UInt8(ascii: "\t")) ? nil : YAMLScalar.plain(bytes[start..<last])
    while let next = nextContentLine(from: line.next), try leadingSpaces(next) > indent {
      // A comment ends a plain scalar, even if the comment is on its own line.
      let between = line.next..<next.start
      guard !hasComment, bytes[between].allSatisfy({ $0.isBlank || $0.isLineBreak }) else {
        throw Irregularity(
          offset: next.start,
          reason: "a comment ended the value above; this line cannot continue it")
      }
      (last, hasComment) = try plainEnd(skipBlanks(next.start, to: next.end), in: next)
      field.value = start..<last
      field.reading = nil
      line = next
    }
    field.lines = field.lines.lowerBound..<line.next
  }

  /// Returns the end of the plain text that begins at `start` in `line`, and whether a comment
  /// follows.
  private func plainEnd(
    _ start: Int, in line: Line
  ) throws(Irregularity) -> (Int, hasComment: Bool) {
    var offset = start
    while offset < line.end {
      if isColon(at: offset, in: line) {
        throw Irregularity(
          offset: offset,
          reason: "a value cannot contain a colon followed by a space; quote the value")
      }
      if bytes[offset] == UInt8(ascii: "#"), offset > start, bytes[offset - 1].isBlank {
        return (bytes.trimmedEnd(start..<offset), true)
      }
      offset += 1
    }
    return (bytes.trimmedEnd(start..<line.end), false)
  }

  /// Reads a block scalar: its header and the indented lines below it (YAML 1.2 §8.1).
  func blockScalar(
    _ field: inout FieldLayout, at start: Int, in header: Line
  ) throws(Irregularity) {
    var offset = start + 1
    var width: Int?
    var chomping: BlockScalar.Chomping?
    while offset < header.end, !bytes[offset].isBlank {
      switch bytes[offset] {
      case UInt8(ascii: "+") where chomping == nil: chomping = .keep
      case UInt8(ascii: "-") where chomping == nil: chomping = .strip
      case UInt8(ascii: "1")...UInt8(ascii: "9") where width == nil:
        width = indent + Int(bytes[offset] - UInt8(ascii: "0"))
      default:
        throw Irregularity(
          offset: offset, reason: "only an indentation digit, `+` or `-` can follow `|` or `>`")
      }
      offset += 1
    }
    let rest = skipBlanks(offset, to: header.end)
    guard rest == header.end || (bytes[rest] == UInt8(ascii: "#") && rest > offset) else {
      throw Irregularity(
        offset: rest,
        reason: "the text after `|` or `>` must begin on the next line")
    }
    let (last, isClear) = try lastLine(
      ofBlockBelow: header, indentedBeyond: indent, &width, keepsBlankLines: chomping == .keep)
    field.value =
      start..<(last.start == header.start ? bytes.trimmedEnd(start..<last.end) : last.end)
    field.lines = field.lines.lowerBound..<last.next
    let scalar = BlockScalar(
      isFolded: bytes[start] == UInt8(ascii: ">"), chomping: chomping ?? .clip,
      width: width ?? 0)
    field.reading =
      isClear ? scalar.text(of: bytes[header.next..<last.next]).map(FieldValue.string) : nil
    try refuseDeeperLine(behind: field)
  }

  /// Returns the last line of a block scalar, and whether all YAML parsers agree on its lines.
  ///
  /// - Parameters:
  ///   - indent: A number of spaces. Each line of text is indented by more spaces than this.
  ///   - width: The number of spaces before each line of text, according to the header. If nil, it
  ///     is set to the number of spaces before the first line of text.
  ///   - keepsBlankLines: Whether the blank lines at the end belong to the scalar.
  func lastLine(
    ofBlockBelow header: Line, indentedBeyond indent: Int, _ width: inout Int?,
    keepsBlankLines: Bool
  ) throws(Irregularity) -> (Line, isClear: Bool) {
    var last = header
    var isClear = true
    var widest = 0
    var next = header.next
    while next < end {
      let line = line(at: next)
      let lead = bytes[line.start..<line.end].prefix { $0 == UInt8(ascii: " ") }.count
      let isBlank = line.start + lead == line.end
      if !isBlank, width == nil, lead > indent {
        width = lead
        // Some parsers reject a blank line that is longer than the first line's indentation.
        isClear = isClear && widest <= lead
      }
      if let width, lead > width || (lead == width && !isBlank) {
        last = line
      } else if isBlank {
        widest = max(widest, lead)
        if keepsBlankLines { last = line }
      } else {
        _ = try leadingSpaces(line)
        break
      }
      next = line.next
    }
    width = width ?? max(indent + 1, widest)
    return (last, isClear)
  }
}

// MARK: - Values on the lines below

extension FieldScanner {
  /// Reads a value that begins on a line below its key, if there is one.
  func valueBelow(_ field: inout FieldLayout, _ line: Line) throws(Irregularity) {
    guard let first = nextContentLine(from: line.next) else { return }
    let lead = try leadingSpaces(first)
    if first.start + lead < first.end, lead >= indent, "|>".utf8.contains(bytes[first.start + lead])
    {
      field.style = .other
      return try blockScalar(&field, at: first.start + lead, in: first)
    }
    if isSequenceMark(at: first.start + lead, in: first), lead >= indent {
      return try blockSequence(&field, first, lead)
    }
    guard lead > indent else { return }
    let start = first.start + lead
    if "[{".utf8.contains(bytes[start]) {
      var below = field
      if (try? flowCollection(&below, at: start)) != nil {
        field = below
        return
      }
    }
    var last = try lastLine(ofNested: first)
    while let next = nextContentLine(from: last.next), try leadingSpaces(next) > indent {
      last = try lastLine(ofNested: next)
    }
    field.lines = field.lines.lowerBound..<last.next
    if last.start == first.start, !bytes[start..<first.end].contains(UInt8(ascii: "\t")),
      let (value, end) = oneLineScalar(start..<first.end)
    {
      field.style =
        switch bytes[start] {
        case UInt8(ascii: "\""): .doubleQuoted
        case UInt8(ascii: "'"): .singleQuoted
        default: .plain
        }
      (field.reading, field.value) = (value, start..<end)
      return
    }
    field.style = .other
    field.reading = nil
    field.value = start..<bytes.trimmedEnd(last.start..<last.end)
  }

  /// Reads the block sequence that begins on the line `first`, with `lead` spaces before each `-`
  /// (YAML 1.2 §8.2.1).
  private func blockSequence(
    _ field: inout FieldLayout, _ first: Line, _ lead: Int
  ) throws(Irregularity) {
    var items: [FieldLayout.Item] = []
    var line: Line? = first
    var last = first
    while let current = line {
      let own = try leadingSpaces(current)
      if own == lead, isSequenceMark(at: current.start + lead, in: current) {
        items.append(item(current, lead))
      } else if own > lead {
        let index = items.count - 1
        items[index].value =
          items[index].value.lowerBound..<bytes.trimmedEnd(current.start..<current.end)
        items[index].lines = items[index].lines.lowerBound..<current.next
        items[index].reading = nil
      } else if own <= indent {
        break
      } else {
        throw Irregularity(
          offset: current.start, reason: "this line is indented less than the list above")
      }
      last = try lastLine(ofNested: current)
      if last.start > current.start, let item = items.indices.last {
        items[item].value = items[item].value.lowerBound..<bytes.trimmedEnd(last.start..<last.end)
        items[item].lines = items[item].lines.lowerBound..<last.next
        items[item].reading = nil
      }
      line = nextContentLine(from: last.next)
    }
    field.style = .blockSequence
    field.items = items
    field.value = (first.start + lead)..<(items.last?.value.upperBound ?? last.end)
    field.lines = field.lines.lowerBound..<last.next
    let readings = items.compactMap(\.reading)
    field.reading = readings.count == items.count ? .list(readings) : nil
  }

  /// Returns the element on `line`, which has `lead` spaces before its `-`. Sets `reading` only if
  /// the element is empty or a one-line scalar.
  private func item(_ line: Line, _ lead: Int) -> FieldLayout.Item {
    let start = skipBlanks(line.start + lead + 1, to: line.end)
    let content = start..<line.end
    var item = FieldLayout.Item(
      value: start..<bytes.trimmedEnd(content), lines: line.start..<line.next)
    if content.isEmpty {
      item.reading = .null
    } else if bytes[content].contains(UInt8(ascii: "\t")) {
      item.reading = nil
    } else if let (value, end) = oneLineScalar(content) {
      item.value = start..<end
      item.reading = value
    }
    return item
  }

  /// Returns the scalar in `content` and the offset of its end. A comment can follow the scalar.
  /// Returns nil if `content` is not a one-line scalar.
  private func oneLineScalar(_ content: Range<Int>) -> (FieldValue, Int)? {
    let start = content.lowerBound
    switch bytes[start] {
    case UInt8(ascii: "#"):
      return (.null, start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      guard let close = quotedEnd(from: start), close <= content.upperBound,
        let text = YAMLScalar.quoted(bytes[start..<close])
      else { return nil }
      let rest = skipBlanks(close, to: content.upperBound)
      guard rest == content.upperBound || (bytes[rest] == UInt8(ascii: "#") && rest > close) else {
        return nil
      }
      return (.string(text), close)
    default:
      let line = Line(start: start, end: content.upperBound, next: content.upperBound)
      guard YAMLScalar.mayBegin(bytes[content], inFlow: false),
        let (last, _) = try? plainEnd(start, in: line)
      else { return nil }
      return (YAMLScalar.plain(bytes[start..<last]), last)
    }
  }
}
