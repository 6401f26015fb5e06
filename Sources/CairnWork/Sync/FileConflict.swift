public import CairnCapture
public import CairnDocument
public import CairnText

/// A file on which two copies of the notebook disagree: this one, "ours", and the remote's, "theirs".
public struct FileConflict: Sendable {
  /// The kind of a disagreement.
  public enum State: String, Sendable {
    /// Both changed the file, and marks in it show the places.
    case changed
    /// Both changed the file, and it holds one version alone: a picture, for example.
    case unmerged
    /// Each has another capture at this path, and the file holds ours.
    case twoCaptures = "two-captures"
    /// It was removed here, and the other copy changed or moved it.
    case removedHere = "removed-here"
    /// It was changed or moved here, and the other copy removed it.
    case removedThere = "removed-there"
    /// It was moved here, and the other copy changed it at this path.
    case movedHere = "moved-here"
    /// It was changed here, and the other copy moved it.
    case movedThere = "moved-there"
    /// Each copy moved it to another path; ``other`` lies at theirs.
    case movedApart = "moved-apart"
    /// One copy has it, and git could not determine its place in the other.
    case unplaced
  }

  /// The kind of the disagreement.
  public internal(set) var state: State
  /// The file as it lies here, also if it is not a capture.
  public let capture: Capture
  /// Whether its name is that of a note.
  public let isNote: Bool
  /// The same capture at its other path.
  public internal(set) var other: Capture?
  /// The marks in it.
  public internal(set) var marks = Conflicts([])
  /// Its bytes before both changes, if they are known.
  var base: [UInt8]?
  /// Its bytes in the version that is merged into the one that is checked out, and git's name of them.
  var theirs: (blob: String, bytes: [UInt8])?
  /// Whether the version that is checked out is the remote's, as in a rebase. Then the sides of
  /// ``marks`` and of git are the other way round.
  var isReplaying = false

  /// The file's path here.
  public var path: NotePath { capture.path }

  /// Whether a person must choose a side, because neither is safe to take unasked.
  var needsSide: Bool { state == .unmerged || !openMarks.isEmpty || !marks.hunks.isEmpty }

  /// Whether a word is the capture's title, its file's name, its id or how that begins.
  func isCalled(_ word: String) -> Bool {
    [capture.title.folded, path.stem.folded].contains(word.folded)
      || word.count >= 4 && capture.id?.hasPrefix(word) ?? false
  }

  /// The marks of fields that a person settles: all but `collection`, which follows from the folder.
  private var openMarks: [ConflictMark] {
    let settled = collectionSide
    return marks.fields.filter { settled[$0.key] == nil }
  }

  /// The side of the field `collection` that names the file's folder, by the field's name.
  var collectionSide: [String: Conflicts.Side] { Self.collectionSide(of: marks, in: capture) }

  /// The side of the field `collection` that names a capture's folder, by the field's name; empty if
  /// neither does.
  static func collectionSide(
    of marks: Conflicts, in capture: Capture
  ) -> [String: Conflicts.Side] {
    let (key, folder) = ("collection", capture.collection.description)
    guard let mark = marks.fields.first(where: { $0.key == key }) else { return [:] }
    if mark.value?.text == folder { return [key: .theirs] }
    return capture.document[key]?.text == folder ? [key: .ours] : [:]
  }
}

// MARK: - Describing

extension FileConflict {
  /// A field that has another value in each copy.
  public struct Field: Sendable {
    /// Its name.
    public let key: String
    /// The line of the mark, from 1.
    public let line: Int
    /// Its value here; nil if it is not set.
    public let ours: FieldValue?
    /// Its value in the other copy; nil if it is not set.
    public let theirs: FieldValue?
  }

  /// A place in the text that differs in each copy, as slices of the file's bytes.
  public struct Passage: Sendable {
    /// The line where it begins, from 1.
    public let line: Int
    /// All of it, with git's marks; an answer names it by these bytes.
    public let bytes: ArraySlice<UInt8>
    /// The lines here.
    public let ours: ArraySlice<UInt8>
    /// The lines in the other copy.
    public let theirs: ArraySlice<UInt8>
    /// The text before it, from the start of the body or the end of the passage before.
    public let before: ArraySlice<UInt8>
    /// The text behind it, to the next passage or the end.
    public let after: ArraySlice<UInt8>
  }

  /// The fields to settle; without `collection` if that follows from the folder.
  public var openFields: [Field] {
    var locator = SourceLocator(capture.document.bytes)
    return openMarks.map { mark in
      let (ours, theirs) = own((capture.document[mark.key], mark.value))
      return Field(
        key: mark.key, line: locator.location(of: mark.range.lowerBound).line, ours: ours,
        theirs: theirs)
    }
  }

  /// The places in the text to settle.
  public var passages: [Passage] {
    let bytes = capture.document.bytes
    let ranges = marks.hunks.map(\.range)
    return marks.hunks.enumerated().map { number, hunk in
      let body = min(capture.document.body.lowerBound, hunk.range.lowerBound)
      let start = number > 0 ? ranges[number - 1].upperBound : body
      let end = number + 1 < ranges.count ? ranges[number + 1].lowerBound : bytes.count
      let (ours, theirs) = own((bytes[hunk.ours], bytes[hunk.theirs]))
      return Passage(
        line: hunk.line, bytes: bytes[hunk.range], ours: ours, theirs: theirs,
        before: bytes[start..<hunk.range.lowerBound], after: bytes[hunk.range.upperBound..<end])
    }
  }

  /// Both sides in a person's order, from that of the marks.
  private func own<Side>(_ sides: (Side, Side)) -> (ours: Side, theirs: Side) {
    isReplaying ? (sides.1, sides.0) : sides
  }

  /// What one copy changed in a capture that the other removed or moved, as far as that is known.
  public var changes: [CaptureDifference.Part] {
    guard isNote, let base,
      [.removedHere, .removedThere, .movedHere, .movedThere].contains(state)
    else { return [] }
    return CaptureDifference(from: base, to: capture.document.bytes).parts
  }

  /// What the two copies did with the file, in words; nil if marks in it show that.
  public var words: String? {
    let other = other.map { "`\($0.path)`" } ?? ""
    let isMoved = base == capture.document.bytes
    return switch state {
    case .changed: nil
    case .unmerged: "changed in both copies; the file here is \(isReplaying ? "theirs" : "ours")"
    case .twoCaptures: "another capture lies at this path in the other copy"
    case .removedHere: "removed here, \(isMoved ? "moved" : "changed") in the other copy"
    case .removedThere: "\(isMoved ? "moved" : "changed") here, removed in the other copy"
    case .movedHere: "moved to \(other) here, changed in the other copy"
    case .movedThere: "changed here, moved to \(other) in the other copy"
    case .movedApart: "moved here, and moved to \(other) in the other copy"
    case .unplaced: "only one copy has this file, and git could not tell where it belongs"
    }
  }
}

// MARK: - Asking

extension FileConflict {
  /// What a person is asked about a file as a whole.
  public enum Question: Hashable, Sendable {
    /// Which version it holds: one of these sides.
    case version([Conflicts.Side])
    /// Which of the paths it lies at: that of one of these sides.
    case place([Conflicts.Side])
    /// Whether it is kept.
    case keep
  }

  /// The file, and what became of it in both copies, in a line, not escaped.
  public var headline: String {
    "\(path)\(isNote ? " (\(capture.title))" : ""): \(words ?? "")"
  }

  /// What to ask about the file as a whole; nil if marks in it show all that differs.
  public var question: Question? {
    switch state {
    case .changed: nil
    case .unmerged: .version([.ours, .theirs, .both])
    case .movedApart: .place([.ours, .theirs])
    default: .keep
    }
  }
}

extension FileConflict.Field {
  /// Its name and both values, in a phrase.
  public var words: String {
    "\(key): ours \(ours?.shown ?? "nothing"), theirs \(theirs?.shown ?? "nothing")"
  }

  /// The sides that a person can choose: a field has one value.
  public var sides: [Conflicts.Side] { [.ours, .theirs] }
}

extension FileConflict.Passage {
  /// The sides that a person can choose.
  public var sides: [Conflicts.Side] { Conflicts.Side.allCases }

  /// How long both versions are, in a phrase.
  public var words: String {
    "text: ours \(lines.ours.count.of("line")), theirs \(lines.theirs.count.of("line"))"
  }

  /// The text of its parts, line by line, without the ends of lines.
  public var lines: (before: [String], ours: [String], theirs: [String], after: [String]) {
    (before.textLines, ours.textLines, theirs.textLines, after.textLines)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var textLines: [String] {
    var lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines.map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
