import CairnCapture
import CairnDocument
import CairnQuery
import CairnText
import Testing

@Suite struct MatchingTests {
  @Test(arguments: [
    // Words.
    ("", "invoice report sarah strange films plain broken empty"),
    ("art", "report strange films plain"),
    ("\"art\"", "strange plain"),
    ("*art*", "report strange films plain"),
    ("*arty*", "report"),
    ("arty", ""),
    ("~aritst", "report"),
    ("~invocie", "invoice"),
    ("~invo", ""),
    ("~meem", "sarah"),
    ("~istambul", "sarah"),
    ("title:~quartrely", "report"),
    ("title:~aritst", ""),
    ("tag:~fiannce", "invoice"),
    ("type:~acton", "invoice report"),
    ("-~aritst ~deel", "invoice plain"),
    ("big deal", "invoice report plain"),
    ("big-deal", "invoice plain"),
    ("\"big deal\"", "invoice plain"),
    ("\"big dea\"*", "invoice plain"),
    ("\"big dea\"", ""),
    ("deal big", "invoice report plain"),
    ("acme OR sarah", "invoice sarah"),
    ("-art -deal", "sarah broken empty"),
    ("NOT (art OR deal)", "sarah broken empty"),
    ("twice", "invoice"),
    ("example.org", "invoice"),
    ("code_word", "plain"),
    ("word", "plain"),
    ("finance", "invoice"),
    ("smith", "sarah"),
    ("satire", "report"),
    ("guin", "strange"),
    ("action", ""),
    ("person", ""),
    ("\"between tags\"", "broken"),
    ("don", "films"),
    ("don’t", "films"),
    ("c++", "films"),
    ("C#", ""),
    ("\"and-crafts c++\"", "films"),
    ("c+", "films"),
    ("example.org/deals", "invoice"),
    ("example-org", "invoice"),
    ("exam.ple", ""),
    ("\"deal was.big\"", ""),
    ("deal, was", "report"),
    ("acme.", "invoice"),
    (".deal", ""),
    ("#creme", "sarah"),
    ("🎉", "films"),
    // Scripts.
    ("creme brulee", "sarah"),
    ("CRÈME", "sarah"),
    ("meme", "sarah"),
    ("京物", "sarah"),
    ("東京物語", "sarah"),
    ("東物", ""),
    ("strasse", "sarah"),
    ("istanbul", "sarah"),
    ("ISTANBUL", "sarah"),
    ("ıstanbul", "sarah"),
    ("izmir", "sarah"),
    ("ไทย", "strange"),
    ("हिन्दी", "strange"),
    ("हि", "strange"),
    ("ह", "strange"),
    ("שלום", "strange"),
    ("محمد", "strange"),
    ("οδυσσευς", "strange"),
    ("елка", "strange"),
    ("서울", "strange"),
    ("에서", "strange"),
    ("*에서*", "strange"),
    // Regular expressions.
    ("/arti?s/", "report films"),
    ("/^The deal/", "report"),
    ("/the deal/", ""),
    ("/the deal/i", "report"),
    ("/\\bÉTÉ|İz\\w+/", "sarah"),
    ("title:/\\d+$/", "films"),
    // One place.
    ("title:invoice", "invoice"),
    ("title:inv", "invoice"),
    ("title:\"inv\"", ""),
    ("title:=sarah", "sarah"),
    ("title:strange", ""),
    ("title:plain", ""),
    ("title:empty", "empty"),
    ("meaning:paid", "invoice"),
    ("body:paid", ""),
    ("body:big", "invoice report plain"),
    ("alias:smith", "sarah"),
    ("alias:smi", ""),
    ("type:action", "invoice report"),
    ("type:act", ""),
    ("type:act*", "invoice report"),
    ("type:action,person", "invoice report sarah"),
    ("status:OPEN", "invoice"),
    ("tag:work", "invoice"),
    ("tag:work/acme", "invoice"),
    ("tag:wor", ""),
    ("tag:creme-brulee", "sarah"),
    ("in:work", "invoice report"),
    ("in:=work", "report"),
    ("in:books/ete", "strange"),
    ("in:wor", ""),
    ("in:/", "sarah plain broken empty"),
    ("in:inbox", "sarah plain broken empty"),
    ("path:acme", "invoice"),
    ("path:work/acme", "invoice"),
    ("path:work/*.md", "report"),
    ("path:work/**", "invoice report"),
    ("path:work/**/*.md", "invoice report"),
    ("path:**/*.md", "invoice report sarah strange films plain broken empty"),
    ("path:*ilm*", "films"),
    ("path:2026-??-*", "plain"),
    ("in:\"House of Films\"", "strange films"),
    ("NOT in:\"House of Films\" type:entry", ""),
    ("in:twins", ""),
    ("content:text", "invoice report sarah strange films plain broken empty"),
    ("content:image,url", ""),
    ("has:content", ""),
    ("novelty:>0.5", "invoice"),
    ("novelty:0.5", "report"),
    ("novelty:0.2..0.5", "report sarah"),
    ("novelty<0.5", "sarah"),
    ("has:novelty", "invoice report sarah"),
    ("no:novelty type:entry", "strange films"),
    ("novelty:0.1.. -type:action", "sarah"),
    ("novelty:0.9 OR novelty:0.2", "invoice sarah"),
    ("id:k7", "invoice report"),
    ("id:k7x", "invoice"),
    ("id:people", ""),
    ("id:people-0001", "sarah"),
    ("link:Sarah", "invoice"),
    ("linked-by:k7x2m9q4ab", "sarah"),
    // Fields.
    ("author:\"le guin\"", "strange"),
    ("author:ursula", "strange films"),
    ("author:urs", ""),
    ("author:urs*", "strange films"),
    ("author:=kim", "films"),
    ("author:/K\\./", "strange"),
    ("author:a..k", "films"),
    ("author:a..kim", "films"),
    ("year:1969", "strange"),
    ("year:1960..2008", "strange films"),
    ("year:1970..", "films"),
    ("year:196", ""),
    ("year:/^19/", "strange"),
    ("\"reading time\":8..10", "strange"),
    ("budget:9.5", "report"),
    ("budget>=40", "invoice"),
    ("budget>40", ""),
    ("budget<40", "report"),
    ("budget:..100", "invoice report"),
    ("priority:normal..", "invoice"),
    ("priority:..normal", "report"),
    ("meta.genre:satire", "report"),
    ("meta.pages:100..", "report"),
    ("meta:120", "report"),
    ("draft:true", "sarah"),
    // Scores.
    ("score:great", "invoice"),
    ("score:3", "invoice"),
    ("score:2..", "invoice films"),
    ("score>okay", "invoice"),
    ("score:0", "strange"),
    ("score:..bad", "strange"),
    // Times.
    ("created:2026-11-21", "invoice"),
    ("created:today", "invoice"),
    ("created:2026-11", "invoice plain"),
    ("created:2026", "invoice report sarah strange plain"),
    ("created:2025", ""),
    ("created:..2026-01-01", "strange films broken empty"),
    ("created:2026-11-21T10:04", "invoice"),
    ("created:2026-11-21T10:05..", ""),
    ("created:-7d..", "invoice"),
    ("created:2026-W44..2026-W47", "invoice plain"),
    ("updated:2023", "invoice report sarah strange films plain broken empty"),
    ("due:2026-11", "invoice report"),
    ("due:2026-Q4", "invoice report"),
    ("due:..yesterday", "invoice report"),
    ("due:..-2d", "report"),
    ("due:overdue", "invoice"),
    ("due<2026-11-20", "report"),
    // There or not.
    ("has:meaning", "invoice"),
    ("no:type", "plain empty"),
    ("has:due", "invoice report films"),
    ("has:tag", "invoice sarah"),
    ("has:tag,budget", "invoice report sarah"),
    ("no:tag,budget,type", "plain empty"),
    ("has:link", "invoice"),
    ("has:linked-by", "sarah"),
    ("has:\"reading time\"", "strange"),
    ("has:meta.genre", "report"),
    ("no:body", "empty"),
    ("has:in", "invoice report strange films"),
    ("is:orphan type:person", ""),
    ("is:untyped", "plain empty"),
    ("is:inbox", "sarah plain broken empty"),
    ("is:open", "invoice"),
    ("is:done", "report"),
    ("is:task", "invoice"),
    ("is:malformed", "broken"),
  ])
  func finds(_ text: String, _ names: String) throws {
    let expected = Set(names.split(separator: " ").map { $0 == "plain" ? "2026-11-01-plain" : $0 })
    #expect(Set(Fixture.names(try Query(text)).map { $0[...] }) == expected)
  }

  /// A key can contain dots, and a list can contain maps.
  @Test(arguments: [
    ("extra.dotted.key.x:1", true), ("extra.dotted.x:1", false), ("menus.name:main", true),
    ("menus.name:foot", true), ("menus.name:none", false), ("menus.weight>6", true),
    ("a.b.c:1", true), ("a.b.c:2", false), ("a.d:3", true), ("a.b.d:3", false),
  ])
  func findsNested(_ text: String, _ isFound: Bool) throws {
    let fields = """
      extra: {dotted.key: {x: 1}}
      menus: [{name: main}, {name: foot, weight: 7}]
      a.b: {c: 1}
      a: {b: {c: 2}, d: 3}
      """
    let capture = Capture(
      path: try #require(NotePath("a.md")), document: Document(Array("---\n\(fields)\n---\n".utf8)),
      modified: Instant(seconds: 0))
    let found = try Query(text).select(from: [capture], in: Fixture.context)
    #expect(found.captures.isEmpty != isFound)
  }

  @Test(arguments: [
    ("sort:title", "2026-11-01-plain"),
    ("sort:budget", "report"),
    ("sort:-budget", "invoice"),
    ("sort:year", "strange"),
    ("sort:-year", "films"),
    ("sort:priority", "report"),
    ("sort:due", "report"),
    ("sort:-score,title", "invoice"),
    ("", "invoice"),
  ])
  func sorts(_ text: String, _ first: String) throws {
    let expected = text == "sort:title" ? "broken" : first
    #expect(Fixture.names(try Query(text)).first == expected)
  }

  @Test func valuesThatAreMissingComeLast() throws {
    #expect(
      Fixture.names(try Query("has:budget,year sort:year")).prefix(2) == ["strange", "films"])
    #expect(
      Fixture.names(try Query("has:budget,year sort:-year")).prefix(2) == ["films", "strange"])
  }

  /// Captures by name, and the order in which a query finds them.
  static let rankings: [(query: String, files: [(name: String, text: String)], order: String)] = [
    (
      "pay invoice",
      [
        ("body", "# One\n\npay, and later the invoice"), ("title", "# Invoice to pay\n\nx"),
        ("adjacent", "# Two\n\nplease pay invoice now"), ("other", "# Three\n\nnothing"),
      ], "title adjacent body"
    ),
    (
      "art",
      [
        ("longer", "# Artists\n\nArtists, artisans: artful artwork of an artist."),
        ("whole", "# Two\n\nA place for what is no craft and still art."),
      ], "whole longer"
    ),
    (
      // Many captures have the longer word, which makes the whole word no less rare.
      "art house",
      [
        ("a", "# Artist\n\nhouse"), ("b", "# Artist\n\nhouse"), ("c", "# Artist\n\nhouse"),
        ("d", "# A house\n\nhouse and art"),
      ], "d a b c"
    ),
    (
      "big-deal",
      [
        ("longer", "# Big dealers\n\nBig dealers, big dealings"),
        ("whole", "# Two\n\nNot so much of a big deal, as it was said"),
      ], "whole longer"
    ),
    (
      "\"the inv\"*",
      [("longer", "# The invoice\n\nx"), ("whole", "# Two\n\nsee the inv. for more of it")],
      "whole longer"
    ),
    ("art", [("one", "# An artist\n\nx"), ("two", "# x\n\nAn artist of sorts")], "one two"),
    ("*art*", [("part", "# Party\n\nx"), ("whole", "# Two\n\nsome art")], "part whole"),
    (
      // A first line that stands in for a title counts as the body, a heading and a field do not.
      "paste",
      [
        ("line", "Paste is what it was\n\nand nothing else of any kind"),
        ("twice", "What was it then\n\npaste, and still more paste"),
        ("heading", "# Paste\n\nand nothing else of any kind at all"),
        ("field", "---\ntitle: Paste paste\n---\nwith nothing else of any kind"),
      ], "field heading twice line"
    ),
    ("paste", [("paste-a", ""), ("b", "a paste")], "paste-a b"),
  ]

  @Test(arguments: rankings.indices)
  func ranksTheBestMatchFirst(_ index: Int) throws {
    let (query, files, order) = Self.rankings[index]
    let captures = try files.map { name, text in
      Capture(
        path: try #require(NotePath(name + ".md")), document: Document(Array(text.utf8)),
        modified: Instant(seconds: 0))
    }
    let found = try Query(query).select(from: captures, in: Fixture.context, order: .relevance)
    #expect(found.captures.map(\.path.stem).joined(separator: " ") == order, "\(query)")
  }

  /// What is not known is chosen by neither a condition nor its opposite.
  @Test func aHopelessPatternIsGivenUpOn() throws {
    let path = try #require(NotePath("a.md"))
    let text = String(repeating: "a", count: 40) + "!"
    let capture = Capture(
      path: path, document: Document(Array(text.utf8)), modified: Instant(seconds: 0))
    let rows: [(query: String, isFound: Bool, isDecided: Bool)] = [
      ("body:/^(a|a|aa)+$/", false, false), ("NOT body:/^(a|a|aa)+$/", false, false),
      ("body:/^(a|a|aa)+$/ OR path:a.md", true, true),
      ("path:a.md OR body:/^(a|a|aa)+$/", true, true),
      ("body:/^(a|a|aa)+$/ path:b.md", false, true),
      ("body:/^(a|a|aa)+$/ path:a.md", false, false),
      ("NOT (body:/^(a|a|aa)+$/ path:b.md)", true, true),
      ("body:/^(a|a|aa)+$/ OR NOT body:/^(a|a|aa)+$/", false, false),
    ]
    for row in rows {
      let found = try Query(row.query).select(from: [capture], in: Fixture.context)
      #expect(found.captures.isEmpty != row.isFound, "\(row.query)")
      #expect(found.undecided == (row.isDecided ? [] : [path]), "\(row.query)")
    }
  }

  /// However often it was given up on, what it finds at once is found.
  @Test func aPatternThatIsOftenGivenUpOnFindsTheRest() throws {
    let captures = try (0..<120).map { number in
      let text = String(repeating: "a", count: 40) + (number % 2 == 0 ? "!" : "")
      return Capture(
        path: try #require(NotePath("\(number).md")), document: Document(Array(text.utf8)),
        modified: Instant(seconds: 0))
    }
    let found = try Query("body:/^(a|a|aa)+$/").select(from: captures, in: Fixture.context)
    #expect(found.captures.count == 60 && found.undecided.count == 60)
  }

  /// What a machine notes of its values is no text; what a person writes in such a field is.
  @Test(arguments: [
    ("cairn", false), ("d37205", false), ("unsure", false), ("auditors", true), ("ollama", false),
    ("sarah", true), ("due_by:d37205", false), ("has:person_by", true),
  ])
  func marksOfMachinesAreNoText(_ query: String, _ isFound: Bool) throws {
    let text = """
      ---
      due: 2026-11-20
      due_by: the auditors
      person: Sarah
      person_by: cairn d37205
      meaning_by: ollama 77b0e2
      type_by: unsure
      ---
      body
      """
    let capture = Capture(
      path: try #require(NotePath("a.md")), document: Document(Array(text.utf8)),
      modified: Instant(seconds: 0))
    #expect(Matcher(try Query(query), in: Fixture.context).matches(capture) == isFound)
  }

  /// Korean is found by any part of its words, as Chinese and Japanese are.
  @Test(arguments: [
    ("국", true), ("한국", true), ("국어", true), ("어를", true), ("국 OR 東京", true),
    ("NOT 국", false), ("\"한국어\"", true), ("한어", false), ("중국", false),
  ])
  func koreanIsFoundByAnyPart(_ query: String, _ isFound: Bool) throws {
    let capture = Capture(
      path: try #require(NotePath("a.md")), document: Document(Array("저는 한국어를 배워요.".utf8)),
      modified: Instant(seconds: 0))
    #expect(Matcher(try Query(query), in: Fixture.context).matches(capture) == isFound)
  }

  @Test func bytesThatAreNoTextAreSearchedAllTheSame() throws {
    let bytes = Array("# A\n\nbefore ".utf8) + [0xFF, 0xFE] + Array(" after".utf8)
    let capture = Capture(
      path: try #require(NotePath("a.md")), document: Document(bytes),
      modified: Instant(seconds: 0))
    for text in ["after", "/af.er/", "*fte*"] {
      #expect(Matcher(try Query(text), in: Fixture.context).matches(capture))
    }
  }

  @Test func frontMatterThatIsNotReadIsSearchedAllTheSame() throws {
    let text = "+++\nauthors = [\"Erin Power\"]\n+++\nText\n"
    let capture = Capture(
      path: try #require(NotePath("a.md")), document: Document(Array(text.utf8)),
      modified: Instant(seconds: 0))
    #expect(Matcher(try Query("\"erin power\" -other"), in: Fixture.context).matches(capture))
  }

  @Test func wideningLooksInsideWords() throws {
    let query = try Query("rtis -big-x title:epor")
    #expect(Fixture.names(query).isEmpty)
    #expect(query.widened.description == "(rtis OR *rtis*) -big-x (title:epor OR title:*epor*)")
    #expect(Fixture.names(query.widened) == ["report"])
    let exact = try Query("\"rtis\" type:action")
    #expect(exact.widened == exact)
  }

  @Test func explains() throws {
    let query = try Query("art (type:entry OR -is:task) no:tags")
    let explanation = query.explanation(over: Fixture.captures, in: Fixture.context)
    #expect(
      explanation.description == """
        4  all of
          4  art
          7  any of
            2  type:entry
            7  not
              1  is:task
          6  no:tag
        """)
  }
}
