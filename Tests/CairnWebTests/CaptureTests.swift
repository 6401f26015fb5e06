import CairnJSON
import CairnWork
import SystemPackage
import Testing

extension WebTests {
  @Suite("Captures over HTTP") struct CaptureTests {
    @Test("A capture is added, read, changed and removed, and every step can be undone")
    func life() async throws {
      try await TestServer.run { server in
        let reply = try await server.send(
          "POST", "/api/v1/captures", #"{"text":"Ring the sweep by Friday","tags":["home"]}"#)
        #expect(reply.status == 201, "\(reply.text)")
        let place = try #require(reply.header("location"))
        let read = try await server.send("GET", place)
        let etag = try #require(read.header("etag"))
        let capture = try await server.decode(CaptureDocument.self, 200, "GET", place).capture
        #expect(capture.body == "Ring the sweep by Friday\n")
        #expect(capture.tags == ["home"])
        #expect("\"\(capture.etag ?? "")\"" == etag)
        #expect(
          try await server.send("GET", place, nil, [("if-none-match", etag)]).status == 304)
        let saved = try await server.decode(
          ChangeDocument.self, 200, "PATCH", place,
          #"{"fields":{"score":"great"},"tags":{"add":["roof"]},"body":"Ring him.\n"}"#,
          [("if-match", etag)])
        #expect(saved.capture?.score == 3)
        #expect(saved.capture?.tags == ["home", "roof"])
        #expect(saved.capture?.body == "Ring him.\n")
        #expect(saved.merged == false)
        #expect(server.files.count == 1)
        #expect(try await server.send("DELETE", place).status == 200)
        #expect(server.files.isEmpty)
        #expect(try await server.send("GET", place).status == 404)
        #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        #expect(server.files.count == 1)
        #expect(try await server.send("POST", "/api/v1/redo").status == 200)
        #expect(server.files.isEmpty)
        struct Trash: Decodable {
          struct Entry: Decodable { let id: String }
          let trash: [Entry]
        }
        let trash = try await server.decode(Trash.self, 200, "GET", "/api/v1/trash").trash
        let id = try #require(trash.first?.id)
        #expect(try await server.send("POST", "/api/v1/trash/\(id)/restore").status == 200)
        #expect(server.files.count == 1)
      }
    }

    @Test("Each redo repeats one more change, until there is nothing to redo")
    func redo() async throws {
      try await TestServer.run { server in
        let made = try await server.send("POST", "/api/v1/captures", #"{"text":"A"}"#)
        let place = try #require(made.header("location"))
        let file = try #require(server.files.first)
        for score in 1...2 {
          let body = #"{"fields":{"score":"\#(score)"}}"#
          #expect(try await server.send("PATCH", place, body).status == 200)
        }
        for score in ["score: 1", "created"] {
          #expect(try await server.send("POST", "/api/v1/undo").status == 200)
          #expect(server.text(file)?.contains(score) == true)
        }
        for score in ["score: 1", "score: 2"] {
          #expect(try await server.send("POST", "/api/v1/redo").status == 200)
          #expect(server.text(file)?.contains(score) == true)
        }
        #expect(try await server.send("POST", "/api/v1/redo").status == 404)
      }
    }

    @Test("A tag that the capture has is kept, even if it is not valid")
    func oldTags() async throws {
      try await TestServer.run { server in
        try server.write("---\ntags: [a b, c]\n---\nA\n", to: "a.md")
        let added = try await server.send(
          "PATCH", "/api/v1/captures/a.md", #"{"fields":{"tags":"a b, c, d"}}"#)
        #expect(added.status == 200, "\(added.text)")
        #expect(server.text("a.md")?.contains("tags: [a b, c, d]") == true)
        let invalid = try await server.send(
          "PATCH", "/api/v1/captures/a.md", #"{"fields":{"tags":"a b, e f"}}"#)
        #expect(invalid.status == 422)
      }
    }

    @Test("A list of values becomes a list in the file, and an empty list empties it")
    func lists() async throws {
      try await TestServer.run { server in
        let made = try await server.send(
          "POST", "/api/v1/captures", #"{"text":"A","fields":{"who":["Ann Lee","Bo"]}}"#)
        #expect(made.status == 201, "\(made.text)")
        let place = try #require(made.header("location"))
        let file = try #require(server.files.first)
        #expect(server.text(file)?.contains("\nwho: [Ann Lee, Bo]\n") == true)
        for (list, line) in [(#"["Cy","Bo"]"#, "[Cy, Bo]"), (#"["Di"]"#, "[Di]"), ("[]", "[]")] {
          let reply = try await server.send("PATCH", place, #"{"fields":{"who":\#(list)}}"#)
          #expect(reply.status == 200, "\(reply.text)")
          #expect(server.text(file)?.contains("\nwho: \(line)\n") == true)
        }
        let refused = try await server.send("PATCH", place, #"{"fields":{"title":["x","y"]}}"#)
        #expect(refused.status == 422 && refused.text.contains("field-single"), "\(refused.text)")
      }
    }

    @Test("A list has pages, which stay in step when captures are removed")
    func pages() async throws {
      let files = (10..<30).map { ("n\($0).md", "---\ncreated: 2026-11-\($0)\n---\nNote \($0)\n") }
      try await TestServer.run(files) { server in
        var titles: [String] = []
        var cursor = ""
        for page in 0..<4 {
          let list = try await server.decode(
            CapturesDocument.self, 200, "GET",
            "/api/v1/captures?limit=6&sort=created" + (cursor.isEmpty ? "" : "&cursor=\(cursor)"))
          titles += list.captures.map(\.title)
          cursor = list.next ?? ""
          if page == 0 {
            #expect(try await server.send("DELETE", "/api/v1/captures/n10.md").status == 200)
          }
        }
        #expect(titles == (10..<30).map { "Note \($0)" })
        #expect(cursor.isEmpty)
        let found = try await server.decode(
          CapturesDocument.self, 200, "GET",
          "/api/v1/captures?query=note%20created:2026-11-20..2026-11-29")
        #expect(found.total == 10)
      }
    }

    /// Requests that read, and the status of the answer.
    private static let reads: [(target: String, status: Int)] = [
      ("/api/v1/collections", 200), ("/api/v1/collections/work", 200),
      ("/api/v1/collections/lost", 404), ("/api/v1/tags", 200), ("/api/v1/tags?sort=name", 200),
      ("/api/v1/tags?sort=size", 400), ("/api/v1/people", 200), ("/api/v1/actions", 200),
      ("/api/v1/actions?all=true", 200), ("/api/v1/actions?all=maybe", 400),
      ("/api/v1/drafts", 200), ("/api/v1/drafts/none", 404), ("/api/v1/trash", 200),
      ("/api/v1/operations?limit=3", 200), ("/api/v1/views", 200), ("/api/v1/settings", 200),
      ("/api/v1/overview", 200), ("/api/v1/ask?question=lamp", 200), ("/api/v1/ask", 400),
      ("/api/v1/captures/lamp.md/related", 200), ("/api/v1/captures/lamp.md/links", 200),
      ("/api/v1/captures/lamp.md/backlinks", 200), ("/api/v1/captures/lamp.md/images", 200),
      ("/api/v1/circles", 200), ("/api/v1/stats", 200), ("/api/v1/stats?since=2026-11", 200),
      ("/api/v1/stats?since=nonsense", 422), ("/api/v1/me", 200), ("/api/v1/openapi.json", 200),
      ("/api/v1/captures?query=autor:x", 400), ("/api/v1/captures?sort=((", 400),
      ("/api/v1/captures?limit=0", 400), ("/api/v1/captures?limit=501", 400),
      ("/api/v1/captures?limt=5", 400), ("/api/v1/captures?cursor=x", 400),
      ("/api/v1/captures?limit=1&limit=2", 400), ("/api/v1/captures/lamp.md", 200),
      ("/api/v1/captures/nothing", 404), ("/api/v1/media/none.png", 404), ("/api/v1/lost", 404),
      ("/", 200), ("/capture?text=%3Cscript%3E", 200), ("/assets/0/app.js", 200),
      ("/start", 401), ("/start?token=wrong", 401),
    ]

    @Test("Requests that read have the status of the table, and errors have a code and a message")
    func reading() async throws {
      let lamp = "---\ntype: action\nstatus: open\ntags: [a]\nperson: Ann\n---\nThe lamp [[b]]\n"
      try await TestServer.run([("lamp.md", lamp), ("work/b.md", "B\n")]) { server in
        for (target, status) in Self.reads {
          let reply = try await server.send("GET", target, as: .read)
          #expect(reply.status == status, "\(target): \(reply.text)")
          if status >= 400 {
            let error = JSONValue(reading: reply.body)?["error"]
            #expect(error?["code"]?.text?.isEmpty == false, "\(target)")
            #expect(error?["message"]?.text?.isEmpty == false, "\(target)")
            // Only the person who runs the server can create tokens.
            #expect(status == 401 || !Self.isForShell(reply.text), "\(reply.text)")
          }
          #expect(reply.header("x-content-type-options") == "nosniff")
          #expect(reply.header("content-security-policy")?.contains("default-src 'none'") == true)
          #expect(!reply.text.contains(server.root.string), "\(target) names the folder")
        }
        let page = try await server.send("GET", "/capture?text=%3Cscript%3Ealert").text
        #expect(!page.contains("<script>alert"))
      }
    }

    /// Requests that write, and the status of the answer.
    private static let writes: [(method: String, target: String, json: String?, status: Int)] = [
      ("POST", "/api/v1/captures", "{", 400), ("POST", "/api/v1/captures", #"{"txt":"a"}"#, 400),
      ("POST", "/api/v1/captures", #"{"text":5}"#, 400), ("POST", "/api/v1/captures", #"[]"#, 400),
      ("POST", "/api/v1/captures", #"{"text":""}"#, 422),
      ("POST", "/api/v1/captures", #"{"text":"a","score":"7"}"#, 422),
      ("POST", "/api/v1/captures", #"{"text":"a","template":"../../etc/passwd"}"#, 400),
      ("POST", "/api/v1/captures", #"{"text":"a","dry_run":true}"#, 200),
      ("POST", "/api/v1/captures", nil, 415),
      ("PATCH", "/api/v1/captures/lamp.md", #"{"fields":{"score":9}}"#, 422),
      ("PATCH", "/api/v1/captures/lamp.md", #"{}"#, 400),
      ("PATCH", "/api/v1/captures/lamp.md", #"{"body":"x"}"#, 428),
      ("PATCH", "/api/v1/captures/lamp.md", #"{"fields":{"type":"newtype"}}"#, 422),
      ("PUT", "/api/v1/captures/lamp.md", #"{"body":"x"}"#, 428),
      ("POST", "/api/v1/captures/lamp.md/type", #"{"type":"idea"}"#, 200),
      ("POST", "/api/v1/captures/lamp.md/rename", #"{"title":"The good lamp"}"#, 200),
      ("POST", "/api/v1/captures/b/move", #"{"to":"home","create":true}"#, 200),
      ("POST", "/api/v1/captures/b/move", #"{"to":"../outside"}"#, 422),
      ("POST", "/api/v1/captures/two/split", "{}", 201),
      ("POST", "/api/v1/collections", #"{"path":"books","name":"Books","icon":"📚"}"#, 201),
      ("PATCH", "/api/v1/collections/books", #"{"description":"Read."}"#, 200),
      ("PATCH", "/api/v1/collections/books", #"{"path":"read"}"#, 200),
      ("DELETE", "/api/v1/collections/read", nil, 200),
      ("PUT", "/api/v1/views/soon", #"{"query":"due:..+7d"}"#, 200),
      ("PUT", "/api/v1/views/soon", #"{"query":"due:((" }"#, 400),
      ("DELETE", "/api/v1/views/soon", nil, 200),
      ("PATCH", "/api/v1/settings", #"{"web.theme":"blue"}"#, 200),
      ("PATCH", "/api/v1/settings", #"{"web.theme":"pink"}"#, 422),
      ("PATCH", "/api/v1/settings", #"{"editor":"rm -rf"}"#, 400),
      ("PATCH", "/api/v1/settings", #"{"provider.use":"evil"}"#, 400),
      ("POST", "/api/v1/classify", #"{"text":"Call Ann tomorrow"}"#, 200),
      ("POST", "/api/v1/classify", #"{"text":" "}"#, 422),
      ("POST", "/api/v1/split", #"{"text":"Call Ann. Buy milk."}"#, 200),
      ("POST", "/api/v1/digest", #"{"format":"html"}"#, 200),
      ("POST", "/api/v1/digest", #"{"template":"/etc/passwd"}"#, 400),
      ("POST", "/api/v1/digest", #"{"output":"/tmp/x"}"#, 400),
      ("POST", "/api/v1/brief", nil, 200),
      ("POST", "/api/v1/actions/call/defer", #"{"to":"next tuesday"}"#, 200),
      ("POST", "/api/v1/actions/call/done", nil, 200),
      ("POST", "/api/v1/actions/boxes.md:1/done", nil, 200),
      ("POST", "/api/v1/actions/call/reopen", nil, 200),
      ("POST", "/api/v1/undo", #"{"operation":"none"}"#, 404),
      ("POST", "/api/v1/trash/none/restore", nil, 404),
      ("PATCH", "/api/v1/tags/odl", #"{"name":"new"}"#, 404),
      ("PATCH", "/api/v1/tags/odl", #"{"name":"a b"}"#, 422),
      ("PATCH", "/api/v1/tags/odl", #"{"query":"in:work"}"#, 400),
      ("POST", "/api/v1/tags", "{}", 405), ("DELETE", "/api/v1/stats", nil, 405),
    ]

    /// Returns whether an answer in JSON names a command or an option.
    private static func isForShell(_ text: String) -> Bool {
      text.hasPrefix("{") && (text.contains("`cairn ") || text.contains(" --"))
    }

    /// Requests that fail, and the hint of the answer.
    private static let hints: [(method: String, target: String, json: String?, hint: String)] = [
      (
        "POST", "/api/v1/captures", #"{"text":"x","type":"nonsense"}"#,
        "To use a new type, pass `create` with the value true."
      ),
      (
        "POST", "/api/v1/captures/b/move", #"{"to":"nowhere"}"#,
        "To create it, pass `create` with the value true."
      ),
      ("DELETE", "/api/v1/views/none", nil, "GET /api/v1/views lists the views."),
      (
        "POST", "/api/v1/actions/boxes.md:1/defer", #"{"to":"friday"}"#,
        "To tick the checkbox, use POST /api/v1/actions/{id}/done."
      ),
    ]

    @Test("Hints name requests and fields, not commands and options")
    func hinting() async throws {
      let files = [("b.md", "B\n"), ("boxes.md", "- [ ] one\n")]
      try await TestServer.run(files) { server in
        for (method, target, json, hint) in Self.hints {
          let reply = try await server.send(method, target, json)
          let error = JSONValue(reading: reply.body)?["error"]
          #expect(error?["hint"] == .string(hint), "\(method) \(target): \(reply.text)")
          #expect(!Self.isForShell(reply.text), "\(reply.text)")
        }
      }
    }

    @Test("Links follow a title that a client changes")
    func titles() async throws {
      let files = [("b.md", "---\ntitle: Old\n---\nB\n"), ("c.md", "[[Old]]\n")]
      try await TestServer.run(files) { server in
        let reply = try await server.send(
          "PATCH", "/api/v1/captures/b.md", #"{"fields":{"title":"New"}}"#)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(server.text("c.md") == "[[New]]\n")
      }
    }

    @Test("A tag is renamed in the captures of a query, and the answer names what remains")
    func tags() async throws {
      let files = [("b.md", "---\ntags: [a/x, A]\n---\n# On #a\n"), ("c.md", "#a\n")]
      try await TestServer.run(files) { server in
        let reply = try await server.send(
          "PATCH", "/api/v1/tags/a", #"{"name":"z/y","query":"path:b.md"}"#)
        #expect(reply.status == 200, "\(reply.text)")
        #expect(reply.text.contains("a heading of `b.md` contains the tag"), "\(reply.text)")
        #expect(server.text("b.md") == "---\ntags: [z/y/x, z/y]\n---\n# On #z/y\n")
        #expect(server.text("c.md") == "#a\n")
      }
    }

    @Test("Requests that write have the status of the table")
    func writing() async throws {
      let files = [
        ("lamp.md", "The lamp\n"), ("b.md", "B\n"), ("boxes.md", "- [ ] one\n"),
        ("call.md", "---\ntype: action\ntitle: call\n---\nCall Ann\n"),
        ("two.md", "---\ntitle: two\n---\nCall Ann tomorrow. I had an idea about tide clocks.\n"),
      ]
      try await TestServer.run(files) { server in
        for (method, target, json, status) in Self.writes {
          let reply = try await server.send(method, target, json)
          #expect(reply.status == status, "\(method) \(target) \(json ?? ""): \(reply.text)")
          #expect(!Self.isForShell(reply.text), "\(reply.text)")
          #expect(!reply.text.contains(server.root.string), "\(target) names the folder")
        }
        #expect(server.text("boxes.md") == "- [x] one\n")
        #expect(server.text(".cairn/config.yml")?.contains("blue") == true)
      }
    }
  }
}
