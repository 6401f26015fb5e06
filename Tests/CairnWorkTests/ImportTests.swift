import CairnArchive
import CairnCapture
import CairnDesk
import CairnExport
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import Glibc
import Synchronization
import Testing

/// Imports as clients ask for them.
struct ImportTests {
  private static let picture = "GIF89a\u{01}\u{00}\u{01}\u{00}\u{00}\u{00}\u{00};"
  private static let keep = """
    {"title":"Tea","textContent":"Green","userEditedTimestampUsec":1717430460000000,
    "createdTimestampUsec":1717430400000000,"labels":[{"name":"home"}],
    "attachments":[{"filePath":"a.gif"}]}
    """
  private static let other = """
    {"title":"Milk","textContent":"Oat","userEditedTimestampUsec":1717430460000000,
    "createdTimestampUsec":1717430500000000}
    """

  private func desk() throws -> Desk {
    try Desk([
      (".export/Tea.json", Self.keep), (".export/Milk.json", Self.other),
      (".export/a.gif", Self.picture), ("old.md", "old\n"),
    ])
  }

  @Test func writesOnceAndIsUndoneAsOne() async throws {
    let desk = try desk()
    var request = ImportRequest(nil, path: ".export")
    request.collection = "from/keep"
    let before = try await desk.work { try $0.apply(try $0.plan(request), .dryRun) }
    #expect(before.summary(.dryRun) == "Would import 2 notes.")
    #expect(try await desk.paths() == ["old.md"])
    let result = try await desk.work { try $0.apply(try $0.plan(request), .write) }
    #expect(result.source == "keep")
    #expect(result.summary(.write) == "Imported 2 notes.")
    #expect(result.report.changed.count == 3)
    let tea = try #require(try await desk.paths().first { $0.contains("tea") })
    let text = try #require(try desk.text(tea))
    #expect(tea.hasPrefix("from/keep/2024-06-03-tea-"))
    #expect(text.contains("created: 2024-06-03T16:00:00Z\n"))
    #expect(text.contains("imported: keep 1717430400000000\n"))
    #expect(text.contains("tags: [home]\n") && text.hasSuffix("---\n# Tea\n\nGreen\n"))
    #expect(text.contains("originals: [") && text.contains(" a.gif]\n"))
    // The second import adds nothing.
    let again = try await desk.work { try $0.apply(try $0.plan(request), .write) }
    #expect(again.summary(.write) == "Imported 0 notes; 2 imported before.")
    #expect(again.report.operation == nil)
    // One undo takes all of it back.
    _ = try await desk.work { try await $0.apply(try $0.plan(UndoRequest()), .write) }
    #expect(try await desk.paths() == ["old.md"])
  }

  @Test func readsDatesInTheOrderOfTheSettings() async throws {
    let rows = [
      ("03.04.2024", "2024-04-03"), ("\"April 5, 2024\"", "2024-04-05"),
      ("5/4/2024", "2024-05-04"), ("2024-06-07", "2024-06-07"),
      ("1712327460", "2024-04-05T14:31:00Z"), ("2024", "2024-01-01"),
      ("someday or never", "someday or never"),
    ]
    let table =
      "title,date,due\n"
      + rows.enumerated().map { "T\($0),\($1.0),\"July 9, 2024\"\n" }.joined()
    let desk = try Desk([(".table.csv", table)])
    let settings = [(key: "dates.order", value: "mdy")]
    let result = try await desk.work(settings: settings) { work in
      try work.apply(try work.plan(ImportRequest("csv", path: ".table.csv")), .write)
    }
    let texts = try await desk.paths().filter { $0.hasSuffix(".md") }.compactMap(desk.text)
    for (number, row) in rows.enumerated() {
      let text = try #require(texts.first { $0.contains("# T\(number)\n") })
      #expect(text.contains("created: \(row.1)\n"), "\(text)")
      #expect(text.contains("due: 2024-07-09\n"), "\(text)")
    }
    #expect(
      result.suggestions == [
        "Cairn does not understand the date `someday or never` in the field `created` of `T6`."
      ])
  }

  /// A folder that cannot be a collection is an error, not the reason to skip each note.
  @Test(arguments: [".git/x", "../x", "a/.hidden"])
  func refusesWhatCannotBeACollection(_ collection: String) async throws {
    let desk = try desk()
    var request = ImportRequest(nil, path: ".export")
    request.collection = collection
    let asked = request
    await #expect(throws: (any Error).self) { try await desk.work { _ = try $0.plan(asked) } }
  }

  @Test func keepsThePathsOfMarkdownFiles() async throws {
    let desk = try Desk([
      (".vault/A/One.md", "---\ntags: [x] # c\n---\n[[Two]] ![[p.gif]]\n"),
      (".vault/Two.md", "two\n"), (".vault/img/p.gif", Self.picture), ("Two.md", "mine\n"),
    ])
    let result = try await desk.work {
      try $0.apply(try $0.plan(ImportRequest("obsidian", path: ".vault")), .write)
    }
    #expect(result.imported == 1)
    #expect(result.skipped.map(\.item) == ["Two.md"])
    #expect(try desk.text("Two.md") == "mine\n")
    let one = try #require(try desk.text("A/One.md"))
    #expect(one.contains("tags: [x] # c\n") && one.contains("imported: obsidian A/One.md\n"))
    #expect(one.hasSuffix("---\n[[Two]] ![[p.gif]]\n"))
    #expect(try desk.text("img/p.gif") == Self.picture)
  }

  /// Runs an import, and returns what it says.
  @discardableResult
  private func importing(
    _ path: String, _ desk: Desk, _ source: String? = nil
  ) async throws -> ImportResult {
    try await desk.importing(path, source)
  }

  @Test func updatesWhatChangedOnlyThere() async throws {
    let desk = try desk()
    try await importing(".export", desk)
    let tea = try #require(try await desk.paths().first { $0.contains("tea") })
    let milk = try #require(try await desk.paths().first { $0.contains("milk") })
    let (oldTea, oldMilk) = (try #require(try desk.text(tea)), try #require(try desk.text(milk)))
    // Both notes change there, and one of them here.
    try desk.write(
      Self.keep.replacing("Green", with: "Black").replacing("home", with: "shop"),
      to: ".export/Tea.json")
    try desk.write(Self.other.replacing("Oat", with: "Soy"), to: ".export/Milk.json")
    try desk.write(oldMilk + "Mine.\n", to: milk)
    let plan = try await desk.work { try $0.plan(ImportRequest(nil, path: ".export")) }
    #expect(plan.question?.text == "Update 1 capture")
    let result = try await importing(".export", desk)
    #expect(
      result.summary(.write) == "Imported 0 notes; updated 1, 1 imported before, 1 item skipped.")
    #expect(
      result.skipped.map(\.reason) == [
        "the note changed in the other tool, and `\(milk)` changed in Cairn"
      ])
    let newTea = try #require(try desk.text(tea))
    #expect(
      newTea.replacing("Black", with: "Green").replacing("shop", with: "home").withoutCheck
        == oldTea.withoutCheck)
    #expect(try desk.text(milk) == oldMilk + "Mine.\n")
    // Nothing changed since, so that a third run changes nothing.
    #expect(try await importing(".export", desk).report.operation == nil)
    _ = try await desk.work { try await $0.apply(try $0.plan(UndoRequest()), .write) }
    #expect(try desk.text(tea) == oldTea)
    // A capture that only moved is updated where it is.
    let move = MoveRequest(SelectRequest([tea]), to: "drinks", creates: true)
    _ = try await desk.work { try $0.apply(try $0.plan(move), .write) }
    #expect(try await importing(".export", desk).updated == 1)
    #expect(try #require(try desk.text("drinks/\(tea)")).contains("Black"))
  }

  @Test func addsFilesThatComeLater() async throws {
    let desk = try Desk([(".vault/One.md", "![[p.gif]]\n")])
    try await importing(".vault", desk)
    try desk.write(Self.picture, to: ".vault/p.gif")
    let result = try await importing(".vault", desk)
    #expect(result.imported == 0 && result.updated == 0)
    #expect(try desk.text("p.gif") == Self.picture)
  }

  /// A new note from a file of its own has the time that queries find in the file: a field, the name,
  /// or the time of the last change.
  @Test func keepsTheTimesOfFiles() async throws {
    let desk = try Desk([
      (".vault/A.md", "a\n"), (".vault/B.md", "---\ndate: 2020-02-03\n---\nb\n"),
      (".vault/2021-03-04 C.md", "c\n"), (".vault/D.html", "<p>d</p>"),
    ])
    for name in ["A.md", "D.html"] { desk.setTime(of: ".vault/\(name)", to: 1_600_000_000) }
    try await importing(".vault", desk, "obsidian")
    try await importing(".vault", desk, "html")
    let created = try await desk.work { work in
      try work.select(SelectRequest()).captures.map { $0.text("created") ?? "" }
    }
    #expect(
      Set(created) == ["2020-09-13T13:26:40+01:00", "2020-02-03", "2021-03-04"])
    // A later change of the file alone does not change the note.
    desk.setTime(of: ".vault/A.md", to: 1_700_000_000)
    #expect(try await importing(".vault", desk, "obsidian").updated == 0)
  }

  @Test func importsNotesWithManyPicturesOrOnlyPictures() async throws {
    let names = (1...5).map { "\($0).gif" }
    let list = names.map { #"{"filePath":"\#($0)"}"# }.joined(separator: ",")
    let note = #""userEditedTimestampUsec":1717430460000000,"attachments":[\#(list)]"#
    var files = names.map { (".in/\($0)", Self.picture + $0) }
    files.append((".in/A.json", #"{"title":"A","textContent":"a",\#(note)}"#))
    files.append((".in/B.json", #"{"title":"","textContent":"",\#(note)}"#))
    let result = try await importing(".in", Desk(files))
    #expect(result.imported == 2 && result.skipped.isEmpty)
  }

  /// Obsidian's settings apply in a vault, and are suggested for the notebook that a vault is imported to.
  @Test func readsTheSettingsOfObsidian() async throws {
    let files = [
      (
        ".obsidian/daily-notes.json",
        #"{"folder":"Log","format":"YYYY/DD MMMM","template":"T/Day"}"#
      ),
      (".obsidian/templates.json", #"{"folder":"T"}"#),
      (".obsidian/app.json", #"{"useMarkdownLinks":true,"attachmentFolderPath":"files"}"#),
      (".obsidian/bookmarks.json", #"{"items":[{"type":"file","path":"A.md"}]}"#),
      ("T/Day.md", "# {{date:D MMMM}}\n"), ("A.md", "a\n"),
    ]
    let vault = try Desk(files)
    let (path, text, words) = try await vault.work { work in
      let note = try work.create(try work.dailyNote(on: "2026-11-21")).note
      return (
        note.path.description, note.capture.map { String(decoding: $0.body, as: UTF8.self) } ?? "",
        work.obsidianNotes
      )
    }
    #expect(path == "Log/2026/21 November.md" && text.contains("# 21 November"))
    #expect(words.count == 4)
    _ = try await vault.work { work in
      try work.link(LinkRequest(from: "A", to: "Log/2026/21 November.md"), .write)
    }
    let linked = try #require(try vault.text("A.md"))
    #expect(linked.contains("](Log/2026/21%20November.md)"))
    let desk = try Desk(files.map { (".in/\($0.0)", $0.1) })
    let result = try await importing(".in", desk)
    #expect(result.skipped.count == 1)
    #expect(
      result.suggestions.contains(
        "To continue the daily notes of Obsidian, run `cairn config daily.path "
          + "'Log/{{date:YYYY/DD MMMM}}'`."))
    #expect(try #require(try desk.text("A.md")).contains("pinned: true\n"))
  }

  /// What was exported as Markdown or TextBundles is imported with the same bytes, except the fields of
  /// the import.
  @Test(arguments: [ExportFormat.zip, .textbundle])
  func returnsWhatWasExported(_ format: ExportFormat) async throws {
    let files: [(path: String, text: String)] = [
      (
        "work/One.md",
        "---\n# kept\nid: k7x2m9q4ab\ncollection: work\nimages: [media/p.gif]\ncreated: 2026-01-01\n---\n"
          + "See ![a](media/p.gif) and [b](../files/b%20c.bin), [[Two]].\n"
      ), ("Two.md", "---\nid: p7x2m9q4ab\ncreated: 2026-01-01\n---\ntwo\n"),
      ("work/Three.md", "---\nid: p7x2m9q4ac\ncollection: work\ncreated: 2026-01-01\n---\n"),
      (
        "work/Four.md",
        "---\nid: p7x2m9q4ad\ntype: entry\ncollection: work\ncreated: 2026-01-01\n---\n    code\r\n"
      ),
    ]
    let page = "---\nname: Work\ntype: note\n---\nOur work.\n"
    let desk = try Desk(
      files + [("work/_collection.md", page)] + [
        ("work/media/p.gif", Self.picture), ("files/b c.bin", "binary"),
      ])
    let bytes = try await desk.work { work in
      var request = ExportRequest()
      request.format = format
      var bytes: [UInt8] = []
      _ = work.write(try work.plan(request)) { bytes += $0 }
      return bytes
    }
    let other = try Desk()
    try other.write(bytes, to: ".in")
    #expect(try await importing(".in", other).imported == 4)
    #expect(try other.text("work/_collection.md") == (format == .zip ? page : nil))
    for (path, text) in files {
      let found = try #require(try other.text(path))
      #expect(found.withoutImport == text)
    }
    #expect(try other.text("work/media/p.gif") == Self.picture)
    #expect(try other.text("files/b c.bin") == "binary")
    // The page that came with the first import does not change the captures of the next one.
    #expect(try await importing(".in", other).updated == 0)
  }

  @Test func refusesHostileArchives() async throws {
    let desk = try Desk()
    var zip = ZipWriter()
    let time = DateTime(date: CalendarDate(daysSinceEpoch: 20_000), secondOfDay: 0)
    let bomb = zip.file(Array("a.md".utf8), [UInt8](repeating: 97, count: 3 << 20), at: time) ?? []
    try desk.write(bomb + zip.end(), to: ".bomb.zip")
    await #expect {
      try await desk.work { _ = try $0.plan(ImportRequest(nil, path: ".bomb.zip")) }
    } throws: { ($0 as? Refusal)?.code == "archive-refused" }
    var other = ZipWriter()
    let up = other.file(Array("../up.md".utf8), Array("up\n".utf8), at: time) ?? []
    let ok = other.file(Array("ok.md".utf8), Array("ok\n".utf8), at: time) ?? []
    try desk.write(up + ok + other.end(), to: ".up.zip")
    // A text that asks for a place among the settings.
    try desk.write(
      #"{"version":2,"cairn":{"path":".cairn/x.md"}}"#, to: ".b/X.textbundle/info.json")
    try desk.write("x\n", to: ".b/X.textbundle/text.md")
    #expect(try await importing(".b", desk).skipped.map(\.item) == [".cairn/x.md"])
    let result = try await importing(".up.zip", desk)
    #expect(result.imported == 1 && result.skipped.map(\.item) == ["../up.md"])
  }

  /// Notes that another process imported after this one had made its plan are not imported again.
  @Test func importsOnceAtTheSameTime() async throws {
    let desk = try desk()
    let plans = try await [
      desk.work { try $0.plan(ImportRequest(nil, path: ".export")) },
      desk.work { try $0.plan(ImportRequest(nil, path: ".export")) },
    ]
    let results = try await [
      desk.work { try $0.apply(plans[0], .write) }, desk.work { try $0.apply(plans[1], .write) },
    ]
    #expect(results.map(\.imported) == [2, 0] && results.map(\.known) == [0, 2])
    #expect(results[1].report.operation == nil)
    #expect(try await desk.paths().count == 3)
  }

  /// Items of a folder that are neither files nor folders are listed.
  @Test func listsLinksAndPipes() async throws {
    let desk = try Desk([
      (".vault/A.md", "a\n"), (".shared/B.md", "b\n"), (".vault/node_modules/C.md", "c\n"),
    ])
    let vault = try await desk.work { "\($0.notebook.store.root)/.vault" }
    #expect(symlink("../.shared", "\(vault)/shared") == 0)
    #expect(symlink("A.md", "\(vault)/D.md") == 0)
    #expect(mkfifo("\(vault)/pipe.md", 0o600) == 0)
    let result = try await importing(".vault", desk)
    #expect(result.imported == 1 && !result.isIncomplete)
    #expect(
      result.skipped.map { "\($0.item): \($0.reason)" } == [
        "D.md: it is a link", "pipe.md: it is not a regular file", "shared: it is a link",
        "node_modules: Cairn ignores folders with this name",
      ])
  }

  /// An export of which a part is missing or damaged.
  @Test func saysWhatIsMissing() async throws {
    let desk = try Desk()
    let note = "<en-export><note><title>T</title><content>Long text"
    try desk.write(note, to: ".in/A.enex")
    let result = try await importing(".in", desk)
    #expect(result.imported == 1 && result.isIncomplete)
    #expect(result.skipped.map(\.item) == ["T", "A.enex"])
    let time = DateTime(date: CalendarDate(daysSinceEpoch: 20_000), secondOfDay: 0)
    var (parts, exports) = ([[UInt8]](), ZipWriter())
    for text in ["a\n", "b\n"] {
      var zip = ZipWriter()
      let file = zip.file(Array("A.md".utf8), Array(text.utf8), at: time) ?? []
      parts.append(
        exports.file(Array("\(parts.count).zip".utf8), file + zip.end(), at: time) ?? [])
    }
    parts.append(exports.file(Array("2.zip".utf8), Array("PK\u{3}\u{4}".utf8), at: time) ?? [])
    try desk.write(parts.joined() + exports.end(), to: ".parts.zip")
    let other = try await importing(".parts.zip", desk)
    #expect(other.imported == 1 && other.isIncomplete)
    #expect(other.skipped.map(\.item) == ["2.zip", "A.md"])
  }

  /// A folder that contains the notebook, such as `/`, is not an export.
  @Test(arguments: ["/", "..", ".", ""])
  func refusesItsOwnFolder(_ path: String) async throws {
    let desk = try Desk([("a.md", "a\n")])
    await #expect {
      try await desk.work { _ = try $0.plan(ImportRequest("obsidian", path: path)) }
    } throws: { ($0 as? Refusal)?.code == "import-notebook" }
  }

  @Test func saysWhatItCannotRead() async throws {
    let tables = (1...7).map { (".in/\($0).jsonl", "{}\n") }
    let desk = try Desk([("x.bin", "nothing")] + tables)
    for (source, path, code, words) in [
      ("what", "x.bin", "source-unknown", "`what`"),
      (nil, "x.bin", "source-undetected", "pass one of jrnl"),
      ("jrnl", "x.bin", "import-failed", ""),
      (
        nil, ".in", "source-undetected",
        "7 files to import separately: `1.jsonl` (jsonl), `2.jsonl` (jsonl), `3.jsonl` (jsonl), "
          + "`4.jsonl` (jsonl), `5.jsonl` (jsonl) and 2 other files; pass one of these files"
      ),
    ] {
      await #expect {
        try await desk.work { _ = try $0.plan(ImportRequest(source, path: path)) }
      } throws: {
        let refusal = $0 as? Refusal
        return refusal?.code == code && (words.isEmpty || refusal?.message.contains(words) == true)
      }
    }
  }

  /// The question says where the notes go and what is skipped, and reading shows its progress.
  @Test func showsThePlan() async throws {
    let notes = (1...7).map { (".in/\($0)/A.md", "a\n") } + [(".in/1/B.md", "b\n")]
    let bad = (1...6).map { (".in/Bad \($0).md", "---\n- a list\n---\n") }
    let desk = try Desk(notes + bad + [(".in/C.md", "c\n")])
    let steps = ProgressSteps()
    var context = desk.context()
    context.progress = { steps.add($0) }
    let plan = try await Workspace.with(desk.root, context) { work in
      try work.plan(ImportRequest(nil, path: ".in"))
    }
    let reason =
      "the front matter cannot be edited: the front matter is not valid YAML: expected lines of the "
      + "form `key: value`"
    #expect(plan.question?.text == "Import 9 notes and add 6 files")
    #expect(
      plan.question?.details == [
        "1 note into the inbox", "2 notes into `1`", "1 note into `2`", "1 note into `3`",
        "1 note into `4`", "… and 3 other collections", "Would copy Bad 1.md unchanged: \(reason)",
        "Would copy Bad 2.md unchanged: \(reason)", "Would copy Bad 3.md unchanged: \(reason)",
        "Would copy Bad 4.md unchanged: \(reason)", "Would copy Bad 5.md unchanged: \(reason)",
        "… and 1 other file",
      ])
    #expect(steps.all.contains(.importing(done: 15, total: 15)))
    #expect(steps.all.last == .ended)
  }

  /// A file with the same name is read only if it has the same size.
  @Test func comparesSizesFirst() async throws {
    let desk = try Desk([("a.bin", "abc")])
    for (path, size, text, state, reads) in [
      ("b.bin", 3, "abc", ImportedFileState.missing, 0), ("a.bin", 4, "abcd", .different, 0),
      ("a.bin", 3, "abd", .different, 1), ("a.bin", 3, "abc", .same, 1),
      ("a.bin", nil, "abc", .same, 1), ("a.bin", 3, nil, .unreadable, 1),
    ] as [(String, Int?, String?, ImportedFileState, Int)] {
      let steps = ProgressSteps()
      let file = ImportedCapture.Reader(size: { size }) {
        steps.add(.ended)
        return text.map { Array($0.utf8) }
      }
      let place = try #require(NotePath(path))
      #expect(try await desk.work { try $0.notebook.compare(file, at: place) } == state)
      #expect(steps.all.count == reads, "\(path) \(text ?? "")")
    }
  }
}

/// The steps that were recorded. Thread-safe.
private final class ProgressSteps: Sendable {
  private let list = Mutex<[Progress]>([])
  var all: [Progress] { list.withLock(\.self) }
  func add(_ step: Progress) { list.withLock { $0.append(step) } }
}

extension String {
  /// The text without the checksum of an import.
  var withoutCheck: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("imported_check:") }.joined(separator: "\n")
  }

  /// The text without the fields of an import.
  var withoutImport: String {
    withoutCheck.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix("imported:") }.joined(separator: "\n")
  }
}

extension Desk {
  /// Runs an import, and returns what it says.
  @discardableResult
  func importing(_ path: String, _ source: String? = nil) async throws -> ImportResult {
    try await work { try $0.apply(try $0.plan(ImportRequest(source, path: path)), .write) }
  }

  /// The paths of all captures, in order.
  func paths() async throws -> [String] {
    try await work { work in
      try work.select(SelectRequest()).captures.map(\.path.description).sorted()
    }
  }
}
