import CairnDesk
import CairnJSON
import CairnRPC
import Testing

/// What a session answers, whatever the client sends.
struct RPCSessionTests {
  /// A service with a method that answers at once, one that fails, and one that waits.
  struct Service: RPCService {
    func answer(_ request: RPCRequest) -> RPCReply {
      switch request.method {
      case "echo": .result(request.params)
      case "fail": .job { throw RPCError.invalidParams("no") }
      case "listen":
        .subscription {
          try? await Task.sleep(for: .seconds(60))
          return .boolean(Task.isCancelled)
        }
      case "linger":
        .job {
          // Does not notice that it is cancelled.
          _ = await Task { try? await Task.sleep(for: .milliseconds(50)) }.value
          return "short"
        }
      case "linger longer":
        .job {
          try? await Task.sleep(for: .milliseconds(400))
          return "longer"
        }
      case "wait":
        .job {
          try? await Task.sleep(for: .seconds(60))
          return .boolean(Task.isCancelled)
        }
      default: .error(.unknownMethod(request.method))
      }
    }

    func take(_ method: String, _ params: JSONValue) -> (@Sendable () async -> Void)? { nil }
  }

  @Test(arguments: [
    (
      #"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":[1]}}"#,
      #"{"id":1,"result":{"a":[1]}}"#
    ),
    (#"{"jsonrpc":"2.0","id":"s","method":"echo"}"#, #"{"id":"s","result":{}}"#),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"fail"}"#,
      #"{"id":1,"error":{"code":-32602,"message":"no"}}"#
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"x"}"#, #"{"id":1,"error":{"code":-32601,"message":"…"}}"#),
    (
      #"{"jsonrpc":"1.0","id":1,"method":"echo"}"#,
      #"{"id":1,"error":{"code":-32600,"message":"…"}}"#
    ),
    (
      #"{"jsonrpc":"2.0","id":[],"method":"echo"}"#,
      #"{"id":null,"error":{"code":-32600,"message":"…"}}"#
    ),
    (#"{"jsonrpc":"2.0","id":1}"#, #"{"id":1,"error":{"code":-32600,"message":"…"}}"#),
    (#"17"#, #"{"id":null,"error":{"code":-32600,"message":"…"}}"#),
    (#"[]"#, #"{"id":null,"error":{"code":-32600,"message":"…"}}"#),
    (#"[{"jsonrpc":"2.0","id":3,"method":"echo"}]"#, #"{"id":3,"result":{}}"#),
  ])
  func `Each message gets its answer`(_ message: String, _ answer: String) async {
    let talk = Conversation(.languageServer, Service())
    talk.send(JSONValue(text: message))
    await talk.end()
    #expect(talk.messages.count == 1)
    #expect(talk.messages.first?.contains(JSONValue(text: answer)) == true, "\(talk.messages)")
  }

  @Test func `Bytes that are not JSON get a parse error, and notifications no answer`() async {
    let talk = Conversation(.languageServer, Service())
    talk.sendMalformed()
    talk.notify("echo", [:])
    await talk.end()
    #expect(talk.messages.map { $0["error"]?["code"] } == [-32700])
  }

  @Test func `A cancelled request of the language server gets an error at once`() async {
    let talk = Conversation(.languageServer, Service())
    talk.send(["jsonrpc": "2.0", "id": 1, "method": "wait"])
    talk.send(["jsonrpc": "2.0", "id": 1, "method": "echo"])
    talk.send(["jsonrpc": "2.0", "id": 2, "method": "echo", "params": ["x": 1]])
    talk.notify("$/cancelRequest", ["id": 1])
    await talk.end()
    let codes = talk.messages.map { $0["error"]?["code"] ?? .null }
    #expect(codes == [-32600, .null, -32800])
  }

  @Test func `A subscription lasts until the end of the session`() async {
    let talk = Conversation(.modelContext, Service())
    talk.send(["jsonrpc": "2.0", "id": 1, "method": "listen"])
    talk.send(["jsonrpc": "2.0", "id": 2, "method": "echo"])
    await talk.end()
    #expect(talk.messages.map { $0["result"] } == [[:], true])
  }

  @Test func `The id of a cancelled request can be used again`() async {
    let talk = Conversation(.languageServer, Service())
    talk.send(["jsonrpc": "2.0", "id": 1, "method": "linger"])
    talk.notify("$/cancelRequest", ["id": 1])
    talk.send(["jsonrpc": "2.0", "id": 1, "method": "linger longer"])
    await talk.end()
    #expect(talk.messages.map { $0["error"]?["code"] ?? $0["result"] } == [-32800, "longer"])
  }

  @Test func `A cancelled request of the model context gets no answer`() async {
    let talk = Conversation(.modelContext, Service())
    talk.send(["jsonrpc": "2.0", "id": 1, "method": "wait"])
    talk.notify("notifications/cancelled", ["requestId": 1])
    talk.send(["jsonrpc": "2.0", "id": 2, "method": "echo"])
    await talk.end()
    #expect(talk.messages == [["jsonrpc": "2.0", "id": 2, "result": [:]]])
  }
}
