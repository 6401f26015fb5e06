import CairnCapture
import CairnDocument
import CairnText

/// What stands before and behind what a machine wrote of a briefing, each in a line: around them a person
/// may write.
enum BriefMarks {
  static let (begin, end) = ("<!-- brief -->", "<!-- /brief -->")

  /// A text with the marks around it.
  static func around(_ text: String) -> String { "\(begin)\n\(text)\n\(end)\n" }

  /// A text without lines that are marks.
  static func removed(from text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { ![begin, end].contains(String($0.trimmingBlanks)) }.joined(separator: "\n")
  }
}

extension Document {
  /// This document with another text between two marks in its body, each a line by itself, the first in
  /// no block of code; with the ends that its lines have.
  func replacingBriefing(
    with text: String
  ) throws(Diagnostic) -> Document {
    let lines = self.lines(bytes[body])
    guard let first = lines.firstIndex(where: { $0.text == BriefMarks.begin && !$0.isCode }),
      let last = lines[first...].firstIndex(where: { $0.text == BriefMarks.end })
    else {
      throw Diagnostic(
        .error, "briefing-unmarked",
        "the briefing stands between `\(BriefMarks.begin)` and `\(BriefMarks.end)`, and they are not there; write them in, "
          + "or remove the file")
    }
    let start = lines[first].range.upperBound
    let ending = bytes[..<start].hasSuffix("\r\n") ? "\r\n" : "\n"
    let written = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\($0)\(ending)" }.joined()
    return Document(
      bytes[..<start] + Array(written.utf8) + bytes[lines[last].range.lowerBound...])
  }

  /// A line with its end.
  private struct Line {
    let range: Range<Int>
    /// What stands in it between blanks.
    let text: String
    /// Whether a fence of code stands before it that is not closed (CommonMark 0.31 §4.5).
    let isCode: Bool
  }

  private func lines(_ bytes: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    var fence: Substring?
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end =
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.endIndex
      let text = String(String(decoding: bytes[start..<end], as: UTF8.self).trimmingBlanks)
      lines.append(Line(range: start..<end, text: text, isCode: fence != nil))
      let run = text.prefix { $0 == text.first }
      if let open = fence {
        if run.first == open.first, run.count >= open.count, run.count == text.count { fence = nil }
      } else if run.count > 2, text.first == "`" || text.first == "~" {
        fence = run
      }
      start = end
    }
    return lines
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
  }
}
