import CairnDesk
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// What can be written at the end of unfinished texts.
@Suite("Completion") struct CompletionTests {
  private static let long = String(repeating: "a long title ", count: 12) + "ends"
  private static let files: [(path: String, text: String)] = [
    (
      "work/wool.md",
      "---\nid: k7x2m9q4ab\ntype: action\ntags: [paper/kozo, \"big deal\"]\nauthor: Ursula\n"
        + "created: 2026-11-03\n---\n# Buy wool\n"
    ),
    (
      "car.md",
      "---\nid: k4wz81kd0p\ntype: action\nstatus: done\ntags: [paper/kozo]\ncreated: 2026-11-02\n"
        + "---\n# Wash the car\n"
    ),
    ("sarah.md", "---\nid: m4wz81kd0p\ntype: person\ncreated: 2026-11-01\n---\n# Sarah Smith\n"),
    (
      "nuts.md",
      "---\nid: n4wz81kd0p\ntype: person\nperson: \"[[sarah]]\"\ncreated: 2026-08-01\n---\n"
        + "Sarah is allergic to walnuts\n"
    ),
    ("pays.md", "---\ntype: person\ncreated: 2026-06-01\n---\nPays on Fridays\n"),
    (
      "sam.md", "---\ntype: person\nperson: Sam Pye\ncreated: 2026-05-01\n---\nSam Pye\n"
    ),
    (
      "log.md",
      "---\nid: p4wz81kd0p\ncreated: 2026-07-01\n---\n# Outings\n\n## Log\n\n## Packing\n"
    ),
    ("other/plain.md", "---\ncreated: 2026-10-01\n---\n# Bünting\n"),
    ("-y.md", "---\ncreated: 2026-09-01\n---\n# \(long)\n"),
    (".cairn/views.yml", "open: type:action is:open\n"),
    (
      "empty/_collection.md",
      "---\nname: Empty\n---\n"
    ),
    (
      "other/_collection.md",
      "---\nname: Others\nfields:\n  - {name: format, kind: choice, choices: [paper, audio]}\n---\n"
    ),
  ]

  /// A subject, the earlier texts, the unfinished text, and all of its ends.
  static let rows: [(CompletionSubject, after: [String], text: String, ends: [String])] = [
    (.query, [], "ty", ["type:"]),
    (.query, [], "au", ["author:"]),
    (
      .query, [], "type:",
      ["person", "action", "idea", "fact", "entry", "gift", "note"].map { "type:\($0)" }
    ),
    (.query, [], "type:A", ["type:action"]),
    (.query, [], "type:idea tag:b", [#"type:idea tag:"big deal""#]),
    (.query, [], "tag:pa", ["tag:paper/kozo"]),
    (.query, [], "tag:\"", [#"tag:"paper/kozo""#, #"tag:"big deal""#]),
    (.query, [], "in:", ["in:other", "in:work", "in:empty", "in:/"]),
    (.query, [], "status:", ["status:done", "status:open", "status:cancelled"]),
    (.query, [], "score:gr", ["score:great"]),
    (.query, [], "author:", ["author:Ursula"]),
    (.query, [], "format:", ["format:paper", "format:audio"]),
    (.query, [], "due:tod", ["due:today"]),
    (.query, [], "created:over", []),
    (.query, [], "is:un", ["is:untyped"]),
    (.query, [], "has:au", ["has:author"]),
    (.query, [], "sort:-nov", ["sort:-novelty"]),
    (.query, [], "@", ["@open"]),
    (.query, [], "NOT @o", ["NOT @open"]),
    (
      .query, [], "link:sa",
      ["link:\"Sarah Smith\"", "link:\"Sarah is allergic to walnuts\"", "link:\"Sam Pye\""]
    ),
    (.query, [], "id:k4", ["id:k4wz81kd0p"]),
    (.query, [], "nothing:", []),
    (.query, [], "\"type:", []),
    (
      .capture, [], "",
      [
        "k7x2m9q4ab", "k4wz81kd0p", "m4wz81kd0p", "other/plain.md", "./-y.md", "n4wz81kd0p",
        "p4wz81kd0p", "pays.md", "sam.md",
      ]
    ),
    (.capture, [], "./", ["./-y.md"]),
    (.capture, [], "a lo", [long]),
    (.capture, [], "k", ["k7x2m9q4ab", "k4wz81kd0p"]),
    (.capture, [], "K7", ["k7x2m9q4ab"]),
    (.capture, [], "buy", ["Buy wool"]),
    (.capture, [], "bu", ["Buy wool", "Bünting"]),
    (.capture, [], "work/", ["work/wool.md"]),
    (.captures, [], "wa", ["Wash the car"]),
    (.captures, [], "t", ["type:", "tag:", "title:"]),
    (.openActions, [], "k", ["k7x2m9q4ab"]),
    (.openActions, [], "", ["k7x2m9q4ab"]),
    (.closedActions, [], "k", ["k4wz81kd0p"]),
    (.changes, ["k7x2"], "sc", ["score=", "score:"]),
    (.changes, ["k7x2"], "score=g", ["score=great"]),
    (.changes, ["k7x2"], "tags+=", ["tags+=paper/kozo", "tags+=big deal"]),
    (.changes, ["k7x2"], "due=tom", ["due=tomorrow"]),
    (.changes, ["k7x2"], "format=", ["format=paper", "format=audio"]),
    (.changes, ["k7x2"], "id=", []),
    (.move, [], "wo", []),
    (.move, ["k7x2"], "wo", ["work"]),
    (.collection, [], "", ["other", "work", "empty"]),
    (.tagging, ["k7x2"], "+pa", ["+paper/kozo"]),
    (.tagging, ["k7x2"], "-b", ["-big deal", "-body:"]),
    (.note, ["Call"], "@sa", ["@Sarah Smith", "@Sam Pye"]),
    (.note, ["Call"], "@", ["@Sarah Smith", "@Sam Pye"]),
    (.typing, [], "k7", ["k7x2m9q4ab"]),
    (.typing, ["k7x2"], "pe", ["person"]),
    (.typing, ["k7x2"], "k4", ["k4wz81kd0p"]),
    (.day, [], "t", ["today", "tomorrow", "tuesday", "thursday"]),
    (.heading, ["Outings"], "", ["Outings", "Log", "Packing"]),
    (.heading, ["Outings"], "lo", ["Log"]),
    (.heading, [], "", []),
    (.note, ["Call"], "+pa", ["+paper/kozo"]),
    (.note, ["Call"], "in:w", ["in:work"]),
    (.note, ["Call"], "b", []),
    (.field, [], "aut", ["author="]),
    (.field, [], "author=", ["author=Ursula"]),
    (.fields, [], "type,au", ["type,author"]),
    (.order, [], "-score,cr", ["-score,created"]),
    (.grouping, [], "month,ty", ["month,type"]),
    (.date, [], "yes", ["yesterday"]),
    (.due, [], "nex", ["next week"]),
    (.type, [], "p", ["person"]),
    (.score, [], "", ["undecided", "bad", "okay", "great"]),
    (.tag, [], "BIG", ["big deal"]),
    (.view, [], "", ["open"]),
    (.digestTemplate, [], "def", ["default"]),
    (.captureTemplate, [], "gi", ["gift"]),
    (.setting, [], "digest.", ["digest.theme", "digest.scheme", "digest.title"]),
    (.settingValue, ["add.strict"], "", ["true", "false"]),
    (.settingValue, ["git.join"], "r", ["rebase"]),
    (.settingValue, ["none"], "", []),
    (.trash, [], "", []),
    (.draft, [], "", []),
    (.provider, [], "", []),
    (.importSource, [], "jr", ["jrnl"]),
    (.importSource, ["jrnl"], "", []),
  ]

  @Test(arguments: rows)
  func ends(
    _ subject: CompletionSubject, after earlier: [String], text: String, ends: [String]
  ) async throws {
    let found = try await Desk(Self.files).work {
      $0.complete(CompletionRequest(subject, text, after: earlier))
    }
    #expect(found.map(\.text) == ends)
  }

  @Test("Descriptions say what a value is")
  func summaries() async throws {
    try await Desk(Self.files).work { work in
      func summaries(_ subject: CompletionSubject, _ text: String) -> [String] {
        work.complete(CompletionRequest(subject, text)).map(\.summary)
      }
      #expect(summaries(.capture, "k") == ["Buy wool", "Wash the car"])
      #expect(summaries(.capture, "buy") == ["k7x2m9q4ab"])
      #expect(summaries(.query, "tag:") == ["2 captures", "1 capture"])
      #expect(summaries(.query, "in:o") == ["Others, 1 capture"])
      #expect(summaries(.view, "") == ["type:action is:open"])
      #expect(work.complete(CompletionRequest(.query, "ty")).map(\.isFinished) == [false])
      #expect(work.complete(CompletionRequest(.query, "is:un")).map(\.isFinished) == [true])
    }
  }

  @Test("A title that several captures have is completed to their ids")
  func sharedTitles() async throws {
    let files: [(path: String, text: String)] = [
      ("a.md", "---\nid: k7x2m9q4ab\n---\n# Pirates\n"),
      ("b.md", "---\nid: m4wz81kd0p\n---\n# Pirates\n"),
      ("c.md", "---\nid: c0de2m9q4a\n---\n# Pirate ships\n"),
    ]
    try await Desk(files).work { work in
      let found = work.complete(CompletionRequest(.capture, "pir"))
      #expect(Set(found.map(\.text)) == ["k7x2m9q4ab", "m4wz81kd0p", "Pirate ships"])
      #expect(Set(found.map(\.summary)) == ["Pirates", "c0de2m9q4a"])
    }
  }

  @Test("The number beside a value is that of the captures that a query for it finds")
  func counts() async throws {
    let values: [(tags: String, person: String)] = [
      ("[paper]", "Greta"), ("[paper/kozo]", "'[[Greta]]'"), ("[Paper, paper/kozo]", "greta"),
      ("[wood]", "'[[Greta|my aunt]]'"), ("[wood]", "Greta"),
    ]
    let files = values.enumerated().map { number, value in
      (
        "n\(number).md",
        "---\ntags: \(value.tags)\nperson: \(value.person)\n---\n# Note \(number)\n"
      )
    }
    try await Desk(files).work { work in
      for text in ["tag:", "person:"] {
        for suggestion in work.complete(CompletionRequest(.query, text)) {
          let found = try work.select(SelectRequest([suggestion.text])).total
          #expect(suggestion.summary == found.of("capture"), "\(suggestion.text)")
        }
      }
      let persons = work.complete(CompletionRequest(.query, "person:"))
      #expect(persons.map(\.text) == ["person:Greta"])
    }
  }

  @Test("Removed files and operations are offered with what they are")
  func state() async throws {
    let desk = try Desk(Self.files)
    try await desk.work { work in
      _ = try work.apply(try work.plan(RemoveRequest(SelectRequest(["k7x2m9q4ab"]))), .write)
    }
    try await desk.work { work in
      let trash = work.complete(CompletionRequest(.trash, ""))
      #expect(trash.map(\.summary) == ["Buy wool"])
      let operations = work.complete(CompletionRequest(.operation, ""))
      #expect(operations.map(\.summary) == ["desk"])
      let known = try work.operations().map(\.shortID)
      #expect(operations.map(\.text) == known)
    }
  }

  @Test("Of many captures the newest are offered, and what all of them begin with")
  func many() async throws {
    let files = (0..<150).map { number in
      (
        path: "n\(number).md",
        text: "---\nid: \(number < 10 ? "b" : "a")\(String(number + 100_000_000))\n"
          + "created: 2026-11-20T10:\(number % 60):00\n---\n# Meeting \(number < 5 ? "agenda" : "notes") \(number)\n"
      )
    }
    try await Desk(files).work { work in
      #expect(work.complete(CompletionRequest(.capture, "")).count <= 26)
      let titles = work.complete(CompletionRequest(.capture, "mee")).map(\.text)
      #expect((100...101).contains(titles.count))
      #expect(titles.contains { $0.hasPrefix("Meeting agenda") })
    }
  }

  @Test("The suggestion added to a full list shares the least with it")
  func added() async throws {
    var tags = (100..<400).map { "abc\($0)" }
    tags += ["abd", "ax"]
    let files = tags.enumerated().map { number, tag in
      (
        path: "n\(number).md",
        text: "---\ntags: [\(([tag] + (number < 120 ? ["z"] : [])).joined(separator: ", "))]\n---\n"
      )
    }
    try await Desk(files).work { work in
      let found = work.complete(CompletionRequest(.tag, "a")).map(\.text)
      #expect(found.count < tags.count && found.last == "ax")
    }
  }

  @Test("Without a notebook, only what is the same in every notebook is offered")
  func general() {
    func general(_ subject: CompletionSubject, _ text: String) -> [String] {
      CompletionRequest(subject, text).generalSuggestions.map(\.text)
    }
    #expect(general(.query, "type:a") == ["type:action"])
    #expect(general(.query, "ta") == ["tag:"])
    #expect(general(.query, "tag:") == [])
    #expect(general(.capture, "") == [])
    #expect(general(.setting, "git.j") == ["git.join"])
  }
}
