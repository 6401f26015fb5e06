public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// Where briefings lie.
  public static let briefings = NotePath("briefings") ?? .root
  /// What stands before and behind what a machine wrote: around them a person may write.
  private static let (begin, end) = ("<!-- brief -->", "<!-- /brief -->")

  /// Keeps the text of a day's briefing: in the capture that is there, between its marks, else in a new
  /// one, `briefings/2026-11-21.md`.
  ///
  /// - Parameter known: the day's briefing as it was read, where there is one.
  /// - Throws: a `Diagnostic` where `known` has no marks, `FileError` where nothing can be written.
  public func keepBriefing(
    _ text: String, of day: CalendarDate, in known: Capture?, _ mode: Mode = .write,
    using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport {
    if let known {
      let report = try change([known], mode) { capture throws(Diagnostic) in
        try capture.document.replacingBriefing(with: text, between: Self.begin, Self.end)
      }
      if let refusal = report.refused.first { throw refusal }
      return report
    }
    let path = Self.briefings.appending(listed: "\(day).md".utf8)
    let id = CaptureID(using: &generator)
    let header = try Document([]).applying([
      .set("id", .text(id.text)), .set("type", .text("briefing")),
      .set("collection", .text(Self.briefings.description)),
      .set("title", .text("Briefing \(day)")), .set("date", .literal("\(day)")),
      .set("created", .literal(clock.timestamp)),
    ])
    let document = Document(
      header.bytes + Array("\(Self.begin)\n\(text)\n\(Self.end)\n".utf8))
    var report = ChangeReport(
      changed: ChangeReport.Changed(id: id.text, path: path, after: document.bytes))
    guard mode == .write else { return report }
    try state.transaction(at: clock.now) { transaction in
      try transaction.create(path, document.bytes, makingFolders: true, isLast: true)
      report.operation = transaction.operation
    }
    return report
  }
}

extension Document {
  /// This document with another text between two marks in its body.
  fileprivate func replacingBriefing(
    with text: String, between begin: String, _ end: String
  ) throws(Diagnostic) -> Document {
    let body = bytes[self.body]
    guard let start = body.firstRange(of: Array(begin.utf8))?.upperBound,
      let stop = bytes[start..<self.body.upperBound].firstRange(of: Array(end.utf8))?.lowerBound
    else {
      throw Diagnostic(
        .error, "briefing-unmarked",
        "the briefing stands between `\(begin)` and `\(end)`, and they are not there; write them in, "
          + "or remove the file")
    }
    return Document(bytes[..<start] + Array("\n\(text)\n".utf8) + bytes[stop...])
  }
}
