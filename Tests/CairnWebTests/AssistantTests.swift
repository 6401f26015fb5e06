import CairnFiles
import CairnJSON
import CairnWeb
import CairnWork
import Testing

extension WebTests {
  @Suite("Assistants over HTTP") struct AssistantTests {
    private static let files = [
      (
        "work/pay.md",
        "---\nid: k7x2m9q4ab\ntype: action\nstatus: open\n---\nAsk about the custard.\n"
      ),
      ("secret.md", "---\ntitle: Hidden custard\nprivate: true\n---\ncustard\n"),
    ]

    /// A message to the endpoint, and the answer.
    private struct Talk {
      let server: TestServer
      var scope = AccessToken.Scope.mcp
      var session: String?

      func send(_ text: String, _ headers: [(String, String)] = []) async throws -> Reply {
        let own = session.map { [("mcp-session-id", $0)] } ?? []
        return try await server.send("POST", "/mcp", text, own + headers, as: scope)
      }

      /// Begins a session.
      mutating func begin() async throws {
        let reply = try await send(
          #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#
        )
        #expect(reply.status == 200, "\(reply.text)")
        session = reply.header("mcp-session-id")
      }

      /// Calls a tool in the session.
      func call(_ tool: String, _ arguments: String) async throws -> JSONValue? {
        let reply = try await send(
          #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        )
        return JSONValue(reading: reply.body)?["result"]?["structuredContent"]
      }

      /// Sends a stateless request, with headers that repeat the method and the name.
      func ask(
        _ method: String, _ name: String? = nil, _ params: String = "",
        headers: [(String, String)]? = nil
      ) async throws -> Reply {
        let meta =
          #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#
          + #""io.modelcontextprotocol/clientCapabilities":{}}"#
        let usual = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)]
        return try await send(
          #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)\#(meta)}}"#,
          headers ?? usual + (name.map { [("mcp-name", $0)] } ?? []))
      }
    }

    @Test("A session begins with a handshake, reads, and ends")
    func session() async throws {
      try await TestServer.run(Self.files) { server in
        var talk = Talk(server: server)
        let list = #"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#
        #expect(try await talk.send(list).status == 400)
        try await talk.begin()
        let ready = try await talk.send(
          #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
        #expect(ready.status == 202 && ready.body.isEmpty)
        let tools = JSONValue(reading: try await talk.send(list).body)
        #expect(tools?["id"] == 7)
        #expect(tools?["result"]?["tools"]?.elements?.count == 8)
        let found = try await talk.call("search", #"{"query":"custard"}"#)
        #expect(found?["captures"]?.elements?.compactMap { $0["path"]?.text } == ["work/pay.md"])
        let batch = try await talk.send("[\(list),\(list)]")
        #expect(JSONValue(reading: batch.body)?.elements?.count == 2)
        // Another token does not know the session.
        let other = try await server.send(
          "POST", "/mcp", list, [("mcp-session-id", talk.session ?? "")], as: .read)
        #expect(other.status == 404)
        let id = ("mcp-session-id", talk.session ?? "")
        #expect(try await server.send("DELETE", "/mcp", nil, [id], as: .mcp).status == 204)
        #expect(try await talk.send(list).status == 404)
        #expect(try await server.send("GET", "/mcp", as: .mcp).status == 405)
      }
    }

    @Test("Only a token that may write is offered tools that write")
    func writes() async throws {
      let rows: [(scope: AccessToken.Scope, readOnly: Bool, writes: Bool?)] = [
        (.mcp, false, false), (.read, false, false), (.mcpWrite, false, true), (.all, false, true),
        (.all, true, false), (.capture, false, nil), (.feed, false, nil),
      ]
      for (scope, readOnly, writes) in rows {
        try await TestServer.run(Self.files, { $0.isReadOnly = readOnly }) { server in
          var talk = Talk(server: server, scope: scope)
          guard let writes else {
            #expect(try await talk.send("{}").status == 403, "\(scope)")
            return
          }
          try await talk.begin()
          let done = try await talk.call("done", #"{"capture":"k7x2m9q4ab"}"#)
          #expect((done?["operation"]?.text != nil) == writes, "\(scope)")
          #expect(server.text("work/pay.md")?.contains("status: done") == writes, "\(scope)")
          guard writes else { return }
          let words = try await server.work { try $0.operations().first?.words }
          #expect(words == ["mcp", "done", "k7x2m9q4ab"])
          _ = try await talk.call("undo", "{}")
          #expect(server.text("work/pay.md") == Self.files[0].1)
        }
      }
    }

    @Test("A token for assistants opens nothing else")
    func scope() async throws {
      try await TestServer.run(Self.files) { server in
        for scope in [AccessToken.Scope.mcp, .mcpWrite] {
          for target in ["/api/v1/captures", "/captures", "/api/v1/media/x.png"] {
            #expect(try await server.send("GET", target, as: scope).status == 403, "\(target)")
          }
        }
        var talk = Talk(server: server)
        try await talk.begin()
        let hidden = try await talk.call("read", #"{"capture":"secret.md"}"#)
        #expect(hidden?["error"]?["code"] == "capture-unknown")
        let evil = try await talk.send("{}", [("origin", "https://evil.example")])
        #expect(evil.status == 403)
        let form = try await server.client.send(
          "POST", "/mcp",
          [
            ("authorization", "Bearer \(server.tokens[.mcp] ?? "")"),
            ("content-type", "text/plain"),
          ], Array("{}".utf8))
        #expect(form.status == 415)
      }
    }

    @Test("Stateless requests need headers that agree with the body")
    func stateless() async throws {
      try await TestServer.run(Self.files) { server in
        let talk = Talk(server: server)
        let found = try await talk.ask("server/discover")
        let result = JSONValue(reading: found.body)?["result"]
        #expect(found.status == 200 && found.header("mcp-session-id") == nil)
        #expect(result?["supportedVersions"] == ["2026-07-28"])
        #expect(result?["capabilities"]?["resources"]?["listChanged"] == true)
        let search = #""name":"search","arguments":{"query":"custard"},"#
        let version = ("mcp-protocol-version", "2026-07-28")
        let rows: [(headers: [(String, String)]?, name: String?, status: Int, code: JSONValue?)] = [
          (nil, "search", 200, nil), (nil, "read", 400, -32020), (nil, nil, 400, -32020),
          ([version, ("mcp-method", "tools/list")], nil, 400, -32020),
          ([("mcp-method", "tools/call"), ("mcp-name", "search")], nil, 400, -32020),
          (
            [
              ("mcp-protocol-version", "2025-11-25"), ("mcp-method", "tools/call"),
              ("mcp-name", "search"),
            ], nil, 400, -32020
          ),
        ]
        for (headers, name, status, code) in rows {
          let reply = try await talk.ask("tools/call", name, search, headers: headers)
          #expect(reply.status == status, "\(reply.text)")
          #expect(JSONValue(reading: reply.body)?["error"]?["code"] == code, "\(reply.text)")
        }
        let bare = try await talk.send(
          #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
          [version, ("mcp-method", "tools/list")])
        #expect(JSONValue(reading: bare.body)?["error"]?["code"] == -32602)
        #expect(try await talk.ask("x/y").status == 404)
      }
    }

    @Test("A message that is malformed gets an error, and the next one an answer")
    func malformed() async throws {
      try await TestServer.run(Self.files) { server in
        var talk = Talk(server: server)
        try await talk.begin()
        let rows: [(text: String, code: JSONValue)] = [
          ("{", -32700), (String(repeating: "[", count: 9000), -32700), ("[]", -32600),
          ("1", -32600), ("{}", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
          (#"{"jsonrpc":"2.0","id":1,"method":"lost"}"#, -32601),
          (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lost"}}"#, -32602),
        ]
        for (text, code) in rows {
          let reply = try await talk.send(text)
          #expect((400...404).contains(reply.status), "\(text.prefix(40))")
          #expect(JSONValue(reading: reply.body)?["error"]?["code"] == code, "\(text.prefix(40))")
        }
        let ping = try await talk.send(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
        #expect(JSONValue(reading: ping.body)?["result"] == [:])
      }
    }

    @Test("A subscription tells of changes until the client leaves")
    func subscription() async throws {
      try await TestServer.run(Self.files) { server in
        let body =
          #"{"jsonrpc":"2.0","id":5,"method":"subscriptions/listen","params":{"#
          + #""notifications":{"resourcesListChanged":true},"_meta":{"#
          + #""io.modelcontextprotocol/protocolVersion":"2026-07-28","#
          + #""io.modelcontextprotocol/clientCapabilities":{}}}}"#
        let head =
          "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:\(server.port)\r\n"
          + "authorization: Bearer \(server.tokens[.mcp] ?? "")\r\n"
          + "content-type: application/json\r\nmcp-protocol-version: 2026-07-28\r\n"
          + "mcp-method: subscriptions/listen\r\ncontent-length: \(body.utf8.count)\r\n\r\n"
        let text = try await server.client.follow(
          head + body, "subscriptions/acknowledged",
          act: { try server.write("New\n", to: "new.md") },
          until: ["notifications/resources/list_changed"])
        #expect(text.contains("notifications/subscriptions/acknowledged"), "\(text)")
        #expect(text.contains("event: message\ndata: {\"jsonrpc\":\"2.0\""), "\(text)")
      }
    }
  }
}
