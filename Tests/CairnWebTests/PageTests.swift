import CairnNotebook
import CairnWeb
import CairnWork
import Testing

extension WebTests {
  @Suite("Web pages") struct PageTests {
    /// A page, and words that it must show.
    private static let pages: [(target: String, words: [String])] = [
      ("/", ["Today", "Morning Briefing", "Overdue", "Ring the sweep"]),
      (
        "/capture",
        [
          "What's on your mind?", "0 characters", "Save", "Remind me to...", "I realized...",
          "Open actions", "Ring the sweep", "Done", "Cancelled", "Total", "read.image tesseract",
          "read.voice whisper.cpp", "bookmark.fetch curl",
        ]
      ),
      ("/capture?text=Remind%20me%20to%20", ["Remind me to </textarea>", "12 characters"]),
      (
        "/captures",
        ["My Notes", "Search your note...", "All", "Books", "📚", "6 captures", "Austerlitz"]
      ),
      ("/capture?text=x", ["1 character<"]),
      ("/captures?view=grid", ["class=\"tiles\"", "Austerlitz"]),
      ("/captures?in=books", ["1 capture", "Add to this collection"]),
      ("/captures?query=sweep", ["2 captures", "<mark>sweep</mark>"]),
      ("/captures?query=nothing-like-this", ["0 captures", "No capture matches."]),
      ("/captures/aust1234ef", ["Austerlitz", "W. G. Sebald", "author", "Edit", "Remove"]),
      (
        "/captures/bird1234ef",
        ["How should I categorize this?", "value=\"person\"><b>Person</b> <span>About someone<"]
      ),
      ("/captures/aust1234ef/edit", ["fields[author]", "value=\"W. G. Sebald\"", "was[author]"]),
      ("/captures/aust1234ef/split", ["Cairn found 1 part.", "Split"]),
      (
        "/notebook/collections",
        ["Books", "Manage Collections", "Create Default Collections"]
      ),
      ("/actions", ["Overdue", "Ring the sweep", "days ago, 12:30</time>", "Defer", "Cancelled"]),
      ("/actions?all=true", ["Open only"]), ("/people", ["Sarah"]),
      ("/notebook/gifts", ["For: birthday", "Priya", "A reed pen"]),
      ("/circles", ["There are no circles yet."]), ("/ask", ["Ask a question in your own words."]),
      ("/ask?question=when+is+the+sweep", ["<mark>sweep</mark>", "Ring the sweep"]),
      (
        "/digest",
        [
          "<option>mine</option>", "Template", "Group by", "Preview", "Export",
          "Calendar (iCalendar)",
        ]
      ),
      ("/import", ["Import", "Takeout"]),
      ("/digest?query=in%3Abooks&format=html", ["Download", "<iframe"]),
      ("/lookup", ["No service is set up", "lookup.use openlibrary,musicbrainz"]),
      ("/trash", ["The trash is empty."]),
      ("/undo", ["Added “", "through the server"]),
      (
        "/settings",
        [
          "gray", "blue", "orange", "yellow", "green", "indigo", "auto", "dark",
          "lookup.use openlibrary", "bookmark.fetch curl",
        ]
      ),
    ]

    private static let notebook: [(path: String, text: String)] = [
      (".cairn/templates/digests/mine/text/item.mustache", "{{title}}\n"),
      (
        "sweep.md",
        "---\nid: k7x2m9q4ab\ntype: action\nstatus: open\ndue: 2020-01-02T12:30:00\n---\nRing the sweep\n"
      ),
      (
        "books/austerlitz.md",
        "---\nid: aust1234ef\ntype: entry\ntitle: Austerlitz\nauthor: W. G. Sebald\n---\nRead.\n"
      ),
      ("books/_collection.md", "---\nname: Books\nicon: 📚\n---\n"),
      ("birds.md", "---\nid: bird1234ef\ntype_by: unsure\n---\nBirds at noon\n"),
      ("sarah.md", "---\ntype: person\ntitle: Sarah\n---\n"),
      (
        "pen.md",
        "---\ntype: gift\ntitle: A reed pen\nrecipient: Priya\noccasion: birthday\n---\n"
      ),
    ]

    @Test("Each page shows its words, allows no inline script or style, and is read without one")
    func pages() async throws {
      try await TestServer.run(Self.notebook) { server in
        let browser = try await Browser(server)
        let brief = try await browser.submit("/", ["request": "POST /api/v1/brief"])
        #expect(brief.status == 303, "\(brief.text)")
        for (target, words) in Self.pages {
          let reply = try await browser.get(target)
          #expect(reply.status == 200, "\(target): \(reply.text.prefix(300))")
          #expect(reply.header("content-type") == "text/html; charset=utf-8")
          let policy = reply.header("content-security-policy") ?? ""
          #expect(policy.contains("script-src 'self'; style-src 'self'"), "\(target)")
          #expect(!policy.contains("unsafe"), "\(target)")
          for word in words where !reply.text.contains(word) {
            Issue.record("\(target) does not contain `\(word)`")
          }
          #expect(!reply.text.contains(" style="), "\(target)")
          #expect(reply.text.ranges(of: "<script").count == 1, "\(target)")
          #expect(reply.text.contains("lang=\"en\" data-theme=\"gray\" data-scheme=\"auto\""))
        }
      }
    }

    /// The due times of actions, with the group to which each belongs.
    private static let dueTimes: [(due: String, group: String)] = [
      ("2020-01-02", "Overdue"), ("2020-01-02T23:30:00", "Overdue"), ("soon", "Someday"),
      ("2999-01-02", "Upcoming"), ("2999-01-02T00:00:00Z", "Upcoming"), ("", "Someday"),
    ]

    @Test("Long lists are cut, say how many captures there are, and lead to all of them")
    func longLists() async throws {
      var notebook = [
        (
          "people.md",
          "---\nperson: [\((100..<320).map { "p\($0)" }.joined(separator: ", "))]\n---\n"
        )
      ]
      for number in 10..<70 {
        let (due, _) = Self.dueTimes[number % Self.dueTimes.count]
        notebook.append(
          ("a\(number).md", "---\ntype: action\ndue: \(due)\n---\nErrand \(number)\n"))
        notebook.append(("t\(number).md", "Tasks\n\n- [ ] Task \(number)\n"))
        notebook.append(("d\(number).md", "---\ntype: action\nstatus: done\n---\nPast \(number)\n"))
      }
      try await TestServer.run(notebook) { server in
        let browser = try await Browser(server)
        let page = try await browser.get("/actions").text
        for group in Set(Self.dueTimes.map(\.group)) {
          let count = 10 * Self.dueTimes.count { $0.group == group }
          #expect(
            page.contains("\(group)</span> <span class=\"count\">\(count)</span>"), "\(group)")
          #expect(!page.contains("Show all \(count)<"))
        }
        #expect(page.ranges(of: "Done: Task").count == 50)
        #expect(page.contains("Show all 60 captures with tasks") && !page.contains("Past 10"))
        let all = try await browser.get("/actions?all=true").text
        #expect(all.ranges(of: ">Past ").count == 50 && all.contains("Show all 60</a>"))
        let first = try await browser.get("/capture").text
        #expect(first.ranges(of: "Defer: Errand").count == 12 && first.contains("Show all 60</a>"))
        for query in [
          "is:task%20NOT%20type:action", "type%3Aaction%20is%3Adone%20sort%3A-updated",
        ] {
          #expect(try await browser.get("/captures?query=\(query)").text.contains("60 captures"))
        }
        let people = try await browser.get("/people").text
        #expect(people.ranges(of: "class=\"pill\"").count == 200 && people.contains("Show all 220"))
        #expect(
          try await browser.get("/people?all=true").text.ranges(of: "class=\"pill\"").count == 220)
      }
    }

    @Test("A briefing has a summary if a person names a provider, or the settings do")
    func summary() async throws {
      let settings = #"""
        provider.use: local
        provider.retries: 0
        providers.local.command: 'echo "{\"summary\": \"The *sweep* is late.\"}"'
        providers.gone.command: exit 68

        """#
      try await TestServer.run(Self.notebook) { server in
        let browser = try await Browser(server)
        #expect(try await !browser.get("/").text.contains("Add a summary"))
        try server.set(settings)
        #expect(try await browser.get("/").text.contains("Add a summary by local"))
        let brief = ["request": "POST /api/v1/brief"]
        #expect(try await browser.submit("/", brief).status == 303)
        let made = try await browser.get("/").text
        #expect(!made.contains("is late.") && made.contains("Update the briefing"))
        let named = brief.merging(["provider": "local"]) { $1 }
        #expect(try await browser.submit("/", named).status == 303)
        let page = try await browser.get("/").text
        #expect(
          page.contains("The *sweep* is late.") && page.contains("by the provider"), "\(page)")
        for (name, status, words) in [
          ("gone", 200, #""failure":"network""#), ("none", 422, "there is no provider `none`"),
        ] {
          let reply = try await server.send("POST", "/api/v1/brief", #"{"provider":"\#(name)"}"#)
          #expect(reply.status == status && reply.text.contains(words), "\(reply.text)")
        }
        try server.set(settings + "provider.tasks: brief\n")
        let asked = try await server.send("POST", "/api/v1/brief")
        #expect(asked.text.contains(#""summary":"The *sweep* is late.""#), "\(asked.text)")
      }
    }

    @Test("Hostile text is shown as text on every page")
    func hostile() async throws {
      let evil = "\"><script>alert(1)</script>"
      let file = """
        ---
        id: evil123456
        type: \(#"'"><script>alert(1)</script>'"#)
        status: open
        due: 2020-01-01
        title: \(#"'"><script>alert(1)</script>'"#)
        person: \(#"'"><script>alert(1)</script>'"#)
        tags: [\(#"'"><script>alert(1)</script>'"#)]
        meaning: \(#"'"><script>alert(1)</script>'"#)
        ---
        \(evil) [x](javascript:alert(1)) ![y](https://evil.example/z.png)

        - [ ] \(evil)
        """
      let code = evil.utf8.map { byte in "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        .joined()
      try await TestServer.run([("evil.md", file)]) { server in
        let browser = try await Browser(server)
        let targets =
          Self.pages.map(\.target).filter { !$0.contains("aust") } + [
            "/captures/evil123456", "/captures/evil123456/edit", "/captures/evil123456/split",
            "/captures?query=\(code)", "/captures?in=\(code)", "/captures?sort=\(code)",
            "/capture?text=\(code)&title=\(code)&url=\(code)", "/ask?question=\(code)",
            "/digest?query=\(code)&template=\(code)", "/captures/\(code)", "/?done=\(code)",
          ]
        for target in targets {
          let text = try await browser.get(target).text
          #expect(!text.contains("<script>"), "\(target)")
          #expect(!text.contains("href=\"javascript:"), "\(target)")
          #expect(!text.contains("src=\"https:"), "\(target)")
        }
      }
    }

    @Test("A form works only with the secret of its page, from a page of the server")
    func forms() async throws {
      try await TestServer.run { server in
        let browser = try await Browser(server)
        let good = ["request": "POST /api/v1/captures", "text": "From a form", "page": "/capture"]
        let rows: [(change: [String: String], origin: String?, status: Int)] = [
          (["token": "wrong"], browser.origin, 403), (["token": ""], browser.origin, 403),
          ([:], "https://evil.example", 403), ([:], "null", 403), ([:], nil, 403),
          (["request": "GET /api/v1/captures"], browser.origin, 400),
          (["request": "POST /form"], browser.origin, 400),
          (["request": "POST /api/v1/captures?dry_run=true"], browser.origin, 400),
          (["request": "POST /k/x/api/v1/captures"], browser.origin, 400),
          (["page": "//evil.example"], browser.origin, 400),
          (["page": "https://evil.example"], browser.origin, 400),
          (["page": "/\\evil.example"], browser.origin, 400),
          (["text": " "], browser.origin, 422), ([:], browser.origin, 303),
        ]
        for (change, origin, status) in rows {
          let fields = good.merging(change) { $1 }
          let reply = try await browser.submit("/capture", fields, origin: origin)
          #expect(reply.status == status, "\(change) \(origin ?? "-"): \(reply.text.prefix(200))")
        }
        #expect(server.files.count == 1)
        let place = try await browser.submit("/capture", good).header("location") ?? ""
        #expect(place.hasPrefix("/capture?done="))
        let saved = try await browser.get(place).text
        for word in ["Something saved!", "From a form", "Undo"] {
          #expect(saved.contains(word), "\(word)")
        }
        let bearer = try await server.client.send(
          "POST", "/form",
          [
            ("authorization", "Bearer \(server.tokens[.all] ?? "")"),
            ("content-type", "application/x-www-form-urlencoded"),
          ], Array("request=POST+/api/v1/undo".utf8))
        #expect(bearer.status == 403)
      }
    }

    @Test("Forms change only the fields that a person changed, and keep line endings")
    func edits() async throws {
      let text = "---\ntitle: A  # kept\nscore: 2\nyear: 0x7E3\ntags: [a, b]\n---\none\r\ntwo\r\n"
      try await TestServer.run([("a.md", text)]) { server in
        let browser = try await Browser(server)
        let page = try await browser.get("/captures/a.md/edit").text
        #expect(page.contains("name=\"newline\" value=\"crlf\""))
        let version = try #require(browser.value(of: "version", in: page))
        let reply = try await browser.submit(
          "/captures/a.md/edit",
          [
            "request": "PATCH /api/v1/captures/a.md", "page": "/captures/a.md",
            "version": version, "newline": "crlf", "body": "one\r\ntwo\r\nthree\r\n",
            "fields[title]": "A", "was[title]": "A", "fields[year]": "0x7E3",
            "was[year]": "0x7E3", "fields[score]": "great", "was[score]": "okay",
            "fields[tags]": "", "was[tags]": "a, b",
          ])
        #expect(reply.status == 303, "\(reply.text)")
        #expect(
          server.text("a.md")
            == "---\ntitle: A  # kept\nscore: 3\nyear: 0x7E3\n---\none\r\ntwo\r\nthree\r\n")
      }
    }

    @Test("A conflict shows both versions, and the second answer saves")
    func conflict() async throws {
      try await TestServer.run([("a.md", "one\n")]) { server in
        let browser = try await Browser(server)
        let page = try await browser.get("/captures/a.md/edit").text
        var fields = [
          "request": "PATCH /api/v1/captures/a.md", "page": "/captures/a.md",
          "version": try #require(browser.value(of: "version", in: page)), "body": "mine\r\n",
        ]
        try server.write("theirs\n", to: "a.md")
        let reply = try await browser.submit("/captures/a.md/edit", fields)
        #expect(reply.status == 409)
        for word in ["Changed in the meantime", "\ntheirs\n</textarea>", "\nmine\n</textarea>"] {
          #expect(reply.text.contains(word), "\(word)")
        }
        #expect(server.text("a.md") == "theirs\n")
        fields["version"] = browser.value(of: "version", in: reply.text)
        #expect(try await browser.submit("/captures/a.md/edit", fields).status == 303)
        #expect(server.text("a.md") == "mine\n")
      }
    }

    @Test("A server that only reads shows no form and no button that changes something")
    func readOnly() async throws {
      let boxes = [("boxes.md", "---\nid: boxes12345\n---\n- [ ] one\n- [x] two\n")]
      let files = Self.notebook + boxes
      try await TestServer.run(files, { $0.isReadOnly = true }) { server in
        try await server.work { work in
          _ = try work.apply(try work.planToEmptyTrash(olderThan: 0), .write)
          _ = try work.remove(try work.capture(named: "pen.md").capture)
          _ = try work.saveDraft(Array("A draft\n".utf8))
        }
        let browser = try await Browser(server)
        let others = ["/captures/boxes12345", "/captures/aust1234ef/history"]
        for target in Self.pages.map(\.target) + others {
          let text = try await browser.get(target).text
          for mark in ["method=\"post\"", "form=\"do", "name=\"request\"", "action=\"/form\""]
          where text.contains(mark) {
            Issue.record("\(target) contains `\(mark)`")
          }
        }
        let box = try await browser.get("/captures/boxes12345").text
        #expect(box.contains("one") && box.contains("two"))
        #expect(try await browser.get("/captures/aust1234ef/edit").text.contains("--read-only"))
      }
    }

    @Test("The page of changes says in words what was done")
    func changes() async throws {
      try await TestServer.run(Self.notebook) { server in
        let browser = try await Browser(server)
        for (method, target, json) in [
          ("PATCH", "/api/v1/captures/aust1234ef", #"{"fields":{"score":"great"}}"#),
          ("POST", "/api/v1/captures/aust1234ef/move", #"{"to":"/"}"#),
          ("DELETE", "/api/v1/captures/pen.md", nil), ("POST", "/api/v1/undo", nil),
        ] {
          #expect(try await server.send(method, target, json).status == 200, "\(target)")
        }
        let text = try await browser.get("/undo").text
        for words in [
          "Changed “books/austerlitz.md”", "Moved “Austerlitz” to the inbox", "Removed ",
          "Undo: Restored",
          "through the server",
        ] {
          #expect(text.contains(words), "\(words)")
        }
        #expect(!text.contains("cairn serve"))
        #expect(!text.contains("/api/v1/captures/"))
      }
    }

    @Test("The last undo can be redone until something else changes")
    func redo() async throws {
      try await TestServer.run(Self.notebook) { server in
        let browser = try await Browser(server)
        for (request, isOffered) in [
          ("DELETE /api/v1/captures/sarah.md", false), ("POST /api/v1/undo", true),
          ("POST /api/v1/redo", false), ("POST /api/v1/undo", true),
          ("DELETE /api/v1/captures/pen.md", false),
        ] {
          #expect(try await browser.submit("/undo", ["request": request]).status == 303)
          let page = try await browser.get("/undo").text
          #expect(page.contains("Redo the last undo") == isOffered, "\(request)")
        }
      }
    }

    @Test("Removing a collection names the files outside that use its pictures")
    func usedPictures() async throws {
      try await TestServer.run([
        ("books/a.md", "A\n"), ("books/media/b.png", "x"), ("c.md", "![](books/media/b.png)\n"),
      ]) { server in
        let browser = try await Browser(server)
        let request = ["request": "DELETE /api/v1/collections/books"]
        let words = "refers to pictures or other files in"
        let reply = try await browser.submit("/notebook/collections", request)
        let next = try await browser.get(try #require(reply.header("location"))).text
        #expect(next.contains("<code>c.md</code> \(words) <code>books</code>."))
        #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        let answer = try await server.send("DELETE", "/api/v1/collections/books")
        #expect(answer.status == 200 && answer.text.contains("`c.md` \(words) `books`"))
      }
    }

    @Test("Removing says what is removed, and how many captures a collection contains")
    func removals() async throws {
      try await TestServer.run(Self.notebook) { server in
        let browser = try await Browser(server)
        let page = try await browser.get("/notebook/collections").text
        #expect(page.contains("Remove Books with 1 capture and everything else in it?"))
        for (request, sentence) in [
          ("DELETE /api/v1/collections/books", "Removed “Books” with 1 capture."),
          ("DELETE /api/v1/captures/sarah.md", "Removed “Sarah”."),
        ] {
          let reply = try await browser.submit("/notebook/collections", ["request": request])
          let next = try await browser.get(try #require(reply.header("location"))).text
          #expect(next.contains(sentence) && next.contains("POST /api/v1/undo"), "\(request)")
        }
        let log = try await server.send("GET", "/api/v1/operations", nil).text
        #expect(log.contains("DELETE /api/v1/collections/books"))
      }
    }

    @Test("A browser remembers whether captures are shown as a list or a grid")
    func view() async throws {
      try await TestServer.run(Self.notebook) { server in
        let browser = try await Browser(server)
        let set = try await browser.get("/captures?view=grid").header("set-cookie") ?? ""
        #expect(set.contains("Path=/captures; HttpOnly; SameSite=Strict"))
        #expect(try await browser.get("/captures").header("set-cookie") == nil)
        for (view, isGrid) in [(set, true), ("", false)] {
          let cookies = [browser.cookie, String(view.prefix { $0 != ";" })]
          let page = try await server.client.send(
            "GET", "/captures", [("cookie", cookies.joined(separator: "; "))])
          #expect(page.text.contains("class=\"tiles\"") == isGrid)
        }
      }
    }

    @Test("A form with an old secret is shown again, with its text and the present secret")
    func oldForm() async throws {
      try await TestServer.run { server in
        let browser = try await Browser(server)
        let old = ["request": "POST /api/v1/captures", "text": "KEEPME", "token": "old"]
        let reply = try await browser.submit("/capture", old)
        #expect(reply.status == 403 && reply.text.contains("KEEPME</textarea>"))
        #expect(server.files.isEmpty)
        let secret = try #require(browser.value(of: "token", in: reply.text))
        let again = old.merging(["token": secret]) { $1 }
        #expect(try await browser.submit("/capture", again).status == 303)
        #expect(server.files.count == 1)
      }
    }

    @Test("A meaning that a person empties stays empty")
    func emptyMeaning() async throws {
      try await TestServer.run([("a.md", "---\nmeaning: Old.\n---\nText\n")]) { server in
        let browser = try await Browser(server)
        let reply = try await browser.submit(
          "/captures/a.md/edit",
          [
            "request": "PATCH /api/v1/captures/a.md", "fields[meaning]": "",
            "was[meaning]": "Old.",
          ])
        #expect(reply.status == 303, "\(reply.text)")
        let text = server.text("a.md")
        #expect(text?.contains("meaning_by: person ") == true && text?.contains("Old.") == false)
      }
    }

    @Test("A problem keeps the text, and strangers get a page that says how to log in")
    func problems() async throws {
      try await TestServer.run([("a.md", "A\n")], { $0.isReadOnly = true }) { server in
        let browser = try await Browser(server)
        let page = try await browser.get("/captures/a.md").text
        #expect(!page.contains("Remove"))
        let stranger = try await server.client.send("GET", "/captures", [("accept", "text/html")])
        #expect(stranger.status == 401)
        #expect(stranger.text.contains("Please log in again"))
        #expect(stranger.text.contains("cairn serve link"))
        let program = try await server.client.send("GET", "/captures")
        #expect(program.header("content-type") == "application/json")
      }
      try await TestServer.run { server in
        let browser = try await Browser(server)
        let long = String(repeating: "x", count: 10_001)
        let reply = try await browser.submit(
          "/capture", ["request": "POST /api/v1/captures", "text": long])
        #expect(reply.status == 422)
        #expect(reply.text.contains("Not saved"))
        #expect(reply.text.contains(long))
        let query = try await browser.get("/captures?query=due%3Anever")
        #expect(query.status == 400)
        #expect(query.text.contains("due:<mark>never</mark>"))
        // The advice has no quotation marks for a shell.
        let field = try await browser.get("/captures?query=foo%3A%28").text
        #expect(field.contains("put it in quotes: "))
        #expect(!field.contains("put it in quotes: '") && !field.contains("quotes: &#39;"))
        let digest = try await browser.get("/digest?query=due%3Anever&format=html")
        #expect(digest.text.contains("due:<mark>never</mark>"))
        #expect(!digest.text.contains("<iframe"))
      }
    }

    @Test("Files of pages can be kept forever, because their address changes with them")
    func assets() async throws {
      try await TestServer.run { server in
        let page = try await server.client.send("GET", "/")
        let start = try #require(page.text.firstRange(of: "/assets/"))
        let version = page.text[start.upperBound...].prefix { $0 != "/" }
        let rows = [
          ("cairn.css", "text/css; charset=utf-8"), ("app.js", "text/javascript; charset=utf-8"),
          ("icon.svg", "image/svg+xml"), ("icon-512.png", "image/png"),
          ("cairn.webmanifest", "application/manifest+json"),
        ]
        for (name, type) in rows {
          let file = try await server.client.send("GET", "/assets/\(version)/\(name)")
          #expect(file.status == 200)
          #expect(file.header("content-type") == type)
          #expect(file.header("cache-control")?.contains("immutable") == true)
          let old = try await server.client.send("GET", "/assets/0/\(name)")
          #expect(old.header("cache-control") == "no-cache")
        }
        #expect(try await server.client.send("GET", "/assets/\(version)/none").status == 404)
      }
    }
  }
}
