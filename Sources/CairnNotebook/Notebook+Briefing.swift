public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// Where briefings lie.
  public static let briefings = NotePath("briefings") ?? .root
  /// What stands before and behind what a machine wrote, each in a line: around them a person may
  /// write.
  private static let (begin, end) = ("<!-- brief -->", "<!-- /brief -->")

  /// Where the briefing of a day lies.
  private static func path(ofBriefing day: CalendarDate) -> NotePath {
    briefings.appending(listed: "\(day).md".utf8)
  }

  /// A day's briefing where it is written, also where `.cairnignore` hides it from lists; nil where
  /// there is none.
  public func briefing(of day: CalendarDate) -> Capture? {
    guard let found = try? capture(at: Self.path(ofBriefing: day)), found.isBriefing else {
      return nil
    }
    return found
  }

  /// Keeps the text of a day's briefing: in the capture that is there, between its marks, else in a new
  /// one, `briefings/2026-11-21.md`.
  ///
  /// - Parameter known: the day's briefing as it was read, where there is one. One that another command
  ///   made since is found.
  /// - Throws: a `Diagnostic` where `known` has no marks, or something else lies there; `FileError`
  ///   where nothing can be written.
  public func keepBriefing(
    _ text: String, of day: CalendarDate, in known: Capture?, _ mode: Mode = .write,
    using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport {
    let text = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { ![Self.begin, Self.end].contains(String($0.trimmingBlanks)) }.joined(
        separator: "\n")
    if let known = known ?? briefing(of: day) {
      return try replaceBriefing(with: text, in: known, mode)
    }
    let path = Self.path(ofBriefing: day)
    guard try store.kind(path) == nil else {
      throw Diagnostic(
        .error, "briefing-unknown",
        "this is where the briefing of \(day) belongs, and something else lies there; move it away, or "
          + "set its type to `\(Capture.briefingType)`", path: path)
    }
    let id = CaptureID(using: &generator)
    let header = try Document([]).applying([
      .set("id", .text(id.text)), .set("type", .text(Capture.briefingType)),
      .set("collection", .text(Self.briefings.description)),
      .set("title", .text("Briefing \(day)")), .set("date", .literal("\(day)")),
      .set("created", .literal(clock.timestamp)),
    ])
    let document = Document(
      header.bytes + Array("\(Self.begin)\n\(text)\n\(Self.end)\n".utf8))
    var report = ChangeReport(
      changed: ChangeReport.Changed(id: id.text, path: path, after: document.bytes))
    guard mode == .write else { return report }
    do {
      try state.transaction(at: clock.now) { transaction in
        try transaction.create(path, document.bytes, makingFolders: true, isLast: true)
        report.operation = transaction.operation
      }
      return report
    } catch let error as FileError where error.code == .exists {
      // Another command was first.
      return try keepBriefing(text, of: day, in: nil, mode, using: &generator)
    }
  }

  private func replaceBriefing(
    with text: String, in known: Capture, _ mode: Mode
  ) throws -> ChangeReport {
    let report = try change([known], mode) { capture throws(Diagnostic) in
      try capture.document.replacingBriefing(with: text, between: Self.begin, Self.end)
    }
    if let refusal = report.refused.first { throw refusal }
    return report
  }
}

extension Document {
  /// This document with another text between two marks in its body, each a line by itself, the first in
  /// no block of code; with the ends that its lines have.
  fileprivate func replacingBriefing(
    with text: String, between begin: String, _ end: String
  ) throws(Diagnostic) -> Document {
    let lines = self.lines(bytes[body])
    guard let first = lines.firstIndex(where: { $0.text == begin && !$0.isCode }),
      let last = lines[first...].firstIndex(where: { $0.text == end })
    else {
      throw Diagnostic(
        .error, "briefing-unmarked",
        "the briefing stands between `\(begin)` and `\(end)`, and they are not there; write them in, "
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
