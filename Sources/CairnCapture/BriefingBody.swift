public import CairnDocument
import CairnMarkup
public import CairnText

/// The body of a briefing: generated text between two marker lines. People can add text above and
/// below the marker lines.
///
///     Slept well.
///
///     <!-- brief 2026-11-21T06:30:00+01:00 -->
///     ## Today
///     <!-- /brief -->
///
/// The opening marker line can contain the time of generation.
public struct BriefingBody: Sendable {
  private static let (begin, end) = ("<!-- brief -->", "<!-- /brief -->")

  /// The text before the generated part, as byte offsets in the file.
  public let before: Range<Int>
  /// The generated text, including both marker lines.
  public let written: Range<Int>
  /// The text after the generated part.
  public let after: Range<Int>
  /// The time of generation; nil if the opening marker line does not contain a valid time.
  public let time: FieldTime?

  /// The text between the marker lines.
  private let text: Range<Int>

  /// Finds the parts of a document's body. Returns nil if a marker line is missing, or if the only
  /// opening marker line is inside a code block.
  public init?(_ document: Document) {
    let (bytes, body) = (document.bytes, document.body)
    let lines = Self.lines(of: bytes[body])
    guard let first = lines.firstIndex(where: { Self.isBeginning($0.text) && !$0.isCode }),
      let last = lines[first...].firstIndex(where: { $0.text == Self.end })
    else { return nil }
    before = body.lowerBound..<lines[first].range.lowerBound
    written = lines[first].range.lowerBound..<lines[last].range.upperBound
    after = lines[last].range.upperBound..<body.upperBound
    text = lines[first].range.upperBound..<lines[last].range.lowerBound
    time = Self.time(of: lines[first].text)
  }

  /// Returns a new body for a briefing: `text` between two marker lines. The opening marker line
  /// contains `time`, the time of generation.
  public static func around(_ text: String, at time: String) -> String {
    "\(beginning(at: time))\n\(text)\n\(end)\n"
  }

  /// Returns `text` without the marker lines of briefings.
  public static func markless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in
        let line = String(line.trimmingBlanks)
        return line != end && !isBeginning(line)
      }.joined(separator: "\n")
  }

  private static func beginning(at time: String) -> String { "<!-- brief \(time) -->" }

  private static func isBeginning(_ line: String) -> Bool { line == begin || time(of: line) != nil }

  private static func time(of line: String) -> FieldTime? {
    guard line.hasPrefix("<!-- brief "), line.hasSuffix(" -->") else { return nil }
    return FieldTime(String(line.dropFirst(11).dropLast(4)))
  }
}

// MARK: - Writing

extension Document {
  /// Returns this document with `text` between the marker lines and `time` in the opening marker
  /// line. Keeps the document's line endings. If the text between the marker lines is already
  /// `text`, returns the document unchanged, with the old time.
  ///
  /// - Throws: A `Diagnostic` if the marker lines are missing.
  public func replacingBriefing(
    with text: String, at time: String
  ) throws(Diagnostic) -> Document {
    guard let parts = BriefingBody(self) else { throw BriefingBody.unmarked(self) }
    return parts.replacing(with: text, at: time, in: bytes)
  }
}

extension Document {
  /// Returns this document with the lines that people added to `other`, a briefing of the same day.
  /// Skips blank lines and lines that this document already contains.
  ///
  /// Lines above the generated part of `other` go above the generated part of this document. Lines
  /// below the generated part of `other` go to the end of this document. If either document is not
  /// a briefing, returns this document unchanged.
  public func joiningBriefing(_ other: Document) -> Document {
    guard let mine = BriefingBody(self), let theirs = BriefingBody(other) else { return self }
    let known = Set(bytes[body].lines)
    let newline = UInt8(ascii: "\n")
    func newLines(_ range: Range<Int>) -> [UInt8] {
      var new: [UInt8] = []
      for line in other.bytes[range].lines {
        let ended = line.last == newline ? line : line + [newline]
        if ended.count > 1, !known.contains(ended) { new += ended }
      }
      return new
    }
    let (start, after) = (mine.written.lowerBound, newLines(theirs.after))
    var joined = bytes[..<start] + newLines(theirs.before) + bytes[start...]
    if !after.isEmpty, bytes.last != newline { joined.append(newline) }
    return Document(joined + after)
  }
}

extension BriefingBody {
  /// Returns the error for a document in which one or both of the marker lines are missing.
  fileprivate static func unmarked(_ document: Document) -> Diagnostic {
    let lines = lines(of: document.bytes[document.body])
    let isBegun = lines.contains { isBeginning($0.text) && !$0.isCode }
    let missing: [String] =
      isBegun ? [end] : lines.contains { $0.text == end } ? [begin] : [begin, end]
    let names = missing.map { "`\($0)`" }.joined(separator: " and ")
    return Diagnostic(
      .error, "briefing-unmarked",
      missing.count == 1
        ? "the line \(names), which \(isBegun ? "ends" : "begins") the briefing, is missing; add "
          + "it, or remove the file"
        : "the lines \(names), which enclose the briefing, are missing; add them, or remove the "
          + "file")
  }

  fileprivate func replacing(with text: String, at time: String, in bytes: [UInt8]) -> Document {
    let first = bytes[written.lowerBound..<self.text.lowerBound]
    let ending = first.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n" : "\n"
    let new = Array(
      text.split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)\(ending)" }
        .joined().utf8)
    if bytes[self.text].elementsEqual(new) { return Document(bytes) }
    let old = String(decoding: first, as: UTF8.self)
    let line = old.replacing(old.trimmingBlanks, with: Self.beginning(at: time))
    return Document(
      bytes[..<written.lowerBound] + Array(line.utf8) + new + bytes[self.text.upperBound...])
  }
}

// MARK: - Reading

extension BriefingBody {
  /// A line of the body.
  private struct Line {
    let range: Range<Int>
    /// The content without surrounding blanks.
    let text: String
    /// Whether the line is inside a fenced code block (CommonMark 0.31 §4.5).
    let isCode: Bool
  }

  private static func lines(of bytes: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    var fence: CodeFence?
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end =
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
      let text = String(String(decoding: bytes[start..<end], as: UTF8.self).trimmingBlanks)
      let isCode = fence.contains(bytes[start..<end])
      lines.append(Line(range: start..<end, text: text, isCode: isCode))
      start = end
    }
    return lines
  }
}
