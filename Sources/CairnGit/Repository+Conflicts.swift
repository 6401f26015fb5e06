import CairnFiles
import Glibc
import SystemPackage

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

  /// Restores the conflicts of the files that these operations marked as resolved. Does nothing if
  /// no merge or similar operation is in progress.
  ///
  /// - Parameters:
  ///   - operations: The ids of the operations.
  ///   - gone: The files that were created to resolve the conflicts and no longer exist. If
  ///     conflicts are restored, git forgets these files.
  public func unsettle(
    _ operations: Set<String>, gone: [[UInt8]]
  ) async throws(GitFailure) {
    if joined == nil { return }
    let settled = settledPaths(by: operations)
    // `update-index` reads the entries as `ls-files` writes them: mode, blob and stage separated by
    // spaces, a tab, the path. Its option `--unresolve` needs all three versions of each file.
    let output = try await git.output(["ls-files", "--resolve-undo", "-z", "--full-name"])
    let path = { (entry: ArraySlice<UInt8>) -> [UInt8] in
      Array(entry.split(separator: UInt8(ascii: "\t"), maxSplits: 1).last ?? [])
    }
    let entries = output.bytes.split(separator: 0).filter { settled.contains(path($0)) }
    guard let first = entries.first else { return }
    let digits = first.split(separator: UInt8(ascii: " "), maxSplits: 2).dropFirst().first?.count
    let noBlob = String(repeating: "0", count: digits ?? 40)
    let dropped = Set(entries.map(path) + gone.map { prefix + $0 }).map { path in
      Array("0 \(noBlob)\t".utf8) + path + [0]
    }
    let restored = entries.map { Array($0) + [0] }
    _ = try await git.output(
      ["update-index", "-z", "--index-info"], .writing,
      input: Array((Array(dropped) + restored).joined()))
  }

  /// The file in the git folder that lists the files marked as resolved. Each entry ends with a zero
  /// byte, and consists of the id of the operation, a space, and the path in the work tree.
  private var settledList: FilePath { gitFolder.appending("cairn-resolved") }

  /// Notes that an operation marked files as resolved. If that fails, undoing the operation does not
  /// restore the conflicts.
  func noteSettled(_ paths: [[UInt8]], by operation: String) {
    var entries: [UInt8] = []
    for path in paths { entries += Array("\(operation) ".utf8) + inTree(path) + [0] }
    let file = try? FileDescriptor.open(
      settledList, .writeOnly, options: [.create, .append, .closeOnExec],
      permissions: .ownerReadWrite)
    _ = try? file?.closeAfter { try file?.writeAll(entries) }
  }

  /// Returns the paths in the work tree of the files that these operations marked as resolved.
  private func settledPaths(by operations: Set<String>) -> Set<[UInt8]> {
    guard let bytes = try? OutsideFile(settledList).read() else { return [] }
    var paths: Set<[UInt8]> = []
    for entry in bytes.split(separator: 0) {
      let parts = entry.split(separator: UInt8(ascii: " "), maxSplits: 1)
      if parts.count == 2, operations.contains(String(decoding: parts[0], as: UTF8.self)) {
        paths.insert(Array(parts[1]))
      }
    }
    return paths
  }

  /// Forgets which operations marked files as resolved, because the merge is finished.
  func forgetSettled() { _ = settledList.withPlatformString { unlink($0) } }

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
