import CairnInsight
import CairnQuery
import CairnText
import Testing

/// A bare word, as most rows have it.
private func word(_ text: String) -> Condition { .text(Term(.wordStart, text)) }
private func field(_ name: String, _ value: String) -> Condition {
  .test(.field(name), .matches(Term(.phrase, value)))
}
private func value(_ attribute: Attribute, _ text: String) -> Condition {
  .test(
    attribute,
    .matches(Term(attribute == .title || attribute == .path ? .wordStart : .phrase, text)))
}
private func range(_ attribute: Attribute, _ from: String?, _ to: String?) -> Condition {
  .test(attribute, .range(from: from.map { .init($0) }, to: to.map { .init($0) }))
}

@Suite struct ParsingTests {
  static let rows: [(String, Condition)] = [
    ("", .all),
    ("  ", .all),
    ("art", word("art")),
    ("big deal", .and([word("big"), word("deal")])),
    ("big AND deal", .and([word("big"), word("deal")])),
    ("a b OR c", .or([.and([word("a"), word("b")]), word("c")])),
    ("a (b OR c)", .and([word("a"), .or([word("b"), word("c")])])),
    ("(a OR b) OR c", .or([word("a"), word("b"), word("c")])),
    ("-a", .not(word("a"))),
    ("NOT a b", .and([.not(word("a")), word("b")])),
    ("-(a b)", .not(.and([word("a"), word("b")]))),
    ("NOT NOT a", .not(.not(word("a")))),
    ("ORDER or AND1", .and([word("ORDER"), word("or"), word("AND1")])),
    ("\"OR\"", .text(Term(.phrase, "OR"))),
    ("\"two words\"", .text(Term(.phrase, "two words"))),
    ("\"two words\"*", .text(Term(.wordStart, "two words"))),
    (#""say \"hi\" \\ \n""#, .text(Term(.phrase, #"say "hi" \ \n"#))),
    ("*art*", .text(Term(.inside, "art"))),
    ("**art**", .text(Term(.inside, "art"))),
    ("*\"b c\"*", .text(Term(.inside, "b c"))),
    ("art*", word("art")),
    ("/a b+\\/c/", .text(Term(.regex(ignoresCase: false), "a b+/c"))),
    ("/x/i", .text(Term(.regex(ignoresCase: true), "x"))),
    ("f(x) smile", .and([word("f(x)"), word("smile")])),
    ("(f(x))", word("f(x)")),
    ("big-deal", word("big-deal")),
    ("~custrad", .text(Term(.similar, "custrad"))),
    ("-(~Über a~b)", .not(.and([.text(Term(.similar, "Über")), word("a~b")]))),
    ("tag:~pape,b", .or([.test(.tag, .matches(Term(.similar, "pape"))), value(.tag, "b")])),
    ("\"~custrad\"", .text(Term(.phrase, "~custrad"))),
    ("中文", word("中文")),
    ("http://x.org/?a=b", word("http://x.org/?a=b")),
    ("12:30", word("12:30")),
    ("std::vector", word("std::vector")),
    ("re: keys", .and([word("re"), word("keys")])),
    ("Fri:", word("Fri")),
    ("-(re: OR Größe:)", .not(.or([word("re"), word("Größe")]))),
    ("c++ 🎉 & ...", .and([word("c++"), word("🎉"), word("&"), word("...")])),
    ("like:k7x2", .like(.capture("k7x2"))),
    (#"LIKE:"slow \"soup\"""#, .like(.text(#"slow "soup""#))),
    (
      #"-like:work/a.md,"a, b" c"#,
      .and([.not(.or([.like(.capture("work/a.md")), .like(.text("a, b"))])), word("c")])
    ),
    (#""like":x"#, field("like", "x")),
    ("type:action", value(.type, "action")),
    ("TYPE:action", value(.type, "action")),
    ("type:action,idea", .or([value(.type, "action"), value(.type, "idea")])),
    ("author:\"Le Guin\"", .test(.field("author"), .matches(Term(.phrase, "Le Guin")))),
    (
      "author:\"Le, Guin\",Dick",
      .or([.test(.field("author"), .matches(Term(.phrase, "Le, Guin"))), field("author", "Dick")])
    ),
    ("genre:art*", .test(.field("genre"), .matches(Term(.wordStart, "art")))),
    ("genre:\"a b\"*", .test(.field("genre"), .matches(Term(.wordStart, "a b")))),
    ("title:\"art\"", .test(.title, .matches(Term(.phrase, "art")))),
    ("größe:3", field("größe", "3")),
    ("a.b:3", field("a.b", "3")),
    ("\"reading time\":3..", range(.field("reading time"), "3", nil)),
    ("\"link\":x", field("link", "x")),
    ("url:http://x.org", field("url", "http://x.org")),
    ("score:2..", range(.score, "2", nil)),
    ("score:..okay", range(.score, nil, "okay")),
    ("score:1..2,3", .or([range(.score, "1", "2"), value(.score, "3")])),
    ("score>=2", range(.score, "2", nil)),
    ("score:>=2", range(.score, "2", nil)),
    ("score<=2", range(.score, nil, "2")),
    ("n>=\"a.\"", .test(.field("n"), .range(from: .init("a."), to: nil))),
    ("score>2", .test(.score, .range(from: .init("2", isIncluded: false), to: nil))),
    ("score:<2", .test(.score, .range(from: nil, to: .init("2", isIncluded: false)))),
    ("title:=Art", .test(.title, .equals("Art"))),
    ("a:b,:c", .or([field("a", "b"), field("a", ":c")])),
    ("title:wait...", value(.title, "wait...")),
    ("title:\"a b\"..\"c d\"", range(.title, "a b", "c d")),
    ("title:/a,b/i", .test(.title, .matches(Term(.regex(ignoresCase: true), "a,b")))),
    ("title:*art*", .test(.title, .matches(Term(.inside, "art")))),
    ("due:overdue", .flag(.overdue)),
    ("due:..+7d", range(.due, nil, "+7d")),
    ("created:-7d..", range(.created, "-7d", nil)),
    ("created:2026-11", value(.created, "2026-11")),
    ("has:meaning", .has(.meaning)),
    ("no:tags", .not(.has(.tag))),
    ("no:tags,due", .not(.or([.has(.tag), .has(.due)]))),
    ("has:\"reading time\"", .has(.field("reading time"))),
    ("is:orphan,untyped", .or([.flag(.orphan), .flag(.untyped)])),
    ("in:books/old/", .test(.collection, .matches(Term(.phrase, "books/old")))),
    ("in:/", .test(.collection, .matches(Term(.phrase, "/")))),
    ("in:inbox", .test(.collection, .matches(Term(.phrase, "/")))),
    ("in:/inbox", .test(.collection, .matches(Term(.phrase, "inbox")))),
    ("path:work/*.md", .test(.path, .glob("work/*.md"))),
    ("path:*inv*", .test(.path, .matches(Term(.inside, "inv")))),
    ("path:work/acme", value(.path, "work/acme")),
    ("link:Sarah -linked-by:k7x2", .and([value(.link, "Sarah"), .not(value(.linkedBy, "k7x2"))])),
    ("tag:x/y #z", .and([value(.tag, "x/y"), word("#z")])),
  ]

  @Test(arguments: rows)
  func parses(_ text: String, _ tree: Condition) throws {
    #expect(try Query(text).condition == tree)
  }

  @Test(arguments: rows)
  func printsWhatParsesToTheSameTree(_ text: String, _ tree: Condition) throws {
    let printed = Query(tree).description
    #expect(try Query(printed).condition == tree, "\(printed)")
    #expect(try Query(printed).description == printed)
  }

  @Test func argumentsAreParsedAlone() throws {
    let query = try Query(arguments: ["a OR b", "c", "sort:-score,created", "sort:title"])
    #expect(query.condition == .and([.or([word("a"), word("b")]), word("c")]))
    #expect(
      query.sort == [SortKey(.score, isDescending: true), SortKey(.created), SortKey(.title)])
    #expect(query.description == "(a OR b) c sort:-score,created,title")
    #expect(try Query(query.description) == query)
    #expect(try Query("a OR b sort:due").description == "(a OR b) sort:due")
    #expect(try Query(arguments: []).selectsEverything)
  }

  @Test(arguments: [
    ("sort:title", true), ("/.*/", true), ("title:/x?/i", true), ("NOT (NOT /^/)", true),
    ("a OR /(?:)/", true), ("/a*/ path:/b*/", true),
    ("/./", false), ("/^$/", false), ("a /.*/", false), ("a OR NOT a", false), ("NOT /.*/", false),
    ("\"a\"", false), ("has:title", false), ("author:/.*/", false),
  ])
  func knowsWhatSaysNothing(_ text: String, _ isEverything: Bool) throws {
    #expect(try Query(text).selectsEverything == isEverything)
  }

  @Test(arguments: [
    "", " ", "\t\n", "\u{A0}", "\u{2028}", "\u{3000}", "\u{200B}", "\u{FEFF}\u{2060}", "\u{AD}",
    "\u{3164}", "\u{E0020}", "\u{2800}", "\0",
  ])
  func refusesBlankArguments(_ blank: String) {
    for arguments in [[blank], ["type:idea", blank], [blank, "sort:title"]] {
      let error = #expect(throws: Diagnostic.self) { try Query(arguments: arguments) }
      #expect(error?.code == "query-empty-argument")
    }
  }

  @Test(arguments: [
    ("a", true), ("a b", true), ("a -b", true), ("(a)", true), ("a*", true), ("*a*", true),
    ("\"a\" b", true), ("12:30", true), ("\"a\"", false), ("re:", true), ("\"a\"*", false),
    ("/a/", false),
    ("a AND b", false), ("a OR b", false), ("NOT a", false), ("a type:idea", false),
    ("type:idea", false), ("a>2", false), ("is:open", false), ("sort:due", false),
    ("a sort:due", false), ("\"link\":x", false),
  ])
  func knowsArgumentsOfWordsOnly(_ text: String, _ isPlain: Bool) throws {
    #expect(try Query(text).hasPlainArgument == isPlain)
    #expect(try Query(arguments: ["type:idea", text]).hasPlainArgument == isPlain)
  }

  @Test(arguments: [
    ("\"art", "query-unclosed-quote", 1),
    ("a \"b c", "query-unclosed-quote", 3),
    ("\"a\"b", "query-missing-space", 4),
    ("a\"b\"", "query-stray-quote", 2),
    ("title:a\"b", "query-stray-quote", 8),
    ("/art", "query-unclosed-regex", 1),
    ("/usr/bin", "query-bad-regex", 6),
    ("é /a(/", "query-bad-regex", 3),
    ("OR", "query-missing-operand", 1),
    ("a OR", "query-missing-operand", 3),
    ("OR b", "query-missing-operand", 1),
    ("a OR OR b", "query-missing-operand", 3),
    ("a AND", "query-missing-operand", 3),
    ("AND a", "query-missing-operand", 1),
    ("a NOT", "query-missing-operand", 3),
    ("a - b", "query-missing-operand", 3),
    ("a OR sort:due", "query-missing-operand", 3),
    ("(a", "query-unclosed-group", 1),
    ("a)", "query-unopened-group", 2),
    (")", "query-unopened-group", 1),
    ("a ()", "query-empty-group", 4),
    ("~", "query-no-word", 1),
    ("a ~abc", "query-no-word", 3),
    ("~\"two words\"", "query-no-word", 1),
    ("~big-deal", "query-no-word", 1),
    ("~words*", "query-no-word", 1),
    ("~/word/", "query-no-word", 1),
    ("title:~東京物語", "query-no-word", 7),
    ("author:~sebald..z", "query-bad-value", 8),
    ("due:~friday", "query-bad-value", 5),
    ("*", "query-stray-star", 1),
    ("*art", "query-stray-star", 1),
    ("a*b", "query-stray-star", 2),
    ("\"\"", "query-empty-text", 1),
    ("//", "query-empty-text", 1),
    ("a \u{301}", "query-empty-text", 3),
    ("score=2", "query-change", 1),
    ("a tags+=b", "query-change", 3),
    ("tags-=b", "query-change", 1),
    ("type:", "query-empty-value", 6),
    ("type: action", "query-empty-value", 6),
    ("(In:) x", "query-empty-value", 5),
    ("has: x", "query-empty-value", 5),
    ("type:a,", "query-empty-value", 8),
    ("title:..", "query-empty-value", 9),
    ("score:>", "query-empty-value", 8),
    ("score:best", "query-bad-value", 7),
    ("score:1..9", "query-bad-value", 10),
    ("score:*1*", "query-bad-value", 7),
    ("in:../x", "query-bad-value", 4),
    ("created:soon", "query-bad-date", 9),
    ("a due:freitga", "query-bad-date", 7),
    ("due:heute..freitga", "query-bad-date", 12),
    ("due:\"bis Freitag\"", "query-bad-date", 5),
    ("created:2026-13", "query-bad-date", 9),
    ("due:today..2026-02-30", "query-bad-date", 12),
    ("type:a..b", "query-no-order", 6),
    ("tag>x", "query-no-order", 5),
    ("is:orphaned", "query-unknown-flag", 4),
    ("is:", "query-unknown-flag", 4),
    ("has:", "query-empty-value", 5),
    ("like:", "query-empty-value", 6),
    (#"like:" ""#, "query-empty-text", 6),
    ("like:a,", "query-empty-value", 8),
    ("like>a", "query-bad-value", 1),
    ("sort:", "query-empty-value", 6),
    ("sort:title,-links", "query-no-order", 13),
    ("(a sort:due)", "query-sort-inside", 4),
    ("-sort:due", "query-sort-inside", 2),
    (String(repeating: "(", count: 101), "query-too-deep", 101),
    (String(repeating: "-", count: 50_000) + "a", "query-too-deep", 101),
  ])
  func complains(_ text: String, _ code: String, _ column: Int) {
    let error = #expect(throws: Diagnostic.self) { try Query(text) }
    #expect(error?.code == code)
    #expect(error?.location?.column == column, "\(error?.rendered() ?? "")")
    #expect(error?.severity == .error)
  }

  @Test(arguments: [
    ("staus:open", ["state", "status"], "did you mean `status`?"),
    ("gerne:x", ["genre", "year"], "did you mean `genre`?"),
    ("mailto:x", ["genre"], "to search for the text, put it in quotes: '\"mailto:x\"'"),
    ("a -(mailto:x,y OR b)", ["genre"], "put it in quotes: '\"mailto:x,y\"'"),
    ("mailto:\"x y\"", ["genre"], "put it in quotes"),
    ("sort:yera", ["Year"], "did you mean `Year`?"),
    ("has:yaer", ["Year"], "did you mean `Year`?"),
  ])
  func unknownFields(_ text: String, _ known: [String], _ advice: String) throws {
    let query = try Query(text)
    let error = #expect(throws: Diagnostic.self) { try query.check(fields: known) }
    #expect(error?.code == "query-unknown-field")
    #expect(error?.message.hasSuffix(advice) == true, "\(error?.message ?? "")")
    #expect(error?.location != nil)
  }

  /// A word before a colon is text, unless captures have a field with this name.
  @Test(
    arguments: [
      ("re: keys", ["genre"], nil), ("a OR re:", ["genre"], nil), ("genre: x", ["Genre"], 7),
      ("a -genre:", ["genre"], 10), ("meta.x: y", ["meta"], 8), ("genre: x", [], nil),
    ] as [(String, [String], Int?)])
  func wordsBeforeAColon(_ text: String, _ known: [String], _ column: Int?) throws {
    var error: Diagnostic?
    let query = try Query(text)
    do throws(Diagnostic) {
      try query.check(fields: known)
    } catch let found {
      error = found
    }
    #expect(error?.code == column.map { _ in "query-empty-value" })
    #expect(error?.location?.column == column)
  }

  /// A date in another language is valid unless the settings say otherwise.
  @Test(arguments: [
    ("due:freitag", TimeLanguageChoice.only(.german), 0), ("due:freitag", .detected, 0),
    ("due:heute..\"nächsten Freitag\"", .detected, 0), ("due:freitag", .english, 5),
    ("a due:heute..do", .detected, 14), ("a due:heute..do", .only(.german), 0),
    ("due:ma", .detected, 5), ("due:freitag", .only(.french), 5),
  ])
  func datesInOtherLanguages(_ text: String, _ language: TimeLanguageChoice, _ column: Int) throws {
    let query = try Query(text)
    var error: Diagnostic?
    do throws(Diagnostic) {
      try query.check(fields: [String](), language: language)
    } catch let found {
      error = found
    }
    #expect(error?.location?.column ?? 0 == column, "\(error?.message ?? "")")
    #expect(error.map { $0.code == "query-bad-date" } ?? true)
  }

  @Test func knownNamesPass() throws {
    let folders = try ["books", "books/Été"].map { try #require(NotePath($0)) }
    let query = try Query("YEAR:3 meta.sub:x in:books/ete title:x")
    try query.check(fields: ["year", "meta"], collections: folders)
    let error = #expect(throws: Diagnostic.self) {
      try Query("a in:boks").check(fields: ["x"], collections: folders)
    }
    #expect(error?.code == "query-unknown-collection")
    #expect(error?.message == "there is no collection `boks`; did you mean `books`?")
    #expect(error?.location?.column == 6)
  }

  /// Queries of captures that are not there, the column of the name, and the advice.
  @Test(arguments: [
    ("link:nosuch", 6, "no capture is called `nosuch`"),
    ("a OR linked-by:sara", 16, "no capture is called `sara`; did you mean `Sarah`?"),
    ("link:\"Projekt Atlas\"", 6, "did you mean `\"Project Atlas\"`?"),
    ("link:sarah,=atlas", 13, "no capture is called `atlas`"),
    (
      "tag:a link:Project Atlas", 12,
      "put a name that contains spaces in quotes, as in 'tag:a link:\"Project Atlas\"'"
    ),
  ])
  func unknownCaptures(_ text: String, _ column: Int, _ advice: String) throws {
    let known = ["Sarah", "Project Atlas"]
    let error = #expect(throws: Diagnostic.self) {
      try Query(text).check(
        fields: [String](),
        capturesLike: { name in
          if known.contains(where: { $0.lowercased() == name.lowercased() }) { return nil }
          return known.filter { $0.lowercased().first == name.lowercased().first }
        })
    }
    #expect(error?.code == "query-unknown-capture")
    #expect(error?.location?.column == column)
    #expect(error?.message.hasSuffix(advice) == true, "\(error?.message ?? "")")
  }

  @Test(
    "The time that a list shows",
    arguments: [
      ("a", .created), ("a sort:title", .created), ("sort:-due,updated", .due),
      ("sort:score,updated,due", .updated), ("due:..+7d", .due), ("is:overdue", .due),
      ("has:due OR a", .due), ("no:due", .created), ("due:today sort:created", .created),
      ("due:today sort:title", .due),
    ] as [(String, ShownTime)])
  func shownTimes(_ text: String, _ time: ShownTime) throws {
    #expect(try Query(text).shownTime == time)
  }

  @Test(arguments: [
    ("score=great", Change(field: "score", .set, value: "great")),
    ("tags+=q4", Change(field: "tags", .add, value: "q4")),
    ("tags-=q4", Change(field: "tags", .remove, value: "q4")),
    ("note=a=b, \"c\"", Change(field: "note", .set, value: "a=b, \"c\"")),
    ("due=", Change(field: "due", .set, value: "")),
    ("größe=3", Change(field: "größe", .set, value: "3")),
    ("first-name=x", Change(field: "first-name", .set, value: "x")),
    ("=x", nil), ("3=x", nil), ("a b=c", nil), ("type:a=b", nil), ("a>=b", nil), ("word", nil),
    ("-a=b", nil), ("http://x?a=b", nil),
  ])
  func changes(_ argument: String, _ change: Change?) {
    #expect(Change.parse(argument) == change)
  }
}
