import CairnCapture
import CairnDocument

/// The laws of merging front matter, checked on three versions. Bytes 0xFF in the input separate
/// the versions.
struct MergeLaws {
  private let base: Document
  private let ours: Document
  private let theirs: Document

  /// The keys whose merge depends on more than the two values.
  private static let special: Set = [
    "id", "type", "type_by", "meaning", "meaning_by", "updated", "modified", "lastmod",
  ]

  init(_ input: [UInt8]) {
    let parts = input.split(separator: 0xFF, maxSplits: 2, omittingEmptySubsequences: false)
    let versions = (0..<3).map { Document(parts.indices.contains($0) ? Array(parts[$0]) : []) }
    (base, ours, theirs) = (versions[0], versions[1], versions[2])
  }

  func check() {
    checkSides()
    checkEqual()
    checkUnchanged()
    checkSettling()
  }

  /// Checks that a field that only one copy changed has the value of that copy.
  private func checkSides() {
    guard let merge = FrontMatterMerge(base: base, ours: ours, theirs: theirs) else { return }
    let merged = Document(merge.bytes)
    precondition(merged.editRefusal == nil, "the result cannot be read")
    let keys = Set([base, ours, theirs, merged].flatMap { $0.fields.map(\.key) })
    for key in keys where !Self.special.contains(key) {
      let (before, mine, other) = (base[key], ours[key], theirs[key])
      if mine == other || other == before {
        precondition(merged[key] == mine, "a field of ours is not there")
      } else if mine == before {
        precondition(merged[key] == other, "a field of theirs is not there")
      } else if merge.conflicts.contains(key) {
        precondition(merged[key] == mine, "a field in conflict is not ours")
      }
    }
    if let id = base["id"], id != .null {
      precondition([id, ours["id"], theirs["id"], nil].contains(merged["id"]), "the id is new")
    }
  }

  /// Checks that the result of two equal copies equals the copies.
  private func checkEqual() {
    guard let merge = FrontMatterMerge(base: base, ours: ours, theirs: ours) else { return }
    precondition(merge.conflicts.isEmpty, "two equal sides are in conflict")
    guard base["id"] == nil || base["id"] == ours["id"] else { return }
    precondition(
      merge.bytes.elementsEqual(ours.bytes[..<ours.body.lowerBound]), "two equal sides are changed")
  }

  /// Checks that the result has the fields of the other copy if one copy is unchanged.
  private func checkUnchanged() {
    for (mine, other) in [(base, theirs), (theirs, base)] {
      guard let merge = FrontMatterMerge(base: base, ours: mine, theirs: other) else { continue }
      precondition(merge.conflicts.isEmpty, "an unchanged side is in conflict")
      let merged = Document(merge.bytes)
      for key in Set((merged.fields + theirs.fields).map(\.key)) where key != "id" {
        precondition(merged[key] == theirs[key], "a field of the side that changed is not there")
      }
    }
  }

  /// Checks that conflicts can be resolved, and that none is left then.
  private func checkSettling() {
    guard let merge = FrontMatterMerge(base: base, ours: ours, theirs: theirs) else { return }
    for side in Conflicts.Side.allCases {
      guard let settled = try? Conflicts(merge.bytes).settled(side) else { continue }
      let left = Conflicts(settled).fields.map(\.key)
      precondition(Set(left).isDisjoint(with: merge.conflicts), "a settled field is in conflict")
    }
  }
}
