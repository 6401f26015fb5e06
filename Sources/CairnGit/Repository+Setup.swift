extension Git {
  /// Makes the folder a repository.
  public func initialize() async throws(GitFailure) {
    _ = try await output(["init", "--quiet"], .writing)
  }
}

extension Repository {
  /// The lines of `.gitattributes` that have notes merged and compared field by field.
  public static let attributes = [
    "*.[mM][dD] merge=cairn diff=cairn",
    "*.[mM][aA][rR][kK][dD][oO][wW][nN] merge=cairn diff=cairn",
  ]

  /// What the repository's own settings are to say, `cairn` being how the program is called.
  public static func settings(calling cairn: String) -> [(key: String, value: String)] {
    [
      ("merge.cairn.name", "fields one by one, text line by line"),
      ("merge.cairn.driver", "\(cairn) git merge-driver --marker-size %L %O %A %B %P"),
      ("diff.cairn.xfuncname", #"^(#{1,6} .*|[A-Za-z_][A-Za-z0-9_-]*:.*)$"#),
      ("diff.cairn.wordRegex", #"[^[:space:]]+"#),
    ]
  }

  /// Sets them; those that were not so before.
  public func setUp(calling cairn: String) async throws(GitFailure) -> [String] {
    var changed: [String] = []
    for (key, value) in Self.settings(calling: cairn) {
      let before = try await git.run(["config", "--local", "--get", key])
      if before.code == 0, before.line == value { continue }
      _ = try await git.output(["config", "--local", key, value], .writing)
      changed.append(key)
    }
    return changed
  }
}
