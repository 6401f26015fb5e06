import Testing

/// Vectors from a server, which compares words by their meaning.
@Suite(
  .enabled(if: ModelServerTests.has("curl", "python3"), "curl or python3 is not installed"),
  .timeLimit(.minutes(15)))
struct EmbeddingTests {
  /// A sandbox with a server and with an empty notebook.
  private struct Box {
    private var sandbox: Sandbox

    init(hasDaemon: Bool = false, _ settings: String...) async throws {
      sandbox = try await Sandbox(hasDaemon: hasDaemon)
      let started = try await sandbox.run(
        """
        . "$FIXTURES/web-services.sh"
        echo "embeddings.url: http://127.0.0.1:$(cat .server/port)/v1/" >> $XDG_CONFIG_HOME/cairn/config.yml
        """)
      try #require(started.code == 0, "\(started)")
      for line in settings {
        _ = try await run("echo '\(line)' >> $XDG_CONFIG_HOME/cairn/config.yml")
      }
    }

    /// Runs a line of shell; returns what it printed, what it said, and its exit code.
    mutating func run(
      _ command: String
    ) async throws -> (printed: String, said: String, code: Int) {
      let outcome = try await sandbox.run(command)
      return (
        String(decoding: outcome.standardOutput, as: UTF8.self),
        String(decoding: outcome.standardError, as: UTF8.self), outcome.code
      )
    }

    /// Writes a note of this text.
    mutating func write(_ text: String, to path: String) async throws {
      try await sandbox.write([text], to: path)
    }

    /// The paths that a query finds, in order.
    mutating func paths(_ query: String) async throws -> [String] {
      try await run("cairn list --paths \(query)").printed.split(separator: "\n").map(String.init)
    }

    /// The file of vectors as text; empty if there is none.
    mutating func vectors() async throws -> String {
      try await run("cat $XDG_CACHE_HOME/cairn/*/vectors 2>/dev/null | tr -cd '[:print:]'").printed
    }

    /// The texts that were sent since the last call.
    mutating func sent() async throws -> String {
      try await run("cd .server; cat sent.txt 2>/dev/null; rm -f sent.txt").printed
    }

    mutating func remove() async throws {
      try await sandbox.remove()
    }
  }

  private static let notes = [
    ("soup.md", "A broth takes hours."), ("ladle.md", "Where is the ladle for the stew?"),
    ("bike.md", "The front wheel wobbles."), ("light.md", "A new bulb for the hall."),
    ("rain.md", "Storm warning until Monday."),
  ]

  private static func box() async throws -> Box {
    var box = try await Box("embeddings.model: good")
    for (path, text) in notes { try await box.write(text, to: path) }
    return box
  }

  /// Captures are found by what they mean, and only what changed is sent again.
  @Test func meanings() async throws {
    var box = try await Self.box()
    let none = try await box.run("cairn list 'like:\"hot soup\"'")
    #expect(none.code == 64 && none.said.contains("run `cairn embed`"), "\(none)")
    #expect(none.said.contains("  | ^") || none.said.contains("^^^"), "\(none.said)")
    #expect(try await box.paths("'novelty:<0.9'") == [])
    let dry = try await box.run("cairn embed --dry-run")
    #expect(dry.printed.hasPrefix("5 texts of 5 captures would be sent"), "\(dry)")
    #expect(try await box.sent() == "")
    let made = try await box.run("cairn embed")
    #expect(made.code == 0 && made.printed.hasPrefix("Made the vectors of 5 captures"), "\(made)")
    #expect(try await box.sent().contains("A broth takes hours."))
    #expect(try await box.run("stat -c %a $XDG_CACHE_HOME/cairn/*/vectors").printed == "600\n")
    #expect(try await Set(box.paths("'like:\"hot soup\"'")) == ["soup.md", "ladle.md"])
    #expect(try await box.sent().contains("hot soup"))
    #expect(try await box.paths("like:soup.md") == ["ladle.md"])
    #expect(try await Set(box.paths("'novelty:<0.9'")) == ["soup.md", "ladle.md"])
    #expect(try await box.paths("'like:\"cycling\" -like:soup.md'") == ["bike.md"])
    #expect(try await box.paths("'like:\"cycling\" type:idea'") == [])
    let like = try await box.run("cairn list 'like:\"soup\" OR like:\"bike\"' sort:title --explain")
    #expect((like.printed + like.said).contains("2  like:\"soup\""), "\(like)")
    let related = try await box.run("cairn related soup.md")
    #expect(related.printed.contains("similar text (") && related.said.contains("`good`"))
    #expect(related.printed.contains("ladle.md") && !related.printed.contains("rain.md"))
    let asked = try await box.run("cairn ask what is wrong with the bicycle")
    #expect(asked.printed.contains("The front wheel wobbles.") && asked.said.contains("`good`"))
    let json = try await box.run("cairn ask what is wrong with the bicycle --json")
    #expect(json.printed.contains(#""embeddings":"good""#), "\(json)")
    // Nothing is sent twice.
    _ = try await box.sent()
    let again = try await box.run("touch *.md; cairn embed")
    #expect(again.printed == "5 captures have up-to-date vectors.\n", "\(again)")
    #expect(try await box.sent() == "")
    _ = try await box.run("cairn add Stew in the oven --type idea; cairn add Wet feet --type fact")
    let lacking = try await box.run("cairn list 'like:\"soup\"' --ids")
    #expect(lacking.said.contains("2 captures have no up-to-date vector"), "\(lacking)")
    try await box.remove()
  }

  /// A vector goes with its text: when the text changes, when it is removed, and when it becomes
  /// private; it stays when the capture moves.
  @Test func deletion() async throws {
    var box = try await Self.box()
    try await box.write("---\nprivate: true\n---\nMy secret storm.", to: "secret.md")
    try await box.write("---\nprivate: true\n---\n", to: "diary/_collection.md")
    try await box.write("Dear diary, rain again.", to: "diary/day.md")
    let made = try await box.run("cairn embed")
    #expect(made.printed.contains("2 captures are private and were not sent."), "\(made)")
    let sent = try await box.sent()
    #expect(!sent.contains("secret") && !sent.contains("diary"), "\(sent)")
    #expect(try await box.paths("'like:\"rain\"'") == ["rain.md"])
    _ = try await box.sent()
    // Moved: the vector stays.
    #expect(try await box.run("mkdir pot; cairn mv soup.md pot").code == 0)
    #expect(try await box.vectors().contains("pot/soup.md"))
    #expect(try await box.paths("'like:\"stew\"'").contains("pot/soup.md"))
    #expect(try await !box.sent().contains("broth"))
    // Other fields: the vector stays.
    _ = try await box.run("cairn set pot/soup.md score=great")
    #expect(try await box.paths("'like:\"stew\"'").contains("pot/soup.md"))
    // Private: it goes at once, also with the collection.
    _ = try await box.run("cairn set ladle.md private=true")
    #expect(try await !box.vectors().contains("ladle.md"))
    try await box.write("---\nprivate: true\n---\n", to: "pot/_collection.md")
    #expect(try await !box.paths("'like:\"stew\"'").contains("pot/soup.md"))
    _ = try await box.run("cairn embed")
    #expect(try await !box.vectors().contains("soup"))
    // Removed: it goes at once; removed by another program: with the next run.
    _ = try await box.run("cairn rm bike.md --yes; rm light.md")
    let left = try await box.vectors()
    #expect(!left.contains("bike.md") && left.contains("light.md"), "\(left)")
    #expect(try await box.paths("'like:\"lamp\"'").contains("light.md") == false)
    _ = try await box.run("cairn embed")
    #expect(try await box.vectors().contains("light.md") == false)
    // Changed: the old vector is not used, and goes.
    _ = try await box.run("printf 'Prune the vine.\\n' > rain.md")
    let changed = try await box.run("cairn list --paths 'like:\"storm\"'")
    #expect(!changed.printed.contains("rain.md"), "\(changed)")
    _ = try await box.sent()
    _ = try await box.run("cairn embed")
    #expect(try await box.sent().contains("Prune the vine."))
    #expect(try await box.paths("'like:\"garden\"'") == ["rain.md"])
    try await box.remove()
  }

  /// Another model, a damaged file and a killed command: the vectors are made again.
  @Test func rebuilding() async throws {
    var box = try await Self.box()
    _ = try await box.run("cairn embed")
    // Without a server, the old vectors stay.
    let old = try await box.vectors()
    let down = try await box.run(
      """
      c=$XDG_CONFIG_HOME/cairn/config.yml; cp $c c.old; : > empty.md
      sed -i 's#embeddings.url: .*#embeddings.url: http://127.0.0.1:1/v1/#' $c
      cairn embed --rebuild; code=$?; mv c.old $c; rm empty.md; exit $code
      """)
    #expect(down.code == 2, "\(down)")
    #expect(try await box.vectors() == old && !old.isEmpty, "\(down)")
    let model =
      "sed -i 's/embeddings.model: .*/embeddings.model: %/' $XDG_CONFIG_HOME/cairn/config.yml"
    _ = try await box.run(model.replacing("%", with: "small"))
    #expect(try await box.run("cairn list 'like:\"soup\"'").said.contains("model `small`"))
    #expect(try await box.run("cairn embed").printed.hasPrefix("Made the vectors of 5 captures"))
    #expect(try await box.paths("'like:\"soup\"'").count == 2)
    for damage in [
      "truncate -s 99 $f", "printf xyz | dd bs=1 seek=200 conv=notrunc status=none of=$f",
    ] {
      _ = try await box.run("f=$(ls $XDG_CACHE_HOME/cairn/*/vectors); \(damage)")
      #expect(try await box.run("cairn list 'like:\"soup\"'").code == 64, "\(damage)")
      let made = try await box.run("cairn embed").printed
      #expect(made.hasPrefix("Made the vectors of 5 captures"), "\(damage): \(made)")
      #expect(try await box.paths("'like:\"soup\"'").count == 2, "\(damage)")
    }
    // A killed run leaves the old vectors, and no other file.
    _ = try await box.run(model.replacing("%", with: "calm"))
    _ = try await box.run("for n in $(seq 300); do echo \"Note $n\" > n$n.md; done")
    _ = try await box.sent()
    let killed = try await box.run(
      """
      cairn embed & echo $! > job
      for n in $(seq 1000); do
        [ $(grep -c '"model":"calm"' .server/sent.txt 2>/dev/null || :) -ge 3 ] && break; sleep 0.05
      done
      kill -9 $(cat job); wait $(cat job)
      """)
    #expect(killed.code == 137, "\(killed)")
    let made = try await box.run("cairn embed && ls -A $XDG_CACHE_HOME/cairn/*/ | grep -c vectors")
    #expect(
      made.printed.contains("305 captures have up-to-date vectors.")
        && made.printed.hasSuffix("\n1\n"))
    try await box.remove()
  }

  /// Each model, and a part of the reason for its failure. Nothing is stored.
  @Test func failures() async throws {
    let rows = [
      ("401", "(authorization): HTTP 401"), ("404", "(processing): HTTP 404"),
      ("500", "(server): HTTP 500"), ("odd", "(output): the server's answer is not valid JSON"),
      ("empty", "field `data` has 0 elements, expected 5"), ("zeros", "contains only zeros"),
      ("uneven", "different numbers of dimensions: 64 and 69"), ("one", "has 1 numbers"),
      ("words", "embedding[3]` is `\"0.1\"`, expected a number"), ("nan", "not valid JSON"),
      ("null", "is `null`, expected a number"), ("twice", "`data[1].index` is 0"),
      ("huge", "the answer is larger than 16777216 bytes"), ("slow", "(timeout): no answer"),
    ]
    var box = try await Self.box()
    _ = try await box.run(
      """
      cd $XDG_CONFIG_HOME/cairn; echo 'embeddings.timeout: 120' >> config.yml
      echo 'embeddings.key_command: "echo sk-secret"' >> config.yml
      """)
    for (model, reason) in rows {
      _ = try await box.run(
        "sed -i 's/embeddings.model: .*/embeddings.model: \"\(model)\"/' $XDG_CONFIG_HOME/cairn/config.yml"
      )
      let limit = model == "slow" ? "cairn config --user embeddings.timeout 1 -q && " : ""
      let outcome = try await box.run("\(limit)cairn embed")
      #expect(outcome.code == 2 && outcome.said.contains(reason), "\(model): \(outcome)")
      #expect(!(outcome.said + outcome.printed).contains("sk-secret"), "\(model): \(outcome)")
      #expect(try await box.vectors() == "", "\(model)")
    }
    #expect(try await box.sent().contains("Authorization: Bearer sk-secret"))
    // A query with a text fails as a whole; a question falls back to words.
    _ = try await box.run(
      "sed -i 's/embeddings.model: .*/embeddings.model: good/' $XDG_CONFIG_HOME/cairn/config.yml")
    _ = try await box.run(
      "cairn config --user embeddings.timeout 120; cairn embed; touch .server/shorter")
    // The server has another model behind the same name.
    let dimensions = "have 32 dimensions, but those of the captures have 64; run `cairn embed"
    let shorter = try await box.run("cairn list 'like:\"soup\"'")
    #expect(
      shorter.code == 64 && shorter.said.contains(dimensions) && shorter.said.contains("^"),
      "\(shorter)")
    let words = try await box.run("cairn ask where is the ladle")
    #expect(
      words.printed.contains("Where is the ladle") && words.said.contains(dimensions)
        && words.said.contains("found by words only"), "\(words)")
    _ = try await box.run("kill $(cat .server/pid)")
    let query = try await box.run("cairn list 'like:\"soup\"'")
    #expect(
      query.code == 2 && query.said.contains("the embedding server failed (network)"), "\(query)")
    #expect(try await box.paths("like:soup.md") == ["ladle.md"])
    let asked = try await box.run("cairn ask where is the ladle")
    #expect(
      asked.printed.contains("Where is the ladle") && asked.said.contains("found by words only")
    )
    // Unset, and where `like:` is not accepted.
    let write = try await box.run("cairn tag like:soup.md +x --yes")
    #expect(write.code != 0 && write.said.contains("do not accept `like:`"), "\(write)")
    _ = try await box.run("sed -i '/embeddings/d' $XDG_CONFIG_HOME/cairn/config.yml")
    let unset = try await box.run("cairn list like:soup.md")
    #expect(
      unset.code == 64 && unset.said.contains("like:soup.md\n") && unset.said.contains("^"),
      "\(unset)")
    #expect(unset.said.contains("`like:` needs an embedding server, and none is set"), "\(unset)")
    #expect(try await box.run("cairn embed").said.contains("no embedding server is set"))
    try await box.remove()
  }

  /// After `embed --types`, types are also compared by the vectors of texts.
  @Test func types() async throws {
    var box = try await Box("embeddings.model: small")
    let before = try await box.run("cairn add Ring Bo")
    #expect(!before.said.contains("by meaning"), "\(before)")
    let dry = try await box.run("cairn embed --types --dry-run")
    #expect(dry.printed.contains("training lines would be sent"), "\(dry)")
    #expect(try await box.sent() == "")
    let made = try await box.run("cairn embed --types")
    #expect(made.code == 0 && made.printed.contains("detect types by meaning"), "\(made)")
    #expect(try await box.run("stat -c %a $XDG_CACHE_HOME/cairn/*/types").printed == "600\n")
    _ = try await box.sent()
    let added = try await box.run("cairn add Ring Ann about the bicycle")
    #expect(
      added.code == 0 && added.said.contains("by meaning, with the model `small`"), "\(added)")
    #expect(try await box.sent().contains("Ring Ann about the bicycle"))
    #expect(try await box.run("cairn classify Ring Cy").said.contains("by meaning"))
    #expect(try await box.sent().contains("Ring Cy"))
    for command in ["add", "classify"] {
      let json = try await box.run("cairn \(command) Ring Dee about the pump --json")
      #expect(json.printed.contains(#""embeddings":"small""#), "\(json)")
    }
    // Captures with a chosen type and a vector teach.
    let habit = try await box.run(
      """
      for n in 1 2 3 4 5; do cairn add "Ring the gong $n" --type idea; done
      cairn embed; cairn classify Ring the gong again
      """)
    #expect(habit.printed.contains("idea  "), "\(habit)")
    _ = try await box.sent()
    // Nothing is sent for these.
    for command in [
      "add Ring Di --set private=true", "add Ring Di --type action", "add Ring Di --no-provider",
      "add Ring Di --dry-run", "classify Ring Di --no-provider",
    ] {
      let outcome = try await box.run("cairn \(command)")
      #expect(outcome.code == 0 && !outcome.said.contains("by meaning"), "\(command): \(outcome)")
    }
    let unsent = try await box.run("cairn classify --dry-run Ring Di")
    #expect(unsent.said.contains("would be sent to the embedding server"), "\(unsent)")
    #expect(!unsent.said.contains("Nothing would be sent"), "\(unsent)")
    #expect(try await box.sent() == "")
    _ = try await box.run("kill $(cat .server/pid)")
    let words = try await box.run("cairn add Ring Eve about the lamp")
    #expect(words.code == 0 && words.said.contains("by words only"), "\(words)")
    try await box.remove()
  }

  /// The resident process answers what needs no server, and leaves the rest to the client.
  @Test func resident() async throws {
    var box = try await Box(hasDaemon: true, "embeddings.model: good")
    for (path, text) in Self.notes { try await box.write(text, to: path) }
    _ = try await box.run("cairn embed")
    let query = "cairn list --paths --verbose like:soup.md"
    var answered = try await box.run(query)
    // On a busy machine, an answer may come too late for the client.
    for _ in 1...9 where answered.said != "" { answered = try await box.run(query) }
    #expect(answered.printed == "ladle.md\n" && answered.said == "", "\(answered)")
    let left = try await box.run("cairn list --paths --verbose 'like:\"soup\" -like:soup.md'")
    #expect(left.printed == "soup.md\n" && left.said.contains("did not answer"), "\(left)")
    try await box.remove()
  }
}
