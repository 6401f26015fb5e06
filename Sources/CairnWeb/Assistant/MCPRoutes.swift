import CairnJSON
import CairnMCP
import CairnNotebook
import CairnRPC
import CairnWork
import HTTPTypes

extension RouteTable {
  /// The routes of the endpoint `/mcp` for assistants, which uses the transport "Streamable HTTP"
  /// of the Model Context Protocol.
  static let mcpRoutes: [Route] = [
    Route(
      .post, "/mcp", "Send a Model Context Protocol message", .assistant, body: .message,
      [
        (200, .json(.any)), (200, .bytes("text/event-stream")), (202, .empty), (400, .json(.any)),
        (404, .json(.any)),
      ]
    ) { call in try await call.assistantAnswer() },
    Route(
      .delete, "/mcp", "End a session of an assistant", .assistant, [(204, .empty)], errors: [404]
    ) { call in
      let key = AssistantSessions.Key(
        token: call.right?.token, session: call.headers[.sessionID] ?? "")
      guard call.app.assistants.end(key) else {
        throw ErrorAnswer(404, "session-unknown", "there is no such session")
      }
      return Answer(204)
    },
  ]
}

extension HTTPField.Name {
  fileprivate static let sessionID = HTTPField.Name("Mcp-Session-Id") ?? .via
  fileprivate static let revision = HTTPField.Name("MCP-Protocol-Version") ?? .via
  fileprivate static let method = HTTPField.Name("Mcp-Method") ?? .via
  fileprivate static let name = HTTPField.Name("Mcp-Name") ?? .via
}

extension Call {
  /// The maximum number of messages in a batch.
  private static let mostMessages = 100

  /// Returns the answer to the body, which is a message or an array of messages.
  fileprivate func assistantAnswer() async throws -> Answer {
    guard let value = JSONValue(reading: bytes) else {
      return Self.answer(
        to: .null, .failure(.parse("The message is not valid JSON, or is nested too deeply.")))
    }
    guard let batch = value.elements else { return try await answer(to: value) }
    guard (1...Self.mostMessages).contains(batch.count) else {
      return Self.answer(
        to: .null,
        .failure(.invalidRequest("A batch has 1 to \(Self.mostMessages) messages.")))
    }
    var replies: [JSONValue] = []
    for message in batch {
      if case .bytes(let bytes) = try await answer(to: message, isSingle: false).body,
        let reply = JSONValue(reading: bytes)
      {
        replies.append(reply)
      }
    }
    return replies.isEmpty ? Answer(202) : .json(.array(replies))
  }

  private func answer(to message: JSONValue, isSingle: Bool = true) async throws -> Answer {
    switch RPCMessage(message) {
    case .invalid(let id):
      return Self.answer(
        to: id, .failure(.invalidRequest("The message is not a valid JSON-RPC 2.0 request.")))
    case .notification, .response: return Answer(202)
    case .request(let request):
      let sent = MCPHeaders(
        revision: headers[.revision], method: headers[.method], name: headers[.name])
      if sent.areStateless(for: request) {
        if let error = sent.error(for: request) {
          return Self.answer(to: request.id, .failure(error))
        }
        let key = AssistantSessions.Key(token: right?.token, session: nil)
        let server = app.assistants.begin(key, assistantServer())
        return try await answer(to: request, of: server, sendsNotices: isSingle)
      }
      guard request.method != "initialize" else { return try await begin(request) }
      let session = headers[.sessionID]
      let key = AssistantSessions.Key(token: right?.token, session: session ?? "")
      guard let server = app.assistants.server(for: key) else {
        let error = RPCError.invalidRequest(
          session == nil
            ? "The header `Mcp-Session-Id` is missing; send `initialize` first."
            : "The session has ended; send `initialize` again.")
        return Self.answer(to: request.id, .failure(error), status: session == nil ? 400 : 404)
      }
      return try await answer(to: request, of: server, sendsNotices: false)
    }
  }

  /// Begins a session, and returns the answer to the handshake. A header of the answer contains the
  /// session's id.
  private func begin(_ request: RPCRequest) async throws -> Answer {
    let id = Sessions.newSecret()
    let key = AssistantSessions.Key(token: right?.token, session: id)
    let server = app.assistants.begin(key, assistantServer())
    var answer = try await answer(to: request, of: server, sendsNotices: false)
    answer.headers.append((HTTPField.Name.sessionID.rawName, id))
    return answer
  }

  /// Returns a new server with the permissions of this request's token.
  private func assistantServer() -> MCPServer {
    let canWrite = !app.settings.isReadOnly && [.all, .mcpWrite].contains(right?.scope)
    let setup = MCPServer.Setup(
      root: app.settings.root, allowsWrites: canWrite, audience: Audience(),
      version: app.settings.version
    ) { [settings = app.settings] words in settings.context(words, mayWrite: canWrite) }
    return MCPServer(setup, host: app.host)
  }

  private func answer(
    to request: RPCRequest, of server: MCPServer, sendsNotices: Bool
  ) async throws -> Answer {
    let (notices, writer) = AsyncStream<JSONValue>.makeStream()
    let notify: MCPServer.Notify = { method, params in
      writer.yield(["jsonrpc": "2.0", "method": .string(method), "params": params])
    }
    switch server.answer(request, notify: sendsNotices ? notify : nil) {
    case .result(let value): return Self.answer(to: request.id, .success(value))
    case .error(let error): return Self.answer(to: request.id, .failure(error))
    case .job(let job): return Self.answer(to: request.id, await Self.result(of: job))
    case .subscription(let job):
      let stream = app.events.open { send in
        let sending = Task {
          for await notice in notices { send(Self.event(notice)) }
        }
        let result = await Self.result(of: job)
        writer.finish()
        await sending.value
        send(Self.event(Self.reply(to: request.id, result)))
      }
      guard let stream else { throw Gate.tooMany(5) }
      return stream
    }
  }

  private static func result(
    of job: @Sendable () async throws -> JSONValue
  ) async -> Result<JSONValue, RPCError> {
    do {
      return .success(try await job())
    } catch {
      return .failure(error as? RPCError ?? RPCError(-32603, "The server failed."))
    }
  }

  private static func reply(
    to id: JSONValue, _ result: Result<JSONValue, RPCError>
  ) -> JSONValue {
    switch result {
    case .success(let value): ["jsonrpc": "2.0", "id": id, "result": value]
    case .failure(let error): ["jsonrpc": "2.0", "id": id, "error": error.json]
    }
  }

  /// Returns an answer with the reply to the message that has the id `id`. If `status` is nil, the
  /// kind of error determines the HTTP status.
  private static func answer(
    to id: JSONValue, _ result: Result<JSONValue, RPCError>, status: Int? = nil
  ) -> Answer {
    var usual = 200
    if case .failure(let error) = result {
      switch error.code {
      case -32700, -32600, -32602, -32022...(-32020): usual = 400
      case -32601: usual = 404
      default: break
      }
    }
    return .json(reply(to: id, result), status ?? usual)
  }

  private static func event(_ message: JSONValue) -> [UInt8] {
    Array("event: message\ndata: \(message)\n\n".utf8)
  }
}
