import CairnDocument
public import CairnText

/// All conflicts in one file, both in fields and in lines of text.
public struct Conflicts: Sendable {
  /// The version to keep.
  public enum Side: String, CaseIterable, Sendable {
    /// The version already in the file.
    case ours
    /// The version that was merged into ours.
    case theirs
    /// Both versions, ours first. Applies only to text, because a field cannot have two values.
    case both
  }

  /// The fields in conflict.
  public let fields: [ConflictMark]
  /// The lines in conflict.
  public let hunks: [ConflictHunk]
  private let bytes: [UInt8]

  /// Finds the conflicts in a file's bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    hunks = ConflictHunk.all(in: bytes)
    fields = ConflictMark.all(in: Document(bytes))
  }

  /// Whether there are no conflicts.
  public var isEmpty: Bool { fields.isEmpty && hunks.isEmpty }

  /// Returns the file with conflicts settled.
  ///
  /// - Parameters:
  ///   - side: The version to keep for each conflict that is in neither `choices` nor `chosen`; if
  ///     nil, these conflicts stay. ``Side/both`` leaves conflicts in fields unsettled.
  ///   - choices: The versions to keep for fields, keyed by the fields' keys.
  ///   - chosen: The versions to keep for conflicts in the text, keyed by the bytes of the whole
  ///     hunk. A choice therefore stays valid if other parts of the file change.
  /// - Throws: A `Diagnostic` if a field's value from the merged-in version cannot be inserted into
  ///   the file, or if keeping both versions of lines gives one field two values that cannot be
  ///   joined.
  public func settled(
    _ side: Side?, _ choices: [String: Side] = [:], hunks chosen: [[UInt8]: Side] = [:]
  ) throws(Diagnostic) -> [UInt8] {
    let document = try Document(bytes).settling(
      fields.compactMap { mark in
        let side = choices[mark.key] ?? side
        return side.map { (mark, $0) }
      }.filter { $0.1 != .both })
    let sides = ConflictHunk.all(in: document.bytes).compactMap { hunk in
      (chosen[Array(document.bytes[hunk.range])] ?? side).map { (hunk, $0) }
    }
    let settled = document.bytes.applying(
      sides.map { Splice($0.range, $0.lines(of: $1, in: document.bytes)) })
    let joins = sides.contains { $1 == .both && $0.range.lowerBound < document.body.lowerBound }
    return joins ? try Document(settled).joiningRepeatedFields() : settled
  }
}

extension Document {
  /// Returns the file after joining fields with the same key. Keeping both versions of some lines
  /// can produce such fields. Two lists become one list with the elements of both.
  ///
  /// - Throws: A `Diagnostic` if the two fields have different values that are not both lists, or
  ///   if an element to add is not a scalar.
  fileprivate func joiningRepeatedFields() throws(Diagnostic) -> [UInt8] {
    var joined = self
    while let (first, second) = joined.repeatedField {
      guard let range = second.range else { throw Self.takesOneValue(second) }
      var changes: [FieldChange] = []
      if first.value != second.value {
        guard case .list(let ours) = first.value, case .list(let theirs) = second.value,
          let added = NewValue.scalars(theirs.filter { !ours.contains($0) })
        else { throw Self.takesOneValue(second) }
        if !added.isEmpty { changes = [.add(first.key, added)] }
      }
      joined = try Document(joined.bytes.applying([Splice(range, [])])).applying(changes)
    }
    return joined.bytes
  }

  /// The first two fields with the same key; nil if all keys are different.
  private var repeatedField: (Field, Field)? {
    var known: [String: Field] = [:]
    for field in fields {
      if let first = known[field.key] { return (first, field) }
      known[field.key] = field
    }
    return nil
  }

  private static func takesOneValue(_ field: Field) -> Diagnostic {
    Diagnostic(
      .error, "conflict-one-value",
      "both versions set the field `\(field.key)`, which takes one value; pass --ours or --theirs, "
        + "or run `cairn resolve` on a terminal to choose a version of each passage")
  }
}

extension ConflictHunk {
  fileprivate func lines(of side: Conflicts.Side, in bytes: [UInt8]) -> [UInt8] {
    switch side {
    case .ours: Array(bytes[ours])
    case .theirs: Array(bytes[theirs])
    case .both: Array(bytes[ours] + bytes[theirs])
    }
  }
}

extension Document {
  /// Returns this document with conflicts in fields settled, in one edit if possible. If a field
  /// has several marks, or the result lacks the chosen values, settles one conflict at a time.
  fileprivate func settling(
    _ choices: [(mark: ConflictMark, side: Conflicts.Side)]
  ) throws(Diagnostic) -> Document {
    if Set(choices.map(\.mark.key)).count == choices.count,
      let settled = try? settlingAtOnce(choices)
    {
      return settled
    }
    var document = self
    for (mark, side) in choices {
      // Settling an earlier mark may have moved this one.
      guard let mark = ConflictMark.all(in: document).first(where: { $0.key == mark.key }) else {
        continue
      }
      document = try document.settlingAtOnce([(mark, side)])
    }
    return document
  }

  private func settlingAtOnce(
    _ choices: [(mark: ConflictMark, side: Conflicts.Side)]
  ) throws(Diagnostic) -> Document {
    let present = Dictionary(fields.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    var splices: [Splice] = []
    for (mark, side) in choices {
      let lines = side == .theirs ? mark.theirs ?? [] : []
      let range = side == .theirs ? present[mark.key]?.range : nil
      splices +=
        range.map { [Splice($0, lines), Splice(mark.range, [])] }
        ?? [Splice(mark.range, lines)]
    }
    splices.sort { $0.range.lowerBound < $1.range.lowerBound }
    let isApart = zip(splices, splices.dropFirst()).allSatisfy {
      $0.range.upperBound <= $1.range.lowerBound
    }
    let settled = isApart ? Document(bytes.applying(splices)) : self
    let read = Dictionary(
      settled.fields.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let wrong = choices.first { mark, side in
      read[mark.key] != (side == .theirs ? mark.value : present[mark.key]?.value)
    }
    guard isApart, wrong == nil, settled.bytes[settled.body] == bytes[body] else {
      let mark = (wrong ?? choices[0]).mark
      throw Diagnostic(
        .error, "conflict-not-settled",
        "Cairn cannot insert the other value of `\(mark.key)` here; edit the file by hand",
        at: mark.range, in: bytes)
    }
    return settled
  }
}
