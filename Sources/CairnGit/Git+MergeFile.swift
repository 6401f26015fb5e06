import SystemPackage

extension Git {
  /// Merges three versions of a file line by line with git, and returns the merged bytes and the
  /// number of conflicts, at most 127. Conflict markers have `markerSize` characters.
  ///
  /// Throws ``GitFailure`` if git cannot merge the versions, for example because one of them
  /// contains NUL.
  public func mergeLines(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], markerSize: Int = 7
  ) async throws(GitFailure) -> (bytes: [UInt8], conflicts: Int) {
    if ours == theirs || theirs == base { return (ours, 0) }
    if ours == base { return (theirs, 0) }
    var folder = try TemporaryFolder(in: temporaryFolder)
    defer { folder.remove() }
    let paths = [
      try folder.file("ours", ours), try folder.file("base", base),
      try folder.file("theirs", theirs),
    ]
    let output = try await run(
      ["merge-file", "-p", "-q", "--marker-size=\(markerSize)"]
        + ["-L", "ours", "-L", "base", "-L", "theirs"] + paths.map(\.string))
    // The exit code is the number of conflicts, or 127 if there are more (git-merge-file(1)).
    guard output.code <= 127 else {
      throw GitFailure(
        .refused, "git could not merge the versions of the text", details: output.words)
    }
    return (output.bytes, output.code)
  }
}
