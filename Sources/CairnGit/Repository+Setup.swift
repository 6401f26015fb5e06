extension Git {
  /// Makes the folder a repository.
  public func initialize() async throws(GitFailure) {
    _ = try await output(["init", "--quiet"], .writing)
  }
}

extension Repository {
  /// The lines of `.gitattributes` that have files with these endings (`.md`) merged and compared field
  /// by field; letters match in either case.
  public static func attributes(endings: [String]) -> [String] {
    endings.map { ending in
      let pattern = ending.map { $0.isCased ? "[\($0.lowercased())\($0.uppercased())]" : "\($0)" }
      return "*\(pattern.joined()) merge=cairn diff=cairn"
    }
  }

  /// The setting that says that `sync` may commit here without asking. It is this clone's alone: git
  /// does not send it to others.
  public static let consent = "cairn.commit"

  /// Whether somebody agreed that `sync` commits here without asking.
  public func isAgreed() async throws(GitFailure) -> Bool {
    try await git.run(["config", "--local", "--type=bool", "--get", Self.consent]).line == "true"
  }

  /// Notes that somebody agreed.
  public func agree() async throws(GitFailure) { try await set([(Self.consent, "true")]) }

  /// What the repository's own settings are to say, `cairn` being how the program is called.
  static func settings(calling cairn: String) -> [(key: String, value: String)] {
    [
      (consent, "true"),
      ("merge.cairn.name", "fields one by one, text line by line"),
      ("merge.cairn.driver", "\(cairn) git merge-driver --marker-size %L -- %O %A %B %P"),
      ("diff.cairn.xfuncname", #"^(#{1,6} .*|[A-Za-z_][A-Za-z0-9_-]*:.*)$"#),
      ("diff.cairn.wordRegex", #"[^[:space:]]+"#),
    ]
  }

  /// Those of them that are not so, with what they should be.
  public func missingSettings(
    calling cairn: String
  ) async throws(GitFailure) -> [(key: String, value: String)] {
    var missing: [(key: String, value: String)] = []
    for (key, value) in Self.settings(calling: cairn) {
      let present = try await git.run(["config", "--local", "--get", key])
      if present.code != 0 || present.line != value { missing.append((key, value)) }
    }
    return missing
  }

  /// Writes settings into the repository's own.
  public func set(_ settings: [(key: String, value: String)]) async throws(GitFailure) {
    for (key, value) in settings {
      _ = try await git.output(["config", "--local", key, value], .writing)
    }
  }
}
