import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1

/// Answers the requests on one client's connection.
struct Connection: Sendable {
  let gate: Gate
  let pool: WorkerPool
  /// The maximum time to receive a body. An answer that is not streamed may take twice as long to
  /// send.
  fileprivate static let patience = TimeAmount.seconds(30)

  /// Checks a request, reads its body, sends the answer and logs the request. Closes the connection
  /// if the body was not read, or if the server is stopping.
  func respond(
    to request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
  ) async throws {
    gate.app.requests.begin()
    defer { gate.app.requests.end() }
    let start = ContinuousClock.now
    let head = request.head
    var pattern = "-"
    var isRead = false
    var answer: Answer
    do {
      let address = channel.remoteAddress?.ipAddress ?? "socket"
      let admission = try await working { try await gate.admit(head, from: address) }
      pattern = admission.route.pattern.text
      let largest = gate.largestBody(admission.route)
      try Self.checkLength(head, largest)
      if head.headerFields[.expect]?.lowercased() == "100-continue" {
        try await writer.writeInformationalHead(HTTPResponse(status: .continue))
      }
      let body = try await Self.body(of: request, upTo: largest ?? 0, channel)
      isRead = true
      answer = try await answering(admission, channel) {
        try await gate.answer(admission, head, body: body)
      }
    } catch let error as HTTPParserError {
      throw error
    } catch {
      answer = ErrorAnswer(error).answer(to: head)
    }
    gate.app.log(head.method.rawValue, pattern, answer.status, ContinuousClock.now - start)
    let isLast = !isRead && Self.hasBody(head) || gate.app.stopping.isSet
    try await answer.send(to: head, writer, channel, usual: Gate.headers, isLast: isLast)
    if isLast { try? await channel.close().get() }
  }

  /// Returns the answer to a request. A request that only reads is cancelled if its client leaves.
  private func answering(
    _ admission: Gate.Admission, _ channel: any Channel,
    _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    guard admission.route.method == .get, let watch = await ClientWatch.of(channel) else {
      return try await working(body)
    }
    let task = Task(executorPreference: pool) { try await body() }
    watch.onLeave { task.cancel() }
    defer { watch.onLeave(nil) }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func working<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withTaskExecutorPreference(pool) { try await body() }
  }
}

// MARK: - Reading

extension Connection {
  private static func hasBody(_ head: HTTPRequest) -> Bool {
    head.headerFields[.transferEncoding] != nil
      || (head.headerFields[.contentLength] ?? "0") != "0"
  }

  /// Throws an ``ErrorAnswer`` if the header says that the body is too long.
  private static func checkLength(_ head: HTTPRequest, _ largest: Int?) throws(ErrorAnswer) {
    let length = head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
    guard length <= largest ?? 0 else { throw tooLarge(largest) }
  }

  private static func tooLarge(_ largest: Int?) -> ErrorAnswer {
    ErrorAnswer(
      413, "request-too-large",
      largest.map { "the request has more than \($0) bytes" }
        ?? "this request must not have a body")
  }

  /// Reads the body of a request. Closes the connection of a client that takes too long.
  private static func body(
    of request: Request, upTo largest: Int, _ channel: any Channel
  ) async throws -> [UInt8] {
    let deadline = channel.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
    defer { deadline.cancel() }
    var bytes: [UInt8] = []
    for try await part in request.body {
      guard bytes.count + part.readableBytes <= largest else { throw tooLarge(largest) }
      bytes += part.readableBytesView
    }
    return bytes
  }
}

// MARK: - Writing

extension Answer {
  /// Writes the answer to a request.
  ///
  /// - Parameters:
  ///   - usual: The headers to send if the answer does not contain them.
  ///   - isLast: Whether the connection ends after the answer.
  func send(
    to head: HTTPRequest, _ writer: consuming ResponseWriter, _ channel: any Channel,
    usual: [(name: String, value: String)], isLast: Bool = false
  ) async throws {
    var fields = HTTPFields()
    let others = headers.map { $0.name }
    let usual = usual.filter { !others.contains($0.name) }
    for (name, value) in headers + usual {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    if isLast { fields[.connection] = "close" }
    let status = HTTPResponse.Status(code: status)
    switch body {
    case .bytes(let bytes):
      fields[.contentLength] = "\(bytes.count)"
      let response = HTTPResponse(status: status, headerFields: fields)
      let deadline = channel.eventLoop.scheduleTask(in: Connection.patience * 2) {
        channel.close(promise: nil)
      }
      defer { deadline.cancel() }
      if head.method == .head || bytes.isEmpty { return try await writer.writeResponse(response) }
      try await writer.write(
        response: response, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    case .stream(let parts, let end):
      let watch = await ClientWatch.of(channel)
      watch?.onLeave(end)
      defer {
        watch?.onLeave(nil)
        end()
      }
      let response = HTTPResponse(status: status, headerFields: fields)
      if head.method == .head { return try await writer.writeResponse(response) }
      let body = ResponseBody { body in
        for await part in parts { try await body.write(ByteBuffer(bytes: part)) }
        try await body.finish(nil)
      }
      try await writer.write(response: response, body: body)
    }
  }
}
