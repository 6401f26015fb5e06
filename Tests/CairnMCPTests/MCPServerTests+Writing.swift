import CairnCapture
import CairnDesk
import CairnFiles
import CairnJSON
import CairnMCP
import CairnNotebook
import CairnText
import CairnWork
import Testing

extension MCPServerTests {
  @Test(arguments: [true, false])
  func `Changes are checked, previewed, journalled and undone in their session`(
    _ isStateless: Bool
  ) async throws {
    let desk = try Desk(Self.files)
    let assistant = await Assistant(desk, writes: true, isStateless: isStateless)
    let hash = await assistant.call("read", #"{"capture":"k7x2m9q4ab"}"#)["hash"]?.text ?? ""
    let set = #"{"capture":"k7x2m9q4ab","fields":{"score":"great"},"if_hash":"\#(hash)""#
    let preview = await assistant.call("set", set + #","dry_run":true}"#)
    #expect(preview["diff"]?.text?.contains("+score: 3\n") == true && preview["operation"] == .null)
    #expect(try desk.text("work/pay.md") == Self.files[0].1)
    let done = await assistant.call("set", set + "}")
    #expect(done["hash"]?.text != hash && done["operation"]?.text != nil)
    let stale = await assistant.call("set", set + "}")
    #expect(stale["error"]?["code"] == "stale_precondition" && stale["written"] == false)
    #expect(stale["error"]?["hash"] == done["hash"])
    // Links in captures that the assistant does not see follow, and are not shown.
    let moved = await assistant.call("move", #"{"capture":"Pay the invoice","to":"people"}"#)
    #expect(Self.paths(moved, "changed") == ["people/pay.md"])
    _ = await assistant.call("undo")
    #expect(try desk.text("work/pay.md") != nil)
    // Someone else's change is not this session's to undo.
    try await desk.work { work in
      _ = try work.apply(try work.plan(InsertRequest(Array("more".utf8), .end, in: "Sarah")))
    }
    let undone = await assistant.call("undo")
    #expect(Self.paths(undone, "changed") == ["work/pay.md"])
    let nothing = await assistant.call("undo")
    #expect(nothing["error"]?["code"] == "undo-nothing")
    #expect(try desk.text("work/pay.md") == Self.files[0].1)
    #expect(try desk.text("people/sarah.md") == Self.files[1].1 + "\nmore\n")
    let words = try await desk.work { try $0.operations().map { $0.words.first ?? "" } }
    #expect(words == ["mcp", "desk", "mcp", "mcp", "mcp"])
    await assistant.talk.end()
  }

  @Test(arguments: [
    #"{"capture":"Sarah","to":"work","if_hash":"HASH"}"#,
    #"{"capture":"Sarah","fields":{"score":"great"},"if_hash":"HASH"}"#,
  ])
  func `A file that changes while a tool waits for the lock is left as it is`(
    _ arguments: String
  ) async throws {
    let desk = try Desk(Self.files)
    let assistant = await Assistant(desk, writes: true, isStateless: false)
    let read = await assistant.call("read", #"{"capture":"Sarah"}"#)
    let hash = try #require(read["hash"]?.text)
    let params: JSONValue = [
      "name": arguments.contains("fields") ? "set" : "move",
      "arguments": JSONValue(text: arguments.replacing("HASH", with: hash)),
    ]
    let talk = assistant.talk
    let call = try await desk.work { work in
      let lock = try work.notebook.state.hold()
      let call = Task { await talk.ask("tools/call", params) }
      try await Task.sleep(for: .milliseconds(700))
      try desk.write("changed meanwhile\n", to: "people/sarah.md")
      withExtendedLifetime(lock) {}
      return call
    }
    let result = await call.value["result"]?["structuredContent"]
    #expect(result?["error"]?["code"] == "stale_precondition", "\(String(describing: result))")
    #expect(try desk.text("people/sarah.md") == "changed meanwhile\n")
    #expect(try desk.text("work/sarah.md") == nil)
    await assistant.talk.end()
  }

  @Test func `An assistant cannot make Cairn fetch a page`() async throws {
    let desk = try Desk()
    try desk.write("bookmark.fetch: echo '<title>Fetched</title>'\n", to: "../config/config.yml")
    let assistant = await Assistant(desk, writes: true)
    let arguments = #"{"text":"https://example.org/?q=custard"}"#
    for _ in 1...2 {
      let result = await assistant.call("add", arguments)
      let path = try #require(Self.paths(result, "changed").first, "\(result)")
      #expect(try desk.text(path)?.contains("Fetched") == false)
    }
    let path = try await desk.work { work in
      var request = AddRequest(.plain("https://example.org/lamps"))
      request.fetchesPage = true
      return try await work.add(request).report.changed.first?.path
    }
    #expect(try desk.text("\(try #require(path))")?.contains("title: Fetched") == true)
    await assistant.talk.end()
  }

  static let writes = [
    Row(
      "add", #"{"text":"Ring the sweep","due":"fri","tags":["home"]}"#,
      #"{"changed":["…"],"type":"action","due":"2026-11-27"}"#),
    Row("add", #"{"text":" "}"#, #"{"error":{"code":"…"},"written":false}"#),
    Row(
      "add", #"{"text":"x","type":"nonsense"}"#,
      #"{"error":{"code":"type-unknown","hint":"To use a new type, pass `create` with the value true."},"written":false}"#
    ),
    Row(
      "set", #"{"capture":"Sarah","fields":{"type":"hero"}}"#,
      #"{"error":{"code":"type-unknown","hint":"…"},"written":false}"#),
    Row(
      "set", #"{"capture":"Sarah","fields":{"type":"hero"},"create":true}"#,
      #"{"changed":[{"path":"people/sarah.md"}]}"#),
    Row(
      "set", #"{"capture":"Sarah","fields":{"score":"huge"}}"#,
      #"{"error":{"code":"score-unknown"},"written":false}"#),
    Row(
      "set", #"{"capture":"Hidden custard","fields":{"private":"false"}}"#,
      #"{"error":{"code":"capture-unknown"},"written":false}"#),
    Row(
      "set", #"{"capture":"Sarah","create":true}"#,
      #"{"error":{"code":"request-field-missing","message":"one of `fields`, `add`, `remove` or `unset` is required"}}"#
    ),
    Row(
      "add", #"{"text":"x","fields":{"id":"k7x2m9q4ab"}}"#,
      #"{"error":{"code":"id-taken","message":"…"},"written":false}"#),
    // The id of a capture that the assistant does not see.
    Row(
      "add", #"{"text":"x","fields":{"id":"v4xt7q2abc"}}"#,
      #"{"error":{"code":"id-taken","message":"the id `v4xt7q2abc` is already used, so `2026-11-21-x-v4xt.md` cannot have the same id; leave out the id, or use a different one"},"written":false}"#
    ),
    Row(
      "set", #"{"capture":"Sarah","fields":{"id":"v4xt7q2abc"}}"#,
      #"{"error":{"code":"id-taken","message":"the id `v4xt7q2abc` is already used, so `people/sarah.md` cannot have the same id; leave out the id, or use a different one"},"written":false}"#
    ),
    Row(
      "add", #"{"text":"A","text":"B"}"#,
      #"{"error":{"code":"request-field-twice","message":"`text`: the field occurs twice"}}"#),
    Row(
      "set", #"{"capture":"Sarah","fields":{"due":"fri","due":"sat"}}"#,
      #"{"error":{"code":"request-field-twice"},"written":false}"#),
    Row(
      "append", #"{"capture":"Pay the invoice","text":"- two","heading":"Log"}"#,
      #"{"changed":[{"path":"work/pay.md"}],"hash":"…"}"#),
    Row(
      "append", #"{"capture":"today","text":"A line"}"#,
      #"{"changed":["…"],"operation":"…"}"#),
    Row(
      "set", #"{"capture":"Sarah","fields":{"text":"New"}}"#, #"{"error":{"code":"field-is-text"}}"#
    ),
    Row(
      "set", #"{"capture":"Sarah","fields":{"collection":"work"}}"#,
      #"{"error":{"code":"field-moves"}}"#),
    Row("schema", #"{"type":"film"}"#, #"{"error":{"code":"…"}}"#),
    Row("done", #"{"capture":"Sarah"}"#, #"{"error":{"code":"not-an-action"}}"#),
    Row("done", #"{"capture":"Sarah","task":9}"#, #"{"error":{"code":"task-unknown"}}"#),
    Row("done", #"{"capture":"Pay the invoice"}"#, #"{"changed":[{"path":"work/pay.md"}]}"#),
    Row(
      "done", #"{"capture":"Pay the invoice","outcome":"later"}"#,
      #"{"error":{"code":"request-type"}}"#),
    Row(
      "move", #"{"capture":"Sarah","to":"vault"}"#,
      #"{"error":{"code":"collection-unknown","message":"there is no collection `vault`"}}"#),
    Row(
      "move", #"{"capture":"Sarah","to":"vault","create":true}"#,
      #"{"error":{"code":"collection-unknown","message":"there is no collection `vault`"}}"#),
    Row(
      "move", #"{"capture":"Sarah","to":"nowhere"}"#,
      #"{"error":{"code":"collection-unknown","message":"there is no collection `nowhere`","hint":"To create it, pass `create` with the value true."}}"#
    ),
    Row("undo", #"{"operation":"20260101"}"#, #"{"error":{"code":"undo-nothing"}}"#),
    Row(
      "set", #"{"capture":"Pay the invoice","fields":{"id":"v4xt7q2abd"}}"#,
      #"{"error":{"code":"id-fixed"},"written":false,"notice":"…"}"#),
    Row(
      "set", #"{"capture":"Pay the invoice","unset":["id"]}"#, #"{"error":{"code":"id-fixed"}}"#),
    Row("add", #"{"text":"A. B.","split":true}"#, #"{"error":{"code":"request-field-unknown"}}"#),
    Row("add", #"{"text":"A","provider":"x"}"#, #"{"error":{"code":"request-field-unknown"}}"#),
    Row(
      "add", #"{"text":"https://example.org/","fetch":true}"#,
      #"{"error":{"code":"request-field-unknown"}}"#),
  ]

  @Test("Fields are set and removed, and lists changed, in one operation")
  func edits() async throws {
    let desk = try Desk(Self.files)
    let assistant = await Assistant(desk, writes: true)
    let result = await assistant.call(
      "set",
      #"{"capture":"Pay the invoice","fields":{"score":"great"},"unset":["status"],"#
        + #""add":{"tags":"late"}}"#)
    #expect(Self.paths(result, "changed") == ["work/pay.md"], "\(result)")
    let text = try #require(try desk.text("work/pay.md"))
    #expect(text.contains("score: 3\n") && text.contains("tags: [finance, late]\n"))
    #expect(!text.contains("status:"))
    _ = await assistant.call("undo")
    #expect(try desk.text("work/pay.md") == Self.files[0].1)
    await assistant.talk.end()
  }

  @Test("Links follow a new title, also in captures that the assistant does not see")
  func titles() async throws {
    let desk = try Desk(Self.files)
    let assistant = await Assistant(desk, writes: true)
    let result = await assistant.call(
      "set", #"{"capture":"Pay the invoice","fields":{"title":"Pay it"}}"#)
    #expect(result.contains(JSONValue(text: #"{"changed":[{"path":"work/pay.md"}]}"#)), "\(result)")
    #expect(try desk.text("secret.md")?.contains("[[Pay it]]") == true)
    _ = await assistant.call("undo")
    for (path, text) in Self.files { #expect(try desk.text(path) == text) }
    await assistant.talk.end()
  }

  @Test("A checkbox in a note is ticked and cleared by its number")
  func boxes() async throws {
    let start = "---\ntitle: Trip\n---\n- [ ] pack\n- [ ] book\n"
    let desk = try Desk([("trip.md", start)])
    let assistant = await Assistant(desk, writes: true)
    for (outcome, text) in [
      ("done", "- [ ] pack\n- [x] book\n"), ("open", "- [ ] pack\n- [ ] book\n"),
    ] {
      let arguments = #"{"capture":"Trip","task":2,"outcome":"\#(outcome)"}"#
      let result = await assistant.call("done", arguments)
      #expect(result["changed"] != nil, "\(result)")
      #expect(try desk.text("trip.md")?.hasSuffix(text) == true)
    }
    await assistant.talk.end()
  }

  @Test(arguments: writes)
  func `Tools write, or say why nothing was written`(_ row: Row) async throws {
    let desk = try Desk(Self.files)
    let assistant = await Assistant(desk, writes: true)
    let result = await assistant.call(row.tool, row.arguments)
    #expect(result.contains(JSONValue(text: row.result)), "\(result)")
    #expect(!"\(result)".contains("`cairn ") && !"\(result)".contains(" --"), "\(result)")
    if row.tool == "append", row.arguments.contains("heading"), result["error"] == nil {
      #expect(try desk.text("work/pay.md")?.contains("- one\n- two\n\n## End") == true)
    }
    if result["error"] != nil {
      for (path, text) in Self.files { #expect(try desk.text(path) == text) }
    }
    await assistant.talk.end()
  }
}
