public import CairnJSON
import Dispatch
import Synchronization

/// The receiver of the messages of a session. Both methods are called for one message at a time, in
/// the order of the messages. Both methods must return soon: work that takes time belongs in a job.
public protocol RPCService: Sendable {
  /// Returns the answer to a request, or a job that determines the answer.
  func answer(_ request: RPCRequest) -> RPCReply
  /// Handles a notification. Returns the job to run for the notification; nil if there is nothing
  /// to run.
  func take(_ method: String, _ params: JSONValue) -> (@Sendable () async -> Void)?
}

/// The answer to a request.
public enum RPCReply: Sendable {
  /// The result, which is sent immediately.
  case result(JSONValue)
  /// An error, which is sent immediately.
  case error(RPCError)
  /// A job that returns the result, or throws an ``RPCError``; any other error is sent as an
  /// internal error. The job runs while further messages are read, and is cancelled if the client
  /// cancels the request.
  case job(@Sendable () async throws -> JSONValue)
  /// A job that lasts until the client cancels the request or the session ends.
  case subscription(@Sendable () async throws -> JSONValue)
}

/// The details in which protocols based on JSON-RPC differ.
public struct RPCDialect: Sendable {
  /// The way in which the stream is divided into messages.
  public let framing: RPCFraming
  /// The notification that cancels a request.
  let cancelMethod: String
  /// The parameter of ``cancelMethod`` that contains the id of the request.
  let cancelParameter: String
  /// The code of the error that answers a cancelled request; nil if cancelled requests are not
  /// answered.
  let cancelledCode: Int?

  /// The Language Server Protocol.
  public static let languageServer = RPCDialect(
    framing: .contentLength, cancelMethod: "$/cancelRequest", cancelParameter: "id",
    cancelledCode: -32800)
  /// The Model Context Protocol.
  public static let modelContext = RPCDialect(
    framing: .lines, cancelMethod: "notifications/cancelled", cancelParameter: "requestId",
    cancelledCode: nil)
}

/// A JSON-RPC conversation: passes messages to a service, runs its jobs, and sends the answers.
///
/// Receiving a message never waits for a job, and a job never waits for the client to read an
/// answer. Thread-safe, except that messages must be received one at a time.
public final class RPCSession: Sendable {
  private struct State {
    /// The jobs of requests that are not yet answered, keyed by the requests' ids.
    var jobs: [JSONValue: Job] = [:]
    /// The ids of the requests for subscriptions. The jobs of these requests are cancelled when the
    /// session ends.
    var lasting: Set<JSONValue> = []
    /// The jobs that do not answer a request, keyed by a serial number.
    var others: [Int: Task<Void, Never>] = [:]
    /// For each request that the client has not yet answered, the continuation that waits for the
    /// answer; keyed by the id of the request.
    var asked: [Int: CheckedContinuation<JSONValue?, Never>] = [:]
    var count = 0
  }

  /// The job of a request.
  private struct Job {
    /// The serial number of the job. Distinguishes the job from a later one for the same id,
    /// because a client may reuse the id of a cancelled request.
    let number: Int
    let task: Task<Void, Never>
  }

  let dialect: RPCDialect
  private let service: any RPCService
  private let write: @Sendable ([UInt8]) -> Void
  private let log: @Sendable (String) -> Void
  private let state = Mutex(State())
  /// The queue on which messages are written, so that only this queue waits for a slow client.
  private let output = DispatchQueue(label: "cairn.rpc.output")

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - write: A callback that writes bytes to the client. It is never called concurrently.
  ///   - log: A callback that receives a line for each message received or sent.
  public init(
    _ dialect: RPCDialect, _ service: any RPCService, log: @escaping @Sendable (String) -> Void,
    write: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.dialect, self.service, self.log, self.write) = (dialect, service, log, write)
  }

  /// Ends the session: cancels the subscriptions and all jobs that do not answer a request, and
  /// makes unanswered requests to the client return nil. Then waits until all requests from the
  /// client are answered and everything is written.
  public func finish() async {
    let asked = state.withLock { state in
      defer { state.asked = [:] }
      return state.asked
    }
    for continuation in asked.values { continuation.resume(returning: nil) }
    let endless = state.withLock { state in
      state.others.values + state.lasting.compactMap { state.jobs[$0]?.task }
    }
    for job in endless { job.cancel() }
    while let job = state.withLock({ $0.jobs.first?.value.task ?? $0.others.first?.value }) {
      await job.value
    }
    output.sync {}
  }
}

// MARK: - Sending

extension RPCSession {
  private func send(_ message: JSONValue) {
    output.async { [self] in
      log("<- \(message)")
      write(dialect.framing.framed(message))
    }
  }

  private func reply(_ id: JSONValue, _ result: Result<JSONValue, RPCError>) {
    switch result {
    case .success(let value): send(["jsonrpc": "2.0", "id": id, "result": value])
    case .failure(let error): send(["jsonrpc": "2.0", "id": id, "error": error.json])
    }
  }

  /// Sends a notification.
  public func notify(_ method: String, _ params: JSONValue) {
    send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request to the client, and waits for the result. Returns nil if the client answers
  /// with an error, or does not answer before the session ends.
  public func ask(_ method: String, _ params: JSONValue? = nil) async -> JSONValue? {
    await withCheckedContinuation { continuation in
      let id = state.withLock { state in
        state.count += 1
        state.asked[state.count] = continuation
        return state.count
      }
      let message: [JSONValue.Member] = [
        .init("jsonrpc", "2.0"), .init("id", .integer(id)), .init("method", .string(method)),
      ]
      send(.object(message + (params.map { [.init("params", $0)] } ?? [])))
    }
  }
}

// MARK: - Receiving

extension RPCSession {
  /// Handles a message from the client, or bytes that are not a message.
  public func receive(_ frame: FrameReader.Frame) {
    switch frame {
    case .malformed(let reason):
      log("-> malformed: \(reason)")
      reply(.null, .failure(.parse(reason)))
    case .message(let value):
      log("-> \(value)")
      guard let batch = value.elements else { return receive(value) }
      if batch.isEmpty { reply(.null, .failure(.invalidRequest("The batch is empty."))) }
      batch.forEach(receive)
    }
  }

  private func receive(_ value: JSONValue) {
    switch RPCMessage(value) {
    case .invalid(let id):
      reply(id, .failure(.invalidRequest("The message is not a valid JSON-RPC 2.0 request.")))
    case .response(let id, let result):
      let waiting = state.withLock { state in
        id.number.flatMap { state.asked.removeValue(forKey: $0) }
      }
      waiting?.resume(returning: result)
    case .notification(let method, let params):
      if method == dialect.cancelMethod {
        cancel(params[dialect.cancelParameter] ?? .null)
      } else if let job = service.take(method, params) {
        start(job)
      }
    case .request(let request): receive(request)
    }
  }

  private func receive(_ request: RPCRequest) {
    guard state.withLock({ $0.jobs[request.id] == nil }) else {
      return reply(
        request.id, .failure(.invalidRequest("A request with this id has not been answered yet.")))
    }
    switch service.answer(request) {
    case .result(let value): reply(request.id, .success(value))
    case .error(let error): reply(request.id, .failure(error))
    case .job(let job): run(job, for: request.id)
    case .subscription(let job):
      state.withLock { _ = $0.lasting.insert(request.id) }
      run(job, for: request.id)
    }
  }

  /// Runs the job of a request, and sends the job's result unless the request was cancelled.
  private func run(_ job: @escaping @Sendable () async throws -> JSONValue, for id: JSONValue) {
    state.withLock { state in
      state.count += 1
      let number = state.count
      let task = Task.detached { [self] in
        let result: Result<JSONValue, RPCError>
        do {
          result = .success(try await job())
        } catch {
          result = .failure(error as? RPCError ?? RPCError(-32603, "\(error)"))
        }
        let job = self.state.withLock { state -> Job? in
          guard state.jobs[id]?.number == number else { return nil }
          state.lasting.remove(id)
          return state.jobs.removeValue(forKey: id)
        }
        // A cancelled request is no longer in `jobs` and was already answered if necessary.
        if job != nil { reply(id, result) }
      }
      state.jobs[id] = Job(number: number, task: task)
    }
  }

  /// Starts a job that does not answer a request. The job is cancelled at the end of the session.
  public func start(_ job: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      state.count += 1
      let number = state.count
      state.others[number] = Task.detached { [self] in
        await job()
        self.state.withLock { $0.others[number] = nil }
      }
    }
  }

  private func cancel(_ id: JSONValue) {
    let job = state.withLock { state in
      state.lasting.remove(id)
      return state.jobs.removeValue(forKey: id)
    }
    guard let task = job?.task else { return }
    task.cancel()
    // The session waits for the job, which may still be writing.
    start { await task.value }
    if let code = dialect.cancelledCode {
      reply(id, .failure(RPCError(code, "The client cancelled the request.")))
    }
  }
}
