import CairnCapture
import CairnDesk
import CairnFiles
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork
import Testing

/// Every verb that acts on captures, and the captures that words mean to it.
enum ActingVerb: String, CaseIterable, CustomTestStringConvertible {
  // These take handles and queries.
  case set, unset, tag, move, remove, done, edit, meaning, adopt
  // These take handles.
  case show, type, rename, postpone, links, backlinks, related, circles, images, addImage

  static let many = Array(allCases.prefix { $0 != .show })
  var testDescription: String { rawValue }

  /// Returns the paths of the captures that the words select. Writes nothing.
  func paths(_ words: [String], _ work: Workspace) throws -> [NotePath] {
    let selection = SelectRequest(words)
    switch self {
    case .set: return try work.plan(ChangeRequest(selection, Self.budget)).captures.map(\.path)
    case .unset: return try work.plan(ChangeRequest(selection, .unset(["x"]))).captures.map(\.path)
    case .tag:
      let edit = ChangeRequest.Edit.tags(adding: ["x"], removing: [])
      return try work.plan(ChangeRequest(selection, edit)).captures.map(\.path)
    case .move: return try work.plan(MoveRequest(selection, to: "work")).captures.map(\.path)
    case .remove: return try work.plan(RemoveRequest(selection)).captures.map(\.path)
    case .done: return try work.plan(SettleRequest(selection, as: .done)).captures.map(\.path)
    case .edit: return try work.planToEdit(selection, all: false).captures.map(\.path)
    case .adopt: return try work.planToAdopt(selection, all: false).captures.map(\.path)
    case .meaning:
      let request = MeaningRequest(
        selection, all: false, .find(again: true, .none), .dryRun)
      switch try work.plan(request)?.captures {
      case .one(let capture): return [capture.path]
      case .many(let selection): return selection.captures.map(\.path)
      case nil: return []
      }
    default: return try words.flatMap { try path($0, work) }
    }
  }

  private static let budget = ChangeRequest.Edit.fields(
    Change.parse("budget=1").map { [$0] } ?? [], areTexts: false)

  private func path(_ word: String, _ work: Workspace) throws -> [NotePath] {
    switch self {
    case .show: [try work.capture(named: word).capture.path]
    case .type:
      (try work.setType(TypeRequest(word, "gift"), .dryRun)).changed.map(\.path)
    case .rename:
      try work.rename(RenameRequest(word, title: "Another", fileName: nil), .dryRun).changed
        .compactMap { $0.from }
    case .postpone:
      // Captures that are not actions are refused.
      try work.postpone(DeferRequest(word, to: "2031-01-01"), .dryRun).paths
    case .links: [try work.links(in: word).capture.path]
    case .backlinks: [try work.backlinks(to: word).capture.path]
    case .related: [try work.related(to: word, limit: 3).capture.path]
    case .circles:
      [try work.capture(named: word).capture.path].filter { _ in
        (try? work.circles(with: word)) != nil
      }
    case .images: [try work.images(of: word).capture.path]
    case .addImage:
      try work.changeImages(
        ImagesRequest(word, .add([], asCover: false, isEmbedded: false)), .dryRun
      ).unchanged
    default: []
    }
  }
}

@Suite("Handles in every verb") struct HandleTests {
  private static let files: [(path: String, text: String)] = [
    ("sweep.md", "---\nid: x10e9fztcd\ntype: action\n---\n# Call the sweep\n"),
    ("work/pay.md", "---\nid: yakj5s1p4q\ntype: action\n---\n# Pay the supplier\n\nwool\n"),
    ("plain.md", "Plain note.\n\nwool, and the sweep\n"),
    ("odd.md", "---\nid: ABC-12\ntitle: \"type:action\"\n---\nwool\n"),
    ("seven.md", "---\nid: 7\ntitle: yakj\n---\n"), ("row.md", "---\ntitle: \"%2\"\n---\n"),
    ("option.md", "---\ntitle: \"--yes\"\n---\n"), ("fish.md", "# Lots of fish\n"),
    ("lines.md", "---\ntitle: \"Two\\nlines\"\n---\n"),
  ]

  private static func result(
    _ verb: ActingVerb, _ words: [String], _ work: Workspace
  ) -> String {
    do {
      return try verb.paths(words, work).sorted().map(\.description).joined(separator: " ")
    } catch {
      return (error as? Diagnostic)?.code ?? Refusal(error).code
    }
  }

  /// One word, in scripts: the capture it names, or the refusal.
  @Test(arguments: [
    ("x10e", "sweep.md"), ("X10E9", "sweep.md"), ("id:x1", "sweep.md"), ("x10", "capture-unknown"),
    ("yakj", "capture-ambiguous"), ("yakj5", "work/pay.md"), ("u2hx", "plain.md"),
    ("work/pay", "work/pay.md"), ("pay.md", "work/pay.md"), ("PAY the supplier", "work/pay.md"),
    ("Pay", "work/pay.md"), ("Pay the", "capture-unknown"), ("wool", "capture-unknown"),
    ("sweep", "sweep.md"), ("ABC-12", "odd.md"), ("abc-12", "odd.md"), ("ABC-1", "capture-unknown"),
    ("7", "seven.md"),
    ("%2", "capture-unknown"), ("%1", "capture-unknown"), ("--yes", "option.md"),
    ("lots", "capture-unknown"),
    ("Lots of fish", "fish.md"), ("two\nlines", "lines.md"), ("nosuch/file.md", "capture-unknown"),
  ])
  func script(_ word: String, _ expected: String) async throws {
    let desk = try Desk(Self.files)
    try await desk.work { work in
      for verb in ActingVerb.allCases {
        #expect(Self.result(verb, [word], work) == expected, "\(verb)")
      }
    }
  }

  /// Handles and queries together, in verbs that take both.
  @Test(arguments: [
    (["x10e", "yakj5"], "sweep.md work/pay.md"), (["x10e", "wool"], "capture-unknown"),
    (["x10e", "7", "u2hx"], "plain.md seven.md sweep.md"),
    (["x10e", "yakj5", "status:done"], ""), (["sweep", "NOT type:action"], ""),
    (["x10e", "title:call"], "sweep.md"), (["in:work"], "work/pay.md"),
    (["\"wool\""], "odd.md plain.md work/pay.md"), (["/wo+l/"], "odd.md plain.md work/pay.md"),
    (["wool OR fish"], "fish.md odd.md plain.md work/pay.md"), (["wo*"], "capture-unknown"),
    (["NOT wool", "NOT sweep"], "fish.md lines.md option.md row.md seven.md"),
    (["\"wool\" sweep"], "capture-unknown"), (["wool type:action"], "work/pay.md"),
    (["type:action"], "handle-or-query"), (["(type:action)"], "sweep.md work/pay.md"),
    (["type:action", "in:work"], "handle-or-query"), (["odd.md"], "odd.md"),
    ([""], "query-empty-argument"), (["x10e", " "], "query-empty-argument"),
    (["sort:title"], "query-missing"), (["colour:red"], "query-unknown-field"),
  ])
  func scriptOfMany(_ words: [String], _ expected: String) async throws {
    let desk = try Desk(Self.files)
    try await desk.work { work in
      for verb in ActingVerb.many {
        // `done` and `meaning` leave out captures of which there is nothing to do.
        guard verb != .done || !expected.contains("plain") else { continue }
        #expect(Self.result(verb, words, work) == expected, "\(verb)")
      }
    }
  }

  @Test("On a terminal, rows of the last list and parts of titles are handles")
  func terminal() async throws {
    let desk = try Desk(Self.files)
    let rows = ["work/pay.md", "plain.md", "sweep.md"].compactMap { NotePath($0) }
    try await desk.work(terminal: "one") { work in work.remember(rows.map(work.row)) }
    try desk.write("# Moved since\n", to: "aaa.md")
    for verb in ActingVerb.allCases {
      try await desk.work(canAsk: true, terminal: "one") { work in
        for (word, expected) in [
          ("%1", "work/pay.md"), ("%3", "sweep.md"), ("%4", "row-unknown"), ("%0", "row-unknown"),
          ("%2", "capture-ambiguous"), ("lots", "fish.md"), ("Pay the s", "work/pay.md"),
          ("ca", "capture-unknown"), ("zzz", "capture-unknown"), ("two", "lines.md"),
          ("fis", "fish.md"), ("of fi", "fish.md"), ("ish", "capture-unknown"),
          ("the", "capture-ambiguous"), ("SUPP", "work/pay.md"),
          ("1", "work/pay.md"), ("2", "plain.md"), ("03", "sweep.md"), ("7", "seven.md"),
          ("4", "row-unknown"), ("003", "capture-unknown"),
        ] {
          #expect(Self.result(verb, [word], work) == expected, "\(verb) \(word)")
        }
      }
      try await desk.work(canAsk: true, terminal: "two") { work in
        #expect(Self.result(verb, ["%1"], work) == "row-unknown")
        #expect(Self.result(verb, ["%2"], work) == "row.md")
        #expect(Self.result(verb, ["1"], work) == "row-unknown")
      }
    }
  }

  @Test("A request that only reads accepts rows on a terminal, and never searches for their number")
  func readingRows() async throws {
    let desk = try Desk(Self.files + [("two.md", "2\n")])
    let rows = ["work/pay.md", "plain.md"].compactMap { NotePath($0) }
    let result = { (words: [String], canAsk: Bool) in
      try await desk.work(canAsk: canAsk, terminal: "one") { work in
        do {
          let found = try work.select(SelectRequest(words))
          return found.captures.map(\.path.description).sorted().joined(separator: " ")
        } catch {
          return Refusal(error).code
        }
      }
    }
    try await desk.work(terminal: "one") { work in work.remember(rows.map(work.row)) }
    for (words, expected) in [
      (["%1"], "work/pay.md"), (["%1", "sweep.md"], "sweep.md work/pay.md"),
      (["%1", "type:idea"], ""), (["%3"], "row-unknown"), (["%2"], "capture-ambiguous"),
      (["\"%2\""], "row.md two.md"), (["2"], "row.md two.md"), (["%2x"], ""),
    ] {
      #expect(try await result(words, true) == expected, "\(words)")
    }
    #expect(try await result(["%1"], false) == "row-unknown")
    #expect(try await result(["\"%2\""], false) == "row.md two.md")
  }

  @Test("A word never leads to another capture than the one it was shown for")
  func names() async throws {
    let desk = try Desk([
      ("h.md", "---\nid: K7X2M9Q4AB\ntitle: upper\n---\n"),
      ("i.md", "---\nid: k7x2m9q4ab\ntitle: lower\n---\n"),
      ("b.md", "---\nid: c.md\n---\n"), ("c.md", "---\ntitle: The real c\n---\n"),
      ("d.md", "---\nid: Buy milk\n---\n"), ("e.md", "---\ntitle: Buy milk\n---\n"),
      ("f.md", "---\nid: \"%1\"\n---\n"), ("p.md", "---\ntitle: Orig\n---\n"),
      ("work/t.md", "root\n"), ("sub/work/t.md", "sub\n"),
    ])
    let rows = ["p.md", "i.md"].compactMap { NotePath($0) }
    try await desk.work(canAsk: true, terminal: "one") { work in work.remember(rows.map(work.row)) }
    try desk.write("---\ntitle: Other\n---\n", to: "p.md")
    try await desk.work(canAsk: true, terminal: "one") { work in
      for (word, expected) in [
        ("K7X2M9Q4AB", "h.md"), ("k7x2m9q4ab", "i.md"), ("c.md", "c.md"), ("id:c.md", "b.md"),
        ("Buy milk", "capture-ambiguous"), ("%1", "f.md"), ("%2", "i.md"),
      ] {
        #expect(Self.result(.set, [word], work) == expected, "\(word)")
      }
    }
  }

  @Test("A row is the capture that was shown, wherever it is now")
  func rowsFollow() async throws {
    let desk = try Desk([("a.md", "---\nid: x10e9fztcd\n---\nOne\n"), ("b.md", "Two\n")])
    try await desk.work(terminal: "t") { work in
      work.remember([NotePath("a.md"), NotePath("b.md")].map(work.row))
      let move = try work.plan(
        MoveRequest(SelectRequest(["a.md", "b.md"]), to: "c", creates: true))
      _ = try work.apply(move, .write)
    }
    try await desk.work(canAsk: true, terminal: "t") { work in
      let moved = try work.capture(named: "%1").capture
      #expect(moved.path.description == "c/a.md")
      let refusal = #expect(throws: Refusal.self) { try work.capture(named: "%2") }
      #expect(refusal?.code == "row-gone")
    }
  }

  @Test("A row of the trash is the file that was shown, not the last one removed from its path")
  func trashRows() async throws {
    let desk = try Desk([])
    for text in ["First\n", "Second\n"] {
      try desk.write(text, to: "a.md")
      try await desk.work(terminal: "t") { work in
        _ = try work.apply(try work.plan(RemoveRequest(SelectRequest(["a.md"]))), .write)
      }
    }
    try await desk.work(canAsk: true, terminal: "t") { work in
      let files = try work.removedFiles()
      #expect(files.map(\.title) == ["Second", "First"])
      work.remember(files.map { .removed($0.entry.id) })
      for (row, title) in [("%2", "First"), ("%1", "Second")] {
        let restored = try work.restore(.named([row]), .write)
        #expect(try desk.text("a.md") == title + "\n" && restored.changed.count == 1, "\(row)")
        _ = try work.apply(try work.plan(RemoveRequest(SelectRequest(["a.md"]))), .write)
      }
    }
  }

  @Test("Only the last list in a terminal has rows, whatever it showed")
  func lastList() async throws {
    let odd = "---\nid: \"x\\0\\ny z\"\ntitle: \"One\\0\\n//more\"\n---\n"
    let (here, there) = (try Desk([("a.md", odd)]), try Desk([("b.md", "Two\n")]))
    let message = { (desk: Desk) in
      try await desk.work(canAsk: true, terminal: "t") { work in
        do {
          return try work.capture(named: "%1").capture.title
        } catch let refusal as Refusal {
          return refusal.message
        }
      }
    }
    try await here.work(terminal: "t") { $0.remember([$0.row(at: NotePath("a.md")), .other]) }
    #expect(try await message(here).hasPrefix("One"))
    try await here.work(terminal: "t") { $0.remember([.other, .removed("x")]) }
    #expect(try await message(here) == "row 1 of the last list does not name a capture")
    // An empty list shows no rows, so those of the list before it stay.
    try await here.work(terminal: "t") { $0.remember([]) }
    #expect(try await message(here) == "row 1 of the last list does not name a capture")
    #expect(try await message(there) == "`%1` is not a row: no list was shown in this terminal yet")
    try await there.work(canAsk: true, terminal: "t") { work in
      let refusal = #expect(throws: Refusal.self) { try work.capture(named: "1") }
      #expect(
        refusal?.message
          == "`1` is not a capture or a row: no list was shown in this terminal yet")
    }
  }

  @Test("A handle that is also a query is asked about on a terminal, and then names the capture")
  func doubt() async throws {
    let desk = try Desk(Self.files)
    try await desk.work(canAsk: true) { work in
      let plan = try work.plan(RemoveRequest(SelectRequest(["type:action"])))
      #expect(plan.captures.map(\.path.description) == ["odd.md"])
      #expect(
        plan.questions.map(\.text) == [
          "Remove only this capture, not 2 others that `type:action` matches"
        ])
      let done = try work.plan(SettleRequest(SelectRequest(["type:action"]), as: .done))
      #expect(done.question != nil)
    }
  }

  /// A handle that names several captures, the outcome to set, and the capture that changes.
  @Test(
    arguments: [
      ("Water", .done, "open.md"), ("Water", .cancelled, "open.md"), ("Water", .open, "done.md"),
      ("Feed", .done, "capture-ambiguous"), ("Feed", .open, "capture-ambiguous"),
      ("Mow", .done, "mow.md"),
    ] as [(String, ActionOutcome, String)])
  func settles(_ word: String, _ outcome: ActionOutcome, _ expected: String) async throws {
    let rows = [
      ("open.md", "Water", "open"), ("done.md", "Water", "done"), ("mow.md", "Mow", "open"),
      ("feed.md", "Feed", "open"), ("feed too.md", "Feed", "open"),
    ]
    let desk = try Desk(
      rows.map { ($0, "---\ntype: action\nstatus: \($2)\ntitle: \($1)\n---\n") }
        + [("note.md", "---\ntitle: Mow\n---\n")])
    try await desk.work { work in
      do {
        let plan = try work.plan(SettleRequest(SelectRequest([word]), as: outcome))
        #expect(plan.captures.map(\.path.description) == [expected])
      } catch {
        #expect(Refusal(error).code == expected)
      }
    }
  }

  @Test("A person is told the title before one capture is written; a script is not")
  func told() async throws {
    for verb in ActingVerb.allCases where verb != .adopt {
      let desk = try Desk(Self.files)
      _ = try await desk.work { try verb.paths(["x10e"], $0) }
      #expect(!desk.told.sentences.contains("x10e  Call the sweep"))
      _ = try await desk.work(canAsk: true) { try verb.paths(["x10e"], $0) }
      let isWriting =
        ActingVerb.many.contains(verb) || [.type, .rename, .postpone, .addImage].contains(verb)
      #expect(desk.told.sentences.contains("x10e  Call the sweep") == isWriting, "\(verb)")
    }
  }

  @Test(arguments: [
    ("lots", "no capture matches `lots`; did you mean `uXXX  Lots of fish`?"),
    ("zzzz", "no capture matches `zzzz`"),
    ("work/pya.md", "no capture matches `work/pya.md`; did you mean `work/pay.md`?"),
    ("suplier", "no capture matches `suplier`; did you mean `yakj5  Pay the supplier`?"),
    (
      "the",
      "no capture matches `the`; did you mean one of these?\n  x10e  Call the sweep\n"
        + "  yakj5  Pay the supplier"
    ),
  ])
  func suggests(_ word: String, _ message: String) async throws {
    let desk = try Desk(Self.files)
    try await desk.work { work in
      let fish = try work.handle(at: #require(NotePath("fish.md")))
      let refusal = #expect(throws: Refusal.self) { try work.capture(named: word) }
      #expect(refusal?.message == message.replacing("uXXX", with: fish))
      #expect(refusal?.kind == .nothingFound)
    }
  }

  /// A notebook whose titles, aliases and ids look like each other and like everything else.
  private static func generated(_ seed: Int) -> [(path: String, text: String)] {
    var chance = SplitMix(seed: UInt64(seed))
    let ids = ["x10e9fztcd", "x10e9fztce", "x10e000000", "7", "ABC-12", "a/b", "-x", "id:x10e", ""]
    let words = [
      "x10e", "x10e9", "x10e9fztcd", "u2hx", "%1", "--yes", "type:action", "in:work", "NOT", "7",
      "",
      "n", "1", "1.md", "work/1", "(x)", "a OR b", "\\\"x\\\"", "two\\nlines", "Ünï", "uni",
    ]
    return (0..<12).map { number in
      let folder = ["", "work/"].randomElement(using: &chance) ?? ""
      let fields = [("id", ids), ("title", words), ("aliases", words)].compactMap { key, values in
        Bool.random(using: &chance)
          ? "\(key): \"\(values.randomElement(using: &chance) ?? "")\"\n" : nil
      }
      return (
        "\(folder)\(number).md", "---\ntype: action\n\(fields.joined())---\nn \(number) x\n"
      )
    }
  }

  /// What lists show is what every verb accepts, for exactly that capture.
  @Test(arguments: 0..<12)
  func law(seed: Int) async throws {
    let files = seed == 0 ? Self.files : Self.generated(seed)
    let desk = try Desk(files)
    for canAsk in [false, true] {
      try await desk.work(canAsk: canAsk) { work in
        for (path, _) in files {
          let handle = try work.handle(at: #require(NotePath(path)))
          for verb in ActingVerb.allCases {
            #expect(Self.result(verb, [handle], work) == path, "seed \(seed) \(verb) \(handle)")
          }
        }
      }
    }
  }
}

extension ChangeReport {
  /// The captures that the request was about, changed or refused.
  fileprivate var paths: [NotePath] { changed.map(\.path) + refused.compactMap(\.path) }
}
