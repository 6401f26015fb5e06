import CairnDocument
public import CairnText

/// All on which two versions disagree in one file: fields and lines.
public struct Conflicts: Sendable {
  /// Which version counts.
  public enum Side: String, CaseIterable, Sendable {
    /// The one that stands in the file, or first.
    case ours
    /// The one that was merged into it.
    case theirs
  }

  /// The fields.
  public let fields: [ConflictMark]
  /// The lines.
  public let hunks: [ConflictHunk]
  private let bytes: [UInt8]

  /// Finds the conflicts in a file's bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    hunks = ConflictHunk.all(in: bytes)
    fields = ConflictMark.all(in: Document(bytes))
  }

  /// Whether there are none.
  public var isEmpty: Bool { fields.isEmpty && hunks.isEmpty }

  /// The file with conflicts settled: of the fields as `choices` says, else as `side` says; of the
  /// lines as `side` says. Those that nothing is said of stay.
  ///
  /// - Throws: a `Diagnostic` where a field of theirs could not stand in the file.
  public func settled(
    _ side: Side?, _ choices: [String: Side] = [:]
  ) throws(Diagnostic) -> [UInt8] {
    var document = Document(bytes)
    for mark in fields {
      guard let side = choices[mark.key] ?? side else { continue }
      document = try document.settling(mark.key, side)
    }
    guard let side else { return document.bytes }
    let splices = ConflictHunk.all(in: document.bytes).map { hunk in
      Splice(hunk.range, Array(document.bytes[side == .ours ? hunk.ours : hunk.theirs]))
    }
    return document.bytes.applying(splices)
  }
}

extension Document {
  /// This document with one field's conflict settled.
  fileprivate func settling(
    _ key: String, _ side: Conflicts.Side
  ) throws(Diagnostic) -> Document {
    guard let mark = ConflictMark.all(in: self).first(where: { $0.key == key }) else { return self }
    let field = fields.last { $0.key == key }?.range
    var splices = [Splice(mark.range, [])]
    var expected = self[key]
    if side == .theirs {
      let lines = mark.theirs ?? []
      expected = mark.value
      splices =
        field.map { [Splice($0, lines), Splice(mark.range, [])] } ?? [Splice(mark.range, lines)]
    }
    let settled = Document(bytes.applying(splices))
    guard settled[key] == expected, settled.bytes[settled.body] == bytes[body] else {
      throw Diagnostic(
        .error, "conflict-not-settled",
        "their value of `\(key)` cannot stand here; edit the file by hand", at: mark.range,
        in: bytes)
    }
    return settled
  }
}
