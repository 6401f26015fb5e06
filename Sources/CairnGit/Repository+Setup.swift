extension Git {
  /// Makes ``folder`` a git repository.
  public func initialize() async throws(GitFailure) {
    _ = try await output(["init", "--quiet"], .writing)
  }
}

extension Repository {
  /// Returns the lines of `.gitattributes` that make git use Cairn to merge and compare notes field
  /// by field. `endings` contains the extensions of notes, such as `.md`. The lines match the
  /// extensions in upper and lower case.
  public static func attributes(endings: [String]) -> [String] {
    endings.map { ending in
      let pattern = ending.map { $0.isCased ? "[\($0.lowercased())\($0.uppercased())]" : "\($0)" }
      return "*\(pattern.joined()) merge=cairn diff=cairn"
    }
  }

  /// The git setting that allows `sync` to commit without asking. It applies only to this clone,
  /// because git does not transfer settings.
  public static let consent = "cairn.commit"

  /// Returns whether the user allowed `sync` to commit without asking.
  public func isAgreed() async throws(GitFailure) -> Bool {
    try await git.run(["config", "--local", "--type=bool", "--get", Self.consent]).line == "true"
  }

  /// Returns whether git calls Cairn in this clone to merge captures field by field.
  public func mergesFields() async throws(GitFailure) -> Bool {
    try await !git.run(["config", "--get", "merge.cairn.driver"]).line.isEmpty
  }

  /// Records that the user allowed `sync` to commit without asking.
  public func agree() async throws(GitFailure) { try await set([(Self.consent, "true")]) }

  /// Returns the settings that the repository needs. `cairn` is the command that runs this program.
  static func settings(calling cairn: String) -> [(key: String, value: String)] {
    [
      (consent, "true"),
      ("merge.cairn.name", "fields one by one, text line by line"),
      ("merge.cairn.driver", "\(cairn) git merge-driver --marker-size %L -- %O %A %B %P"),
      ("diff.cairn.xfuncname", #"^(#{1,6} .*|[A-Za-z_][A-Za-z0-9_-]*:.*)$"#),
      ("diff.cairn.wordRegex", #"[^[:space:]]+"#),
    ]
  }

  /// Returns the settings that are missing or do not have the required value, each with the
  /// required value.
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

  /// Writes settings to the repository's own configuration.
  public func set(_ settings: [(key: String, value: String)]) async throws(GitFailure) {
    for (key, value) in settings {
      _ = try await git.output(["config", "--local", key, value], .writing)
    }
  }
}
