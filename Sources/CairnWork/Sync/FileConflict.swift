public import CairnCapture
public import CairnDocument
public import CairnText

/// A file in conflict between this copy of the notebook (*ours*) and the remote's copy (*theirs*).
public struct FileConflict: Sendable {
  /// The kind of a conflict.
  public enum State: String, Sendable {
    /// Both copies changed the file; conflict markers in the file show the differences.
    case changed
    /// Both copies changed the file. The file contains only one of the versions, without conflict
    /// markers, for example because it is a picture.
    case unmerged
    /// Each copy has a different capture at this path; the file contains ours.
    case twoCaptures = "two-captures"
    /// Removed in this copy; changed or moved in the other copy.
    case removedHere = "removed-here"
    /// Changed or moved in this copy; removed in the other copy.
    case removedThere = "removed-there"
    /// Moved in this copy; changed at the old path in the other copy. ``other`` is the moved file.
    case movedHere = "moved-here"
    /// Changed in this copy; moved in the other copy. ``other`` is the moved file.
    case movedThere = "moved-there"
    /// Moved to a different path in each copy; ``other`` is the file at the path in the other copy.
    case movedApart = "moved-apart"
    /// Only one copy has the file, and git could not determine the file's path in the other copy.
    case unplaced
  }

  /// The kind of the conflict.
  public internal(set) var state: State
  /// The file on disk, read as a capture even if the file is not a note.
  public let capture: Capture
  /// Whether the file is a note, according to its name.
  public let isNote: Bool
  /// If the copies have the file at two different paths, ``path`` is one of these paths, and this
  /// is the file at the other path. Otherwise, nil.
  public internal(set) var other: Capture?
  /// The conflict markers in the file.
  public internal(set) var marks = Conflicts([])
  /// The bytes of the common ancestor of both copies; nil if unknown.
  var base: [UInt8]?
  /// The version of the file that git merges into the checked-out version: the id of its blob in
  /// git, and its bytes. Nil if this version is unknown or does not exist.
  var theirs: (blob: String, bytes: [UInt8])?
  /// Whether the checked-out version is the remote's, as in a rebase. In that case, ``marks`` and
  /// git call our version "theirs" and the remote's version "ours".
  var isReplaying = false

  /// The path of the file on disk.
  public var path: NotePath { capture.path }

  /// Whether a person must choose a version, because Cairn cannot safely choose one.
  var needsSide: Bool { state == .unmerged || !openMarks.isEmpty || !marks.hunks.isEmpty }

  /// Returns whether a word is the title, the file name, or a prefix of the id with at least 4
  /// characters.
  func isCalled(_ word: String) -> Bool {
    [capture.title.folded, path.stem.folded].contains(word.folded)
      || word.count >= 4 && capture.id?.hasPrefix(word) ?? false
  }

  /// The conflict markers of fields that a person must resolve. The marker of `collection` is not
  /// included if the folder determines its value.
  private var openMarks: [ConflictMark] {
    let settled = collectionSide
    return marks.fields.filter { settled[$0.key] == nil }
  }

  /// A dictionary that maps the key `collection` to the side whose field `collection` matches the
  /// file's folder. Empty if neither side matches.
  var collectionSide: [String: Conflicts.Side] { Self.collectionSide(of: marks, in: capture) }

  /// Returns a dictionary that maps the key `collection` to the side whose field `collection`
  /// matches a capture's folder. Empty if neither side matches.
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
  /// A field whose value differs between the copies.
  public struct Field: Sendable {
    /// The name of the field.
    public let key: String
    /// The line of the field's conflict marker, from 1.
    public let line: Int
    /// The value in this copy; nil if the field is not set.
    public let ours: FieldValue?
    /// The value in the other copy; nil if the field is not set.
    public let theirs: FieldValue?
  }

  /// A part of the text that differs between the copies. Each of its texts is a slice of the file's
  /// bytes.
  public struct Passage: Sendable {
    /// The first line, from 1.
    public let line: Int
    /// The bytes of the whole passage, including git's conflict markers. An answer names the
    /// passage by these bytes.
    public let bytes: ArraySlice<UInt8>
    /// The lines in this copy.
    public let ours: ArraySlice<UInt8>
    /// The lines in the other copy.
    public let theirs: ArraySlice<UInt8>
    /// The text before the passage, from the start of the body or the end of the previous passage.
    public let before: ArraySlice<UInt8>
    /// The text after the passage, up to the next passage or the end of the body.
    public let after: ArraySlice<UInt8>
  }

  /// The fields that a person must resolve, without `collection` if the folder determines its
  /// value.
  public var openFields: [Field] {
    var locator = SourceLocator(capture.document.bytes)
    return openMarks.map { mark in
      let (ours, theirs) = own((capture.document[mark.key], mark.value))
      return Field(
        key: mark.key, line: locator.location(of: mark.range.lowerBound).line, ours: ours,
        theirs: theirs)
    }
  }

  /// The passages to resolve.
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

  /// Returns the two sides of a conflict marker in the order ours, theirs. In a rebase, the marker
  /// contains the sides in reverse order.
  private func own<Side>(_ sides: (Side, Side)) -> (ours: Side, theirs: Side) {
    isReplaying ? (sides.1, sides.0) : sides
  }

  /// The changes that one copy made to a capture while the other copy removed or moved it. Empty if
  /// the changes are unknown, and in a conflict of any other kind.
  public var changes: [CaptureDifference.Part] {
    guard isNote, let base,
      [.removedHere, .removedThere, .movedHere, .movedThere].contains(state)
    else { return [] }
    return CaptureDifference(from: base, to: capture.document.bytes).parts
  }

  /// A phrase that describes the changes of both copies to the file as a whole; nil if conflict
  /// markers in the file show the changes.
  public var words: String? {
    let other = other.map { "`\($0.path)`" } ?? ""
    let isMoved = base == capture.document.bytes
    return switch state {
    case .changed: nil
    case .unmerged:
      "changed in both copies; the file contains \(isReplaying ? "their" : "our") version"
    case .twoCaptures: "the other copy has a different capture at this path"
    case .removedHere: "removed in this copy, \(isMoved ? "moved" : "changed") in the other copy"
    case .removedThere: "\(isMoved ? "moved" : "changed") in this copy, removed in the other copy"
    case .movedHere: "moved to \(other) in this copy, changed in the other copy"
    case .movedThere: "changed in this copy, moved to \(other) in the other copy"
    case .movedApart: "moved to this path in this copy, but to \(other) in the other copy"
    case .unplaced: "only one copy has this file, and git could not determine where it belongs"
    }
  }
}

// MARK: - Asking

extension FileConflict {
  /// A question about a file as a whole.
  public enum Question: Hashable, Sendable {
    /// A question about which version to keep. The value contains the sides to choose from.
    case version([Conflicts.Side])
    /// A question about which path to keep. The value contains the sides to choose from.
    case place([Conflicts.Side])
    /// A question about whether to keep the file.
    case keep
  }

  /// One line with the file's path, the title if the file is a note, and ``words``. It is not
  /// escaped for a terminal.
  public var headline: String {
    "\(path)\(isNote ? " (\(capture.title))" : ""): \(words ?? "")"
  }

  /// The question about the file as a whole; nil if conflict markers in the file show all
  /// differences.
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
  /// A phrase with the field's name and the values on both sides.
  public var words: String {
    "\(key): ours \(ours?.shown ?? "(no value)"), theirs \(theirs?.shown ?? "(no value)")"
  }

  /// The sides that a person can choose: ours or theirs, but not both, because a field has only one
  /// value.
  public var sides: [Conflicts.Side] { [.ours, .theirs] }
}

extension FileConflict.Passage {
  /// The sides that a person can choose.
  public var sides: [Conflicts.Side] { Conflicts.Side.allCases }

  /// A phrase with the number of lines that the passage has in each version.
  public var words: String {
    "text: ours \(lines.ours.count.of("line")), theirs \(lines.theirs.count.of("line"))"
  }

  /// The lines of each part, without line endings.
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
