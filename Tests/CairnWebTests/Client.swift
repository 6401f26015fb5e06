import Dispatch
import Glibc

/// An answer as it came over the connection.
struct Reply: Sendable {
  let status: Int
  /// The headers, with names in lower case.
  let headers: [(name: String, value: String)]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// Reads an answer (RFC 9112); nil if it is not one. A body without a length ends with the
  /// connection.
  init?(_ bytes: [UInt8]) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
    let start = lines.first?.split(separator: " ") ?? []
    guard start.count > 1, ["HTTP/1.0", "HTTP/1.1"].contains(start[0]), let status = Int(start[1])
    else { return nil }
    self.status = status
    headers = lines.dropFirst().compactMap { line in
      line.firstIndex(of: ":").map { sign in
        let value = line[line.index(after: sign)...].drop { $0 == " " }
        return (line[..<sign].lowercased(), String(value))
      }
    }
    body = Array(bytes[end.upperBound...])
  }
}

/// A failure to reach the server.
struct Unreachable: Error {
  let reason: String
}

/// A client that sends bytes and reads until the server closes the connection. It shares no code
/// with the server.
struct Client: Sendable {
  let port: Int
  /// The path of the socket on which the server listens instead of a port; nil for none.
  var socket: String?

  /// Sends bytes on a connection of their own, and returns everything that comes back.
  ///
  /// - Parameters:
  ///   - pieces: The bytes to send, with a pause of 50 ms between two pieces.
  ///   - isEnded: Whether to close the sending side afterwards.
  ///   - seconds: How long to wait for the server.
  func raw(
    _ pieces: [[UInt8]], isEnded: Bool = false, seconds: Int = 60
  ) async throws -> [UInt8] {
    try await Self.blocking { try exchange(pieces, isEnded: isEnded, seconds: seconds) }
  }

  /// Sends a request whose answer is a stream of events, calls `act` once the text `start` has come,
  /// and reads until all `texts` have come, at most for a minute. Returns everything that came.
  func follow(
    _ head: String, _ start: String, act: () async throws -> Void = {}, until texts: [String] = []
  ) async throws -> String {
    let file = try connected()
    defer { close(file) }
    let bytes = try await Self.blocking {
      Self.write(Array(head.utf8), to: file)
      return Self.read(file, [], until: [start])
    }
    try await act()
    return try await Self.blocking {
      String(decoding: Self.read(file, bytes, until: texts), as: UTF8.self)
    }
  }

  /// Runs `body`, which waits, on a thread of its own.
  private static func blocking<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }

  private func exchange(
    _ pieces: [[UInt8]], isEnded: Bool, seconds: Int
  ) throws -> [UInt8] {
    let file = try connected()
    defer { close(file) }
    Self.limitWaiting(file, seconds)
    for (place, piece) in pieces.enumerated() {
      if place > 0 { usleep(50_000) }
      Self.write(piece, to: file)
    }
    if isEnded { shutdown(file, Int32(SHUT_WR)) }
    return Self.read(file, [], until: nil)
  }

  private static func limitWaiting(_ file: Int32, _ seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  private static func write(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(file, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // The server may have closed the connection after its answer.
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads until all `texts` have come, or until the end; returns everything that has come.
  private static func read(_ file: Int32, _ begun: [UInt8], until texts: [String]?) -> [UInt8] {
    var received = begun
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while texts.map({ !$0.allSatisfy { received.firstRange(of: Array($0.utf8)) != nil } }) ?? true {
      let count = recv(file, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      received += buffer[..<count]
    }
    return received
  }

  /// Returns the descriptor of a new connection.
  func connected() throws -> Int32 {
    let family = socket == nil ? AF_INET : AF_UNIX
    let file = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard file >= 0 else { throw Unreachable(reason: "socket") }
    Self.limitWaiting(file, 60)
    var isConnected = false
    if let socket {
      var address = Self.address(socket)
      isConnected = Self.connect(file, &address)
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      isConnected = Self.connect(file, &address)
    }
    guard isConnected else {
      close(file)
      throw Unreachable(reason: "connect")
    }
    return file
  }

  /// Binds a socket to a path; returns 0 if that succeeded.
  static func bind(_ file: Int32, _ path: String) -> Int32 {
    var address = address(path)
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func address(_ path: String) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: path.utf8.prefix(place.count - 1))
    }
    return address
  }

  private static func connect<Address>(_ file: Int32, _ address: inout Address) -> Bool {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(file, $0, socklen_t(MemoryLayout<Address>.size)) == 0
      }
    }
  }

  /// Sends a request and returns the answer.
  func send(
    _ method: String, _ target: String, _ headers: [(String, String)] = [], _ body: [UInt8]? = nil
  ) async throws -> Reply {
    var fields = headers
    func add(_ name: String, _ value: String) {
      if !fields.contains(where: { $0.0.lowercased() == name }) { fields.append((name, value)) }
    }
    add("host", socket == nil ? "127.0.0.1:\(port)" : "localhost")
    add("connection", "close")
    if let body { add("content-length", "\(body.count)") }
    let head =
      "\(method) \(target) HTTP/1.1\r\n" + fields.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    let bytes = try await raw([Array(head.utf8) + (body ?? [])])
    guard let reply = Reply(bytes) else {
      throw Unreachable(reason: "no answer to \(method) \(target): \(bytes.count) bytes")
    }
    return reply
  }
}
