extension Settings {
  /// The settings that each provider has. `part` is the last part of a setting's name, after the
  /// provider's name.
  private static let providerKeys: [(part: String, kind: Key.Kind, summary: String)] = [
    ("command", .text, "the command that runs this provider"),
    (
      "kind", .choice(["openai", "ollama", "anthropic"]),
      "the kind of server, if this provider is a server and not a command"
    ),
    ("url", .text, "the address of this provider's server"),
    ("model", .text, "the model that this provider's server uses"),
    ("key_file", .text, "the file that contains this provider's key (file mode 600)"),
    ("key_command", .text, "the command that prints this provider's key"),
    ("timeout", .count, "how long to wait for this provider's answer, in seconds"),
  ]

  /// Returns the key with a name such as `providers.NAME.command`; nil for other names. NAME
  /// consists of letters, digits, `_` and `-`. Only the user can set these keys, because they run
  /// programs or contact servers.
  static func providerKey(_ name: String) -> Key? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "providers", isProviderName(parts[1]),
      let key = providerKeys.first(where: { $0.part == parts[2] })
    else { return nil }
    return Key(
      name: name, kind: key.kind, defaultValue: nil, isUserOnly: true, summary: key.summary)
  }

  /// Returns whether a string is valid as a provider's name. `cairn` is reserved for the built-in
  /// methods.
  private static func isProviderName(_ name: Substring) -> Bool {
    !name.isEmpty && name != "cairn"
      && name.utf8.allSatisfy {
        $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10
          || ($0 | 0x20) &- 0x61 < 26
      }
  }

  /// The names of the providers whose command or kind is set, sorted.
  public var providerNames: [String] {
    let names = setNames.compactMap { name in
      let parts = name.split(separator: ".")
      return Self.providerKey(name) != nil && ["command", "kind"].contains(parts[2])
        ? String(parts[1]) : nil
    }
    return Set(names).sorted()
  }
}
