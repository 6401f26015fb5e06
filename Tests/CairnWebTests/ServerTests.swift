import CairnFiles
import CairnHost
import CairnJSON
import CairnNotebook
import CairnText
@testable import CairnWeb
import CairnWork
import Glibc
import SystemPackage
import Testing

extension WebTests {
  @Suite("The server and its connections") struct ServerTests {
    @Test("A server on a socket is only for its user, and removes the socket")
    func socket() async throws {
      let path = "/tmp/cairn-\(UInt64.random(in: 0 ... .max)).sock"
      // A server that was killed leaves its socket behind.
      let left = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      #expect(Client.bind(left, path) == 0)
      close(left)
      try await TestServer.run([("a.md", "A\n")], { $0.socket = FilePath(path) }) { server in
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try await server.send("GET", "/api/v1/tags").status == 200)
        #expect(try await server.client.send("GET", "/api/v1/tags").status == 401)
        let other = try await server.send("GET", "/api/v1/tags", nil, [("host", "evil.example")])
        #expect(other.status == 403)
        let added = try await server.send("POST", "/api/v1/captures", #"{"text":"Over a socket"}"#)
        #expect(added.status == 201)
        #expect(server.files.count == 2)
        // A second server does not take the socket away.
        var settings = server.settings
        settings.socket = FilePath(path)
        settings.isStopping = { true }
        let refusal = await #expect(throws: Refusal.self) { try await WebServer.run(settings) }
        #expect(refusal?.code == "serve-listen")
        #expect(refusal?.message.hasSuffix(": another process is listening on it") == true)
        #expect(try await server.send("GET", "/api/v1/tags").status == 200)
        // A socket of another kind stays, too.
        let kind = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #expect(Client.bind(kind, path + "d") == 0)
        settings.socket = FilePath(path + "d")
        let mistaken = await #expect(throws: Refusal.self) { try await WebServer.run(settings) }
        #expect(mistaken?.message.hasSuffix(": Protocol wrong type for socket") == true)
        // So does a file that is not a socket.
        settings.socket = server.root.appending("a.md")
        let plain = await #expect(throws: Refusal.self) { try await WebServer.run(settings) }
        #expect(plain?.message.contains("the file is not a socket") == true)
        #expect(server.text("a.md") == "A\n")
        (settings.socket, settings.address) = (nil, "no-such-host.invalid")
        settings.isStopping = { false }
        let unknown = await #expect(throws: Refusal.self) { try await WebServer.run(settings) }
        #expect(unknown?.message.contains("the host is unknown") == true)
        #expect(unlink(path + "d") == 0)
        close(kind)
      }
      #expect(access(path, F_OK) != 0)
    }

    @Test("A server that others can reach has any address as its name, and needs a token")
    func listen() async throws {
      try await TestServer.run([], { $0.address = "0.0.0.0" }) { server in
        let rows = [
          ("127.0.0.1:PORT", 200), ("localhost:PORT", 200), ("192.168.7.7:PORT", 200),
          ("[fe80::1]:PORT", 200), ("evil.example:PORT", 403), ("192.168.7.7:1", 403),
          ("192.168.7:PORT", 403),
        ]
        for (name, status) in rows {
          let host = ("host", name.replacing("PORT", with: "\(server.port)"))
          #expect(
            try await server.send("GET", "/api/v1/tags", nil, [host]).status == status, "\(name)")
        }
        #expect(try await server.client.send("GET", "/api/v1/tags").status == 401)
        try await server.work { work in
          for token in try work.accessTokens() { _ = try work.revokeToken(token.id) }
        }
        var settings = server.settings
        settings.port = 0
        settings.address = "0.0.0.0"
        let refusal = await #expect(throws: Refusal.self) { try await WebServer.run(settings) }
        #expect(refusal?.code == "token-missing")
      }
    }

    @Test("A server that stops finishes what it is writing, and says so")
    func shutdown() async throws {
      try await TestServer.run { server in
        let answer = try await server.work { work in
          let lock = try work.notebook.state.hold()
          let answer = Task {
            try await server.send("POST", "/api/v1/captures", #"{"text":"Not lost"}"#)
          }
          try await Task.sleep(for: .milliseconds(500))
          server.stop()
          try await Task.sleep(for: .milliseconds(300))
          #expect(server.files.isEmpty)
          withExtendedLifetime(lock) {}
          return answer
        }
        let reply = try await answer.value
        #expect(reply.status == 201, "\(reply.text)")
        #expect(server.files.count == 1)
        let late = try? await server.send("GET", "/api/v1/tags")
        #expect(late == nil || late?.status == 503)
      }
    }

    @Test("Many slow connections are closed, and others are answered")
    func slow() async throws {
      let change = { (settings: inout ServerSettings) in
        settings.mostConnections = 12
        settings.idleTime = .milliseconds(400)
      }
      try await TestServer.run([], change) { server in
        let files = try (0..<40).map { _ in try server.client.connected() }
        defer { for file in files { close(file) } }
        let answer = Task { try await server.send("GET", "/api/v1/tags") }
        // Each sends the head of a request, a byte at a time.
        let head = Array("GET /\(String(repeating: "a", count: 4000)) HTTP/1.1".utf8)
        var isOpen = Array(repeating: true, count: files.count)
        for byte in head where isOpen.contains(true) {
          for (place, file) in files.enumerated() where isOpen[place] {
            _ = withUnsafePointer(to: byte) { send(file, $0, 1, Int32(MSG_NOSIGNAL)) }
            var received: UInt8 = 0
            let count = recv(file, &received, 1, Int32(MSG_DONTWAIT))
            isOpen[place] = count > 0 || count < 0 && errno == EAGAIN
          }
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(!isOpen.contains(true))
        #expect(try await answer.value.status == 200)
      }
    }

    @Test("A client that leaves cancels its query", .timeLimit(.minutes(15)))
    func cancelled() async throws {
      let (states, state) = AsyncStream<String>.makeStream()
      let slow = Route(.get, "/slow", "Wait", .nothing, [(200, .empty)]) { _ in
        state.yield("begun")
        do {
          try await Task.sleep(for: .seconds(600))
        } catch {
          state.yield("cancelled")
          throw error
        }
        return Answer(200)
      }
      try await TestServer.run(routes: RouteTable([slow])) { server in
        let file = try server.client.connected()
        let head = Array("GET /slow HTTP/1.1\r\nhost: 127.0.0.1:\(server.port)\r\n\r\n".utf8)
        #expect(head.withUnsafeBytes { send(file, $0.baseAddress, $0.count, 0) } == head.count)
        var iterator = states.makeAsyncIterator()
        #expect(await iterator.next() == "begun")
        close(file)
        #expect(await iterator.next() == "cancelled")
      }
    }

    // MARK: - Events

    @Test("Changes by any program are sent as events", arguments: [true, false])
    func events(canWatch: Bool) async throws {
      let files = [("a.md", "A\n"), ("b.md", "Bb\n")]
      try await TestServer.run(files, { $0.host = Host(canWatch: canWatch) }) { server in
        let root = server.root
        let wanted = [
          ("changed", "a.md"), ("removed", "b.md"), ("added", "z.md"), ("added", "c/d.md"),
        ].map { change, path in
          "event: capture\ndata: {\"schema\":1,\"change\":\"\(change)\",\"path\":\"\(path)\"}\n\n"
        }
        let text = try await server.client.follow(
          server.events, ": ready",
          act: {
            try server.write("A, changed\n", to: "a.md")
            try server.write("D\n", to: "c/d.md")
            #expect(rename(root.appending("b.md").string, root.appending("z.md").string) == 0)
          }, until: wanted)
        for event in wanted { #expect(text.contains(event), "\(text)") }
      }
    }

    @Test("A client that leaves makes room for another one at once")
    func leaving() async throws {
      try await TestServer.run { server in
        for _ in 0..<40 {
          let text = try await server.client.follow(server.events, ": ready")
          #expect(text.hasPrefix("HTTP/1.1 200"))
        }
      }
    }

    // MARK: - Repeated requests

    @Test("A request to add a capture that is sent again adds nothing")
    func again() async throws {
      try await TestServer.run { server in
        let key = ("idempotency-key", "0123456789abcdef0123")
        let json = #"{"text":"p:Anna Ring the sweep t:home"}"#
        async let one = server.send("POST", "/api/v1/captures", json, [key])
        async let two = server.send("POST", "/api/v1/captures", json, [key])
        let three = try await server.send("POST", "/api/v1/captures", json, [key])
        let replies = [try await one, try await two, three]
        #expect(replies.map(\.status) == [201, 201, 201])
        #expect(Set(replies.map { $0.header("location") }).count == 1)
        let operations = replies.map { JSONValue(reading: $0.body)?["operation"]?.text }
        #expect(Set(operations).count == 1 && operations[0] != nil)
        #expect(server.files.count == 1)
        // The same content in another order is the same request; other content is not.
        let ordered = #"{"text":"A","type":"idea"}"#
        let reordered = #"{"type": "idea", "text": "A"}"#
        let changed = #"{"text":"B","type":"idea"}"#
        let second = ("idempotency-key", "0123456789abcdef0125")
        for (json, status) in [(ordered, 201), (reordered, 201), (changed, 422)] {
          let reply = try await server.send("POST", "/api/v1/captures", json, [second])
          #expect(reply.status == status && reply.text.contains("key-reused") == (status == 422))
        }
        #expect(try await server.send("POST", "/api/v1/undo").status == 200)
        let other = ("idempotency-key", "0123456789abcdef0124")
        #expect(try await server.send("POST", "/api/v1/captures", json, [other]).status == 201)
        #expect(server.files.count == 2)
        for wrong in ["short", "0123456789abcdefg", String(repeating: "a", count: 65)] {
          let reply = try await server.send(
            "POST", "/api/v1/captures", json, [("idempotency-key", wrong)])
          #expect(reply.status == 400)
        }
      }
    }

    @Test("Each request that adds something, and is sent again, adds nothing")
    func repeated() async throws {
      let user = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
      try await TestServer.run([("list.md", "- Buy milk.\n- Ring Ann.\n")]) { server in
        let draft = try await server.work { try $0.saveDraft(Array("A draft\n".utf8)).id }
        let rows: [(String, String?)] = [
          ("/api/v1/captures/list.md/split", nil), ("/api/v1/drafts/\(draft)/add", nil),
          ("/api/v1/collections", #"{"path":"books"}"#), ("/collections", #"{"name":"Films"}"#),
          ("/entries", #"{"title":"Stalker","collectionID":"films"}"#),
          ("/api/somethings", #"{"content":"The tide clock has one hand."}"#),
          ("/v1/capture", #"{"user_id":"\#(user)","content":"Call the plumber tomorrow"}"#),
          ("/v1/capture/force", #"{"user_id":"\#(user)","content":"blue","category":"IDEA"}"#),
          ("/v1/actions/\(user)", #"{"content":"Buy glue"}"#),
          ("/capture/text", #"{"text_content":"A pottery class for Maya"}"#),
        ]
        // One key can be used for requests to different paths.
        let key = ("idempotency-key", "0123456789abcdef0123")
        for (target, json) in rows {
          let first = try await server.send("POST", target, json, [key])
          let files = server.files
          let second = try await server.send("POST", target, json, [key])
          #expect(first.status < 300 && first.status == second.status, "\(target) \(second.text)")
          #expect(server.files == files, "\(target)")
          let added = [first, second].map { reply -> [String?] in
            let value = JSONValue(reading: reply.body)
            let one = value?["id"] ?? value?["record_id"]
            return one.map { ["\($0)"] } ?? value?["changed"]?.elements?.map { $0["path"]?.text }
              ?? []
          }
          // The first answer also names a new folder.
          #expect(
            !added[1].isEmpty && Set(added[1]).isSubset(of: added[0]), "\(target) \(added)")
        }
        // What was added has moved, or is gone.
        let films = try await server.send("GET", "/entries?collectionID=films")
        let id = try #require(JSONValue(reading: films.body)?.elements?.first?["id"]?.text)
        let move = #"{"to":"books"}"#
        #expect(try await server.send("POST", "/api/v1/captures/\(id)/move", move).status == 200)
        let (target, json) = rows[4]
        let moved = try await server.send("POST", target, json, [key])
        #expect(moved.status == 201 && moved.text.contains(#""collectionID":"books""#))
        #expect(try await server.send("DELETE", "/api/v1/captures/\(id)").status == 200)
        let gone = try await server.send("POST", target, json, [key])
        #expect(gone.status == 409 && gone.text.contains("no longer exists"), "\(gone.text)")
        // Another program has removed the file.
        let other = ("idempotency-key", "0123456789abcdef0124")
        let note = #"{"text":"Soon gone"}"#
        let added = try await server.send("POST", "/api/v1/captures", note, [other])
        let path = JSONValue(reading: added.body)?["changed"]?.elements?.first?["path"]?.text
        #expect(unlink(server.root.appending(try #require(path)).string) == 0)
        let again = try await server.send("POST", "/api/v1/captures", note, [other])
        #expect(again.status == 409 && again.text.contains("no longer exists"), "\(again.text)")
      }
    }

    @Test("A request that is sent again is never answered with another capture")
    func taken() async throws {
      try await TestServer.run([("books/_collection.md", "---\nname: Books\n---\n")]) { server in
        try server.set("capture.file_name: \"{{slug}}\"\n")
        func act(_ step: String, id: String, path: String) async throws {
          let target = "/api/v1/captures/\(id)"
          switch step {
          case "move":
            let moved = try await server.send("POST", "\(target)/move", #"{"to":"books"}"#)
            #expect(moved.status == 200, "\(moved.text)")
          case "remove": #expect(try await server.send("DELETE", target).status == 200)
          case "rename":
            let old = server.root.appending(path)
            #expect(rename(old.string, server.root.appending("\(id).md").string) == 0)
          default: break
          }
        }
        // What happens to the first capture, what happens to a second one with the same name, and
        // the status of the answer to the first request if it is sent again.
        for (number, row) in [
          ("move", "stay", 201), ("remove", "stay", 409), ("remove", "move", 409),
          ("remove", "remove", 409), ("rename", "stay", 409),
        ].enumerated() {
          let json = #"{"text":"Item \#(number) of the list","type":"idea"}"#
          let key = ("idempotency-key", "0123456789abcdef000\(number)")
          func add(_ headers: [(String, String)] = []) async throws -> (id: String, path: String) {
            let reply = try await server.send("POST", "/api/v1/captures", json, headers)
            #expect(reply.status == 201, "\(reply.text)")
            let added = JSONValue(reading: reply.body)?["changed"]?.elements?.first
            return (try #require(added?["id"]?.text), try #require(added?["path"]?.text))
          }
          let first = try await add([key])
          try await act(row.0, id: first.id, path: first.path)
          let second = try await add()
          #expect(second.path == first.path && second.id != first.id, "\(row)")
          try await act(row.1, id: second.id, path: second.path)
          let files = server.files
          let again = try await server.send("POST", "/api/v1/captures", json, [key])
          #expect(again.status == row.2 && !again.text.contains(second.id), "\(row) \(again.text)")
          if row.2 == 201 { #expect(again.text.contains(first.id), "\(again.text)") }
          #expect(server.files == files, "\(row)")
        }
      }
    }

    @Test("A token that only adds captures cannot read them by sending a request again")
    func unread() async throws {
      let user = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
      let rows: [(String, String)] = [
        ("/api/v1/captures", #"{"text":"The lamp flickers"}"#),
        ("/entries", #"{"title":"Stalker","collectionID":"films"}"#),
        ("/api/somethings", #"{"content":"The tide clock has one hand."}"#),
        ("/capture/text", #"{"text_content":"A pottery class for Maya"}"#),
        ("/v1/capture", #"{"user_id":"\#(user)","content":"Call the plumber tomorrow"}"#),
        ("/v1/actions/\(user)", #"{"content":"Buy glue"}"#),
      ]
      let folders = ["films", "vault"].map {
        (path: "\($0)/_collection.md", text: "---\nname: \($0)\n---\n")
      }
      try await TestServer.run(folders) { server in
        let key = ("idempotency-key", "0123456789abcdef0123")
        for (target, json) in rows {
          let known = Set(server.files)
          let first = try await server.send("POST", target, json, [key], as: .capture)
          #expect(first.status < 300, "\(target) \(first.text)")
          let path = try #require(
            server.files.first { !known.contains($0) && $0.hasSuffix(".md") }, "\(target)")
          let text = try #require(server.text(path))
          func again(_ status: Int, as scope: AccessToken.Scope = .capture) async throws {
            let reply = try await server.send("POST", target, json, [key], as: scope)
            #expect(reply.status == status, "\(target) \(reply.text)")
            guard status == 409 else { return }
            #expect(reply.text.contains("repeated-changed"), "\(target) \(reply.text)")
            #expect(!reply.text.contains("4711") && !reply.text.contains("vault"), "\(target)")
          }
          try await again(first.status)
          try server.write(text + "The code is 4711.\n", to: path)
          try await again(409)
          try await again(first.status, as: .all)
          try server.write(text, to: path)
          try await again(first.status)
          let name = path.percentEncoded
          let moved = try await server.send(
            "POST", "/api/v1/captures/\(name)/move", #"{"to":"vault"}"#)
          #expect(moved.status == 200, "\(target) \(moved.text)")
          try await again(409)
          try await again(first.status, as: .all)
        }
      }
    }

    // MARK: - Trash and drafts

    @Test("The trash is emptied, and drafts are deleted")
    func deleting() async throws {
      try await TestServer.run([("a.md", "A\n"), ("b.md", "B\n")]) { server in
        #expect(try await server.send("DELETE", "/api/v1/captures/a.md").status == 200)
        #expect(try await server.send("DELETE", "/api/v1/trash", as: .read).status == 403)
        #expect(try await server.send("DELETE", "/api/v1/trash?days=x").status == 400)
        let kept = try await server.send("DELETE", "/api/v1/trash?days=3")
        #expect(kept.status == 200)
        #expect(try await server.work { try $0.trash().count } == 1)
        #expect(try await server.send("DELETE", "/api/v1/trash").status == 200)
        #expect(try await server.work { try $0.trash().count } == 0)
        #expect(server.files == ["b.md"])
        let id = try await server.work { try $0.saveDraft(Array("A draft\n".utf8)).id }
        #expect(try await server.send("DELETE", "/api/v1/drafts/none").status == 404)
        #expect(try await server.send("DELETE", "/api/v1/drafts/\(id)").status == 204)
        #expect(try await server.work { try $0.drafts().count } == 0)
      }
    }
  }
}

extension TestServer {
  /// The request for changes.
  fileprivate var events: String {
    "GET /api/v1/events HTTP/1.1\r\nhost: 127.0.0.1:\(port)\r\n"
      + "authorization: Bearer \(tokens[.read] ?? "")\r\n\r\n"
  }
}
