import Testing

/// Works that are looked up with services in their documented shapes, and with a program.
@Suite(
  .enabled(if: ModelServerTests.has("curl", "python3"), "curl or python3 is not installed"),
  .timeLimit(.minutes(15)))
struct LookupTests {
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Returns a sandbox with a server, and with these lines in the user's settings.
  private func sandbox(_ settings: String...) async throws -> Sandbox {
    var sandbox = try await Sandbox()
    try await sandbox.write(settings, to: ".server/settings.yml")
    let started = try await sandbox.run(
      """
      . "$FIXTURES/web-services.sh" && cd .server
      url=http://127.0.0.1:$(cat port)
      sed "s|URL|$url|" settings.yml > $XDG_CONFIG_HOME/cairn/config.yml
      for name in openlibrary musicbrainz tmdb; do
        echo "lookup.${name}_url: $url" >> $XDG_CONFIG_HOME/cairn/config.yml
      done
      """)
    try #require(started.code == 0, "\(Self.text(started.standardError))")
    return sandbox
  }

  private static let contact = "lookup.contact: me@example.org"

  /// A title, the options of the command, and the lines that it prints.
  @Test(
    arguments: [
      (
        "Solaris --kind book",
        [
          "1  Solaris  1961 · Stanisław Lem · book · cover (openlibrary)",
          "2  Solaris [31m revisited  book (openlibrary)",
        ]
      ),
      (
        "Solaris --kind music",
        ["1  Solaris  1972 · Eduard Artemyev · electronic · music · cover (musicbrainz)"]
      ),
      (
        "Solaris",
        [
          "1  Solaris  1961 · Stanisław Lem · book · cover (openlibrary)",
          "2  Solaris  1972 · Eduard Artemyev · electronic · music · cover (musicbrainz)",
          "3  Solaris  1972 · Drama, Science Fiction · movie · cover (tmdb)",
          "4  Solaris [31m revisited  book (openlibrary)", "5  Solaris on TV  show (tmdb)",
        ]
      ),
    ])
  func results(_ words: String, _ lines: [String]) async throws {
    var sandbox = try await sandbox(
      "lookup.use: openlibrary,musicbrainz,tmdb", Self.contact, "lookup.key_command: echo sk-secret"
    )
    let outcome = try await sandbox.run("cairn lookup \(words)")
    let printed = Self.text(outcome.standardOutput).split(separator: "\n").map(String.init)
    #expect(printed == lines, "\(printed) \(Self.text(outcome.standardError))")
    let sent = Self.text(try await sandbox.run("cat .server/sent.txt").standardOutput)
    #expect(sent.contains("User-Agent: cairn/0.1 (me@example.org)"), "\(sent)")
    // Only TMDB gets the key.
    let keys = sent.split(separator: "\n").count { $0.contains("sk-secret") }
    #expect(keys == (lines.count == 5 ? 1 : 0))
    try await sandbox.remove()
  }

  /// A new entry, and one that exists: no value of a person is replaced.
  @Test func entries() async throws {
    var sandbox = try await sandbox("lookup.use: openlibrary", Self.contact)
    let added = try await sandbox.run(
      "date +%s.%N > .begin; mkdir books; cairn add Solaris --type entry --set author=Lem --score great --lookup --pick 1 "
        + "&& cat books/*.md && ls books/media | wc -l")
    let printed = Self.text(added.standardOutput)
    for line in [
      "title: Solaris", "title_by: openlibrary ", "author: Lem\n", "year: 1961", "year_by: ",
      "genre: Science fiction", "looked_up: openlibrary:/works/OL27258W ", "collection: books",
      "score: 3", "\nA planet with a living ocean.\n\nIt thinks.\n", "\n2\n",
    ] { #expect(printed.contains(line), "\(line): \(printed) \(Self.text(added.standardError))") }
    #expect(!printed.contains("author_by"))
    #expect(
      Self.text(added.standardError).contains("the server redirects to another host"), "\(added)")
    let filled = try await sandbox.run(
      "cairn add 'A book on a shelf' -c / --type entry --title Solaris --set year=1970 > /dev/null; "
        + "cairn lookup --fill 2*.md --pick 1 --json; cat 2*.md")
    let entry = Self.text(filled.standardOutput)
    #expect(entry.contains("year: 1970\n") && !entry.contains("year_by"), "\(entry)")
    #expect(entry.contains("author: Stanisław Lem\n") && entry.contains("author_by: openlibrary "))
    #expect(entry.contains("\nA book on a shelf\n") && !entry.contains("living ocean"))
    #expect(entry.split(separator: "\n").count { $0.contains(".png") } >= 2)
    // One undo removes everything that was filled in, pictures included.
    let undone = try await sandbox.run("cairn undo && cat 2*.md && ls media | wc -l")
    let before = Self.text(undone.standardOutput)
    #expect(!before.contains("author") && before.contains("title: Solaris"), "\(before)")
    // The limit of a service, one request per second, holds between commands. The server may get a
    // request late, so only the whole time is compared.
    let times = Self.text(
      try await sandbox.run("cat .begin; grep -E '^[0-9]+[.][0-9]+$' .server/sent.txt")
        .standardOutput)
    let moments = times.split(separator: "\n").compactMap { Double($0) }
    let (begin, end) = (try #require(moments.first), try #require(moments.last))
    #expect(moments.count >= 7)
    #expect(end - begin > Double(moments.count - 2), "\(moments)")
    try await sandbox.remove()
  }

  /// Another work replaces everything that was looked up, and its description is plain text.
  @Test func otherWork() async throws {
    var sandbox = try await sandbox("lookup.use: openlibrary", Self.contact)
    let outcome = try await sandbox.run(
      "mkdir books; cairn add Solaris -c books --set score=3 --lookup --pick 1 -q > /dev/null; "
        + "grep -c 1961 books/*.md; cairn lookup --fill books/2*.md Solaris --pick 2 -q; "
        + "cat books/*.md; cairn tags")
    let printed = Self.text(outcome.standardOutput)
    for part in [
      "1\n", "revisited\n", "score: 3\n", "looked_up: openlibrary:/works/OL1W ",
      "\n\\# Heading\n\\---\n\\[\\[Link\\]\\] \\#tag \\<b\\>\n",
    ] { #expect(printed.contains(part), "\(part): \(printed) \(Self.text(outcome.standardError))") }
    for part in ["author", "year", "genre", "images", "originals", "living ocean", "  tag"] {
      #expect(!printed.contains(part), "\(part): \(printed)")
    }
    try await sandbox.remove()
  }

  /// A movie gets its director, which the page of the collection requires.
  @Test func director() async throws {
    var sandbox = try await sandbox("lookup.use: tmdb", "lookup.key_command: echo sk-secret")
    try await sandbox.set(up: .notebook)
    let outcome = try await sandbox.run(
      "cairn add Stalker -c movies --lookup --pick 1 -q > /dev/null && cat movies/2026-11-21*.md")
    let printed = Self.text(outcome.standardOutput)
    #expect(
      printed.contains("director: Andrei Tarkovsky\ndirector_by: tmdb "),
      "\(printed) \(Self.text(outcome.standardError))")
    try await sandbox.remove()
  }

  /// Without a result, or with several, no field is filled. A private one is not looked up.
  @Test func unresolved() async throws {
    var sandbox = try await sandbox("lookup.use: openlibrary", Self.contact)
    let added = try await sandbox.run("cairn add 503 --type entry --title 503 --lookup; ls *.md")
    let said = Self.text(added.standardError)
    #expect(said.contains("no field was filled"), "\(said)")
    #expect(Self.text(added.standardOutput).hasSuffix(".md\n"))
    let doubtful = try await sandbox.run("cairn add Solaris --type entry --title Solaris --lookup")
    #expect(
      Self.text(doubtful.standardError).contains("2 works were found; pass --pick NUMBER"))
    let secret = try await sandbox.run(
      "cairn add Diary --set private=true -q; cairn lookup --fill Diary")
    #expect(Self.text(secret.standardError).contains("the capture is private"))
    try await sandbox.remove()
  }

  /// Without a service, or with settings of a notebook, nothing is asked.
  @Test func unset() async throws {
    var sandbox = try await Sandbox()
    try await sandbox.write(["lookup.command: touch ran"], to: ".cairn/config.yml")
    let outcome = try await sandbox.run("cairn lookup Solaris; ls; cairn config lookup.use tmdb")
    let said = Self.text(outcome.standardError)
    #expect(said.contains("run `cairn config --user lookup.use openlibrary"), "\(said)")
    #expect(said.contains("only your own settings can set it"), "\(said)")
    #expect(!Self.text(outcome.standardOutput).contains("ran"))
    let contact = try await sandbox.run(
      "cairn config --user lookup.use openlibrary -q; cairn lookup Solaris")
    #expect(Self.text(contact.standardError).contains("run `cairn config --user lookup.contact"))
    // Only services that know the kind are asked, and each failure is named.
    let kinds = try await sandbox.run(
      "cairn config --user lookup.use openlibrary,tmdb -q; cairn lookup Stalker --kind movie; "
        + "cairn config --user lookup.key_command 'echo k' -q; "
        + "cairn config --user lookup.tmdb_url http://127.0.0.1:1 -q; "
        + "cairn lookup Stalker --kind game; cairn lookup Stalker --kind movie; "
        + "cairn config --user lookup.contact me@example.org -q; "
        + "cairn config --user lookup.openlibrary_url http://127.0.0.1:1 -q; cairn lookup Stalker")
    let reasons = Self.text(kinds.standardError)
    for reason in [
      "`tmdb` requires a key; run `cairn config --user lookup.key_command COMMAND`",
      "no lookup service in your settings knows the kind `game`",
      "error: `tmdb` failed (network)", "; `tmdb` failed (network)",
    ] { #expect(reasons.contains(reason), "\(reason): \(reasons)") }
    try await sandbox.remove()
  }

  /// A program, with answers in the right shape and in wrong ones.
  @Test(
    arguments: [
      (
        #"[{"title": "Outer Wilds", "entryType": "game", "year": "2019", "platform": "PC"}]"#,
        "1  Outer Wilds  2019 · PC · game (command)"
      ),
      (#"{"results": [{"title": "A", "entryType": "game"}]}"#, "1  A  game (command)"),
      (#"[{"title": "A", "entryType": "tv"}]"#, "Nothing was found."),
      (
        #"[{"title": "A", "entryType": "film"}]"#,
        "field `[0].entryType` is `film`, expected movie, book, game, show, tv, music"
      ),
      (#"[{"entryType": "tv"}]"#, "field `[0].title` is missing, expected a string"),
      ("no", "the program printed no valid JSON"), ("[]", "Nothing was found."),
    ])
  func program(_ answer: String, _ expected: String) async throws {
    var sandbox = try await Sandbox()
    try await sandbox.write([answer], to: "answer.json")
    let outcome = try await sandbox.run(
      "cairn config --user lookup.command \"cat $PWD/answer.json; echo \\$CAIRN_KIND >&2\" -q; "
        + "cairn lookup Wilds --kind game")
    let all = Self.text(outcome.standardOutput) + Self.text(outcome.standardError)
    #expect(all.contains(expected), "\(all)")
    try await sandbox.remove()
  }
}
