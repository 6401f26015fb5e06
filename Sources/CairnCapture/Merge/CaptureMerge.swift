import CairnDocument

/// Two versions of a whole capture, brought together.
public struct CaptureMerge: Sendable {
  /// Merges three texts line by line; the merged text, and how many conflicts are marked in it.
  public typealias LineMerge = (
    _ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]
  ) async throws -> (bytes: [UInt8], conflicts: Int)

  /// The merged file.
  public let bytes: [UInt8]
  /// The fields on which both disagree.
  public let fields: [String]
  /// How many places in the text there are on which both disagree.
  public let hunks: Int

  /// Whether there is something to be settled.
  public var hasConflicts: Bool { !fields.isEmpty || hunks > 0 }

  /// Merges the fields one by one (``FrontMatterMerge``) and the body by `lines`; where the fields
  /// of a version cannot be told apart, the whole file by `lines`.
  ///
  /// Throws what `lines` throws.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], by lines: LineMerge
  ) async throws {
    let documents = [base, ours, theirs].map { Document($0) }
    if let front = FrontMatterMerge(base: documents[0], ours: documents[1], theirs: documents[2]) {
      let bodies = documents.map { Array($0.bytes[$0.body]) }
      let body = try await lines(bodies[0], bodies[1], bodies[2])
      if let file = front.file(with: body.bytes) {
        (bytes, fields, hunks) = (file, front.conflicts, body.conflicts)
        return
      }
    }
    let merged = try await lines(base, ours, theirs)
    (bytes, fields, hunks) = (merged.bytes, [], merged.conflicts)
  }
}
