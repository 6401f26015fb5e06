extension Repository {
  /// A file that a merge could not settle, with what git calls its bytes in each version; nil where a
  /// version does not have it (git-merge(1), "How conflicts are presented").
  public struct Unmerged: Hashable, Sendable {
    /// Its path in the notebook.
    public let path: [UInt8]
    /// Its bytes before both.
    public let base: String?
    /// Its bytes in the version that is checked out.
    public let ours: String?
    /// Its bytes in the version that is merged into it.
    public let theirs: String?
  }

  /// The files that a merge could not settle, by path: those below the notebook, and the paths of
  /// others in the work tree.
  public func unmerged() async throws(GitFailure) -> (files: [Unmerged], elsewhere: [[UInt8]]) {
    let depth = prefix.count { $0 == UInt8(ascii: "/") }
    let whole = depth == 0 ? "." : String(repeating: "../", count: depth)
    let output = try await git.output(["ls-files", "--unmerged", "-z", "--full-name", "--", whole])
    // For each version: mode, blob and stage with blanks between, a tab, the path.
    var stages: [[UInt8]: [String: String]] = [:]
    for entry in output.bytes.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      guard parts.count == 2 else { continue }
      let words = String(decoding: parts[0], as: UTF8.self).split(separator: " ").map(String.init)
      if words.count == 3 { stages[Array(parts[1]), default: [:]][words[2]] = words[1] }
    }
    let paths = stages.keys.sorted { $0.lexicographicallyPrecedes($1) }
    let files = paths.filter { $0.starts(with: prefix) }.map { path in
      let blobs = stages[path] ?? [:]
      return Unmerged(
        path: Array(path.dropFirst(prefix.count)), base: blobs["1"], ours: blobs["2"],
        theirs: blobs["3"])
    }
    return (files, paths.filter { !$0.starts(with: prefix) })
  }

  /// Puts files back in conflict that were told to be settled, as far as git remembers their versions:
  /// until the merge ends.
  public func unsettle() async throws(GitFailure) {
    let output = try await git.output(["ls-files", "--resolve-undo", "-z"])
    let paths = Set(
      output.bytes.split(separator: 0).compactMap {
        $0.split(separator: UInt8(ascii: "\t"), maxSplits: 1).last.map {
          String(decoding: $0, as: UTF8.self)
        }
      })
    if paths.isEmpty { return }
    // This option takes all that follows for paths.
    _ = try await git.output(["update-index", "--unresolve"] + paths.sorted(), .writing)
  }

  /// The bytes of all versions of these files, by what git calls them.
  public func contents(of files: [Unmerged]) async throws(GitFailure) -> [String: [UInt8]] {
    try await blobs(
      Set(files.flatMap { [$0.base, $0.ours, $0.theirs].compactMap(\.self) }).sorted())
  }

  /// The name of the commit that is being joined with the one that is checked out; nil where nothing is
  /// under way.
  public var joined: String? {
    switch underWay {
    case .merge, .pick, .revert: underWay?.rawValue
    case .rebase, .patches: "REBASE_HEAD"
    case .bisection, nil: nil
    }
  }

  /// Whether the version that is checked out is that of the remote, on top of which our commits are made
  /// again.
  public var isReplaying: Bool { underWay == .rebase || underWay == .patches }

  /// What git calls the bytes of the files below the notebook in a commit, by their paths.
  public func tree(of commit: String) async throws(GitFailure) -> [[UInt8]: String] {
    let output = try await git.output(["ls-tree", "-r", "-z", commit])
    var tree: [[UInt8]: String] = [:]
    for entry in output.bytes.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
      let words = parts.first?.split(separator: UInt8(ascii: " ")) ?? []
      if parts.count == 2, words.count == 3 {
        tree[Array(parts[1])] = String(decoding: words[2], as: UTF8.self)
      }
    }
    return tree
  }
}
