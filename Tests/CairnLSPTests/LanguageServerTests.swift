import CairnDesk
import CairnFiles
import CairnHost
import CairnJSON
import CairnLSP
import CairnRPC
import CairnText
import CairnWork
import SystemPackage
import Testing

/// Editors that ask for everything the server offers.
@Suite(.serialized)
struct LanguageServerTests {
  /// An editor with a notebook. In texts and parameters, `$` stands for the address of the notebook.
  final class Editor {
    let desk: Desk
    let server: LanguageServer
    let talk: Conversation
    let isUTF8: Bool

    init(
      _ files: [(path: String, text: String)], utf8: Bool = false, abilities: String = "{}",
      host: Host = Host()
    ) async throws {
      let desk = try Desk(files)
      self.desk = desk
      isUTF8 = utf8
      let context = desk.context(["lsp"])
      let setup = LanguageServer.Setup(
        root: desk.root, folder: desk.root.path, version: "0", problemsPage: "/doc/a b.md"
      ) { words in
        var context = context
        context.caller.words = words
        return context
      }
      let server = LanguageServer(setup, host)
      self.server = server
      talk = Conversation(.languageServer, server) { server.connect($0) }
      let encodings: JSONValue = utf8 ? ["utf-8", "utf-16"] : ["utf-16"]
      guard case .object(let given) = JSONValue(text: abilities) else { return }
      let general = JSONValue.Member("general", ["positionEncodings": encodings])
      _ = await talk.ask(
        "initialize",
        ["rootUri": .string(address("")), "capabilities": .object(given + [general])])
      talk.notify("initialized", [:])
    }

    func address(_ path: String) -> String {
      let escaped = path.replacing("买", with: "%E4%B9%B0")
      return "file://\(desk.root.path.string)" + (path.isEmpty ? "" : "/\(escaped)")
    }

    /// Opens a text in which `¦` marks the cursor; returns the document and the position.
    func open(_ path: String, _ marked: String) -> [JSONValue.Member] {
      let text = marked.replacing("¦", with: "")
      let head = marked.prefix { $0 != "¦" }
      let line = head.split(separator: /\r\n|\n/, omittingEmptySubsequences: false)
      let last = line.last ?? ""
      talk.notify(
        "textDocument/didOpen",
        [
          "textDocument": [
            "uri": .string(address(path)), "languageId": "markdown", "version": 1,
            "text": .string(text),
          ]
        ])
      let column = isUTF8 ? last.utf8.count : last.utf16.count
      return [
        .init("textDocument", ["uri": .string(address(path))]),
        .init("position", ["line": .integer(line.count - 1), "character": .integer(column)]),
      ]
    }

    func ask(
      _ method: String, _ members: [JSONValue.Member], _ more: String = "{}"
    ) async -> JSONValue {
      let text = more.replacing("$", with: address(""))
      guard case .object(let others) = JSONValue(text: text) else { return .null }
      let answer = await talk.ask(method, .object(members + others))
      return answer["result"] ?? answer["error"] ?? .null
    }
  }

  static let files = [
    (
      "work/pay.md",
      "---\nid: k7x2m9q4ab\ntitle: Pay the invoice\ntype: action\nstatus: open\n"
        + "aliases: [bill]\ntags: [finance]\n---\nAsk [[Sarah]] 😀 [[Sarah#Phone]] #finance\n"
    ),
    (
      "people/sarah.md",
      "---\ntitle: Sarah\ntype: person\n---\n# Sarah\n\nA friend.\n\n## Phone\n\n555\n"
    ),
    ("买.md", "# 买东西\r\n\r\n给 [[Sarah]] 打电话 and [[gone]]\r\n"),
    (
      "films/_collection.md",
      "---\nname: Films\nfields:\n  - {name: director, kind: text, required: true}\n"
        + "  - {name: format, kind: choice, choices: [paper, audio]}\n---\n"
    ),
  ]

  // MARK: - Lifecycle

  @Test func `Requests before initialize and after shutdown are refused`() async throws {
    let server = LanguageServer(
      LanguageServer.Setup(root: nil, folder: "/", version: "0") { _ in
        RequestContext(
          clock: LocalClock(now: Instant(seconds: 0)) { _ in 0 }, caller: .init(),
          folders: UserFolders(home: "/", config: "/", state: "/", cache: "/"))
      })
    let talk = Conversation(.languageServer, server)
    #expect(await talk.ask("textDocument/hover", [:])["error"]?["code"] == -32002)
    let answer = await talk.ask("initialize", ["capabilities": [:]])
    #expect(answer["result"]?["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(await talk.ask("initialize", [:])["error"]?["code"] == -32600)
    #expect(await talk.ask("x/y", [:])["error"]?["code"] == -32601)
    #expect(await talk.ask("shutdown", [:])["result"] == .null)
    #expect(await talk.ask("textDocument/hover", [:])["error"]?["code"] == -32600)
    talk.notify("exit", [:])
    #expect(server.hasExited && server.wasShutDown)
  }

  @Test(arguments: [[1], "x", 1, [:], ["textDocument": "x"]] as [JSONValue])
  func `Parameters of another form are refused`(_ params: JSONValue) async throws {
    let editor = try await Editor(Self.files)
    let answer = await editor.talk.ask("textDocument/hover", params)
    #expect(answer["error"]?["code"] == -32602, "\(answer)")
    await editor.talk.end()
  }

  // MARK: - Completion

  struct Completed: Sendable, CustomTestStringConvertible {
    let path: String
    let text: String
    /// Inserted texts, the first ones.
    let inserted: [String]
    var testDescription: String { text.debugDescription }

    init(_ path: String, _ text: String, _ inserted: [String]) {
      (self.path, self.text, self.inserted) = (path, text, inserted)
    }
  }

  static let completed = [
    Completed("new.md", "a 😀 [[sar¦", ["Sarah]]"]),
    Completed("new.md", "给 [[SAR¦]] x", ["Sarah"]),
    Completed("new.md", "שלום [[bil¦\r\nx", ["bill]]"]),
    Completed("new.md", "[[invoi¦", ["Pay the invoice]]"]),
    Completed("new.md", "[[zzz¦", []),
    Completed("new.md", "[[Sarah#¦", ["Sarah]]", "Phone]]"]),
    Completed("new.md", "# One\n## Two\n## One\n[[#¦", ["One]]", "Two]]"]),
    Completed("new.md", "# Plan B | C#\n# |\n# a]\n[[#¦", ["plan-b--c]]", "a]]"]),
    Completed("new.md", "# One\ntwo ^t-2\n![[#¦", ["One]]", "^t-2]]"]),
    Completed("new.md", "[s](sar¦", ["people/sarah.md)"]),
    Completed("films/x.md", "[s](sar¦) x", ["../people/sarah.md"]),
    Completed("films/x.md", "[s](<../people/¦>) x", ["../people/sarah.md"]),
    Completed("films/x.md", "a [s](/wor¦", ["/work/"]),
    Completed("new.md", "[p](films/media/a¦", ["films/media/a%20b.png)"]),
    Completed("new.md", "![p](¦", ["films/media/a%20b.png)", "people/s.JPG)", "films/"]),
    Completed("new.md", "![p](<fi¦", ["films/media/a b.png>)", "films/"]),
    Completed("new.md", "[s](people/sarah.md#ph¦", ["sarah)", "phone)"]),
    Completed("new.md", "# One two\n[s](#¦)", ["one-two"]),
    Completed("new.md", "`[s](sar¦`", []),
    Completed("new.md", "f](sar¦", []),
    Completed("new.md", "[s](https://sar¦", []),
    Completed("new.md", "```sh\nif [[ -f¦\n```\n", []),
    Completed("new.md", "`[[sar¦`", []),
    Completed("new.md", "```\nx #fi¦\n```\n", []),
    Completed("new.md", "- [ ] `x` [[sar¦", ["Sarah]]"]),
    Completed("new.md", "see #fi¦", ["finance"]),
    Completed("new.md", "#¦", []),
    Completed("films/x.md", "---\n¦\n---\n", ["director: ", "type: ", "title: "]),
    Completed("films/x.md", "---\ntype: ent¦\n---\n", ["action", "person", "idea"]),
    Completed("films/x.md", "---\nformat: ¦\n---\n", ["paper", "audio"]),
    Completed("films/x.md", "---\nscore: ¦\n---\n", ["0", "1", "2", "3"]),
    Completed("films/x.md", "---\ncollection: ¦\n---\n", ["films", "people", "work"]),
    Completed("films/x.md", "---\ntags: [a, ¦]\n---\n", ["finance"]),
    Completed(
      "films/x.md", "---\nimages: [¦]\n---\n", ["media/a b.png", "../people/s.JPG"]),
    Completed("films/x.md", "---\nimages: [media/¦]\n---\n", ["media/a b.png"]),
    Completed("films/x.md", "---\nimages:\n  - \"../pe¦\n---\n", ["../people/s.JPG\""]),
    Completed("films/x.md", "---\ncover: /fi¦\n---\n", ["/films/media/a b.png"]),
    Completed("films/x.md", "---\nimages: [media/a b.png, ¦]\n---\n", ["../people/s.JPG"]),
    Completed("films/x.md", "---\nfiles: [¦]\n---\n", ["media/b.pdf"]),
    Completed("films/x.md", "+++\nimages = [¦]\n+++\n", ["\"media/a b.png\""]),
    Completed("films/x.md", "---\ntags:\n  - ¦\n---\n", ["finance"]),
    Completed("films/x.md", "---\ndue: next friday¦\n---\n", ["2026-11-27"]),
    Completed("films/x.md", "---\ndue: tomorrow¦\n---\n", ["2026-11-21", "2026-11-22"]),
    Completed("films/x.md", "---\nperson: ¦\n---\n", ["\"[[Sarah]]\""]),
    Completed("films/x.md", "---\nprivate: ¦\n---\n", ["true", "false"]),
    Completed("films/x.md", "---\nrepeat: ¦\n---\n", ["every day", "every week", "every month"]),
    Completed("films/x.md", "---\nrepeat: every ¦\n---\n", ["every day", "every week"]),
    Completed("films/x.md", "---\ntype: \"ac¦\"\n---\n", ["action", "person", "idea"]),
    Completed("films/x.md", "---\ntype: \"ac¦\n---\n", ["action\"", "person\"", "idea\""]),
    Completed("films/x.md", "---\ntype: 'ac¦\n---\n", ["action'", "person'", "idea'"]),
    Completed("films/x.md", "---\nperson: '¦'\n---\n", ["[[Sarah]]"]),
    Completed("films/x.md", "---\ndue: \"next friday¦\"\n---\n", ["2026-11-27"]),
    Completed("films/x.md", "---\ntags: [\"a\", \"¦\"]\n---\n", ["finance"]),
    Completed("films/x.md", "---\ntags:\n  - \"¦\n---\n", ["finance\""]),
    Completed("films/x.md", "---\ntype: \"action\" ¦\n---\n", []),
    Completed("films/x.md", "+++\n¦\n+++\n", ["director = ", "type = ", "title = "]),
    Completed("films/x.md", "+++\na = 1 # \"\n\"di¦\n+++\n", ["director\" = "]),
    Completed("films/x.md", "+++\ntype = ¦\n+++\n", ["\"action\"", "\"person\"", "\"idea\""]),
    Completed("films/x.md", "+++\ntype = \"ac¦\"\n+++\n", ["action", "person", "idea"]),
    Completed("films/x.md", "+++\ntype = 'ac¦\n+++\n", ["action'", "person'", "idea'"]),
    Completed("films/x.md", "+++\nformat = ¦\n+++\n", ["\"paper\"", "\"audio\""]),
    Completed("films/x.md", "+++\nscore = ¦\n+++\n", ["0", "1", "2", "3"]),
    Completed("films/x.md", "+++\ntags = [\"a\", ¦]\n+++\n", ["\"finance\""]),
    Completed("films/x.md", "+++\ntags = [\n  \"a\",\n  \"¦\"\n]\n+++\n", ["finance"]),
    Completed("films/x.md", "+++\ndue = next friday¦\n+++\n", ["2026-11-27"]),
    Completed("films/x.md", "+++\nperson = ¦\n+++\n", ["\"[[Sarah]]\""]),
    Completed("films/x.md", "+++\n[extra]\n¦\n+++\n", []),
    Completed("films/x.md", "+++\nx = \"\"\"\n¦\n\"\"\"\n+++\n", []),
    Completed("films/x.md", "+++\nx = \"a\" ¦\n+++\n", []),
    Completed("films/x.md", "{\"a\": [1, 2], ¦}\n", ["\"director\": ", "\"type\": "]),
    Completed("films/x.md", "{\n  \"a\": 1,\n  \"¦\"\n}\n", ["director", "type"]),
    Completed("films/x.md", "{\"a\": \"}\", \"¦\": 2}\n", ["director", "type"]),
    Completed("films/x.md", "{\"type\": ¦}\n", ["\"action\"", "\"person\""]),
    Completed("films/x.md", "{\"type\": \"ac¦\n}\n", ["action\"", "person\""]),
    Completed("films/x.md", "{\"tags\": [\"a\", \"¦\"]}\n", ["finance"]),
    Completed("films/x.md", "{\"due\": \"next friday¦\"}\n", ["2026-11-27"]),
    Completed("films/x.md", "{\"due\": ¦}\n", ["\"2026-11-21\""]),
    Completed("films/x.md", "{\"private\": ¦}\n", ["true", "false"]),
    Completed("films/x.md", "{\"a\": {\"¦\"}}\n", []),
    Completed("films/x.md", ";;;\n\"type\": \"ac¦\"\n;;;\n", ["action", "person"]),
  ]

  @Test(arguments: completed, [false, true])
  func `Completion offers what fits the place`(_ row: Completed, _ utf8: Bool) async throws {
    let pictures = ["films/media/a b.png", "films/media/b.pdf", "people/s.JPG"].map { ($0, "x") }
    let editor = try await Editor(Self.files + pictures, utf8: utf8)
    let place = editor.open(row.path, row.text)
    let found = await editor.ask("textDocument/completion", place)
    let items = found["items"]?.elements ?? []
    let texts = items.compactMap { $0["textEdit"]?["newText"]?.text }
    #expect(Array(texts.prefix(row.inserted.count)) == row.inserted)
    if row.inserted.isEmpty { #expect(texts.isEmpty) }
    // The replaced text ends at the cursor.
    #expect(items.allSatisfy { $0["textEdit"]?["range"]?["end"] == place[1].value })
    await editor.talk.end()
  }

  @Test func `A completion is resolved to a preview of the capture`() async throws {
    let editor = try await Editor(Self.files)
    let found = await editor.ask("textDocument/completion", editor.open("new.md", "[[Sar¦"))
    let item = try #require(found["items"]?.elements?.first)
    let whole = await editor.talk.ask("completionItem/resolve", item)
    #expect(whole["result"]?["documentation"]?["value"]?.text?.contains("A friend.") == true)
  }

  @Test func `Completion in a file that is not UTF-8 does not end the server`() async throws {
    let editor = try await Editor(Self.files)
    let target = [UInt8](repeating: 0xFF, count: 20)
    try editor.desk.write(Array("[a](".utf8) + target + Array("#".utf8), to: "new.md")
    let found = await editor.ask(
      "textDocument/completion",
      [
        .init("textDocument", ["uri": .string(editor.address("new.md"))]),
        .init("position", ["line": 0, "character": 99]),
      ])
    #expect(found["items"]?.elements?.isEmpty == true, "\(found)")
    await editor.talk.end()
  }

  // MARK: - Everything else

  struct Asked: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let text: String?
    let more: String
    let result: String
    var testDescription: String { "\(method) \(path) \(text ?? "")" }

    init(_ method: String, _ path: String, _ text: String?, _ result: String) {
      self.init(method, path, text, "{}", result)
    }

    init(
      _ method: String, _ path: String, _ text: String?, _ more: String, _ result: String
    ) {
      (self.method, self.path, self.text) = (method, path, text)
      (self.more, self.result) = (more, result)
    }
  }

  static let whole =
    #"{"range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}},"context":{"diagnostics":[]}}"#
  static let asked = [
    Asked(
      "workspace/executeCommand", "", nil, #"{"command":"cairn.daily","arguments":[]}"#,
      #"{"daily":{"day":"2026-11-21"}}"#),
    Asked(
      "textDocument/hover", "new.md", "x [[Sarah¦#Phone]]",
      #"{"contents":{"value":"**Sarah**\n\n`people/sarah.md` · person\n\n## Phone\n\n555"}}"#),
    Asked(
      "textDocument/hover", "new.md", "---\nd¦ue: 2026-11-27\n---\n",
      #"{"contents":{"value":"**due**: The day or time at which an action is due, such as 2026-11-27.\n\nFriday, 27 November 2026"}}"#
    ),
    Asked(
      "textDocument/hover", "new.md", "see #fin¦ance",
      #"{"contents":{"value":"`#finance`: 2 captures"}}"#),
    Asked(
      "textDocument/hover", "new.md", "---\r\ndue: next fri¦day\r\n---\r\n",
      #"{"contents":{"value":"**due**: The day or time at which an action is due, such as 2026-11-27.\n\nMeans 2026-11-27, Friday, 27 November 2026"},"range":{"end":{"line":1,"character":16}}}"#
    ),
    Asked("textDocument/hover", "new.md", "te¦xt", "null"),
    Asked(
      "textDocument/hover", "new.md", "we met on 2026-11-2¦7.",
      #"{"contents":{"value":"Friday, 27 November 2026"},"range":{"start":{"line":0,"character":10},"end":{"line":0,"character":20}}}"#
    ),
    Asked("textDocument/hover", "new.md", "pages 10-1¦2, 1/2 of 2026", "null"),
    Asked("textDocument/definition", "new.md", "[[bi¦ll]] x", #"[{"uri":"$/work/pay.md"}]"#),
    Asked(
      "textDocument/definition", "new.md", "x [[Sarah#ph¦one]]",
      #"[{"uri":"$/people/sarah.md","range":{"start":{"line":8,"character":0},"end":{"line":8,"character":8}}}]"#
    ),
    Asked("textDocument/definition", "new.md", "x [[no¦where]]", "[]"),
    Asked(
      "textDocument/definition", "new.md", "# A\nb ^c-1\n\n[[#^c¦-1]]",
      #"[{"uri":"$/new.md","range":{"start":{"line":1,"character":0},"end":{"line":1,"character":6}}}]"#
    ),
    Asked(
      "textDocument/hover", "new.md", "# A\nb ^c-1\n\nd [[#^c¦-1]]",
      #"{"contents":{"value":"**A**\n\n`new.md`\n\nb ^c-1"}}"#),
    Asked(
      "textDocument/references", "people/sarah.md", "# Sarah¦\n",
      #"{"context":{"includeDeclaration":false}}"#,
      #"[{"uri":"$/work/pay.md"},{"uri":"$/work/pay.md"},{"uri":"$/%E4%B9%B0.md","range":{"start":{"line":2,"character":2},"end":{"line":2,"character":11}}}]"#
    ),
    Asked(
      "textDocument/references", "people/sarah.md", "---\ntitle: Sarah\n---\n# Sar¦ah\n",
      #"{"context":{"includeDeclaration":false}}"#,
      #"[{"uri":"$/work/pay.md"},{"uri":"$/work/pay.md"},{"uri":"$/%E4%B9%B0.md"}]"#),
    Asked(
      "textDocument/references", "new.md", "a #fin¦ance",
      #"[{"uri":"$/new.md"},{"uri":"$/work/pay.md","range":{"start":{"line":6,"character":7},"end":{"line":6,"character":14}}},{"uri":"$/work/pay.md"}]"#
    ),
    Asked(
      "textDocument/documentLink", "买.md", nil,
      #"[{"target":"$/people/sarah.md","range":{"start":{"line":2,"character":2},"end":{"line":2,"character":11}}}]"#
    ),
    Asked(
      "textDocument/documentSymbol", "people/sarah.md", nil,
      #"[{"name":"Sarah","range":{"start":{"line":4,"character":0},"end":{"line":11,"character":0}},"children":[{"name":"Phone","children":[]}]}]"#
    ),
    Asked(
      "textDocument/foldingRange", "people/sarah.md", nil,
      #"[{"startLine":0,"endLine":3},{"startLine":4,"endLine":10},{"startLine":8,"endLine":10}]"#),
    Asked(
      "workspace/symbol", "", nil, #"{"query":"sar"}"#,
      #"[{"name":"Sarah","location":{"uri":"$/people/sarah.md"}}]"#),
    Asked(
      "textDocument/codeLens", "people/sarah.md", nil, #"[{"command":{"title":"3 backlinks"}}]"#),
    Asked(
      "textDocument/inlayHint", "new.md", "---\ndue: 2026-11-23\n---\nx", whole,
      #"[{"position":{"line":1,"character":15},"label":"Monday, in 2 days"}]"#),
    Asked(
      "textDocument/inlayHint", "new.md", "---\ndate: 1999-01-01\n---\nx", whole,
      #"[{"label":"Friday"}]"#),
    Asked(
      "textDocument/diagnostic", "买.md", nil,
      #"{"items":[{"code":"dead-link","codeDescription":{"href":"file:///doc/a%20b.md#dead-link"},"severity":2,"range":{"start":{"line":2,"character":22},"end":{"line":2,"character":26}}}]}"#
    ),
    Asked(
      "textDocument/diagnostic", "films/x.md", "---\nscore: 9\nformat: vinyl\n---\nx [[Sarah#Fax]]",
      #"{"items":[{"code":"schema-required"},{"code":"score-unknown"},{"code":"schema-breach","range":{"start":{"line":2,"character":0},"end":{"line":2,"character":13}}},{"code":"dead-heading"}]}"#
    ),
    Asked(
      "textDocument/diagnostic", "new.md", "---\ntype: idea\ndue: never\nsta\n---\nx",
      #"{"items":[{"code":"date-unknown","range":{"start":{"line":2,"character":0},"end":{"line":2,"character":10}}},{"code":"front-matter-malformed"}]}"#
    ),
    Asked(
      "textDocument/prepareRename", "new.md", "x [[bi¦ll]]",
      #"{"placeholder":"Pay the invoice","range":{"start":{"line":0,"character":4},"end":{"line":0,"character":8}}}"#
    ),
    Asked(
      "textDocument/prepareRename", "new.md", "x [[Sarah#ph¦one|her]]",
      #"{"placeholder":"Phone","range":{"start":{"line":0,"character":10},"end":{"line":0,"character":15}}}"#
    ),
    Asked("textDocument/prepareRename", "new.md", "x [[Sarah#Fa¦x]]", "null"),
    Asked("textDocument/prepareRename", "new.md", "te¦xt", "null"),
    Asked(
      "textDocument/rename", "new.md", "x [[Sarah#Fa¦x]]", #"{"newName":"x"}"#,
      #"{"code":-32803,"data":{"code":"rename-nothing"}}"#),
    Asked(
      "textDocument/rename", "new.md", "te¦xt", #"{"newName":"x"}"#,
      #"{"code":-32803,"data":{"code":"rename-nothing"}}"#),
    Asked(
      "workspace/executeCommand", "", nil,
      #"{"command":"cairn.query","arguments":[{"query":"type:person"}]}"#,
      #"{"total":1,"captures":[{"title":"Sarah"}]}"#),
    Asked(
      "workspace/executeCommand", "", nil,
      #"{"command":"cairn.add","arguments":[{"text":"Ring the sweep by friday"}]}"#,
      #"{"changed":["…"],"type":"action","due":"2026-11-27"}"#),
    Asked(
      "workspace/executeCommand", "", nil, #"{"command":"cairn.nothing"}"#, #"{"code":-32602}"#),
    Asked("textDocument/hover", "outside.txt", "x¦", "null"),
  ]

  @Test(arguments: asked)
  func `Each method answers`(_ row: Asked) async throws {
    let editor = try await Editor(Self.files)
    var place: [JSONValue.Member] = []
    if let text = row.text {
      place = editor.open(row.path, text)
    } else if !row.path.isEmpty {
      place = [.init("textDocument", ["uri": .string(editor.address(row.path))])]
    }
    let result = await editor.ask(row.method, place, row.more)
    let expected = JSONValue(text: row.result.replacing("$", with: editor.address("")))
    #expect(result.contains(expected), "\(result)")
    await editor.talk.end()
  }

  // MARK: - Synchronization

  @Test(arguments: [false, true])
  func `Changes of parts of the text are applied, and other requests see the unsaved text`(
    _ utf8: Bool
  ) async throws {
    let editor = try await Editor(Self.files, utf8: utf8)
    let place = editor.open("new.md", "# 😀 Plan\r\n\r\n给 x")
    let column = utf8 ? 4 : 2
    let change = { (line: Int, from: Int, to: Int, text: String) -> JSONValue in
      [
        "range": [
          "start": ["line": .integer(line), "character": .integer(from)],
          "end": ["line": .integer(line), "character": .integer(to)],
        ], "text": .string(text),
      ]
    }
    editor.talk.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(editor.address("new.md")), "version": 2],
        "contentChanges": [
          change(2, column, column, "[[Sarah]] "), change(0, utf8 ? 7 : 5, utf8 ? 11 : 9, "Idea"),
        ],
      ])
    let links = await editor.ask("textDocument/documentLink", [place[0]])
    #expect(links.elements?.first?["target"]?.text == editor.address("people/sarah.md"))
    // The unsaved title is a name, and the unsaved link a backlink.
    let other = editor.open("other.md", "[[idea¦")
    let found = await editor.ask("textDocument/completion", other)
    #expect(found["items"]?.elements?.first?["label"] == "😀 Idea")
    let uri: JSONValue = ["uri": .string(editor.address("people/sarah.md"))]
    let lens = await editor.ask("textDocument/codeLens", [.init("textDocument", uri)])
    #expect(lens.elements?.first?["command"]?["title"] == "4 backlinks")
    await editor.talk.end()
  }

  @Test(arguments: [true, false])
  func `Problems are sent as the text or another file changes, and withdrawn when it is closed`(
    _ canWatch: Bool
  ) async throws {
    let editor = try await Editor(Self.files, host: Host(canWatch: canWatch))
    _ = editor.open("new.md", "[[gone]] x")
    let sent = await editor.talk.message { $0["method"] == "textDocument/publishDiagnostics" }
    #expect(sent["params"]?["diagnostics"]?.elements?.map { $0["code"] } == ["dead-link"])
    // Another program creates the capture.
    try editor.desk.write("here\n", to: "gone.md")
    let isWithdrawn = { (message: JSONValue) in message["params"]?["diagnostics"] == [] }
    let empty = await editor.talk.message(isWithdrawn)
    #expect(empty != .null)
    editor.talk.notify(
      "textDocument/didClose", ["textDocument": ["uri": .string(editor.address("new.md"))]])
    _ = await editor.ask("workspace/symbol", [], #"{"query":"x"}"#)
    #expect(editor.talk.messages.filter(isWithdrawn).count == 2)
    await editor.talk.end()
  }

  @Test func `A session that has ended leaves no watch behind`() async throws {
    weak var server: LanguageServer?
    do {
      let editor = try await Editor(Self.files)
      _ = await editor.ask("workspace/symbol", [], #"{"query":"x"}"#)
      server = editor.server
      await editor.talk.end()
    }
    for _ in 0..<500 where server != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(server == nil)
  }
}
