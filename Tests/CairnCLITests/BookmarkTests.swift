import Testing

/// Bookmarks, whose pages a server on 127.0.0.1 serves.
@Suite(
  .enabled(if: ModelServerTests.has("curl", "python3"), "curl or python3 is not installed"),
  .timeLimit(.minutes(15)))
struct BookmarkTests {
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns a sandbox with a server whose address is in `$url` after `. ./.server/url`.
  private func sandbox(_ settings: String) async throws -> Sandbox {
    var sandbox = try await Sandbox()
    try await sandbox.write([settings], to: ".server/settings.yml")
    let started = try await sandbox.run(
      """
      . "$FIXTURES/web-services.sh" && cp .server/settings.yml $XDG_CONFIG_HOME/cairn/config.yml
      echo "url=http://127.0.0.1:$(cat .server/port)" > .server/url
      """)
    try #require(started.code == 0, "\(Self.text(started.standardError))")
    return sandbox
  }

  @Test func page() async throws {
    var sandbox = try await sandbox("bookmark: {fetch: curl, timeout: 120}")
    let added = try await sandbox.run(
      ". ./.server/url; cairn add $url/old#top +read -c links --create && cat links/*.md")
    let printed = Self.text(added.standardOutput)
    let port = Self.text(try await sandbox.run("cat .server/port").standardOutput)
    let url = "http://127.0.0.1:\(port)"
    for part in [
      "title: On lamps | Example\n", "description: How lamps & moons work.\n",
      "published: 2024-05-06\n", "canonical: \(url)/lamps\n", "tags: [read]\n",
      "A **lamp** is a [small moon](\(url)/moon?a=1). \\#light ![A lamp](\(url)/l.png)\n",
      "\n- One\n- Two\n", "\\[\\[Not a link\\]\\] \\*Nor this\\*",
    ] { #expect(printed.contains(part), "\(part): \(printed) \(Self.text(added.standardError))") }
    for part in ["Home", "alert", "Imprint", "color", "# On lamps", "type"] {
      #expect(!printed.contains(part), "\(part): \(printed)")
    }
    // The same page at its own address, and at the address that was typed.
    for path in ["lamps/", "old"] {
      let again = try await sandbox.run(". ./.server/url; cairn add --url $url/\(path) --no-fetch")
      let said = Self.text(again.standardError)
      #expect(said.contains("the address is already saved in the capture `On lamps"), "\(said)")
    }
    try await sandbox.remove()
  }

  /// The path of a page, what is said of it, and what is saved.
  @Test(
    arguments: [
      ("plain", "", "\nJust text.\n"), ("latin", "", "title: Größe\n"), ("latin", "", "\nSüß\n"),
      ("gzip", "", "title: On lamps | Example\n"), ("packed", "(output): ", "/packed\n"),
      ("unsafe", "", "A[31mB"), ("unsafe", "", "\n***\n\ntype: gift\n"),
      ("unsafe", "", "C\\[0m d `` a`b ``\n"),
      ("loop", "redirects too many times", "/loop\n"),
    ])
  func pages(_ path: String, _ reason: String, _ saved: String) async throws {
    var sandbox = try await sandbox("bookmark: {fetch: curl, timeout: 120}")
    let outcome = try await sandbox.run(". ./.server/url; cairn add $url/\(path); cat *.md")
    let said = Self.text(outcome.standardError)
    let printed = Self.text(outcome.standardOutput)
    #expect(said.contains(reason) && (!reason.isEmpty || !said.contains("warning")), "\(said)")
    #expect(printed.contains(saved) && printed.contains("url: http://127.0.0.1:"), "\(printed)")
    try await sandbox.remove()
  }

  /// Nothing is fetched without a setting, for a private capture, or for a setting of a notebook.
  @Test func limits() async throws {
    var sandbox = try await sandbox("")
    try await sandbox.write(["bookmark.fetch: curl"], to: ".cairn/config.yml")
    _ = try await sandbox.run(
      ". ./.server/url; cairn add $url/page; rm -r .cairn; cairn add $url/old; "
        + "cairn config --user bookmark.fetch curl; cairn add $url/plain --set private=true; "
        + "cairn add --url $url/latin --no-fetch; cairn add $url/page --dry-run")
    let sent = try await sandbox.run("ls .server/sent.txt; ls *.md | wc -l")
    #expect(Self.text(sent.standardOutput) == "4\n", "\(Self.text(sent.standardError))")
    // A program of the person gets the address in a variable.
    let program = try await sandbox.run(
      #"cairn config --user bookmark.fetch 'echo "<title>$CAIRN_URL</title>"' -q; "#
        + "cairn add 'https://example.org/$(touch ran)'; cairn add 'https://example.org/a?b' && "
        + "grep title: *.md; ls ran")
    let printed = Self.text(program.standardOutput)
    #expect(printed.contains("title: https://example.org/a?b\n"), "\(program)")
    #expect(!printed.contains("\nran"))
    try await sandbox.remove()
  }
}
