import CairnCapture
import CairnFiles
import CairnGit
public import CairnText

/// The three versions of a note to merge, as git passes them to a merge driver.
public struct MergeRequest: Sendable {
  /// The common ancestor of both versions.
  public var base: [UInt8]
  /// The version of this copy.
  public var ours: [UInt8]
  /// The version of the other copy.
  public var theirs: [UInt8]
  /// The number of characters in a conflict marker in the body, such as 7 for `<<<<<<<`.
  public var markerSize: Int
  /// The path of the note in the repository; nil if unknown.
  public var path: NotePath?

  /// Creates a request to merge three versions.
  public init(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], markerSize: Int = 7, at path: NotePath? = nil
  ) {
    (self.base, self.ours, self.theirs, self.path) = (base, ours, theirs, path)
    self.markerSize = max(1, markerSize)
  }
}

/// A merged note.
public struct MergedNote: Sendable {
  /// The merged bytes, with conflict markers around parts that both versions changed differently.
  public let bytes: [UInt8]
  /// The conflicts, one phrase each; empty if everything was merged.
  public let conflicts: [String]
}

extension RequestContext {
  /// Merges the two changed versions of a note: each field separately, and the body line by line.
  ///
  /// Throws a ``Refusal`` if git is not installed, or `GitFailure` if git cannot merge the body.
  public func merge(_ request: MergeRequest) async throws -> MergedNote {
    guard let program = findGit() else { throw Refusal("git-missing", "git is not installed") }
    let git = Git(program, in: caller.folder, temporaryFolder: temporaryFolder)
    let merge = try await CaptureMerge(
      base: request.base, ours: request.ours, theirs: request.theirs, at: request.path
    ) { base, ours, theirs in
      try await git.mergeLines(
        base: base, ours: ours, theirs: theirs, markerSize: request.markerSize)
    }
    let fields = merge.fields.map { "both copies changed `\(TerminalText.escaped($0))`" }
    let hunks = merge.hunks > 0 ? ["\(merge.hunks.of("conflict")) in the text"] : []
    return MergedNote(bytes: merge.bytes, conflicts: fields + hunks)
  }
}
