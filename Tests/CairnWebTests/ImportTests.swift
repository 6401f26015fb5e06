import CairnExport
import CairnJSON
@testable import CairnWeb
import CairnWork
import Testing

extension WebTests {
  @Suite("Imports and exports through the server") struct ImportTests {
    private static let table = Array("Film,Seen\nStalker,2026-11-20\n,\nMirror,2026-11-21\n".utf8)

    /// Sends a form to import files, and returns the answer.
    private func send(
      _ fields: [String: String], _ files: [(name: String, bytes: [UInt8])], to server: TestServer,
      as scope: AccessToken.Scope = .all
    ) async throws -> Reply {
      try await server.client.send(
        "POST", "/api/v1/import",
        [
          ("authorization", "Bearer \(server.tokens[scope] ?? "")"),
          ("content-type", Multipart.type),
        ], Multipart(fields, files).bytes)
    }

    @Test("A program sees the plan, imports, and undoes the import as one")
    func imports() async throws {
      try await TestServer.run { server in
        let files = [(name: "../../films.csv", bytes: Self.table)]
        var fields = ["dry_run": "true", "map[created]": "Seen", "collection": "films"]
        let untitled = try await send(fields, files, to: server)
        let reason = JSONValue(reading: untitled.body)?["skipped"]?.elements?.first?["reason"]
        #expect(reason == "the note has neither a title nor text")
        fields["map[title]"] = "Film"
        let plan = try #require(
          JSONValue(reading: try await send(fields, files, to: server).body))
        #expect(plan["operation"] == .null && plan["imported"] == 2 && plan["source"] == "csv")
        #expect(plan["collections"] == [["path": "films", "count": 2]])
        #expect(plan["skipped"]?.elements?.map { $0["item"] } == ["row 3"])
        #expect(server.files.isEmpty)
        let key = try #require(plan["upload"]?.text)
        // The server forgets a file as soon as it is imported.
        let rows: [(status: Int, imported: JSONValue?)] = [
          (200, .integer(2)), (404, JSONValue?.none),
        ]
        for (status, imported) in rows {
          let reply = try await server.send("POST", "/api/v1/import", #"{"upload":"\#(key)"}"#)
          #expect(reply.status == status, "\(reply.text)")
          #expect(JSONValue(reading: reply.body)?["imported"] == imported)
          #expect(server.files.count == 2 && server.files.allSatisfy { $0.hasPrefix("films/") })
        }
        fields["dry_run"] = nil
        let again = try #require(
          JSONValue(reading: try await send(fields, files, to: server).body))
        #expect(again["imported"] == 0 && again["known"] == 2)
        #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        #expect(server.files.isEmpty)
        let direct = try await send(["map[title]": "Film"], files, to: server)
        #expect(JSONValue(reading: direct.body)?["upload"] == .null)
        #expect(server.files.count == 2)
      }
    }

    @Test("An import needs one file, a known source and the right to write")
    func refusals() async throws {
      let long = String(repeating: "a", count: 5 << 18)
      try await TestServer.run([("long.md", long)]) { server in
        let file = [(name: "a.csv", bytes: Self.table)]
        let bomb = try await server.send("GET", "/api/v1/export?format=zip").body
        let rows:
          [(
            fields: [String: String], files: [(name: String, bytes: [UInt8])],
            scope: AccessToken.Scope, status: Int, code: String
          )] = [
            ([:], [], .all, 422, "file-missing"), ([:], file + file, .all, 400, "form-invalid"),
            (["upload": "x"], [], .all, 404, "upload-unknown"),
            (["source": "what"], file, .all, 422, "source-unknown"),
            (["collection": "../x"], file, .all, 422, "collection-invalid"),
            (["path": "/etc/passwd"], file, .all, 400, "request-field-unknown"),
            ([:], [("a.bin", [0])], .all, 422, "source-undetected"),
            ([:], [("a.zip", bomb)], .all, 422, "archive-refused"),
            ([:], [("..", Array("a\n".utf8))], .all, 422, "source-undetected"),
            ([:], file, .read, 403, "scope"), ([:], file, .capture, 403, "scope"),
          ]
        for row in rows {
          let reply = try await send(row.fields, row.files, to: server, as: row.scope)
          let code = JSONValue(reading: reply.body)?["error"]?["code"]?.text
          #expect(reply.status == row.status && code == row.code, "\(row.code): \(reply.text)")
        }
        #expect(server.files == ["long.md"])
      }
    }

    @Test("An export has a type, a name, and nothing private")
    func exports() async throws {
      let fields = "due: 2026-12-01\nauthor: A\ntitle: Shown\ntype: action\n"
      let files = [
        ("a.md", "---\n\(fields)---\nOne\n"),
        ("b.md", "---\n\(fields.replacing("Shown", with: "Secret"))private: true\n---\nTwo\n"),
        ("c.md", "---\ntype: person\ntitle: Shown\n---\n"),
      ]
      try await TestServer.run(files) { server in
        for format in ExportFormat.allCases {
          #expect(ExportFormat(fileEnding: format.fileEnding) == (format == .csl ? .json : format))
          let target = "/api/v1/export?format=\(format.rawValue)"
          let reply = try await server.send("GET", target, as: .read)
          #expect(reply.status == 200, "\(reply.text)")
          #expect(reply.header("content-type") == format.mediaType)
          let name = "cairn-export.\(format.fileEnding)"
          #expect(reply.header("content-disposition") == "attachment; filename=\"\(name)\"")
          let leftOut = format.restriction == nil ? "0" : "1"
          #expect(reply.header("cairn-left-out") == leftOut, "\(format)")
          #expect(reply.header("cairn-private") == "1")
          #expect(format.isBinary || reply.text.contains("Shown"))
          #expect(!reply.text.contains("Secret") && !reply.text.contains("b.md"))
        }
      }
    }

    @Test("An export needs a known format, a valid query and the right to read")
    func exportRefusals() async throws {
      try await TestServer.run([("a.md", "One\n")]) { server in
        for (query, scope, status) in [
          ("", AccessToken.Scope.all, 400), ("?format=pdf", .all, 400),
          ("?format=json&query=due%3Anever", .all, 400), ("?format=json&events=true", .all, 422),
          ("?format=json&include_private=true", .all, 400), ("?format=json", .capture, 403),
          ("?format=json&query=nothing-like-this", .all, 404), ("?format=json&query=", .all, 200),
          ("?format=vcard", .all, 404), ("?format=bibtex", .all, 404), ("?format=ics", .all, 404),
        ] {
          let reply = try await server.send("GET", "/api/v1/export\(query)", as: scope)
          #expect(reply.status == status, "\(query): \(reply.text)")
        }
      }
    }

    @Test("An export that is too large for the server is refused, also on a page")
    func largeExports() async throws {
      let files = [("a.md", String(repeating: "a", count: 5 << 18))]
      for (limit, status) in [(8 << 20, 200), (1 << 20, 413)] {
        try await TestServer.run(files, { $0.largestExport = limit }) { server in
          let target = "/api/v1/export?format=json"
          let reply = try await server.send("GET", target, as: .read)
          let page = try await Browser(server).get(target)
          #expect(reply.status == status && page.status == status)
          guard status == 413 else { return }
          let error = JSONValue(reading: reply.body)?["error"]
          #expect(error?["code"] == "export-too-large")
          for text in [error?["message"]?.text ?? "", page.text] {
            #expect(text.contains("larger than 1 MiB") && text.contains("cairn export -o FILE"))
          }
        }
      }
    }

    @Test("A person sees the plan, imports and undoes the import without scripts")
    func pages() async throws {
      try await TestServer.run { server in
        let browser = try await Browser(server)
        let request = ["request": "POST /api/v1/import", "back": "/import"]
        let chosen = request.merging([
          "page": "/import/{upload}", "dry_run": "true", "source": "", "collection": "",
          "map[title]": "Film", "map[text]": "",
        ]) { $1 }
        let bad = try await browser.submit("/import", chosen, files: [("<b>.bin", [0])])
        #expect(bad.status == 422 && bad.text.contains("detect the format"))
        let name = "<script>films.csv"
        let sent = try await browser.submit("/import", chosen, files: [(name, Self.table)])
        let place = try #require(sent.header("location"))
        #expect(sent.status == 303 && place.hasPrefix("/import/"))
        let plan = try await browser.get(place).text
        for words in ["Would import 2 notes", "Inbox", "2 notes", "row 3", "Cancel", "&lt;script"] {
          #expect(plan.contains(words), "\(words)")
        }
        #expect(server.files.isEmpty && !plan.contains("<script>films"))
        let key = try #require(browser.value(of: "upload", in: plan))
        let done = try await browser.submit(
          place, request.merging(["upload": key, "page": "\(place)/result"]) { $1 })
        let result = try await browser.get(try #require(done.header("location"))).text
        #expect(result.contains("Imported 2 notes; 1 item skipped.") && server.files.count == 2)
        let operation = try #require(browser.value(of: "operation", in: result))
        #expect(try await browser.get(place).status == 404)
        let undone = try await browser.submit(
          "\(place)/result",
          ["request": "POST /api/v1/undo", "operation": operation, "page": "\(place)/result"])
        let after = try await browser.get(try #require(undone.header("location"))).text
        #expect(after.contains("The import was undone.") && server.files.isEmpty)
        #expect(try await browser.get("/import/unknown").status == 404)
      }
    }
  }
}
