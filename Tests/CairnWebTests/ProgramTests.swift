import CairnFiles
import CairnJSON
import CairnWork
import FoundationEssentials
import SystemPackage
import Testing

extension WebTests {
  @Suite("Programs and services on pages") struct ProgramTests {
    private static let entry = (
      path: "own.md", text: "---\nid: own1234567\ntype: entry\ntitle: Solaris\nauthor: Me\n---\n"
    )

    /// Returns the keys of the works on a page.
    private static func works(on page: String) -> [String] {
      page.split(separator: "/api/v1/lookup/").dropFirst().map { text in
        String(text.prefix { $0.isHexDigit })
      }
    }

    @Test("A work that was looked up becomes an entry, or fills the empty fields of one")
    func lookup() async throws {
      let hidden = (path: "hidden.md", text: "---\nid: hidden1234\nprivate: true\n---\nSecret\n")
      let books = (path: "books/_collection.md", text: "---\nname: Books\n---\n")
      try await TestServer.run([Self.entry, hidden, books]) { server in
        let cover = "http://127.0.0.1:\(server.port)/assets/0/icon-180.png"
        try server.set(
          #"""
          lookup.command: 'echo "[{\"title\": \"$CAIRN_QUERY\", \"entryType\": \"book\", \"year\": 1961,
            \"author\": \"Lem\", \"description\": \"An ocean.\", \"imageUrls\": [\"\#(cover)\"]}]"'
          """#)
        let browser = try await Browser(server)
        let page = try await browser.get("/lookup?query=Solaris&kind=book&in=books").text
        for word in ["1961 · Lem · book", "An ocean.", "name=\"in\" value=\"books\""] {
          #expect(page.contains(word), "\(word)")
        }
        let work = try #require(Self.works(on: page).first)
        let picture = try await browser.get("/api/v1/lookup/\(work)/cover")
        #expect(picture.header("content-type") == "image/png", "\(picture.text)")
        let added = try await browser.submit(
          "/lookup",
          [
            "request": "POST /api/v1/lookup/\(work)/add", "page": "/captures/{id}",
            "back": "/lookup?query=Solaris",
          ])
        let place = try #require(added.header("location"), "\(added.text)")
        #expect(place.hasPrefix("/captures/") && !place.contains("{"), "\(place)")
        let path = try #require(server.files.first { $0.contains("solaris") })
        let text = try #require(server.text(path))
        for line in ["title: Solaris", "year: 1961", "author: Lem", "images:", "An ocean."] {
          #expect(path.hasPrefix("books/") && text.contains(line), "\(line) in \(text)")
        }
        #expect(try await browser.get(place).text.contains("Solaris"))

        let fill = try await browser.get("/lookup?capture=own1234567").text
        #expect(fill.contains("Fill the entry") && fill.contains("value=\"Solaris\""))
        let filled = try await browser.submit(
          "/lookup",
          [
            "request": "POST /api/v1/captures/own1234567/lookup", "page": "/captures/own1234567",
            "work": work,
          ])
        #expect(filled.status == 303, "\(filled.text)")
        let own = try #require(server.text("own.md"))
        for line in ["author: Me", "year: 1961", "An ocean.", "images:"] {
          #expect(own.contains(line), "\(line) in \(own)")
        }
        #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        #expect(server.text("own.md") == Self.entry.text)

        let secret = try await browser.get("/lookup?capture=hidden1234")
        #expect(secret.status == 422 && secret.text.contains("title is not sent to a service"))
        let gone = try await browser.submit(
          "/lookup", ["request": "POST /api/v1/lookup/0123456789abcdef/add", "back": "/lookup"])
        #expect(gone.status == 404 && gone.text.contains("ook the title up again"))
      }
    }

    @Test("A service that fails is named on the page, and the title stays")
    func lookupFailure() async throws {
      try await TestServer.run { server in
        try server.set("lookup.command: echo no route >&2; exit 68\n")
        let page = try await Browser(server).get("/lookup?query=Solaris")
        #expect(page.status == 502)
        #expect(page.text.contains("failed (network)") && page.text.contains("value=\"Solaris\""))
        let reply = try await server.send("GET", "/api/v1/lookup?query=Solaris")
        #expect(reply.status == 502 && reply.text.contains("lookup-network"), "\(reply.text)")
      }
    }

    @Test("A page offers no files to read for a bookmark, and an error does not tell paths")
    func unreadBookmark() async throws {
      let saved = (path: "saved.md", text: "---\nid: own1234567\nurl: https://example.org\n---\n")
      try await TestServer.run([saved]) { server in
        let page = try await Browser(server).get("/captures/own1234567")
        #expect(page.status == 200 && !page.text.contains("Read the text in the files"))
        try server.set("bookmark.fetch: echo /secret >&2; exit 68\n")
        let failed = try await server.send("POST", "/api/v1/captures/own1234567/read")
        #expect(failed.status == 502 && failed.text.contains("page-network"), "\(failed.text)")
        #expect(!failed.text.contains("/secret"))
      }
    }

    @Test("Files are added with a capture once, and their text is read on request")
    func read() async throws {
      try await TestServer.run { server in
        let browser = try await Browser(server)
        let files = [("memo.ogg", Array("OggS".utf8)), ("dot.png", Pictures.png)]
        let fields = [
          "request": "POST /api/v1/captures", "page": "/capture", "text": "", "url": "",
          "fetch": "true", "new_url": "true", "key": "0123456789abcdef",
        ]
        var place = ""
        for _ in 1...2 {
          let reply = try await browser.submit("/capture", fields, files: files)
          place = try #require(reply.header("location"), "\(reply.text)")
        }
        #expect(server.files.count == 3, "\(server.files)")
        let saved = try await browser.get(place).text
        #expect(
          saved.contains("No program is set to read the text in pictures; run <code>cairn config"))
        let path = try #require(server.files.first { $0.hasSuffix(".md") })
        let target = "/api/v1/captures/\(path)/read"
        #expect(try await server.send("POST", target).status == 501)

        try server.set("read.image: echo /secret >&2; exit 69\nread.voice: echo Buy oranges\n")
        let failed = try await server.send("POST", target)
        #expect(failed.status == 502 && failed.text.contains("read-server"), "\(failed.text)")
        #expect(!failed.text.contains("/secret"))
        let problem = try await browser.submit(
          "/capture", ["request": "POST \(target)", "page": "/captures/\(path)"])
        #expect(problem.status == 502 && problem.text.contains("Try again"))

        let doubtful = #"echo '{"text":"Milk by Friday","confidence":0.3}'"#
        try server.set("read.image: \(doubtful)\nread.voice: echo Buy oranges\n")
        let dry = try await server.send("POST", target, #"{"dry_run": true}"#)
        #expect(dry.status == 200 && dry.text.contains("\"text\":null"), "\(dry.text)")
        let done = try await browser.submit(
          "/capture", ["request": "POST \(target)", "page": "/captures/\(path)"])
        let page = try await browser.get(try #require(done.header("location"), "\(done.text)")).text
        for words in [
          "Buy oranges", "is not sure of the text (confidence 0.30)", "<audio controls",
        ] {
          #expect(page.contains(words), "\(words)")
        }
        #expect(server.text(path)?.contains("Milk by Friday") == true)
        let again = try await server.send("POST", target)
        #expect(again.status == 422 && again.text.contains("read-already"))
        // The text alone is undone; the files stay.
        #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        #expect(server.text(path)?.contains("oranges") == false)
        #expect(server.files.count == 3)
      }
    }

    @Test("Try again reads the saved recording again, and a form without a file saves nothing")
    func readAgain() async throws {
      try await TestServer.run { server in
        try server.set("read.voice: exit 68\n")
        let browser = try await Browser(server)
        let fields = [
          "request": "POST /capture/voice", "page": "/notebook/gifts", "type": "gift",
        ]
        for files in [[], [("upload", [UInt8]())], nil] {
          let reply =
            if let files {
              try await browser.submit("/notebook/gifts", fields, files: files)
            } else {
              try await browser.submit("/notebook/gifts", fields)
            }
          #expect(reply.status == 400 && reply.text.contains("has no file"), "\(reply.text)")
        }
        #expect(server.files.isEmpty, "\(server.files)")

        let sound = [(name: "memo.ogg", bytes: Array("OggS".utf8))]
        let failed = try await browser.submit("/notebook/gifts", fields, files: sound)
        #expect(failed.status == 502 && failed.text.contains("Try again"), "\(failed.text)")
        let path = try #require(server.files.first { $0.hasSuffix(".md") })
        try server.set("read.voice: echo A wooden train for Nils\n")
        #expect(failed.text.contains("name=\"page\" value=\"/notebook/gifts\""))
        let request = browser.value(of: "request", in: failed.text) ?? ""
        let again = try await browser.submit(
          "/notebook/gifts", ["request": request, "page": "/notebook/gifts"])
        let place = again.header("location") ?? ""
        #expect(place.hasPrefix("/notebook/gifts?done="), "\(request) \(place)")
        #expect(server.text(path)?.contains("wooden train") == true && server.files.count == 2)

        try server.set(#"read.voice: echo '{"text":"A kite","confidence":0.2}'"#)
        let doubtful = try await browser.submit("/notebook/gifts", fields, files: sound)
        let shown = try await browser.get(
          try #require(doubtful.header("location"), "\(doubtful.text)"))
        for words in ["Undo", "is not sure of the text (confidence 0.20)"] {
          #expect(shown.text.contains(words), "\(words)")
        }
      }
    }

    @Test("The API takes forms with files, and no files that can contain scripts")
    func forms() async throws {
      try await TestServer.run { server in
        func send(_ fields: [String: String], _ name: String, _ text: String) async throws -> Reply
        {
          try await server.client.send(
            "POST", "/api/v1/captures",
            [
              ("authorization", "Bearer \(server.tokens[.capture] ?? "")"),
              ("content-type", Multipart.type),
            ], Multipart(fields, [(name, Array(text.utf8))]).bytes)
        }
        let good = try await send(["text": "A log", "tags": "ink"], "../a;b.log", "one\n")
        #expect(good.status == 201, "\(good.text)")
        let path = try #require(server.files.first { $0.hasSuffix(".md") })
        #expect(server.text(path)?.contains("b.log") == true)
        #expect(try await send(["text": "A", "txet": "B"], "a.log", "one\n").status == 400)
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"
        #expect(try await send(["text": "A"], "a.svg", svg).status == 422)
        #expect(server.files.count == 2)
        let drafts = { try await server.work { work in try work.drafts().map(work.text) } }
        #expect(try await drafts() == ["A"])
        let browser = try await Browser(server)
        var fields = [
          "request": "POST /api/v1/captures", "page": "/capture", "text": "My own words",
        ]
        let file = [(name: "a.svg", bytes: Array(svg.utf8))]
        let page = try await browser.submit("/capture", fields, files: file)
        #expect(page.status == 422)
        for words in ["My own words", "kept as a draft", "choose them again"] {
          #expect(page.text.contains(words), "\(words) in \(page.text)")
        }
        #expect(try await drafts() == ["My own words", "A"])
        let draft = try #require(browser.value(of: "draft", in: page.text))
        fields["draft"] = draft
        // A later attempt removes the draft of the form only if the draft has the same text.
        let rows: [(text: String, isRefused: Bool, drafts: [String])] = [
          ("My own words", true, ["My own words", "A"]),
          ("Short words", false, ["My own words", "A"]),
          ("My other words", true, ["My other words", "My own words", "A"]),
          ("My other words", false, ["My own words", "A"]),
        ]
        for row in rows {
          fields["text"] = row.text
          let next = try await browser.submit(
            "/capture", fields, files: row.isRefused ? file : [])
          #expect(next.status == (row.isRefused ? 422 : 303), "\(row)")
          #expect(try await drafts() == row.drafts, "\(row)")
          fields["draft"] = browser.value(of: "draft", in: next.text) ?? fields["draft"]
        }
      }
    }

    @Test("If a draft cannot be removed, the text is still saved or shown")
    func unremovableDraft() async throws {
      try await TestServer.run { server in
        let draft = try await server.work { try $0.saveDraft(Array("My words".utf8)) }
        // A folder cannot be read or removed like a file.
        try FileManager.default.removeItem(atPath: draft.file.string)
        try FileManager.default.createDirectory(
          atPath: draft.file.string, withIntermediateDirectories: false)
        let fields = [
          "request": "POST /api/v1/captures", "page": "/captures/{id}", "text": "My words",
          "draft": draft.id,
        ]
        let browser = try await Browser(server)
        let svg = Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
        let rows: [(files: [(name: String, bytes: [UInt8])], status: Int, count: Int)] = [
          ([(name: "a.svg", bytes: svg)], 422, 0), ([], 303, 1),
        ]
        for row in rows {
          let reply = try await browser.submit("/capture", fields, files: row.files)
          #expect(reply.status == row.status && server.files.count == row.count, "\(reply.text)")
          let place = reply.header("location")
          let page = if let place { try await browser.get(place).text } else { reply.text }
          #expect(page.contains("My words"), "\(page)")
          #expect(page.contains("could not be removed") == (row.status == 303), "\(page)")
        }
      }
    }

    @Test("The program for formulas runs alone, and only once for the same formulas")
    func formulas() async throws {
      let notes = ["a", "b", "c"].map { (path: "\($0).md", text: "# T\n\nSo $\($0)$ is.\n") }
      try await TestServer.run(notes) { server in
        let base = server.base.string
        func runs() throws -> Int {
          String(decoding: try Data(contentsOf: URL(filePath: base + "/runs")), as: UTF8.self).count
        }
        func digest(_ query: String) async throws -> String {
          let reply = try await server.send("GET", "/digest/file?query=path:\(query)&format=html")
          #expect(reply.status == 200, "\(reply.text)")
          return reply.text
        }
        // Writes a dot to `runs`, and to `both` if another one is running.
        let start =
          "printf . >> \(base)/runs; mkdir \(base)/busy || printf . >> \(base)/both; sleep 0.1"
        let make = #"sed 's|^\$\(.*\)\$$|<math><mi>\1</mi></math>|'; rmdir \#(base)/busy"#
        try server.set(
          "math.program: \"\(start); cat; rmdir \(base)/busy; exit 3\"\n")
        for _ in 0..<2 { #expect(try await digest("a.md").contains("$a$")) }
        #expect(try runs() == 1)
        try server.set("math.program: |\n  \(start); \(make)\n")
        async let one = digest("a.md")
        async let two = digest("b.md")
        let three = try await digest("c.md")
        for (html, name) in [(try await one, "a"), (try await two, "b"), (three, "c")] {
          #expect(html.contains("<math><mi>\(name)</mi></math>"), "\(html)")
        }
        #expect(try runs() == 4 && !FileManager.default.fileExists(atPath: base + "/both"))
        _ = try await digest("c.md")
        let last = try runs()
        #expect(try await digest("c.md").contains("<mi>c</mi>") && runs() == last)
      }
    }

    @Test("A page becomes a bookmark, and the same address twice is asked about")
    func bookmark() async throws {
      try await TestServer.run { server in
        let page = "<title>Lamps</title><article><p>Old lamps are warm.</p></article>"
        try server.set("bookmark.fetch: echo '\(page)'\n")
        let browser = try await Browser(server)
        var fields = [
          "request": "POST /api/v1/captures", "page": "/capture", "fetch": "true",
          "new_url": "true", "text": "https://example.org/lamps",
        ]
        #expect(try await browser.submit("/capture", fields).status == 303)
        let text = try #require(server.files.first.flatMap(server.text))
        for line in ["url: https://example.org/lamps", "title: Lamps", "Old lamps are warm."] {
          #expect(text.contains(line), "\(line) in \(text)")
        }
        fields["text"] = "http://www.example.org/lamps/"
        let asked = try await browser.submit("/capture", fields)
        #expect(asked.status == 409 && asked.text.contains("Add it anyway"))
        #expect(asked.text.contains("“Lamps”") && !asked.text.contains("name=\"new_url\""))
        #expect(server.files.count == 1)
        fields["new_url"] = nil
        try server.set("bookmark.fetch: echo no route >&2; exit 68\n")
        let added = try await browser.submit("/capture", fields)
        let shown = try await browser.get(try #require(added.header("location"), "\(added.text)"))
        #expect(shown.text.contains("The page could not be fetched (network); the address"))
        #expect(server.files.count == 2)
        let json = #"{"url":"https://example.org/gone","fetch":true}"#
        let reply = try await server.send("POST", "/api/v1/captures", json)
        #expect(reply.status == 201 && reply.text.contains("could not be fetched"), "\(reply.text)")
        #expect(!reply.text.contains("no route") && !shown.text.contains("no route"))
      }
    }

    @Test("A picture for a text is stored beside the capture, which does not change")
    func embeds() async throws {
      let note = (path: "garden/bed.md", text: "---\nid: bed1234567\n---\nBeds\n")
      try await TestServer.run([note]) { server in
        func send(_ name: String, _ bytes: [UInt8]) async throws -> Reply {
          try await server.client.send(
            "POST", "/api/v1/captures/bed1234567/embeds",
            [
              ("authorization", "Bearer \(server.tokens[.all] ?? "")"),
              ("content-type", Multipart.type),
            ], Multipart([:], [(name, bytes)]).bytes)
        }
        let reply = try await send("a [b].png", Pictures.png)
        let embed = try #require(JSONValue(reading: reply.body)?["embed"]?.text, "\(reply.text)")
        let file = try #require(server.files.first { $0.hasPrefix("garden/media/") })
        #expect(embed == "![a b](\(file.dropFirst("garden/".count)))")
        #expect(server.text("garden/bed.md") == note.text)
        let again = try await send("c.png", Pictures.png)
        #expect(JSONValue(reading: again.body)?["operation"] == .null, "\(again.text)")
        #expect(try await send("a.png", Array("none".utf8)).status == 422)
        #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        #expect(server.files == ["garden/bed.md"])
      }
    }

    @Test("The parts of a text are saved as a person has changed them")
    func split() async throws {
      let list = "## Errands\n\n- Buy a sieve\n- [x] The meter reads 4417\n- Call Priya\n"
      try await TestServer.run([("list.md", list)]) { server in
        let browser = try await Browser(server)
        let page = try await browser.get("/captures/list.md/split").text
        for word in ["Cairn found 3 parts.", "pieces[2][text]", "(detected)", "Errands"] {
          #expect(page.contains(word), "\(word)")
        }
        let version = try #require(browser.value(of: "version", in: page))
        var fields = [
          "request": "POST /api/v1/captures/list.md/split", "page": "/captures",
          "version": version, "remove": "true",
          "pieces[0][text]": "Buy a fine sieve", "pieces[0][type]": "idea",
          "pieces[0][keep]": "true", "pieces[0][heading]": "Errands",
          "pieces[1][text]": "The meter reads 4417", "pieces[1][ticked]": "true",
          "pieces[1][type]": "", "pieces[1][keep]": "true",
          "pieces[2][text]": "Call Priya", "pieces[2][keep]": "false",
        ]
        let wrong = fields.merging(["pieces[0][type]": "xyzzy"]) { $1 }
        #expect(try await browser.submit("/captures", wrong).status == 422)
        let old = fields.merging(["version": String(repeating: "0", count: 32)]) { $1 }
        #expect(try await browser.submit("/captures", old).status == 409)
        #expect(server.files == ["list.md"])
        let reply = try await browser.submit("/captures", fields)
        #expect(reply.status == 303, "\(reply.text)")
        let texts = server.files.compactMap(server.text)
        #expect(texts.count == 2, "\(server.files)")
        let sieve = try #require(texts.first { $0.contains("Buy a fine sieve") })
        #expect(sieve.contains("type: idea") && sieve.contains("source: Errands"), "\(sieve)")
        #expect(texts.contains { $0.contains("4417") && $0.contains("status: done") })
        fields["pieces[0][keep]"] = "false"
        fields["pieces[1][keep]"] = "false"
        fields["version"] = nil
        try server.write(list, to: "list.md")
        let none = try await browser.submit("/captures", fields)
        #expect(none.status == 422 && none.text.contains("No part was chosen"), "\(none.text)")
      }
    }

    @Test("A part is merged with the part before it, on the same line if neither was edited")
    func merging() async throws {
      let line = "Ring Ann by Friday. Also the meter reads 4417 / what if we moved the bed"
      let parts = ["Ring Ann by Friday", "the meter reads 4417", "what if we moved the bed"]
      let rows: [(states: [String], second: String, expected: [String])] = [
        (["", "merge", ""], parts[1], ["\(parts[0]). Also \(parts[1])", parts[2]]),
        (["merge", "merge", "merge"], parts[1], [line]),
        (["", "drop", "merge"], parts[1], ["\(parts[0])\n\(parts[2])"]),
        (["drop", "merge", ""], parts[1], [parts[1], parts[2]]),
        // The line contains the edited text of the second part, in the second part or the third.
        (["", "merge", ""], "reads 4417", ["\(parts[0])\nreads 4417", parts[2]]),
        (["", "merge", ""], "the bed", ["\(parts[0])\nthe bed", parts[2]]),
        (["", "merge", ""], parts[2], ["\(parts[0])\n\(parts[2])", parts[2]]),
        (["", "merge", "merge"], "4417", ["\(parts[0])\n4417\n\(parts[2])"]),
        (["", "", "merge"], "reads 4417", [parts[0], "reads 4417\n\(parts[2])"]),
      ]
      try await TestServer.run([("a.md", line + "\n")]) { server in
        let browser = try await Browser(server)
        let page = try await browser.get("/captures/a.md/split").text
        #expect(page.contains("Merge with part 2") && !page.contains("Merge with part 3"))
        for (states, second, expected) in rows {
          let texts = [parts[0], second, parts[2]]
          var fields = ["request": "POST /api/v1/captures/a.md/split", "page": "/captures"]
          for (index, (part, state)) in zip(texts, states).enumerated() {
            fields["pieces[\(index)][text]"] = part
            fields["pieces[\(index)][keep]"] = "\(state != "drop")"
            if state == "merge" { fields["pieces[\(index)][merge]"] = "true" }
          }
          #expect(try await browser.submit("/captures", fields).status == 303)
          let added = server.files.filter { $0 != "a.md" }.compactMap(server.text)
          #expect(added.count == expected.count, "\(states) \(added)")
          for text in expected {
            #expect(added.contains { $0.contains("---\n\(text)\n") }, "\(states) \(added)")
          }
          #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        }
      }
    }
  }
}
