public import CairnJSON
public import CairnRPC
import Synchronization

/// A client of a server of JSON-RPC in the same process: sends messages, and waits for answers.
public final class Conversation: Sendable {
  private let count = Mutex(0)
  private let session: RPCSession
  private let sink: Sink

  /// Begins a conversation with a service. `connect` gets the session.
  public init(
    _ dialect: RPCDialect, _ service: any RPCService, connect: (RPCSession) -> Void = { _ in }
  ) {
    let sink = Sink(dialect.framing)
    session = RPCSession(dialect, service, log: { _ in }) { sink.add($0) }
    self.sink = sink
    connect(session)
  }

  deinit {
    // The jobs of a test that failed must not go on.
    Task { [session] in await session.finish() }
  }

  private final class Sink: Sendable {
    private let state: Mutex<(reader: FrameReader, frames: [FrameReader.Frame])>
    init(_ framing: RPCFraming) { state = Mutex((FrameReader(framing), [])) }
    func add(_ bytes: [UInt8]) { state.withLock { $0.frames += $0.reader.read(bytes) } }
    var messages: [JSONValue] {
      state.withLock { $0.frames }.compactMap {
        if case .message(let value) = $0 { value } else { nil }
      }
    }
  }

  /// All messages that the server has sent.
  public var messages: [JSONValue] { sink.messages }

  /// Sends a message as it is.
  public func send(_ message: JSONValue) { session.receive(.message(message)) }

  /// Sends bytes that are not a message.
  public func sendMalformed() { session.receive(.malformed("not JSON")) }

  /// Sends a notification.
  public func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request, and returns the whole answer; null if there is none within ten seconds.
  public func ask(_ method: String, _ params: JSONValue) async -> JSONValue {
    let id = count.withLock { count in
      count += 1
      return count
    }
    send(["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params])
    return await message { $0["id"] == .integer(id) && $0["method"] == nil }
  }

  /// Returns the first message that satisfies a condition, waiting up to ten seconds.
  public func message(_ isWanted: (JSONValue) -> Bool) async -> JSONValue {
    // Two minutes, because other tests may keep all processors busy.
    for _ in 0..<12_000 {
      if let found = sink.messages.first(where: isWanted) { return found }
      try? await Task.sleep(for: .milliseconds(10))
    }
    return .null
  }

  /// Ends the conversation.
  public func end() async { await session.finish() }
}

extension JSONValue {
  /// Reads JSON written in a test; null if it is invalid.
  public init(text: String) { self = JSONValue(reading: Array(text.utf8)) ?? .null }

  /// Returns whether each part of `expected` is in this value: members of objects, all elements of
  /// arrays. `"…"` stands for any value.
  public func contains(_ expected: JSONValue) -> Bool {
    switch (self, expected) {
    case (_, .string("…")): true
    case (.object, .object(let members)):
      members.allSatisfy { self[$0.name]?.contains($0.value) ?? false }
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.contains($1) }
    default: self == expected
    }
  }
}
