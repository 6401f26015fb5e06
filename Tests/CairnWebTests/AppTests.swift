import CairnWork
import FoundationEssentials
import SystemPackage
import Testing

extension WebTests {
  @Suite("The paths of five apps") struct AppTests {
    private static let user = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"

    @Test("Somethings are added, read, changed, listed and removed")
    func somethings() async throws {
      try await TestServer.run { server in
        let made = try await server.decode(
          Something.self, 201, "POST", "/api/somethings",
          #"{"content":"The tide clock has one hand.","contentType":"text","mediaUrl":null}"#)
        #expect(made.content == "The tide clock has one hand.")
        #expect(made.contentType == .text)
        #expect(made.id < 1 << 53)
        let path = "/api/somethings/\(made.id)"
        let changed = try await server.decode(
          Something.self, 200, "PATCH", path, #"{"meaning":"Tides need one hand only."}"#)
        #expect(changed.meaning == "Tides need one hand only.")
        #expect(changed.isMeaningUserEdited)
        let read = try await server.decode(Something.self, 200, "GET", path)
        #expect(read.meaning == changed.meaning)
        let url = try await server.decode(
          Something.self, 201, "POST", "/api/somethings",
          #"{"content":"A page","contentType":"url","mediaUrl":"https://example.org/a"}"#)
        #expect(url.contentType == .url)
        #expect(url.mediaUrl == "https://example.org/a")
        let all = try await server.decode([Something].self, 200, "GET", "/api/somethings")
        #expect(Set(all.map(\.id)) == [made.id, url.id])
        let unmeant = try await server.decode(
          Something.self, 200, "PATCH", path, #"{"meaning":null}"#)
        #expect(unmeant.meaning == nil && !unmeant.isMeaningUserEdited)
        #expect(try await server.send("DELETE", path).status == 204)
        _ = try await server.decode(Failure.self, 404, "GET", path)
        let long = String(repeating: "a", count: 10_001)
        for (content, code) in [("", "text-empty"), ("  ", "text-empty"), (long, "text-too-long")] {
          let failure = try await server.decode(
            Failure.self, 422, "POST", "/api/somethings", #"{"content":"\#(content)"}"#)
          #expect(failure.error.code == code)
        }
        let reply = try await server.client.send("POST", "/api/somethings")
        #expect(reply.status == 401)
      }
    }

    @Test("A something keeps the kind and the address of its picture or video")
    func media() async throws {
      // The kind and address that a client sends, and the kind in the answer.
      let rows: [(kind: String, address: String, found: Something.ContentType)] = [
        ("image", "https://x.org/a,b", .image), ("video", "https://x.org/v.mp4?t=1", .video),
        ("video", "https://x.org/watch", .url), ("url", "https://x.org/a.png", .url),
      ]
      let notebook = [
        ("own.md", "---\nimages: [media/a b.png]\n---\nA\n"),
        ("film.md", "---\nfiles: [media/a.pdf, media/b.mp4]\n---\nB\n"),
      ]
      try await TestServer.run(notebook) { server in
        for (kind, address, found) in rows {
          for content in [#""A hat""#, "null"] {
            let made = try await server.decode(
              Something.self, 201, "POST", "/api/somethings",
              #"{"content":\#(content),"contentType":"\#(kind)","mediaUrl":"\#(address)"}"#)
            #expect(made.contentType == found && made.mediaUrl == address, "\(kind) \(made)")
            #expect(made.content == (content == "null" ? nil : "A hat"))
          }
        }
        let all = try await server.decode([Something].self, 200, "GET", "/api/somethings")
        let own = try #require(all.first { $0.content == "A" })
        #expect(own.mediaUrl == "/api/v1/media/media%2Fa%20b.png" && own.contentType == .image)
        let film = try #require(all.first { $0.content == "B" })
        #expect(film.mediaUrl == "/api/v1/media/media%2Fb.mp4" && film.contentType == .video)
        let wrong = try await server.decode(
          Failure.self, 422, "POST", "/api/somethings",
          #"{"contentType":"image","mediaUrl":"javascript:alert(1)"}"#)
        #expect(wrong.error.code == "address-invalid")
      }
    }

    @Test("Additional fields keep any key and any text")
    func additionalFields() async throws {
      let fields = [
        "Year": "1949", "Release Year": "1949", "Vol. 2": "Dr. No", "a=b": "c=d", "x: y": "[z]",
        "ISBN": "0140297995", "Price": "1.10", "When": "2026-01-02", "Seen": "yes", "Empty": "",
        "Quote": "\"So\"", "List": "a, b", "年": "五",
      ]
      let json = try String(decoding: JSONEncoder().encode(fields), as: UTF8.self)
      try await TestServer.run { server in
        let made = try await server.decode(
          EntryModel.self, 201, "POST", "/entries", #"{"title":"T","additionalFields":\#(json)}"#)
        #expect(made.additionalFields == fields)
        let bare = try await server.decode(
          EntryModel.self, 201, "POST", "/entries", #"{"title":"U"}"#)
        let path = "/entries/\(bare.id)"
        let changed = try await server.decode(
          EntryModel.self, 200, "PATCH", path, #"{"additionalFields":\#(json)}"#)
        #expect(changed.additionalFields == fields)
        let shorter = try await server.decode(
          EntryModel.self, 200, "PATCH", path,
          #"{"additionalFields":{"Year":null,"List":null,"absent":null}}"#)
        #expect(shorter.additionalFields.count == fields.count - 2)
        let unnamed = try await server.send(
          "PATCH", path, #"{"additionalFields":{"":"x"}}"#)
        #expect(unnamed.status == 400, "\(unnamed.text)")
        for key in ["id", "title", "tags", "created"] {
          for (method, target) in [("POST", "/entries"), ("PATCH", path)] {
            let refused = try await server.decode(
              Failure.self, 422, method, target,
              #"{"title":"V","additionalFields":{"\#(key)":"v"}}"#)
            #expect(refused.error.code == "field-reserved")
          }
        }
        // If a part of a request cannot be carried out, nothing is.
        let unknown = try await server.send(
          "PATCH", path, #"{"title":"W","collectionID":"nowhere"}"#)
        #expect(unknown.status == 422, "\(unknown.text)")
        let read = try await server.decode(EntryModel.self, 200, "GET", path)
        #expect(read.title == "U" && server.files.count == 2)
      }
    }

    @Test("A client that sends all additional fields back changes none of them")
    func unchangedFields() async throws {
      let text = "---\ntype: entry\ntitle: M\nwho: {name: Ann}\nlist: ['a, b', c]\n---\n"
      try await TestServer.run([("m.md", text)]) { server in
        let read = try await server.decode(EntryModel.self, 200, "GET", "/entries/m.md")
        #expect(read.additionalFields == ["who.name": "Ann", "list": "a, b, c"])
        let json = try String(
          decoding: JSONEncoder().encode(read.additionalFields), as: UTF8.self)
        let same = try await server.decode(
          EntryModel.self, 200, "PATCH", "/entries/m.md", #"{"additionalFields":\#(json)}"#)
        #expect(same.additionalFields == read.additionalFields && server.text("m.md") == text)
        let part = try await server.decode(
          Failure.self, 422, "PATCH", "/entries/m.md", #"{"additionalFields":{"who.name":"Bo"}}"#)
        #expect(part.error.code == "field-reserved" && server.text("m.md") == text)
        let list = try await server.decode(
          EntryModel.self, 200, "PATCH", "/entries/m.md",
          #"{"additionalFields":{"list":["d","e"]}}"#)
        #expect(list.additionalFields["list"] == "d, e")
      }
    }

    @Test("Entries live in collections, with fields, pages and pictures")
    func entries() async throws {
      try await TestServer.run { server in
        let films = try await server.decode(
          CollectionModel.self, 201, "POST", "/collections", #"{"name":"Film club","icon":"🎬"}"#)
        #expect((films.id, films.name, films.icon) == ("film-club", "Film club", "🎬"))
        _ = try await server.decode(
          Failure.self, 409, "POST", "/collections", #"{"name":"Film club","icon":"🎬"}"#)
        let renamed = try await server.decode(
          CollectionModel.self, 200, "PATCH", "/collections/film-club", #"{"name":"Films"}"#)
        #expect(renamed.name == "Films")
        let defaults = try await server.decode(
          [CollectionModel].self, 200, "POST", "/collections/default", "{}")
        #expect(defaults.count > 5)
        let entry = try await server.decode(
          EntryModel.self, 201, "POST", "/entries",
          """
          {"collectionID":"film-club","title":"The Third Man","description":"Zither and sewers.",\
          "score":3,"additionalFields":{"Year":"1949","Director":"Reed"},"images":[]}
          """)
        #expect(entry.collectionID == "film-club")
        #expect(
          (entry.title, entry.description, entry.score)
            == ("The Third Man", "Zither and sewers.", 3))
        #expect(entry.additionalFields == ["Year": "1949", "Director": "Reed"])
        let path = "/entries/\(entry.id)"
        let changed = try await server.decode(
          EntryModel.self, 200, "PATCH", path,
          #"{"score":2,"description":"Zither.","additionalFields":{"Year":"1950"}}"#)
        #expect((changed.score, changed.description) == (2, "Zither."))
        #expect(changed.additionalFields == ["Year": "1950", "Director": "Reed"])
        for target in ["/entries", "/entries?collectionID=film-club", "/entries/search?q=zither"] {
          let list = try await server.decode([EntryModel].self, 200, "GET", target)
          #expect(list.map(\.id) == [entry.id], "\(target)")
        }
        #expect(
          try await server.decode([EntryModel].self, 200, "GET", "/entries?page=2").isEmpty)
        let picture = try await server.client.send(
          "POST", path + "/images",
          [
            ("authorization", "Bearer \(server.tokens[.all] ?? "")"),
            ("content-type", "image/png"),
          ], Pictures.png)
        #expect(picture.status == 201, "\(picture.text)")
        let pictured = try await server.decode(EntryModel.self, 200, "GET", path)
        let image = try #require(pictured.images.first)
        #expect((image.isCover, image.position) == (true, 0))
        let other = try await server.client.send(
          "POST", path + "/images",
          [
            ("authorization", "Bearer \(server.tokens[.all] ?? "")"),
            ("content-type", "image/png"),
          ], Pictures.png + [0])
        #expect(other.status == 201, "\(other.text)")
        let two = try await server.decode(EntryModel.self, 200, "GET", path).images.map(\.id)
        for images in [
          "[{\"id\":\"\(two[1])\"},{\"id\":\"\(two[0])\"}]",
          "[{\"id\":\"\(two[1])\",\"position\":1},{\"id\":\"\(two[0])\",\"position\":0}]",
        ] {
          _ = try await server.decode(
            EntryModel.self, 200, "PATCH", path, #"{"images":\#(images)}"#)
        }
        let turned = try await server.decode(
          EntryModel.self, 200, "PATCH", path,
          #"{"images":[{"id":"\#(two[0])"},{"id":"\#(two[1])","isCover":true}]}"#)
        #expect(turned.images.map(\.id) == two.reversed() && turned.images[0].isCover)
        let fewer = try await server.send(
          "PATCH", path, #"{"title":"X","images":[{"id":"\#(two[0])"}]}"#)
        #expect(fewer.status == 422, "\(fewer.text)")
        let back = try await server.decode(
          EntryModel.self, 200, "PATCH", path,
          #"{"images":[{"id":"\#(two[0])"},{"id":"\#(two[1])"}]}"#)
        #expect(back.images.map(\.id) == two && back.title == "The Third Man")
        let file = try await server.send("GET", "/images/\(image.id.uuidString.lowercased())")
        #expect(file.body == Pictures.png)
        #expect(file.header("content-type") == "image/png")
        let search = try await server.decode(
          Failure.self, 501, "POST", "/search", #"{"query":"Third Man","entryType":"movie"}"#)
        #expect(search.error.code == "not-set-up")
        try server.set("lookup.use: tmdb\n")
        let keyless = try await server.decode(
          Failure.self, 501, "POST", "/search", #"{"query":"Third Man","entryType":"movie"}"#)
        #expect(keyless.error.code == "lookup-incomplete")
        for (json, collection) in [("null", nil), (#""film-club""#, "film-club")] {
          let moved = try await server.decode(
            EntryModel.self, 200, "PATCH", path, #"{"collectionID":\#(json)}"#)
          #expect(moved.collectionID == collection)
        }
        #expect(try await server.send("DELETE", path).status == 204)
        #expect(try await server.send("DELETE", "/collections/film-club").status == 204)
      }
    }

    @Test("Text is routed by its category, and a doubtful one is settled later without a copy")
    func routing() async throws {
      try await TestServer.run { server in
        let action = try await server.decode(
          CaptureResponse.self, 200, "POST", "/v1/capture",
          #"{"user_id":"\#(Self.user)","content":"Call the plumber tomorrow morning"}"#)
        #expect(action.routed_to == .action)
        #expect(action.record_id != nil)
        let unsure = try await server.decode(
          CaptureResponse.self, 200, "POST", "/v1/capture",
          #"{"user_id":"\#(Self.user)","content":"blue"}"#)
        #expect(unsure.routed_to == .clarification)
        #expect(unsure.needs_clarification == true)
        let forced = try await server.decode(
          CaptureResponse.self, 200, "POST", "/v1/capture/force",
          #"{"user_id":"\#(Self.user)","content":"blue","category":"IDEA"}"#)
        #expect(forced.routed_to == .idea)
        #expect(forced.record_id == unsure.record_id)
        #expect(server.files.count == 2)
        let found = try await server.decode(
          ClassifyResponse.self, 200, "POST", "/v1/capture/classify",
          #"{"content":"Sarah loves old maps"}"#)
        #expect(found.category == .PERSON || found.category == .FACT)
        #expect(server.files.count == 2)
        let other = UUID().uuidString
        let refused = try await server.decode(
          Failure.self, 404, "POST", "/v1/capture",
          #"{"user_id":"\#(other)","content":"Call the plumber"}"#)
        #expect(refused.error.code == "user-unknown")
        struct Me: Decodable { let user_id: UUID? }
        let me = try await server.decode(Me.self, 200, "GET", "/api/v1/me")
        #expect(me.user_id == UUID(uuidString: Self.user))
      }
    }

    @Test("Actions are added, ticked, cancelled, reopened and counted")
    func actions() async throws {
      try await TestServer.run { server in
        let base = "/v1/actions/\(Self.user)"
        let made = try await server.decode(
          Action.self, 201, "POST", base,
          #"{"content":"Call Ann about the lamp","source":"conversation"}"#)
        #expect((made.source, made.status) == (.conversation, .open))
        _ = try await server.decode(Action.self, 201, "POST", base, #"{"content":"Buy glue"}"#)
        let id = made.id.uuidString.lowercased()
        let done = try await server.decode(Action.self, 200, "PATCH", "\(base)/action/\(id)/done")
        #expect(done.status == .done)
        #expect(done.completed_at != nil)
        let counts = try await server.decode(ActionCounts.self, 200, "GET", "\(base)/counts")
        #expect(counts == ActionCounts(open: 1, done: 1, cancelled: 0, total: 2))
        let open = try await server.decode(ActionsResponse.self, 200, "GET", "\(base)/open")
        #expect(open.actions.map(\.content) == ["Buy glue"])
        #expect(open.totals == counts)
        let list = try await server.decode(ActionsResponse.self, 200, "GET", "\(base)?status=done")
        #expect(list.actions.map(\.id) == [made.id])
        let again = try await server.decode(
          Action.self, 200, "PATCH", "\(base)/action/\(id)/reopen", "{}")
        #expect(again.status == .open)
        let cancelled = try await server.decode(
          Action.self, 200, "PATCH", "\(base)/action/\(id)/cancel")
        #expect(cancelled.status == .cancelled)
        #expect(try await server.send("GET", "\(base)?status=lost").status == 400)
      }
    }

    @Test("The briefing of the day is in the library")
    func briefing() async throws {
      try await TestServer.run([("call.md", "---\ntype: action\ndue: 2020-01-01\n---\nCall Ann\n")])
      {
        server in
        let saved = try await server.decode(
          BriefingResponse.self, 200, "POST", "/v1/sync/morning-briefing",
          #"{"user_id":"\#(Self.user)"}"#)
        #expect(saved.success)
        let library = try await server.decode(
          LibraryResponse.self, 200, "GET",
          "/v1/library?user_id=\(Self.user)&entry_type=briefing&limit=1")
        #expect(library.count == 1)
        #expect(library.entries.first?.id == saved.library_entry_id)
        #expect(library.entries.first?.time_of_day == "morning")
        #expect(library.entries.first?.content.contains("Call Ann") == true)
      }
    }

    @Test("Ideas for gifts have a recipient, an occasion and a budget")
    func gifts() async throws {
      try await TestServer.run { server in
        let gift = try await server.decode(
          GiftIdea.self, 201, "POST", "/capture/text",
          #"{"text_content":"A pottery class for Maya's birthday, about $60"}"#, as: .capture)
        #expect(gift.recipient == "Maya")
        #expect(gift.occasion == "birthday")
        #expect(gift.budget == 60)
        let all = try await server.decode([GiftIdea].self, 200, "GET", "/gifts")
        #expect(all.map(\.id) == [gift.id])
        for target in ["/capture/image", "/capture/voice"] {
          let reply = try await server.client.send(
            "POST", target,
            [
              ("authorization", "Bearer \(server.tokens[.capture] ?? "")"),
              ("content-type", "multipart/form-data; boundary=x"),
            ], Array("--x--\r\n".utf8))
          #expect(reply.status == 501, "\(target): \(reply.text)")
        }
      }
    }

    @Test("Works are looked up, and files are read, with the programs that the user set")
    func programs() async throws {
      let page =
        "---\nfields:\n  - {name: recipient, required: true}\n"
        + "  - {name: budget, kind: number}\n---\n"
      try await TestServer.run([("gifts/_collection.md", page)]) { server in
        try server.set(
          #"""
          lookup.command: 'echo "[{\"title\": \"Solaris\", \"entryType\": \"$CAIRN_KIND\"}]"'
          read.image: "echo A pottery class for Maya, birthday, about 60 euros"
          read.voice: "echo no route >&2; exit 68"
          """#)
        let found = try await server.decode(
          [EntryOption].self, 200, "POST", "/search", #"{"query":"Solaris","entryType":"book"}"#)
        #expect(found.map(\.title) == ["Solaris"] && found.map(\.entryType) == ["book"])
        #expect(found.map(\.id) == ["command:0"] && found.map(\.imageUrls) == [[]])
        let wrong = try await server.decode(
          Failure.self, 422, "POST", "/search", #"{"query":"Solaris","entryType":"film"}"#)
        #expect(wrong.error.code == "lookup-kind")
        func send(
          _ target: String, _ type: String, _ bytes: [UInt8], key: String? = nil
        ) async throws -> Reply {
          try await server.client.send(
            "POST", target,
            [
              ("authorization", "Bearer \(server.tokens[.capture] ?? "")"), ("content-type", type),
            ] + [key].compactMap { $0.map { ("idempotency-key", $0) } }, bytes)
        }
        let picture = try await send("/capture/image", "image/png", Pictures.png)
        #expect(picture.status == 201, "\(picture.text)")
        #expect(picture.text.contains("Maya") && picture.text.contains("pottery class"))
        let silent = try await send("/capture/voice", "image/png", Pictures.png)
        #expect(silent.status == 422 && silent.text.contains("read-nothing"), "\(silent.text)")
        let (sound, key) = (Array("OggS".utf8), "0123456789abcdef0123")
        let voice = try await send("/capture/voice", "audio/ogg", sound, key: key)
        #expect(voice.status == 502 && voice.text.contains("read-network"), "\(voice.text)")
        #expect(!voice.text.contains("no route"))
        #expect(voice.text.contains("to try again, run `cairn read "), "\(voice.text)")
        // The recording stays, and can be read later.
        let all = try await server.decode([GiftIdea].self, 200, "GET", "/gifts")
        #expect(all.count == 2)
        // The picture is filed like typed text, with a number.
        let filed = try await server.decode([GiftIdea].self, 200, "GET", "/gifts?query=in:gifts")
        #expect(filed.map(\.recipient) == ["Maya"] && filed.map(\.budget) == [60])
        // The same request reads the recording that it saved before, and does so only once.
        try server.set("read.voice: echo A wooden train for Nils, birthday, about 30 euros\n")
        for words in ["wooden train", "wooden train"] {
          let again = try await send("/capture/voice", "audio/ogg", sound, key: key)
          #expect(again.status == 201 && again.text.contains(words), "\(again.text)")
          try server.set("read.voice: echo Another gift\n")
        }
        #expect(try await server.decode([GiftIdea].self, 200, "GET", "/gifts").count == 2)
        try server.set("read.voice: exit 65\n")
        let sox = try await send("/capture/voice", "audio/ogg", sound)
        #expect(sox.status == 422 && sox.text.contains("install ffmpeg"), "\(sox.text)")
      }
    }

    @Test("A file that was not made by Cairn has a number, too")
    func foreign() async throws {
      try await TestServer.run([("old note.md", "No front matter.\n")]) { server in
        let all = try await server.decode([Something].self, 200, "GET", "/api/somethings")
        let id = try #require(all.first?.id)
        let read = try await server.decode(Something.self, 200, "GET", "/api/somethings/\(id)")
        #expect(read.content == "No front matter.")
      }
    }
  }
}

/// Pictures to upload.
enum Pictures {
  /// A PNG of one pixel.
  static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0,
    1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0B, 0x49, 0x44, 0x41, 0x54,
    0x78, 0x9C, 0x63, 0x60, 0, 2, 0, 0, 5, 0, 1, 0x7A, 0x5E, 0xAB, 0x3F, 0, 0, 0, 0, 0x49, 0x45,
    0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]
}
