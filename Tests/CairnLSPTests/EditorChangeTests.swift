import CairnDesk
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// Changes that editors and the server share: who writes what, and what one undo takes back.
@Suite(.serialized)
struct EditorChangeTests {
  private typealias Editor = LanguageServerTests.Editor
  private static let files = LanguageServerTests.files
  private static let renaming =
    #"{"workspace":{"workspaceEdit":{"documentChanges":true,"resourceOperations":["rename"]}}}"#

  /// Applies the edits of one document to its text. The columns count bytes, so the changed lines
  /// must be ASCII if the editor counts UTF-16 units.
  static func applied(_ edits: JSONValue?, to text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.utf8.count + 1
    }
    let offset = { (position: JSONValue?) -> Int in
      lines.prefix(position?["line"]?.number ?? 0).reduce(0, +)
        + (position?["character"]?.number ?? 0)
    }
    var bytes = Array(text.utf8)
    for edit in (edits?.elements ?? []).reversed() {
      let range = edit["range"]
      bytes.replaceSubrange(
        offset(range?["start"])..<offset(range?["end"]), with: (edit["newText"]?.text ?? "").utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func undo(_ desk: Desk) async throws {
    try await desk.work { work in
      _ = try await work.apply(try work.plan(UndoRequest()), .write)
    }
  }

  @Test func `A rename changes closed files at once, and open texts by an edit`() async throws {
    let editor = try await Editor(Self.files)
    let text = "Unsaved [[Sar¦ah]] and [[Sarah#Phone]]\n"
    let place = editor.open("new.md", text)
    let result = await editor.ask("textDocument/rename", place, #"{"newName":"Sara Lind"}"#)
    let edits = result["changes"]?[editor.address("new.md")]
    #expect(
      Self.applied(edits, to: text.replacing("¦", with: ""))
        == "Unsaved [[Sara Lind]] and [[Sara Lind#Phone]]\n")
    #expect(try editor.desk.text("new.md") == nil)
    #expect(
      try editor.desk.text("work/pay.md")?.contains("[[Sara Lind]] 😀 [[Sara Lind#Phone]]") == true)
    #expect(try editor.desk.text("买.md")?.contains("给 [[Sara Lind]] 打电话 and [[gone]]\r\n") == true)
    await editor.talk.end()
    try await Self.undo(editor.desk)
    for (path, text) in Self.files { #expect(try editor.desk.text(path) == text) }
  }

  @Test func `If an open file moves, the editor moves it, and one undo takes back the disk`()
    async throws
  {
    let editor = try await Editor(Self.files, abilities: Self.renaming)
    let text = Self.files[1].1
    let place = editor.open("people/sarah.md", text.replacing("# Sarah", with: "# Sa¦rah"))
    try editor.desk.write("", to: ".cairn/config.yml")
    let result = await editor.ask(
      "textDocument/rename",
      [place[0], .init("position", ["line": 1, "character": 8])], #"{"newName":"Sara Lind"}"#)
    let changes = result["documentChanges"]?.elements ?? []
    #expect(changes.count == 2)
    #expect(changes.last?["kind"] == "rename")
    #expect(changes.last?["newUri"]?.text == editor.address("people/sara-lind.md"))
    // Nothing happens before the editor has moved the file.
    #expect(try editor.desk.text("work/pay.md") == Self.files[0].1)
    let changed = Self.applied(changes.first?["edits"], to: text)
    #expect(changed.contains("title: Sara Lind"))
    try editor.desk.write(changed, to: "people/sarah.md")
    try await Self.moveFile(editor.desk)
    await editor.talk.end()
    try await Self.undo(editor.desk)
    for (path, text) in Self.files { #expect(try editor.desk.text(path) == text) }
    #expect(try editor.desk.text("people/sara-lind.md") == nil)
  }

  /// Moves the file of Sarah as an editor does, and waits until the server has updated the links.
  private static func moveFile(_ desk: Desk) async throws {
    try desk.move("people/sarah.md", to: "people/sara-lind.md")
    try await wait(for: "work/pay.md", in: desk) { $0.contains("[[Sara Lind]]") }
  }

  /// Waits until the server has given a file a text for which `isExpected` returns true.
  private static func wait(
    for path: String, in desk: Desk, _ isExpected: (String) -> Bool
  ) async throws {
    var isFollowed = false
    for _ in 0..<500 where !isFollowed {
      try await Task.sleep(for: .milliseconds(10))
      isFollowed = try desk.text(path).map(isExpected) == true
    }
    #expect(isFollowed)
  }

  /// Renames the open capture `people/sarah.md`, whose text in the editor is `text`, and moves its
  /// file. Returns the text in the editor afterwards.
  private static func renameOpen(
    _ editor: Editor, _ text: String, isAnnounced: Bool = false
  ) async throws -> String {
    let place = editor.open("people/sarah.md", text)
    let result = await editor.ask(
      "textDocument/rename",
      [place[0], .init("position", ["line": 1, "character": 8])], #"{"newName":"Sara Lind"}"#)
    let changes = try #require(result["documentChanges"]?.elements)
    let move = try #require(changes.last)
    if isAnnounced {
      let answer = await editor.ask(
        "workspace/willRenameFiles",
        [.init("files", [["oldUri": move["oldUri"] ?? .null, "newUri": move["newUri"] ?? .null]])])
      #expect(answer == .null)
    }
    try await Self.moveFile(editor.desk)
    return applied(changes.first?["edits"], to: text)
  }

  @Test func `A move that the server asked for is not planned again when it is announced`()
    async throws
  {
    let editor = try await Editor(Self.files, abilities: Self.renaming)
    _ = try await Self.renameOpen(editor, Self.files[1].1, isAnnounced: true)
    await editor.talk.end()
    try await Self.undo(editor.desk)
    for (path, text) in Self.files { #expect(try editor.desk.text(path) == text) }
  }

  @Test(arguments: [false, true])
  func `Undo never writes a text that was not saved`(_ isSavedLater: Bool) async throws {
    let editor = try await Editor(Self.files, abilities: Self.renaming)
    let text = try await Self.renameOpen(editor, Self.files[1].1 + "Unsaved\n")
    #expect(text.contains("Unsaved") && text.contains("title: Sara Lind"))
    if isSavedLater { try editor.desk.write(text, to: "people/sara-lind.md") }
    await editor.talk.end()
    try await Self.undo(editor.desk)
    #expect(try editor.desk.text("people/sara-lind.md") == nil)
    let sarah = isSavedLater ? text : Self.files[1].1
    #expect(try editor.desk.text("people/sarah.md") == sarah)
    for (path, text) in Self.files where path != "people/sarah.md" {
      #expect(try editor.desk.text(path) == text)
    }
  }

  @Test func `Links follow files that the editor moves`() async throws {
    let editor = try await Editor(Self.files)
    let uris = #"{"files":[{"oldUri":"$/people","newUri":"$/friends"}]}"#
    _ = editor.open("work/pay.md", Self.files[0].1 + "[s](../people/sarah.md)\n")
    try editor.desk.write("[s](people/sarah.md)\n", to: "list.md")
    let result = await editor.ask("workspace/willRenameFiles", [], uris)
    let edits = result["changes"]?[editor.address("work/pay.md")]?.elements ?? []
    #expect(edits.map { $0["newText"] } == ["friends"])
    try editor.desk.move("people", to: "friends")
    try await Self.wait(for: "list.md", in: editor.desk) { $0 == "[s](friends/sarah.md)\n" }
    await editor.talk.end()
    try await Self.undo(editor.desk)
    #expect(try editor.desk.text("list.md") == "[s](people/sarah.md)\n")
    #expect(try editor.desk.text("people/sarah.md") == Self.files[1].1)
  }

  @Test(arguments: [
    ("x [[Sarah#Ph¦oan]] y", ["x [[Sarah#Phone]] y", "x [[Sarah#Sarah]] y"]),
    ("![[Sarah#Ph¦oan]]", ["![[Sarah#Phone]]", "![[Sarah#Sarah]]"]),
    ("x [s](people/sarah.md#fon¦e) 😀", ["x [s](people/sarah.md#phone) 😀"]),
    ("# One\n[[#On¦]]", ["# One\n[[#One]]"]), ("[[Sarah#Ph¦one]]", []),
    // `[[#on]]` would lead to the first heading.
    ("# On!\n# on\n[[#o¦]]", ["# On!\n# on\n[[#On!]]"]),
    ("# One\n[[#¦\(String(repeating: "x", count: 300))]]", []),
    ("# One\nb ^two\nc ^ten\n[[#^to¦]]", ["# One\nb ^two\nc ^ten\n[[#^two]]"]),
    ("b ^two\n[[#^Two¦]]", []),
  ])
  func `A link to a missing heading or line can be changed to one of the nearest`(
    _ text: String, _ results: [String]
  ) async throws {
    let editor = try await Editor(Self.files)
    let place = editor.open("new.md", text)
    let range = JSONValue.Member("range", ["start": place[1].value, "end": place[1].value])
    let found = await editor.ask(
      "textDocument/codeAction", [place[0], range], #"{"context":{"diagnostics":[]}}"#)
    let fixes = (found.elements ?? []).filter { $0["title"]?.text?.hasPrefix("Link to") == true }
    let changed = fixes.map { action in
      Self.applied(
        action["edit"]?["changes"]?[editor.address("new.md")],
        to: text.replacing("¦", with: ""))
    }
    #expect(Array(changed.prefix(results.count)) == results && changed.isEmpty == results.isEmpty)
    await editor.talk.end()
  }

  @Test(arguments: [["a.md"], ["a.md", "b.md"]])
  func `Links follow files that exchange their places and are saved at once`(
    _ saved: [String]
  ) async throws {
    let moved = [("a.md", "1\n"), ("b.md", "2\n"), ("c.md", "[a](a.md) [b](b.md)\n")]
    let editor = try await Editor(Self.files + moved)
    _ = await editor.ask(
      "workspace/willRenameFiles", [],
      #"{"files":[{"oldUri":"$/a.md","newUri":"$/b.md"},{"oldUri":"$/b.md","newUri":"$/a.md"}]}"#)
    // A save of unchanged text, by a new file, is not a move.
    try editor.desk.save("1\n", to: "a.md")
    try await Task.sleep(for: .milliseconds(100))
    #expect(try editor.desk.text("c.md") == moved[2].1)
    try editor.desk.move("a.md", to: "aside.md")
    try editor.desk.move("b.md", to: "a.md")
    if saved.contains("a.md") { try editor.desk.save("2\n", to: "a.md") }
    try editor.desk.move("aside.md", to: "b.md")
    if saved.contains("b.md") { try editor.desk.save("1 changed\n", to: "b.md") }
    try await Self.wait(for: "c.md", in: editor.desk) { $0 == "[a](b.md) [b](a.md)\n" }
    await editor.talk.end()
  }

  @Test func `A file with its old text has not moved, whatever its inode`() async throws {
    let moved = [("a.md", "1\n"), ("b.md", "2\n"), ("c.md", "[a](a.md) [b](b.md)\n")]
    let editor = try await Editor(Self.files + moved)
    _ = await editor.ask(
      "workspace/willRenameFiles", [],
      #"{"files":[{"oldUri":"$/a.md","newUri":"$/b.md"},{"oldUri":"$/b.md","newUri":"$/a.md"}]}"#)
    // The new file at `b.md` gets the inode that `a.md` had.
    try await Task.sleep(for: .milliseconds(40))
    try editor.desk.move("a.md", to: "b.md~")
    try editor.desk.write("1 changed\n", to: "a.md")
    try editor.desk.save("2\n", to: "b.md")
    try await Task.sleep(for: .milliseconds(300))
    #expect(try editor.desk.text("c.md") == moved[2].1)
    await editor.talk.end()
  }

  @Test func `Links follow files that exchange their places`() async throws {
    let moved = [
      ("a.md", "1\n"), ("in/b.md", "2 [[work/pay]]\n"), ("c.md", "[a](a.md) [b](in/b.md)\n"),
      ("d.md", "3 [c](c.md)\n"),
    ]
    let editor = try await Editor(Self.files + moved)
    _ = editor.open("new.md", "[[a]] ![[in/b]]\n")
    let result = await editor.ask(
      "workspace/willRenameFiles", [],
      """
      {"files":[{"oldUri":"$/a.md","newUri":"$/in/b.md"},{"oldUri":"$/in/b.md","newUri":"$/d.md"},
        {"oldUri":"$/d.md","newUri":"$/a.md"}]}
      """)
    let edits = result["changes"]?[editor.address("new.md")]
    #expect(Self.applied(edits, to: "[[a]] ![[in/b]]\n") == "[[b]] ![[d]]\n", "\(result)")
    // While only some files are moved, nothing is changed.
    try editor.desk.move("a.md", to: "aside.md")
    try editor.desk.move("d.md", to: "a.md")
    try await Task.sleep(for: .milliseconds(100))
    #expect(try editor.desk.text("c.md") == "[a](a.md) [b](in/b.md)\n")
    try editor.desk.move("in/b.md", to: "d.md")
    try editor.desk.move("aside.md", to: "in/b.md")
    try await Self.wait(for: "c.md", in: editor.desk) { $0 == "[a](in/b.md) [b](d.md)\n" }
    #expect(try editor.desk.text("a.md") == "3 [c](c.md)\n")
    await editor.talk.end()
    try await Self.undo(editor.desk)
    for (path, text) in moved { #expect(try editor.desk.text(path) == text, "\(path)") }
  }

  @Test(arguments: [
    // Folders cannot exchange their places.
    #"{"oldUri":"$/films","newUri":"$/people"},{"oldUri":"$/people","newUri":"$/films"}"#,
    #"{"oldUri":"$/work/pay.md","newUri":"$/x.md"},{"oldUri":"$/people/sarah.md","newUri":"$/x.md"}"#,
    #"{"oldUri":"$/work/pay.md","newUri":"$/people/sarah.md"}"#,
  ])
  func `A move to a place that is taken is refused`(_ moves: String) async throws {
    let editor = try await Editor(Self.files)
    let result = await editor.ask("workspace/willRenameFiles", [], "{\"files\":[\(moves)]}")
    #expect(result["data"]?["code"] == "path-taken", "\(result)")
    await editor.talk.end()
  }

  @Test func `Headings are renamed with the links to them`() async throws {
    let editor = try await Editor(Self.files)
    let place = editor.open("people/sarah.md", Self.files[1].1)
    let result = await editor.ask(
      "textDocument/rename",
      [place[0], .init("position", ["line": 8, "character": 4])], #"{"newName":"Numbers"}"#)
    let edits = result["changes"]?[editor.address("people/sarah.md")]
    #expect(Self.applied(edits, to: Self.files[1].1).contains("## Numbers\n"))
    #expect(try editor.desk.text("work/pay.md")?.contains("[[Sarah#Numbers]]") == true)
    await editor.talk.end()
  }

  @Test func `A link gets the slug of a heading whose text it cannot contain`() async throws {
    let links = [("a.md", "[[Sarah#Phone|p]]\n[m](people/sarah.md#Phone)\n")]
    let editor = try await Editor(Self.files + links)
    let place = editor.open("people/sarah.md", Self.files[1].1)
    _ = await editor.ask(
      "textDocument/rename",
      [place[0], .init("position", ["line": 8, "character": 4])], #"{"newName":"Plan B | C#"}"#)
    #expect(
      try editor.desk.text("a.md")
        == "[[Sarah#plan-b--c|p]]\n[m](people/sarah.md#plan-b--c)\n")
    await editor.talk.end()
  }

  @Test func `A heading can be renamed on a link to it`() async throws {
    let editor = try await Editor(Self.files)
    let text = "x [[Sarah#Ph¦one]]\n"
    let result = await editor.ask(
      "textDocument/rename", editor.open("new.md", text), #"{"newName":"Numbers"}"#)
    let edits = result["changes"]?[editor.address("new.md")]
    #expect(Self.applied(edits, to: text.replacing("¦", with: "")) == "x [[Sarah#Numbers]]\n")
    #expect(try editor.desk.text("people/sarah.md")?.contains("## Numbers\n") == true)
    #expect(try editor.desk.text("work/pay.md")?.contains("[[Sarah#Numbers]]") == true)
    await editor.talk.end()
  }

  @Test func `A tag is renamed in open texts and in closed files`() async throws {
    let editor = try await Editor(Self.files)
    try editor.desk.write("---\ntags: [house/roof, x]\n---\nThe #house, not `#house`\n", to: "h.md")
    let text = "Unsaved #hou¦se\n"
    let place = editor.open("new.md", text)
    let asked = await editor.ask("textDocument/prepareRename", place)
    #expect(asked["placeholder"]?.text == "house")
    #expect(asked["range"]?["start"]?["character"] == 9)
    let result = await editor.ask("textDocument/rename", place, #"{"newName":"home"}"#)
    let edits = result["changes"]?[editor.address("new.md")]
    #expect(Self.applied(edits, to: text.replacing("¦", with: "")) == "Unsaved #home\n")
    #expect(
      try editor.desk.text("h.md")
        == "---\ntags: [home/roof, x]\n---\nThe #home, not `#house`\n")
    let refused = await editor.ask("textDocument/rename", place, #"{"newName":"a b"}"#)
    #expect(refused["data"]?["code"] == "tag-invalid", "\(refused)")
    await editor.talk.end()
  }

  // MARK: - Moving to a collection

  @Test func `A move says why it is not made`() async throws {
    let abilities =
      #"{"workspace":{"applyEdit":true,"workspaceEdit":{"resourceOperations":["rename"]}}}"#
    let editor = try await Editor(Self.files, abilities: abilities)
    let talk = editor.talk
    let command = { (collection: String) -> JSONValue in
      let uri = JSONValue.string(editor.address("work/pay.md"))
      let argument: JSONValue = ["uri": uri, "collection": .string(collection)]
      return ["command": "cairn.move", "arguments": [argument]]
    }
    _ = editor.open("work/pay.md", Self.files[0].1)
    let unknown = await talk.ask("workspace/executeCommand", command("persons"))
    #expect(unknown["error"]?["data"]?["code"] == "collection-unknown", "\(unknown)")
    #expect(unknown["error"]?["message"]?.text?.contains("`persons`") == true)
    let move = command("people")
    async let answer = talk.ask("workspace/executeCommand", move)
    let asked = await talk.message { $0["method"] == "workspace/applyEdit" }
    talk.send(["jsonrpc": "2.0", "id": asked["id"] ?? .null, "result": ["applied": false]])
    let refused = await answer
    #expect(refused["error"]?["code"] == -32803, "\(refused)")
    #expect(try editor.desk.text("work/pay.md") == Self.files[0].1)
    await talk.end()
  }

  // MARK: - Code actions

  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let text: String
    let title: String
    /// The text afterwards.
    let result: String
    var testDescription: String { title }

    init(_ path: String, _ text: String, _ title: String, _ result: String) {
      (self.path, self.text, self.title, self.result) = (path, text, title, result)
    }
  }

  @Test(arguments: [
    Row("new.md", "- [ ] ca¦ll\n- [ ] x\n", "Tick the checkbox", "- [x] call\n- [ ] x\n"),
    Row("new.md", "- [X] ca¦ll\n", "Clear the checkbox", "- [ ] call\n"),
    Row(
      "films/x.md", "---\ntitle: L¦ola\n---\n", "Add the required field `director`",
      "---\ntitle: Lola\ndirector:\n---\n"),
    Row(
      "work/x.md", "---\ntype: action\nstatus: open\n---\nR¦ing\n", "Cancel the action",
      "---\ntype: action\nstatus: cancelled\ncompleted: 2026-11-21T12:00:00+01:00\n---\nRing\n"),
    Row(
      "work/x.md", "---\nid: a1b2c3d4e5\ncollection: fi¦lms\n---\nx\n",
      "Correct the field `collection`", "---\nid: a1b2c3d4e5\ncollection: work\n---\nx\n"),
  ])
  func `Actions change the text in the editor`(_ row: Row) async throws {
    let editor = try await Editor(Self.files)
    let place = editor.open(row.path, row.text)
    let range = JSONValue.Member("range", ["start": place[1].value, "end": place[1].value])
    let found = await editor.ask(
      "textDocument/codeAction", [place[0], range], #"{"context":{"diagnostics":[]}}"#)
    let action = try #require(
      found.elements?.first { $0["title"]?.text == row.title }, "\(found)")
    let edits = action["edit"]?["changes"]?[editor.address(row.path)]
    #expect(Self.applied(edits, to: row.text.replacing("¦", with: "")) == row.result)
    #expect(try editor.desk.text(row.path) == nil)
    await editor.talk.end()
  }

  struct Corrected: Sendable, CustomTestStringConvertible {
    let field: String
    /// The values to which the field can be changed, in order, and the first one as it is written.
    let values: [String]
    let result: String
    var testDescription: String { field }

    init(_ field: String, _ values: [String], _ result: String = "") {
      (self.field, self.values, self.result) = (field, values, result)
    }
  }

  @Test(arguments: [
    Corrected("score: 9 # ten?", ["3", "2", "1", "0"], "score: 3 # ten?"),
    Corrected("score: grate", ["3", "1", "2", "0"], "score: 3"),
    Corrected("score: -1.5", ["0", "1", "2", "3"], "score: 0"),
    Corrected("score: 2", []),
    Corrected("format: 'vido'", ["video", "audio", "paper"], "format: 'video'"),
    Corrected("format:   PAPER  # x", ["paper", "video", "audio"], "format:   paper  # x"),
    Corrected("format: audio", []),
    Corrected("due: next friday", ["2026-11-27"], "due: 2026-11-27"),
    Corrected("due: \"2026-02-30\"", ["2026-02-28"], "due: 2026-02-28"),
    Corrected("seen: 2026-14-31", ["2026-12-31"], "seen: 2026-12-31"),
    Corrected("seen: never", []),
    Corrected("pages: many", []),
  ])
  func `A value that is not allowed can be changed to the nearest ones`(
    _ row: Corrected
  ) async throws {
    let page =
      "---\nfields:\n  - {name: format, kind: choice, choices: [paper, audio, video]}\n"
      + "  - {name: seen, kind: date}\n  - {name: pages, kind: number}\n---\n"
    let editor = try await Editor([("books/_collection.md", page)])
    let text = { (field: String) in "---\ntitle: 文 😀\n\(field)\ntags: [a]\n---\nx\n" }
    let document = editor.open("books/x.md", text(row.field))[0]
    let problems = await editor.ask("textDocument/diagnostic", [document])["items"]
    let range = problems?.elements?.first?["range"]
    #expect(row.values.isEmpty || range != nil)
    let place: JSONValue = ["line": 2, "character": 2]
    let found = await editor.ask(
      "textDocument/codeAction",
      [
        document, .init("range", range ?? ["start": place, "end": place]),
        .init("context", ["diagnostics": problems ?? [], "only": ["quickfix"]]),
      ])
    let actions = (found.elements ?? []).filter { $0["title"]?.text?.hasPrefix("Change ") == true }
    let titles = actions.compactMap { $0["title"]?.text?.split(separator: "`").dropFirst(3).first }
    #expect(titles.map(String.init) == row.values, "\(found)")
    #expect(actions.allSatisfy { $0["diagnostics"] == problems })
    guard let edits = actions.first?["edit"]?["changes"]?[editor.address("books/x.md")] else {
      return
    }
    #expect(Self.applied(edits, to: text(row.field)) == text(row.result))
    await editor.talk.end()
  }

  @Test func `A dead link creates its capture, in the folder that it names`() async throws {
    let editor = try await Editor(Self.files)
    let place = editor.open("new.md", "see [[work/New pl¦an]] soon")
    let range = JSONValue.Member("range", ["start": place[1].value, "end": place[1].value])
    let found = await editor.ask(
      "textDocument/codeAction", [place[0], range], #"{"context":{"diagnostics":[]}}"#)
    let action = found.elements?.first { $0["title"] == "Create `New plan`" }
    let command = try #require(action?["command"])
    let made = await editor.talk.ask("workspace/executeCommand", command)
    let uri = try #require(made["result"]?["uri"]?.text)
    #expect(uri.hasPrefix(editor.address("work/")) && uri.contains("new-plan"))
    await editor.talk.end()
  }

  @Test(arguments: [
    (#"{"command":"cairn.add","arguments":[{"text":"x","type":"nonsense"}]}"#, "type-unknown"),
    (
      #"{"command":"cairn.add","arguments":[{"text":"x","collection":"no"}]}"#, "collection-unknown"
    ),
  ])
  func `Errors name no command and no option`(_ command: String, _ code: String) async throws {
    let editor = try await Editor(Self.files)
    let answer = await editor.talk.ask("workspace/executeCommand", JSONValue(text: command))
    #expect(answer["error"]?["data"]?["code"]?.text == code, "\(answer)")
    let message = try #require(answer["error"]?["message"]?.text)
    #expect(!message.contains("--") && !message.contains("`cairn "), "\(message)")
    await editor.talk.end()
  }

  @Test func `A repeating action is not marked while its text is unsaved`() async throws {
    let text =
      "---\nid: a1b2c3d4e5\ntype: action\nstatus: open\ndue: 2026-11-20\nrepeat: every week\n---\nWater\n"
    let editor = try await Editor(Self.files + [("again.md", text)])
    let place = editor.open("again.md", text + "m¦ore")
    let argument: JSONValue = ["uri": .string(editor.address("again.md")), "outcome": "done"]
    let command: JSONValue = ["command": "cairn.settle", "arguments": [argument]]
    let refused = await editor.talk.ask("workspace/executeCommand", command)
    #expect(refused["error"]?["code"] == -32803)
    #expect(try editor.desk.text("again.md") == text)
    editor.talk.notify("textDocument/didClose", ["textDocument": place[0].value])
    let done = await editor.talk.ask("workspace/executeCommand", command)
    #expect(done["result"]?["changed"]?.elements?.count == 2)
    await editor.talk.end()
  }
}
