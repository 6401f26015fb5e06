public import CairnDocument
import CairnText

/// The front matter of two versions of a capture, merged field by field.
///
///     let merge = FrontMatterMerge(base: base, ours: ours, theirs: theirs)
///     merge?.bytes                    // the text before the body
///     merge?.conflicts                // the fields that a person must decide
///
/// An existing `id` never changes. Any other field that only one version changed is taken from that
/// version, together with its comments. If both versions changed a field, these rules apply in
/// order:
///
/// - If two machines created the same briefing, daily note or action, the result gets the `id` and
///   `created` of the earlier version.
/// - Our list gets the elements that their version added, and loses the elements that their version
///   removed. Tags that are written as text are merged like a list.
/// - A person's value overrides a generated one (``MachineMark``).
/// - `updated`, `modified` and `lastmod` get the later time, and `completed` gets the earlier one.
/// - Anything else is a conflict: our value stays, and theirs is below it in comments
///   (``ConflictMark``).
///
/// The fields keep the order of our version. A field that only their version contains goes below
/// the field that precedes it in their version. If our version lacks that field, the new field goes
/// below the nearest earlier one that our version has.
public struct FrontMatterMerge: Sendable {
  /// The text before the body: byte order mark, fences and fields.
  public let bytes: [UInt8]
  /// The keys of the fields in conflict.
  public let conflicts: [String]

  /// Merges three versions. Returns nil if the fields of a version cannot be separated, or if the
  /// result would not be read back as the merged fields. Cost is linear in the length of the front
  /// matter.
  ///
  /// - Parameters:
  ///   - marksConflicts: Whether to write the conflicting values of `theirs` as comments.
  ///   - isCreatedTwice: Whether both versions are the same capture although each was created
  ///     without the other. Two briefings always are.
  public init?(
    base: Document, ours: Document, theirs: Document, marksConflicts: Bool = true,
    isCreatedTwice: Bool = false
  ) {
    guard let merging = Merging(base, ours, theirs, marksConflicts, isCreatedTwice) else {
      guard let merged = ValueMerge.merged(base: base, ours: ours, theirs: theirs) else {
        return nil
      }
      (bytes, conflicts) = (Array(merged.bytes[..<merged.body.lowerBound]), [])
      return
    }
    let (bytes, expected, conflicts) = merging.result()
    let merged = Document(bytes)
    guard merged.editRefusal == nil, merged.body.lowerBound == bytes.count,
      merged.fields.map({ FieldValue.Entry($0.key, $0.value) }) == expected,
      !marksConflicts || Set(conflicts).isSubset(of: ConflictMark.all(in: merged).map(\.key))
    else { return nil }
    self.bytes = bytes
    self.conflicts = conflicts
  }

  /// Returns the file with this front matter and a body; nil if a reader of the file would not find
  /// the same front matter and body.
  public func file(with body: [UInt8]) -> [UInt8]? {
    let file = bytes + body
    return Document(file).body.lowerBound == bytes.count ? file : nil
  }
}

// MARK: - Merging

/// The state of merging three versions of front matter.
private struct Merging {
  /// The way in which a field of the result is made from the three versions.
  private enum Outcome {
    case ours, theirs
    /// The field as in the base version.
    case base
    /// A list merged from both versions: its lines and its value.
    case list([UInt8], FieldValue)
    /// The field as in our version, with their version below it in comments.
    case conflict
  }

  /// A field of the result. If only comments remain of the field, `lines` is empty and `value` is
  /// nil.
  private struct Merged {
    let key: String
    var lead: [[UInt8]] = []
    var lines: [UInt8] = []
    var value: FieldValue?
    var mark: [UInt8] = []
    var isConflict = false
  }

  private let base: FieldBlocks
  private let ours: FieldBlocks
  private let theirs: FieldBlocks
  private let document: Document
  private let lineBreak: [UInt8]
  /// Whether our version is the earlier of two versions that were created separately; nil if the
  /// versions were not created separately.
  private let isFirst: Bool?
  private let marksConflicts: Bool

  init?(
    _ base: Document, _ ours: Document, _ theirs: Document, _ marksConflicts: Bool,
    _ isCreatedTwice: Bool
  ) {
    self.marksConflicts = marksConflicts
    guard let before = FieldBlocks(base), let mine = FieldBlocks(ours),
      let other = FieldBlocks(theirs)
    else { return nil }
    (self.base, self.ours, self.theirs, document) = (before, mine, other, ours)
    let isNew = before["id"] == nil && before["type"] == nil
    isFirst =
      isCreatedTwice || isNew && mine.isBriefing && other.isBriefing
      ? mine.isMade(before: other) : nil
    let fence = mine.opening.isEmpty ? other.opening : mine.opening
    lineBreak = Array((fence.suffix(2).elementsEqual("\r\n".utf8) ? "\r\n" : "\n").utf8)
  }

  func result() -> (bytes: [UInt8], fields: [FieldValue.Entry], conflicts: [String]) {
    let mine = ours.blocks.compactMap { merged($0) }
    let kept = Set(mine.map(\.key))
    // The fields that only their version has. They are keyed by the key of our field that they must
    // follow, or by nil if they belong at the beginning.
    var added: [String?: [Merged]] = [:]
    var place: String?
    for block in theirs.blocks {
      if kept.contains(block.key) { place = block.key }
      guard ours[block.key] == nil, let field = onlyTheirs(block) else { continue }
      added[place, default: []].append(field)
    }
    let fields = (added[nil] ?? []) + mine.flatMap { [$0] + (added[$0.key] ?? []) }
    let conflicts = fields.filter(\.isConflict).map(\.key)
    var bytes = merged(base.opening, ours.opening, theirs.opening)
    for field in fields { bytes += field.lead.joined() + field.lines + field.mark }
    bytes += mergedLines(base.tail, ours.tail, theirs.tail).joined()
    bytes += merged(base.closing, ours.closing, theirs.closing)
    let entries = fields.compactMap { field in
      field.value.map { FieldValue.Entry(field.key, $0) }
    }
    return (bytes, entries, conflicts)
  }

  /// Returns the merged form of `mine`, a field of our version; nil if the merge removes the field.
  private func merged(_ mine: FieldBlocks.Block) -> Merged? {
    let (before, other) = (base[mine.key], theirs[mine.key])
    var field = Merged(
      key: mine.key,
      lead: mergedLines(before?.lead ?? [], mine.lead, other?.lead ?? before?.lead ?? []),
      lines: mine.lines, value: mine.value)
    switch outcome(mine.key) {
    case .ours: break
    case .theirs:
      guard let other else { return comments(mine, since: before) }
      (field.lines, field.value) = (adapted(other.lines), other.value)
    case .base:
      guard let before else { break }
      (field.lines, field.value) = (adapted(before.lines), before.value)
    case .list(let lines, let value): (field.lines, field.value) = (lines, value)
    case .conflict: (field.mark, field.isConflict) = (mark(mine.key, other), true)
    }
    return field
  }

  /// Returns the merged form of `other`, a field that only their version has; nil if the merge
  /// drops the field.
  private func onlyTheirs(_ other: FieldBlocks.Block) -> Merged? {
    let before = base[other.key]
    switch outcome(other.key) {
    case .theirs, .base:
      let block = other.key == "id" ? before ?? other : other
      return Merged(
        key: other.key, lead: other.lead.map(adapted), lines: adapted(block.lines),
        value: block.value)
    case .conflict:
      return Merged(
        key: other.key, lead: comments(other, since: before)?.lead ?? [],
        mark: mark(other.key, other), isConflict: true)
    case .ours, .list: return comments(other, since: before)
    }
  }

  /// Returns the comments above `block` that `before` does not contain, as a field without a value;
  /// nil if there are none. Used if one version removed a field and the other version added
  /// comments to it.
  private func comments(_ block: FieldBlocks.Block, since before: FieldBlocks.Block?) -> Merged? {
    let lines = block.lead.filter { !(before?.lead ?? []).contains($0) }
    return lines.isEmpty ? nil : Merged(key: block.key, lead: lines.map(adapted))
  }
}

// MARK: - Deciding

extension Merging {
  private static let timeKeys: Set = ["updated", "modified", "lastmod"]

  /// Returns the version of a field that the merge keeps. A mark (`type_by`) comes from the same
  /// version as the value that it marks.
  private func outcome(_ key: String) -> Outcome {
    guard let main = MachineMark.markedKeys.first(where: { MachineMark.key(for: $0) == key }) else {
      return value(key)
    }
    switch value(main) {
    case .conflict, .list: return .ours
    case let side: return side
    }
  }

  private func value(_ key: String) -> Outcome {
    let states = [base, ours, theirs].map { State($0, key) }
    let (before, mine, other) = (states[0], states[1], states[2])
    if key == "id", let old = base[key]?.value, old != .null {
      return isChanged(key) ? .base : .ours
    }
    if let isFirst, key == "id" || key == "created" { return isFirst ? .ours : .theirs }
    if mine.bytes == other.bytes || other.bytes == before.bytes { return .ours }
    if mine.bytes == before.bytes { return .theirs }
    // The versions differ only in spelling, or one version changed only the spelling.
    if mine.value == other.value || other.value == before.value { return .ours }
    if mine.value == before.value { return .theirs }
    if let list = mergedList(key) { return list }
    if mine.isMachines != other.isMachines { return mine.isMachines ? .theirs : .ours }
    if mine.isMachines { return ours[key] == nil ? .theirs : .ours }
    if let left = mine.time, let right = other.time {
      if Self.timeKeys.contains(key) { return left < right ? .theirs : .ours }
      if key == "completed" { return right < left ? .theirs : .ours }
    }
    return .conflict
  }

  /// Returns whether our value of a field differs from the value in the base version.
  private func isChanged(_ key: String) -> Bool { ours[key]?.value != base[key]?.value }

  /// One version of a field and of its machine mark.
  private struct State {
    let bytes: [[UInt8]?]
    let value: [FieldValue?]
    let isMachines: Bool
    let time: Instant?

    init(_ blocks: FieldBlocks, _ key: String) {
      let main = blocks[key]
      let mark = MachineMark.markedKeys.contains(key) ? blocks[MachineMark.key(for: key)] : nil
      bytes = [main?.lines, mark?.lines]
      value = [main?.value, mark?.value]
      let made = MachineMark(mark?.value)
      // A mark without a value means that no program found a value.
      isMachines = main.map { made?.matches($0.value.text ?? "") ?? false } ?? (made != nil)
      time = main.flatMap { FieldTime($0.value)?.mergeInstant }
    }
  }

  /// Returns our version of a list after adding the elements that their version added and removing
  /// the elements that their version removed. Tags can also be written as text. Returns nil if
  /// either value is not a list of scalars.
  private func mergedList(_ key: String) -> Outcome? {
    guard case .list(let mine) = ours[key]?.value, case .list(let other) = theirs[key]?.value else {
      let merged = document.mergingTags(
        in: key, before: base[key]?.value, theirs: theirs[key]?.value)
      return merged.flatMap { FieldBlocks($0)?[key] }.map { .list($0.lines, $0.value) }
    }
    let before: [FieldValue]
    switch base[key]?.value {
    case .list(let elements): before = elements
    case .null, nil: before = []
    default: return nil
    }
    let (beforeSet, mineSet, otherSet) = (Set(before), Set(mine), Set(other))
    let removed = before.filter { mineSet.contains($0) && !otherSet.contains($0) }
    let added = other.filter { !beforeSet.contains($0) && !mineSet.contains($0) }
    guard let gone = NewValue.scalars(removed), let new = NewValue.scalars(added),
      let merged = try? document.adding(new, at: [key]).removing(gone, at: [key])
    else { return nil }
    return FieldBlocks(merged)?[key].map { .list($0.lines, $0.value) }
  }
}

extension FieldBlocks {
  fileprivate var isBriefing: Bool { self["type"]?.value.text?.folded == Capture.briefingType }

  /// Returns whether this capture was created before `other`. If the times are equal or unknown,
  /// compares the ids, so that every machine gets the same result.
  fileprivate func isMade(before other: FieldBlocks) -> Bool {
    let (left, right) = (time("created"), other.time("created"))
    if let left, let right, left != right { return left < right }
    return (self["id"]?.value.text ?? "") <= (other["id"]?.value.text ?? "")
  }

  private func time(_ key: String) -> Instant? {
    self[key].flatMap { FieldTime($0.value)?.mergeInstant }
  }
}

extension NewValue {
  /// Returns the scalars as values to write; nil if one of them is a list, a map or null.
  static func scalars(_ values: [FieldValue]) -> [NewValue]? {
    let written = values.compactMap(NewValue.init(scalar:))
    return written.count == values.count ? written : nil
  }

  /// Creates a value to write from a scalar; nil for a list, a map or null.
  init?(scalar value: FieldValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .list, .map, .null: return nil
    default:
      guard let text = value.text else { return nil }
      self = .literal(text)
    }
  }
}

// MARK: - Lines

extension Merging {
  /// Returns comments that contain `other`, their version of a field; empty if conflicts are not
  /// marked.
  private func mark(_ key: String, _ other: FieldBlocks.Block?) -> [UInt8] {
    marksConflicts ? ConflictMark.comment(key, theirs: other?.lines, lineBreak) : []
  }

  /// Returns the bytes of their version (`other`) if ours (`mine`) are the same as in the base
  /// version (`before`); otherwise returns ours.
  private func merged(_ before: [UInt8], _ mine: [UInt8], _ other: [UInt8]) -> [UInt8] {
    mine == before ? other : mine
  }

  /// Merges the lines between fields. If only one version changed these lines, returns the lines of
  /// that version. If both changed them, returns `mine`, followed by the lines that only `other`
  /// contains.
  private func mergedLines(
    _ before: [[UInt8]], _ mine: [[UInt8]], _ other: [[UInt8]]
  ) -> [[UInt8]] {
    if mine == other || other == before { return mine }
    if mine == before { return other.map(adapted) }
    let known = Set((before + mine).map(adapted))
    return mine + other.map(adapted).filter { !known.contains($0) }
  }

  /// Returns lines with our version's line breaks.
  private func adapted(_ lines: [UInt8]) -> [UInt8] {
    Array(
      lines[...].lines.map { line in
        guard line.last == UInt8(ascii: "\n") else { return line }
        let text = line.dropLast(line.suffix(2).elementsEqual("\r\n".utf8) ? 2 : 1)
        return text + lineBreak
      }.joined())
  }
}
