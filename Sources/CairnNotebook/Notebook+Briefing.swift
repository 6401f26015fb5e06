public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnText

extension Notebook {
  /// The folder of briefings.
  public static let briefings = NotePath("briefings") ?? .root
  /// Returns the usual path of a day's briefing.
  private static func path(ofBriefing day: CalendarDate) -> NotePath {
    briefings.appending(listed: "\(day).md".utf8)
  }

  /// Returns the briefing of a day at its usual path, even if `.cairnignore` hides it from lists;
  /// nil if the day has no briefing there.
  public func briefing(of day: CalendarDate) -> Capture? {
    guard let found = try? capture(at: Self.path(ofBriefing: day)), found.isBriefing else {
      return nil
    }
    return found
  }

  /// Writes the text of a day's briefing. Replaces the text between the marker lines of an existing
  /// briefing; otherwise creates a capture, such as `briefings/2026-11-21.md`.
  ///
  /// If several machines created briefings at different paths, the briefings are merged into the
  /// first one. It receives the text that people wrote in the others, and the others go to the
  /// trash. A briefing without marker lines, or with fields that would be lost, is not merged.
  ///
  /// - Parameters:
  ///   - known: The briefings of the day that the caller found. If it is empty, a briefing at the
  ///     usual path is still taken into account.
  ///   - privacy: The visibility of the text. If it hides the text, the briefing gets a field that
  ///     hides it.
  /// - Throws: A `Diagnostic` if the first of `known` has no marker lines, or if another file is at
  ///   the path; `FileError` if writing fails.
  public func keepBriefing(
    _ text: String, of day: CalendarDate, in known: [Capture], privacy: Privacy,
    _ mode: Mode = .write, using generator: inout some RandomNumberGenerator
  ) throws -> ChangeReport {
    let text = BriefingBody.markless(text)
    if let first = known.first ?? briefing(of: day) {
      return try replaceBriefing(
        with: text, in: first, joining: known.dropFirst(), privacy, mode)
    }
    let path = Self.path(ofBriefing: day)
    guard try store.kind(path) == nil else {
      throw Diagnostic(
        .error, "briefing-unknown",
        "the briefing of \(day) cannot be saved, because another file already has this path; move "
          + "that file, or set its type to `\(Capture.briefingType)`", path: path)
    }
    let id = CaptureID(using: &generator)
    let header = try Document([]).applying([
      .set("id", .text(id.text)), .set("type", .text(Capture.briefingType)),
      .set("collection", .text(Self.briefings.description)),
      .set("title", .text("Briefing \(day)")), .set("date", .literal("\(day)")),
      .set("created", .literal(clock.timestamp)),
    ]).hidden(like: privacy)
    let document = Document(
      header.bytes + Array(BriefingBody.around(text, at: clock.timestamp).utf8))
    do {
      return try create(.init(id: id.text, path: path, after: document.bytes), mode)
    } catch let error as FileError where error.code == .exists {
      // Another command created the briefing first.
      return try keepBriefing(
        text, of: day, in: [], privacy: privacy, mode, using: &generator)
    }
  }

  private func replaceBriefing(
    with text: String, in known: Capture, joining others: ArraySlice<Capture>, _ privacy: Privacy,
    _ mode: Mode
  ) throws -> ChangeReport {
    // Join only briefings with marker lines, and without fields that would be lost.
    let joined = others.filter { other in
      BriefingBody(known.document) != nil && BriefingBody(other.document) != nil
        && other.document.fields.allSatisfy {
          Self.ownFields.contains($0.key) || Privacy.keys.contains($0.key)
            || $0.value == known[$0.key]
        }
    }
    let edit = Notebook.SettlingStep.edit(known) { capture throws(Diagnostic) in
      let written = try capture.document.replacingBriefing(with: text, at: clock.timestamp)
      var merged = joined.reduce(written) { $0.joiningBriefing($1.document) }
      for privacy in [privacy] + joined.map(\.privacy) {
        merged = try merged.hidden(like: privacy)
      }
      return merged
    }
    let report = try settle([[edit] + joined.map { .trash($0) }], mode)
    if let refusal = report.refused.first { throw refusal }
    return report
  }

  /// The names of the fields of a new briefing.
  private static let ownFields: Set = ["id", "type", "collection", "title", "date", "created"]
}
