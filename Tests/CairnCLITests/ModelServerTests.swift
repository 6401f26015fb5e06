import Glibc
import Subprocess
import Testing

/// Models over HTTP, asked through curl.
@Suite struct ModelServerTests {
  /// Whether programs are installed where a sandbox finds them.
  static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { name in
      ["/usr/local/bin", "/usr/bin", "/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
    }
  }

  /// Returns whether strace is installed and processes may be traced. In some containers, they may
  /// not.
  static func canTrace() async throws -> Bool {
    guard has("strace") else { return false }
    let traced = try await Subprocess.run(
      .name("strace"), arguments: ["-f", "-e", "trace=socket", "-o", "/dev/null", "true"],
      output: .discarded, error: .discarded)
    return traced.terminationStatus.isSuccess
  }

  /// Returns a sandbox with a server, and with a provider for each of these models.
  private func sandbox(_ models: [String], kind: String = "openai") async throws -> Sandbox {
    var sandbox = try await Sandbox()
    try await sandbox.write(["The lamp is in the attic. It rains everywhere."], to: "note.md")
    let path = kind == "openai" ? "/v1" : ""
    let start = """
      . "$FIXTURES/web-services.sh"
      for model in \(models.joined(separator: " ")); do
        printf 'providers.%s: {kind: %s, url: "http://127.0.0.1:%s%s", model: "%s", %s, %s}\\n' \
          m-$model \(kind) $(cat .server/port) '\(path)' $model 'timeout: 120' \
          'key_command: "echo sk-secret"' >> $XDG_CONFIG_HOME/cairn/config.yml
      done
      """
    let started = try await sandbox.run(start)
    try #require(started.code == 0, "\(String(decoding: started.standardError, as: UTF8.self))")
    return sandbox
  }

  /// Each kind of server, the path that is asked, and the header with the key.
  @Test(
    .enabled(if: has("curl", "python3"), "curl or python3 is not installed"),
    .timeLimit(.minutes(15)),
    arguments: [
      ("openai", "/v1/chat/completions", "Authorization: Bearer sk-secret"),
      ("ollama", "/api/chat", "Authorization: Bearer sk-secret"),
      ("anthropic", "/v1/messages", "x-api-key: sk-secret"),
    ])
  func kinds(_ kind: String, _ path: String, _ header: String) async throws {
    var sandbox = try await sandbox(["good", "errand"], kind: kind)
    func run(_ command: String) async throws -> (printed: String, said: String) {
      let outcome = try await sandbox.run(command)
      return (
        String(decoding: outcome.standardOutput, as: UTF8.self),
        String(decoding: outcome.standardError, as: UTF8.self)
      )
    }
    let preview = try await run("cairn classify --dry-run --provider m-good 'Say \"hi\" – ü'")
    #expect(preview.printed.contains("POST http://127.0.0.1:"), "\(preview.printed)")
    #expect(!preview.printed.contains("sk-secret"))
    #expect(try await run("ls .server/sent.txt").printed.isEmpty)
    let idea = try await run("cairn classify --provider m-good 'Say \"hi\" – ü'")
    #expect(idea.printed.contains("idea"), "\(idea)")
    let sent = try await run("cat .server/sent.txt").printed
    #expect(sent.hasPrefix(path) && sent.contains(header), "\(sent)")
    // The preview has the same body.
    let body = preview.printed.split(separator: "\n").first { $0.hasPrefix("{") }
    #expect(sent.contains(try #require(body)), "\(sent)")
    #expect(
      try await run("cairn meaning note.md --again --provider m-good").printed.contains(
        "It rains.  (m-good)"))
    #expect(
      try await run("cairn ask where is the lamp --provider m-good").printed.contains(
        "In the attic. ["))
    #expect(
      try await run(
        "printf -- '- Buy milk.\\n- Ring Ann.\\n' > list.md; "
          + "cairn split list.md --provider m-good --dry-run"
      ).printed.contains(
        "POST http://"))
    #expect(
      try await run("cairn classify --provider m-errand Call Sarah").said.contains(
        "field `type` is `errand`, expected action, idea, fact or person"))
    try await sandbox.remove()
  }

  /// The key and the text are never in the arguments of a program.
  @Test(
    .enabled(if: has("curl", "python3"), "curl or python3 is not installed"),
    .enabled("strace is not installed, or may not trace processes") { try await canTrace() })
  func arguments() async throws {
    var sandbox = try await sandbox(["good"])
    _ = try await sandbox.run(
      #"sed -i 's/key_command: "[^"]*"/key_file: key/' $XDG_CONFIG_HOME/cairn/config.yml; "#
        + "echo sk-secret > $HOME/key; chmod 600 $HOME/key")
    let outcome = try await sandbox.run(
      "strace -f -s 9999 -e trace=execve -o calls cairn meaning note.md --again --provider m-good")
    #expect(outcome.code == 0, "\(String(decoding: outcome.standardError, as: UTF8.self))")
    let calls = String(decoding: try await sandbox.run("cat calls").standardOutput, as: UTF8.self)
    #expect(calls.contains(#"curl", "-q", "-K", "-"]"#), "\(calls)")
    #expect(!calls.contains("sk-secret") && !calls.contains("attic"), "\(calls)")
    try await sandbox.remove()
  }

  /// Settings of a notebook name no server, and incomplete settings say what is missing.
  @Test(
    arguments: [
      ("kind: openai", "`providers.x.model` is not set"),
      ("kind: openai\n    model: m\n    url: ftp://example.org", "is not an address such as"),
      ("kind: ollama\n    model: m\n    command: cat", "are both set"),
      (
        "kind: ollama\n    model: m\n    key_file: a\n    key_command: b",
        "`providers.x.key_file` and `providers.x.key_command` are both set"
      ),
    ])
  func incomplete(_ settings: String, _ message: String) async throws {
    var sandbox = try await Sandbox()
    let text = "providers:\n  x:\n    \(settings)"
    try await sandbox.write([text], to: ".cairn/config.yml")
    let ignored = try await sandbox.run("cairn classify --provider x Buy milk")
    let warning = String(decoding: ignored.standardError, as: UTF8.self)
    #expect(warning.contains("only your own settings can set it"), "\(warning)")
    #expect(warning.contains("there is no provider `x`"), "\(warning)")
    let command =
      "mkdir -p $XDG_CONFIG_HOME/cairn; mv .cairn/config.yml $XDG_CONFIG_HOME/cairn/config.yml; "
      + "cairn classify --provider x Buy milk"
    let outcome = try await sandbox.run(command)
    let said = String(decoding: outcome.standardError, as: UTF8.self)
    #expect(outcome.code != 0 && said.contains(message), "\(said)")
    try await sandbox.remove()
  }
}
