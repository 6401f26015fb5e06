public import CairnDocument
public import CairnText

/// The result of merging two versions of a whole capture.
public struct CaptureMerge: Sendable {
  /// A function that merges three versions of the same text line by line. The function returns the
  /// merged text and the number of conflicts marked in that text.
  public typealias LineMerge = (
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
  ) async throws -> (bytes: [UInt8], conflicts: Int)

  /// The merged file.
  public let bytes: [UInt8]
  /// The keys of the fields in conflict.
  public let fields: [String]
  /// The number of conflicts in the text.
  public let hunks: Int

  /// Whether there are conflicts to settle.
  public var hasConflicts: Bool { !fields.isEmpty || hunks > 0 }

  /// Returns whether two versions at one path are different captures. This happens if git mistakes
  /// a similar file for a renamed one, or if two machines choose the same file name.
  ///
  /// Different captures must have different ids. In addition, one of these conditions must be met:
  ///
  /// - The base has an id, and the version with the new id differs from the base in its title,
  ///   creation date or body.
  /// - The base has no id, and the versions are neither briefings nor notes of the day that `path`
  ///   contains.
  public static func areTwo(
    base: Document, ours: Document, theirs: Document, at path: NotePath?
  ) -> Bool {
    guard let mine = ours["id"]?.text, let other = theirs["id"]?.text, mine != other else {
      return false
    }
    guard let before = base["id"]?.text else {
      return !areNotesOfADay([ours, theirs], at: path)
        && (BriefingBody(ours) == nil || BriefingBody(theirs) == nil)
    }
    let odd = mine == before ? theirs : ours
    return ["title", "created"].contains { odd[$0] != base[$0] }
      || odd.bytes[odd.body] != base.bytes[base.body]
  }

  /// Returns whether the path of these versions contains the day on which they were created, as the
  /// path of a daily note does: `daily/2026-11-27.md` or `journal/2026/November/27.md`. False if the
  /// name of the file contains other words, or if the versions have different types.
  private static func areNotesOfADay(_ versions: [Document], at path: NotePath?) -> Bool {
    guard let path, Set(versions.map { $0["type"] }).count == 1 else { return false }
    let words = { (text: String) in
      Set(text.folded.split { !$0.isLetter && !$0.isNumber }.map(String.init))
    }
    let names = Set((CalendarNames.months + CalendarNames.weekdays).map(\.folded))
    guard words(path.stem).allSatisfy({ $0.allSatisfy(\.isNumber) || names.contains($0) }) else {
      return false
    }
    let parts = words("\(path)")
    return versions.allSatisfy { version in
      guard let day = version["created"].flatMap({ FieldTime($0) })?.day else { return false }
      let month = [day.month.padded(2), "\(day.month)", day.monthName.folded]
      return parts.contains(day.year.padded(4)) && !parts.isDisjoint(with: month)
        && !parts.isDisjoint(with: [day.day.padded(2), "\(day.day)"])
    }
  }

  /// Merges the fields one by one (``FrontMatterMerge``), and calls `lines` to merge the bodies. If
  /// the fields of a version cannot be separated, calls `lines` to merge the whole files.
  ///
  /// For two versions of a briefing, the result contains the newer of the generated parts, and the
  /// lines that people added to either version. If two machines created the note of a day, the
  /// result contains the lines of both. If the versions are different captures
  /// (``areTwo(base:ours:theirs:at:)``), keeps ours and reports a conflict.
  ///
  /// - Parameter path: The path of the file in the notebook; nil if unknown.
  /// - Throws: Any error that `lines` throws.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], at path: NotePath? = nil, by lines: LineMerge
  ) async throws {
    let documents = [base, ours, theirs].map { Document($0) }
    if Self.areTwo(base: documents[0], ours: documents[1], theirs: documents[2], at: path) {
      (bytes, fields, hunks) = (ours, ["id"], 0)
      return
    }
    let ids = documents.dropFirst().map { $0["id"]?.text }
    let isCreatedTwice = base.isEmpty && !ids.contains(nil)
    if let front = FrontMatterMerge(
      base: documents[0], ours: documents[1], theirs: documents[2], isCreatedTwice: isCreatedTwice)
    {
      let bodies = documents.map { Array($0.bytes[$0.body]) }
      var body = try await Self.briefing(documents, lines)
      if body == nil, isCreatedTwice, ids[0] != ids[1] {
        body = try await Self.union(documents, documents.map(\.body), lines)
      }
      if body == nil { body = try await lines(bodies[0], bodies[1], bodies[2]) }
      if let body, let file = front.file(with: body.bytes) {
        (bytes, fields, hunks) = (file, front.conflicts, body.conflicts)
        return
      }
    }
    let merged = try await lines(base, ours, theirs)
    (bytes, fields, hunks) = (merged.bytes, [], merged.conflicts)
  }

  /// Creates a merge that contains these bytes and has no conflicts.
  public init(_ bytes: [UInt8]) { self.init(bytes: bytes, fields: [], hunks: 0) }

  /// Merges without using git and without conflict markers. If both versions changed the same part,
  /// keeps ours.
  public init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    if ours == base || theirs == base || ours == theirs {
      self.init(ours == base ? theirs : ours)
      return
    }
    let documents = [base, ours, theirs].map { Document($0) }
    if let front = FrontMatterMerge(
      base: documents[0], ours: documents[1], theirs: documents[2], marksConflicts: false)
    {
      let bodies = documents.map { Array($0.bytes[$0.body]) }
      let body = TextMerge(base: bodies[0], ours: bodies[1], theirs: bodies[2])
      if let file = front.file(with: body.bytes) {
        self.init(bytes: file, fields: front.conflicts, hunks: body.conflicts)
        return
      }
    }
    let merged = TextMerge(base: base, ours: ours, theirs: theirs)
    self.init(bytes: merged.bytes, fields: [], hunks: merged.conflicts)
  }

  /// Returns this merge with the conflicts of an earlier merge added.
  public func following(_ other: CaptureMerge) -> CaptureMerge {
    let earlier = other.fields.filter { !fields.contains($0) }
    return CaptureMerge(bytes: bytes, fields: earlier + fields, hunks: other.hunks + hunks)
  }

  private init(bytes: [UInt8], fields: [String], hunks: Int) {
    (self.bytes, self.fields, self.hunks) = (bytes, fields, hunks)
  }

  /// Returns the merged body of a briefing; nil if either version is not a briefing.
  private static func briefing(
    _ documents: [Document], _ lines: LineMerge
  ) async throws -> (bytes: [UInt8], conflicts: Int)? {
    let parts = documents.map(BriefingBody.init)
    guard documents.dropFirst().allSatisfy({ $0["type"]?.text?.folded == Capture.briefingType }),
      let mine = parts[1], let other = parts[2]
    else { return nil }
    let written = [parts[0]?.written, mine.written, other.written].enumerated().map {
      index, range in
      range.map { documents[index].bytes[$0] } ?? []
    }
    let isTheirs = written[1] == written[0] || written[2] != written[0] && mine.isOlder(than: other)
    let before = try await union(
      documents, [parts[0]?.before ?? documents[0].body, mine.before, other.before], lines)
    let after = try await union(
      documents, [parts[0]?.after ?? 0..<0, mine.after, other.after], lines)
    return (
      before.bytes + written[isTheirs ? 2 : 1] + after.bytes, before.conflicts + after.conflicts
    )
  }

  /// Merges three versions of some lines: the base, ours and theirs. If ours and theirs conflict,
  /// keeps the lines of both.
  private static func union(
    _ documents: [Document], _ ranges: [Range<Int>], _ lines: LineMerge
  ) async throws -> (bytes: [UInt8], conflicts: Int) {
    let texts = zip(documents, ranges).map { Array($0.bytes[$1]) }
    let merged = try await lines(texts[0], texts[1], texts[2])
    if merged.conflicts == 0 { return merged }
    let settled = merged.bytes.applying(
      ConflictHunk.all(in: merged.bytes).map { hunk in
        let ours = merged.bytes[hunk.ours]
        let known = Set(ours.lines)
        // Of their lines, keep only those that our version does not contain, and the blank lines
        // that separate paragraphs.
        let new = merged.bytes[hunk.theirs].lines.filter { $0.count < 2 || !known.contains($0) }
        return Splice(hunk.range, Array(ours) + Array(new.joined()))
      })
    return (settled, ConflictHunk.all(in: settled).count)
  }
}

extension BriefingBody {
  /// Returns whether this briefing was generated before `other`. A briefing without a time counts
  /// as older than a briefing with one.
  fileprivate func isOlder(than other: BriefingBody) -> Bool {
    guard let theirs = other.time?.mergeInstant else { return false }
    return time.map { $0.mergeInstant < theirs } ?? true
  }
}
