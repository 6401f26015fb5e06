extension Repository {
  /// A commit that changed a file.
  public struct Revision: Hashable, Sendable {
    /// The full hash of the commit.
    public let commit: String
    /// The author's time in RFC 3339, with the author's time zone.
    public let time: String
    /// The author's name.
    public let author: String
    /// The first line of the commit message.
    public let subject: String
    /// The file's path after the commit, relative to the notebook. If the file is outside the
    /// notebook, the path is relative to the work tree.
    public let path: [UInt8]
    /// The file's path before the commit; nil unless the commit moved or copied the file.
    public let oldPath: [UInt8]?
    /// The blob name before the commit; nil if the file did not exist.
    fileprivate let oldBlob: String?
    /// The blob name after the commit; nil if the commit removed the file.
    fileprivate let newBlob: String?
  }

  /// Returns the commits that changed a file, the newest first: at most `limit`, or all if `limit`
  /// is nil. Follows the file across renames, and omits merge commits.
  public func history(of path: [UInt8], limit: Int?) async throws(GitFailure) -> [Revision] {
    guard try await hasCommits() else { return [] }
    let limits = limit.map { ["--max-count=\($0)"] } ?? []
    let output = try await git.output(
      [
        "log", "--follow", "-M", "-z", "--raw", "--no-abbrev", "--no-relative", "--no-ext-diff",
        "--no-textconv", "--no-show-signature", "--no-color", "--encoding=UTF-8",
        "--format=%H%x00%aI%x00%an%x00%s",
      ] + limits + ["--"], raw: [path])
    return revisions(output.bytes)
  }

  /// Parses the output of `git log -z --raw`: fields that each end with NUL. The first fields of a
  /// commit are its hash, time, author and subject. After them, each file has a line of modes and
  /// blob names, and one or two paths.
  private func revisions(_ bytes: [UInt8]) -> [Revision] {
    var revisions: [Revision] = []
    var fields = bytes.split(separator: 0, omittingEmptySubsequences: false)[...]
    while fields.count >= 6 {
      let texts = fields.prefix(5).map { String(decoding: $0, as: UTF8.self) }
      let change = texts[4].split(whereSeparator: { $0 == " " || $0 == "\n" })
      let isMoved = change.last.map { $0.hasPrefix("R") || $0.hasPrefix("C") } ?? false
      guard change.count == 5, fields.count > (isMoved ? 6 : 5) else { break }
      let paths = fields.dropFirst(5).prefix(isMoved ? 2 : 1).map { Array($0) }
      fields = fields.dropFirst(5 + paths.count)
      revisions.append(
        Revision(
          commit: texts[0], time: texts[1], author: texts[2], subject: texts[3],
          path: inNotebook(paths[paths.count - 1]), oldPath: isMoved ? inNotebook(paths[0]) : nil,
          oldBlob: Self.blob(change[2]), newBlob: Self.blob(change[3])))
    }
    return revisions
  }

  private func inNotebook(_ path: [UInt8]) -> [UInt8] {
    path.starts(with: prefix) ? Array(path.dropFirst(prefix.count)) : path
  }

  /// Returns a blob name; nil if the name is all zeros, which means that there is no blob.
  private static func blob(_ name: Substring) -> String? {
    name.allSatisfy { $0 == "0" } ? nil : String(name)
  }
}

// MARK: - Bytes

extension Repository {
  /// The bytes of a file before and after a commit. Either array is empty if the file did not exist
  /// at that time.
  public struct Versions: Sendable {
    /// The content of the file before the commit.
    public let before: [UInt8]
    /// The content of the file after the commit.
    public let after: [UInt8]
  }

  /// Returns the file's bytes before and after each of the revisions, in the same order.
  public func versions(
    of revisions: [Revision]
  ) async throws(GitFailure) -> [Versions] {
    let names = Set(revisions.flatMap { [$0.oldBlob, $0.newBlob] }.compactMap(\.self))
    let contents = try await blobs(names.sorted())
    return revisions.map { revision in
      Versions(
        before: revision.oldBlob.flatMap { contents[$0] } ?? [],
        after: revision.newBlob.flatMap { contents[$0] } ?? [])
    }
  }

  /// Returns a file's committed bytes; nil if the commit does not exist or lacks the file.
  ///
  /// Throws ``GitFailure``, of the kind `missing` if this clone lacks the bytes.
  public func file(_ path: [UInt8], at commit: String) async throws(GitFailure) -> [UInt8]? {
    let name = try await git.run(["rev-parse", "--quiet", "--verify", "\(commit)^{commit}"])
    guard name.code == 0 else { return nil }
    let output = try await git.output(
      ["ls-tree", "-z", "--full-tree", name.line, "--"], raw: [inTree(path)])
    // `MODE blob NAME`, a tab, the path.
    let words = output.bytes.prefix { $0 != UInt8(ascii: "\t") }.split(separator: UInt8(ascii: " "))
    guard words.count == 3, words[1].elementsEqual("blob".utf8) else { return nil }
    let blob = String(decoding: words[2], as: UTF8.self)
    return try await blobs([blob])[blob]
  }

  /// Returns the bytes of many blobs, keyed by blob name.
  ///
  /// Throws ``GitFailure`` if a blob is missing in this clone.
  func blobs(_ names: [String]) async throws(GitFailure) -> [String: [UInt8]] {
    if names.isEmpty { return [:] }
    let output = try await git.output(
      ["cat-file", "--batch"], input: Array((names.joined(separator: "\n") + "\n").utf8))
    // For each blob: `NAME blob SIZE`, a line break, the bytes, a line break.
    var contents: [String: [UInt8]] = [:]
    var rest = output.bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      rest = rest[(end + 1)...]
      guard words.count == 3, let size = Int(words[2]), size <= rest.count else {
        throw .missing(output)
      }
      contents[String(words[0])] = Array(rest.prefix(size))
      rest = rest.dropFirst(size + 1)
    }
    return contents
  }
}
