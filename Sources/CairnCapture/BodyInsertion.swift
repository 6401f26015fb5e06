public import CairnDocument
import CairnMarkup
public import CairnText

/// Text to insert in the body of a capture, and the place for it.
///
///     let insertion = BodyInsertion("- rang Sarah", .end, under: HeadingReference("Log"))
///     let after = try insertion.applied(to: capture)
///
/// No existing byte changes: the result is the capture's bytes with one run of bytes inserted. The
/// inserted lines end like most lines of the file.
///
/// No blank line is inserted between two list items of the same kind, or between two table rows.
/// Otherwise a blank line separates the text from its neighbors.
public struct BodyInsertion: Hashable, Sendable {
  /// The position of the text in the body. If the insertion has a heading, the position is in the
  /// part below that heading.
  public enum Place: String, Hashable, Sendable {
    /// Before the existing text, but below the title if the body begins with a heading of level 1.
    case start
    /// After the last line that is not blank.
    case end
  }

  /// The lines to insert, without the line ending of the last line.
  public let text: String
  /// Whether the text is inserted at the start or at the end.
  public let place: Place
  /// The heading below which to insert the text; nil for the whole body. The part below a heading
  /// ends before the next heading of any level.
  public let heading: HeadingReference?

  /// Creates an insertion. Removes blank lines before and after the text. `heading` contains the
  /// text or the slug of a heading in the body. If `heading` was typed with number signs, as in
  /// `## Log`, the level must match too.
  public init(_ text: String, _ place: Place, under heading: HeadingReference? = nil) {
    let isEnding = { (character: Character) in ["\n", "\r\n", "\r"].contains(character) }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: isEnding)
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let kept = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    self.text = kept.joined(separator: "\n")
    self.place = place
    self.heading = heading
  }
}

/// A heading as typed: `Log` or `## Log`.
public struct HeadingReference: Hashable, Sendable {
  /// The level, 1 … 6; nil for any.
  public let level: Int?
  /// The text.
  public let text: String

  /// Parses a heading that the user typed; returns nil if the text is blank or has several lines.
  public init?(_ typed: String) {
    let typed = typed.trimmingBlanks
    let signs = typed.prefix { $0 == "#" }.count
    let rest = typed.dropFirst(signs)
    let hasLevel = (1...6).contains(signs) && rest.first?.isWhitespace == true
    level = hasLevel ? signs : nil
    text = String(hasLevel ? rest.trimmingBlanks : typed)
    if text.isBlank || text.contains(where: \.isNewline) { return nil }
  }

  /// The line that creates the heading, with level 2 unless a level was typed.
  public var line: String { String(repeating: "#", count: level ?? 2) + " " + text }

  fileprivate func names(_ heading: Markup.Heading) -> Bool {
    (level == nil || level == heading.level)
      && (heading.text.folded == text.folded || heading.slug == text)
  }
}

// MARK: - Inserting

extension BodyInsertion {
  /// Returns whether the body of a capture has the heading of this insertion; also true if the
  /// insertion has no heading.
  public func hasPlace(in capture: Capture) -> Bool {
    heading.map { BodyPart.headings(of: capture).contains(where: $0.names) } ?? true
  }

  /// Returns the document of a capture with the text inserted. If the heading does not exist, it is
  /// created at the end of the body.
  ///
  /// Throws a `Diagnostic` if the text would become part of the front matter, or would turn the
  /// beginning of the file into front matter.
  public func applied(to capture: Capture) throws(Diagnostic) -> Document {
    let document = capture.document
    if document.frontMatter.kind == .foreign(.utf16) {
      throw Diagnostic(.error, "file-utf16", "the file is UTF-16 text; convert it to UTF-8 first")
    }
    let named = heading.flatMap { BodyPart(of: capture, below: $0) }
    let isMissing = heading != nil && named == nil
    let part = named ?? BodyPart(whole: capture, isMissing ? .end : place)
    let lines = isMissing ? [heading?.line ?? "", "", text] : [text]
    let ending = document.bytes.lineEnding(in: 0..<document.bytes.count)
    let position = part.position(isMissing ? .end : place)
    // Text at the very start of a file can look like front matter; a line ending prevents that.
    for start in [[], ending] {
      let inserted = start + part.run(lines.joined(separator: "\n"), at: position, ending)
      var bytes = document.bytes
      bytes.insert(contentsOf: inserted, at: position)
      let after = Document(bytes)
      if after.frontMatter.isLike(document.frontMatter) { return after }
    }
    throw Diagnostic(
      .error, "text-front-matter",
      "adding this text would change the file's front matter; run `cairn edit` to add the text")
  }
}

extension FrontMatter {
  /// Returns whether an insertion left the front matter unchanged. `other` is the front matter
  /// before the insertion, and this value is the one after it. A header in the format of another
  /// tool counts as body, so it may appear or disappear.
  fileprivate func isLike(_ other: FrontMatter) -> Bool {
    let isBody = { (kind: Kind) in
      if case .foreign = kind { true } else { kind == .none }
    }
    return content == other.content && (kind == other.kind || isBody(kind) && isBody(other.kind))
  }
}

/// The part of a body in which text is inserted.
private struct BodyPart {
  let bytes: [UInt8]
  let body: Range<Int>
  /// The range in which the text is inserted. The range begins and ends at line boundaries.
  let range: Range<Int>

  private init(_ capture: Capture, _ range: Range<Int>) {
    bytes = capture.document.bytes
    body = capture.document.body
    self.range = range
  }

  /// Creates the part that is the whole body. If `place` is the start and the body begins with a
  /// heading of level 1, the part begins below that heading.
  init(whole capture: Capture, _ place: BodyInsertion.Place) {
    let (bytes, body) = (capture.document.bytes, capture.document.body)
    let markup = capture.markup
    guard place == .start, markup.openingLevel == 1, let title = markup.headings.first else {
      self.init(capture, body)
      return
    }
    self.init(capture, bytes.lineEnd(from: title.range.upperBound)..<body.upperBound)
  }

  /// Creates the part below a heading; returns nil if there is no such heading.
  init?(of capture: Capture, below name: HeadingReference) {
    let headings = Self.headings(of: capture)
    guard let index = headings.firstIndex(where: name.names) else { return nil }
    let bytes = capture.document.bytes
    let start = bytes.lineEnd(from: headings[index].range.upperBound)
    let next = headings[(index + 1)...].first.map { bytes.lineStart(of: $0.range.lowerBound) }
    self.init(capture, start..<max(start, next ?? capture.document.body.upperBound))
  }

  /// Returns the headings of a capture that are not in a quotation or a list.
  static func headings(of capture: Capture) -> [Markup.Heading] {
    let bytes = capture.document.bytes
    return capture.markup.headings.filter { heading in
      let start = heading.range.lowerBound
      return bytes[bytes.lineStart(of: start)..<start].allSatisfy { $0 == UInt8(ascii: " ") }
    }
  }

  /// Returns the offset at which to insert text: for ``BodyInsertion/Place/start``, before the
  /// first nonblank line of the part; for ``BodyInsertion/Place/end``, after the last one. If all
  /// lines are blank, this is the start of the part.
  func position(_ place: BodyInsertion.Place) -> Int {
    let isText = { (byte: UInt8) in !" \t\r\n".utf8.contains(byte) }
    switch place {
    case .start:
      return bytes[range].firstIndex(where: isText).map {
        max(range.lowerBound, bytes.lineStart(of: $0))
      } ?? range.lowerBound
    case .end:
      return bytes[range].lastIndex(where: isText).map { bytes.lineEnd(from: $0) }
        ?? range.lowerBound
    }
  }

  /// Returns the bytes to insert at `position`: the lines of `text`, with the line endings and
  /// blank lines that separate them from the text before and after.
  func run(_ text: String, at position: Int, _ ending: [UInt8]) -> [UInt8] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    var run: [UInt8] = []
    let before = bytes[body.lowerBound..<position]
    let after = bytes[position..<body.upperBound]
    if before.last.map({ $0 != UInt8(ascii: "\n") }) ?? isAfterUnendedLine(position) {
      run += ending
    }
    let above = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let blocks = run.isEmpty ? above.dropLast() : above[...]
    if !before.isEmpty, !isBlank(blocks.last), !joins(blocks.reversed(), lines.first?[...]) {
      run += ending
    }
    run += lines.joined(separator: ending) + ending
    let below = after.prefix { $0 != UInt8(ascii: "\n") }
    if !after.isEmpty, !isBlank(below), !joins(lines.reversed().map { $0[...] }, below) {
      run += ending
    }
    return run
  }

  /// Returns whether a position at the start of the body follows a line without a line ending, such
  /// as a closing fence at the end of the file.
  private func isAfterUnendedLine(_ position: Int) -> Bool {
    position > 3 && bytes[position - 1] != UInt8(ascii: "\n")
  }

  private func isBlank(_ line: ArraySlice<UInt8>?) -> Bool {
    line?.allSatisfy { " \t\r".utf8.contains($0) } ?? true
  }

  /// Returns whether `line` continues a list or table that ends just above it. `lines` contains the
  /// lines above `line`, nearest first.
  private func joins(_ lines: [ArraySlice<UInt8>], _ line: ArraySlice<UInt8>?) -> Bool {
    guard let line, let mark = LineMark(line) else { return false }
    let block = lines.prefix { !isBlank($0) }
    return mark == .row
      ? block.first.flatMap { LineMark($0) } == .row
      : block.contains { LineMark($0) == mark }
  }
}

/// The mark at the start of a line that belongs to a list or a table.
private enum LineMark: Hashable {
  /// The bullet of a list item, or the `.` or `)` after its number.
  case item(UInt8)
  /// The first `|` of a table row.
  case row

  init?(_ line: ArraySlice<UInt8>) {
    if line.first == UInt8(ascii: "|") {
      self = .row
      return
    }
    guard let end = line.markerEnd, end < line.endIndex, line[end - 1] != UInt8(ascii: ">") else {
      return nil
    }
    self = .item(line[end - 1])
  }
}

extension [UInt8] {
  /// Returns the offset after the line ending of the line that contains `offset`.
  fileprivate func lineEnd(from offset: Int) -> Int {
    self[offset...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? count
  }

  /// Returns the offset of the first byte of the line that contains `offset`.
  fileprivate func lineStart(of offset: Int) -> Int {
    self[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }
}
