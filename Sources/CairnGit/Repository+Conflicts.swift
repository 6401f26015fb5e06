extension Repository {
  /// A file with merge conflicts, with the blob name of each version. The name is nil if the
  /// version lacks the file (git-merge(1), "How conflicts are presented").
  public struct Unmerged: Hashable, Sendable {
    /// The file's path in the notebook.
    public let path: [UInt8]
    /// The blob name in the common ancestor; nil if the file does not exist there.
    public let base: String?
    /// The blob name in the version that is checked out; nil if the file does not exist there.
    public let ours: String?
    /// The blob name in the version being merged; nil if the file does not exist there.
    public let theirs: String?
  }

  /// Returns the files with merge conflicts, sorted by path: the files in the notebook (`files`),
  /// and the paths of the files elsewhere in the work tree (`elsewhere`).
  public func unmerged() async throws(GitFailure) -> (files: [Unmerged], elsewhere: [[UInt8]]) {
    let depth = prefix.count { $0 == UInt8(ascii: "/") }
    let whole = depth == 0 ? "." : String(repeating: "../", count: depth)
    let output = try await git.output(["ls-files", "--unmerged", "-z", "--full-name", "--", whole])
    // For each version: mode, blob and stage separated by spaces, a tab, the path.
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

  /// Restores the conflicts of all files in the notebook that were marked as resolved. Does nothing
  /// if no merge or similar operation is in progress.
  ///
  /// - Parameter gone: The files that were created to resolve the conflicts and no longer exist. If
  ///   conflicts are restored, git forgets these files.
  public func unsettle(_ gone: [[UInt8]]) async throws(GitFailure) {
    if joined == nil { return }
    // `update-index` reads the entries as `ls-files` writes them: mode, blob and stage separated by
    // spaces, a tab, the path. Its option `--unresolve` needs all three versions of each file.
    let entries = try await git.output(["ls-files", "--resolve-undo", "-z", "--full-name"]).bytes
    let paths = entries.split(separator: 0).compactMap {
      $0.split(separator: UInt8(ascii: "\t"), maxSplits: 1).last.map { Array($0) }
    }
    if paths.isEmpty { return }
    let digits = entries.split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first?.count
    let noBlob = String(repeating: "0", count: digits ?? 40)
    let dropped = Set(paths + gone.map { prefix + $0 }).map { path in
      Array("0 \(noBlob)\t".utf8) + path + [0]
    }
    _ = try await git.output(
      ["update-index", "-z", "--index-info"], .writing, input: dropped.joined() + entries)
  }

  /// Returns the bytes of all versions of these files, keyed by blob name.
  public func contents(of files: [Unmerged]) async throws(GitFailure) -> [String: [UInt8]] {
    try await blobs(
      Set(files.flatMap { [$0.base, $0.ours, $0.theirs].compactMap(\.self) }).sorted())
  }

  /// The git reference, such as `MERGE_HEAD`, of the commit that is being applied by a merge,
  /// rebase or cherry-pick, or undone by a revert. Nil if none of these is in progress.
  public var joined: String? {
    switch underWay {
    case .merge, .pick, .revert: underWay?.rawValue
    case .rebase, .patches: "REBASE_HEAD"
    case .bisection, nil: nil
    }
  }

  /// Whether a rebase is replaying local commits on top of the remote's. If so, the remote's
  /// version is checked out, and the local version is being merged.
  public var isReplaying: Bool { underWay == .rebase || underWay == .patches }

  /// Returns the blob names of the notebook's files in a commit, keyed by path.
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
