import CairnJSON
import CairnWork
import Glibc
import SystemPackage
import Testing

extension WebTests {
  @Suite("A server that never overwrites") struct NeverOverwriteTests {
    private static let note =
      "---\ntitle: Lamp\nscore: 1\ntags: [a]\n---\none\ntwo\nthree\nfour\nfive\n"

    /// A change by somebody else after the client has read the note, the client's request, and the
    /// file afterwards; nil if the request conflicts.
    private static let rows: [(other: String, method: String, json: String, after: String?)] = [
      (
        note.replacing("five", with: "FIVE"), "PUT", #"{"body":"ONE\ntwo\nthree\nfour\nfive\n"}"#,
        "---\ntitle: Lamp\nscore: 1\ntags: [a]\n---\nONE\ntwo\nthree\nfour\nFIVE\n"
      ),
      (
        note.replacing("one", with: "uno"), "PUT", #"{"body":"ONE\ntwo\nthree\nfour\nfive\n"}"#, nil
      ),
      (
        note.replacing("score: 1", with: "score: 2"), "PUT", #"{"body":"new\n"}"#,
        "---\ntitle: Lamp\nscore: 2\ntags: [a]\n---\nnew\n"
      ),
      (
        note.replacing("one", with: "uno"), "PATCH", #"{"fields":{"score":3}}"#,
        "---\ntitle: Lamp\nscore: 3\ntags: [a]\n---\nuno\ntwo\nthree\nfour\nfive\n"
      ),
      (note.replacing("score: 1", with: "score: 2"), "PATCH", #"{"fields":{"score":3}}"#, nil),
      (
        note.replacing("score: 1", with: "score: 3"), "PATCH", #"{"fields":{"score":3}}"#,
        note.replacing("score: 1", with: "score: 3")
      ),
      (
        note.replacing("[a]", with: "[a, b]"), "PATCH", #"{"tags":{"add":["c"]}}"#,
        note.replacing("[a]", with: "[a, b, c]")
      ),
      (note.replacing("score: 1", with: "score: 2"), "PATCH", #"{"unset":["score"]}"#, nil),
      (
        note.replacing("five", with: "FIVE"), "PATCH",
        #"{"fields":{"score":3},"body":"ONE\ntwo\nthree\nfour\nfive\n"}"#,
        "---\ntitle: Lamp\nscore: 3\ntags: [a]\n---\nONE\ntwo\nthree\nfour\nFIVE\n"
      ),
      (note.replacing("one", with: "uno"), "DELETE", "", nil),
    ]

    @Test(
      "A stale request is merged with the newer file, or refused with both versions",
      arguments: rows)
    func stale(other: String, method: String, json: String, after: String?) async throws {
      try await TestServer.run([("lamp.md", Self.note)]) { server in
        let target = "/api/v1/captures/lamp.md"
        let read = try await server.decode(CaptureDocument.self, 200, "GET", target).capture
        let match = [("if-match", "\"\(read.etag ?? "")\"")]
        try server.write(other, to: "lamp.md")
        let body = json.isEmpty ? nil : json
        guard let after else {
          let conflict = try await server.decode(
            ConflictDocument.self, 409, method, target, body, match)
          #expect(conflict.error.code == "changed-meanwhile")
          #expect(server.text("lamp.md") == other)
          let sent = JSONValue(reading: Array(json.utf8))?["body"]?.text
          #expect(conflict.yours.body == sent)
          #expect(other.hasSuffix(conflict.current.body ?? "-"))
          // With the version of the conflict, the client's text is saved after all.
          let again = [("if-match", "\"\(conflict.current.etag ?? "")\"")]
          let retried = try await server.send(method, target, body, again)
          #expect(retried.status == 200, "\(retried.text)")
          return
        }
        let saved = try await server.decode(ChangeDocument.self, 200, method, target, body, match)
        #expect(saved.merged == true)
        #expect(server.text("lamp.md") == after)
      }
    }

    @Test("A capture that was moved meanwhile is found by its id")
    func moved() async throws {
      let files = [
        ("lamp.md", "---\nid: lamp123456\ntitle: Lamp\n---\none\n"), ("plain.md", "one\n"),
        ("new/_collection.md", "---\nname: New\n---\n"),
      ]
      try await TestServer.run(files) { server in
        for (name, status, method, json, line) in [
          ("lamp.md", 200, "PUT", #"{"body":"two\n"}"#, "two\n"),
          ("lamp.md", 200, "PATCH", #"{"fields":{"title":"Light"}}"#, "title: Light\n"),
          ("plain.md", 404, "PUT", #"{"body":"two\n"}"#, "one\n"),
        ] {
          let target = "/api/v1/captures/\(name)"
          let etag = try await server.send("GET", target).header("etag") ?? ""
          let (old, new) = (server.root.appending(name), server.root.appending("new/b.md"))
          #expect(rename(old.string, new.string) == 0)
          let saved = try await server.send(method, target, json, [("if-match", etag)])
          #expect(saved.status == status, "\(saved.text)")
          #expect(server.text("new/b.md")?.contains(line) == true && server.text(name) == nil)
          #expect(rename(new.string, old.string) == 0)
        }
      }
    }

    @Test("A version that the server never sent is a conflict, and an invalid one an error")
    func unknown() async throws {
      try await TestServer.run([("lamp.md", Self.note)]) { server in
        let target = "/api/v1/captures/lamp.md"
        let version = String(repeating: "0", count: 32)
        let conflict = try await server.decode(
          ConflictDocument.self, 409, "PUT", target, #"{"body":"x"}"#,
          [("if-match", "\"\(version)\"")])
        #expect(conflict.current.title == "Lamp")
        for match in ["*", "W/\"\(version)\"", "\"x\"", version, "\"\(version)\", \"\(version)\""] {
          let reply = try await server.send("PUT", target, #"{"body":"x"}"#, [("if-match", match)])
          #expect(reply.status == 400, "\(match)")
        }
        #expect(server.text("lamp.md") == Self.note)
      }
    }

    @Test("A text cannot become front matter, and line endings stay")
    func texts() async throws {
      let files = [("plain.md", "Text\n"), ("windows.md", "---\r\nid: a\r\n---\r\none\r\ntwo\r\n")]
      try await TestServer.run(files) { server in
        func put(_ name: String, _ body: String) async throws -> Int {
          let read = try await server.send("GET", "/api/v1/captures/\(name)")
          return try await server.send(
            "PUT", "/api/v1/captures/\(name)", #"{"body":"\#(body)"}"#,
            [("if-match", read.header("etag") ?? "")]
          ).status
        }
        let hidden = try await put("plain.md", #"---\ntype: x\n---\n"#)
        #expect(hidden == 422)
        #expect(server.text("plain.md") == "Text\n")
        let windows = try await put("windows.md", #"one\nthree\n"#)
        #expect(windows == 200)
        #expect(server.text("windows.md") == "---\r\nid: a\r\n---\r\none\r\nthree\r\n")
      }
    }

    @Test("Two clients and another program write the same captures, and nothing is lost")
    func together() async throws {
      let names = (0..<5).map { "n\($0)" }
      let files = names.map { ("\($0).md", "---\ntitle: \($0)\ntags: []\n---\nstart\n") }
      try await TestServer.run(files) { server in
        let writers = ["x", "y"]
        try await withThrowingTaskGroup(of: Void.self) { group in
          for writer in writers {
            group.addTask { try await Self.append(writer, to: names, on: server) }
          }
          group.addTask {
            // Another program, which changes fields as the command line does.
            for round in 0..<6 {
              for name in names {
                try await server.work { work in
                  var request = SaveRequest("\(name).md")
                  request.edits = [.tags(adding: ["z\(round)"], removing: [])]
                  _ = try work.save(request)
                }
              }
            }
          }
          try await group.waitForAll()
        }
        for name in names {
          let text = server.text("\(name).md") ?? ""
          for writer in writers {
            for round in 0..<6 {
              #expect(
                text.contains("\(writer)\(round)\n"), "\(name) lacks \(writer)\(round): \(text)")
            }
          }
          for round in 0..<6 { #expect(text.contains("z\(round)"), "\(name) lacks z\(round)") }
        }
      }
    }

    /// Appends lines to the text of captures. Reads again after each conflict, as a client does.
    /// Each conflict must be reported with the text that was not saved.
    private static func append(
      _ writer: String, to names: [String], on server: TestServer
    ) async throws {
      for round in 0..<6 {
        for name in names {
          while true {
            let target = "/api/v1/captures/\(name).md"
            let read = try await server.decode(CaptureDocument.self, 200, "GET", target).capture
            let text: String = (read.body ?? "") + "\(writer)\(round)\n"
            let body = text.split(separator: "\n").joined(separator: #"\n"#) + #"\n"#
            let reply = try await server.send(
              "PUT", target, #"{"body":"\#(body)"}"#, [("if-match", "\"\(read.etag ?? "")\"")])
            if reply.status == 200 { break }
            if reply.status == 423 { continue }
            let yours = JSONValue(reading: reply.body)?["yours"]?["body"]?.text
            #expect(reply.status == 409 && yours == text, "\(reply.text)")
          }
        }
      }
    }
  }
}
