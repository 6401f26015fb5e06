extension Repository {
  /// A file of the notebook that differs from the last commit.
  public struct Change: Hashable, Sendable {
    /// The kind of change.
    public enum Kind: Hashable, Sendable {
      case added, changed, removed
      /// A merge left conflicts in the file.
      case unmerged
    }

    /// The kind of change.
    public let kind: Kind
    /// The file's path in the notebook.
    public let path: [UInt8]
    /// Whether git does not track the file.
    let isUntracked: Bool
  }

  /// Returns all files of the notebook that differ from the last commit, except ignored ones. A
  /// submodule counts as one file, which differs if any of its files does.
  ///
  /// Runs the filters of the repository and its submodules, because git cannot compare without
  /// them.
  public func changes(_ trust: Git.Trust = .writing) async throws(GitFailure) -> [Change] {
    let output = try await git.output(
      [
        "status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames",
        "--ignore-submodules=none", "--", ".",
      ], trust)
    return output.bytes.split(separator: 0).compactMap { entry in
      guard entry.count > 3 else { return nil }
      let state = String(decoding: entry.prefix(2), as: UTF8.self)
      let path = entry.dropFirst(3)
      // `AD` means staged as new and then deleted: neither committed nor on the disk.
      guard path.starts(with: prefix), state != "AD" else { return nil }
      return Change(
        kind: Self.kind(state), path: Array(path.dropFirst(prefix.count)),
        isUntracked: state == "??")
    }
  }

  /// Returns the kind of change that a two-letter status means (git-status(1), "Short Format").
  private static func kind(_ state: String) -> Change.Kind {
    if state.contains("U") || state == "AA" || state == "DD" { return .unmerged }
    if state == "??" || state.hasPrefix("A") { return .added }
    return state.contains("D") ? .removed : .changed
  }

  /// Commits the current contents of the changed files on the disk, and nothing else.
  ///
  /// Other staged changes stay staged. If the method throws ``GitFailure``, nothing is committed,
  /// and untracked files are still untracked.
  ///
  /// - Parameter isAsked: Whether the user asked for this commit. If so, hooks run, and git signs
  ///   the commit as configured.
  public func commit(_ changes: [Change], message: String, isAsked: Bool = true)
    async throws(GitFailure)
  {
    let new = changes.filter(\.isUntracked).map(\.path)
    if !new.isEmpty { try await addIntents(new) }
    do throws(GitFailure) {
      var list = try TemporaryFolder(in: git.temporaryFolder)
      defer { list.remove() }
      let named = Self.withoutReplaced(changes.map(\.path))
      let paths = try list.file("paths", Array(named.joined(separator: [0])))
      let text = try list.file("message", Array(message.utf8))
      let output = try await git.run(
        [
          "commit", "--quiet", "--only", "--cleanup=verbatim", "--file=\(text)",
          "--pathspec-from-file=\(paths)", "--pathspec-file-nul",
        ] + (isAsked ? [] : ["--no-verify", "--no-post-rewrite", "--no-gpg-sign"]),
        isAsked ? .committing : .writing)
      guard output.code == 0 else { throw Self.commitFailure(output) }
    } catch {
      if !new.isEmpty { try? await forgetIntents(new) }
      throw error
    }
  }

  /// Returns `paths` without files that a folder of the same name has replaced. When git adds the
  /// folder, it removes the file by itself. If the file's path were passed too, git would mistake
  /// it for the path of the folder.
  private static func withoutReplaced(_ paths: [[UInt8]]) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    let folders = Set(
      paths.flatMap { path in path.indices.filter { path[$0] == slash }.map { path[..<$0] } })
    return paths.filter { !folders.contains($0[...]) }
  }

  /// Commits a merge whose conflicts are resolved.
  func commitMerge() async throws(GitFailure) {
    let output = try await git.run(["commit", "--quiet", "--no-edit"], .committing)
    guard output.code == 0 else { throw Self.commitFailure(output) }
    forgetSettled()
  }

  /// Marks the conflicts of these files as resolved, and notes the id of the operation that resolved
  /// them.
  public func markSettled(
    _ paths: [[UInt8]], by operation: String? = nil
  ) async throws(GitFailure) {
    _ = try await git.output(
      ["add", "--pathspec-from-file=-", "--pathspec-file-nul"], .writing,
      input: Array(paths.joined(separator: [0])))
    if let operation { noteSettled(paths, by: operation) }
  }

  private func addIntents(_ paths: [[UInt8]]) async throws(GitFailure) {
    _ = try await git.output(
      ["add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul"], .writing,
      input: Array(paths.joined(separator: [0])))
  }

  private func forgetIntents(_ paths: [[UInt8]]) async throws(GitFailure) {
    _ = try await git.output(
      ["rm", "--cached", "--quiet", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"],
      .writing, input: Array(paths.joined(separator: [0])))
  }

  private static func commitFailure(_ output: Git.Output) -> GitFailure {
    if output.words.contains("Please tell me who you are")
      || output.words.contains("empty ident name")
    {
      return GitFailure(
        .identity,
        "git does not know your name and email address; run `git config --global user.name NAME` "
          + "and `git config --global user.email EMAIL`")
    }
    return GitFailure(
      .hook, "git or a hook refused the commit; nothing was committed",
      details: output.words)
  }
}
