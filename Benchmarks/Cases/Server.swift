import Glibc
import Synchronization

/// A server of a notebook (`cairn serve`), and clients that send requests over its socket.
struct Server {
  let bench: Bench
  /// The number of captures in the notebook.
  let count: Int

  /// The measurements of a server.
  struct Figures {
    /// The milliseconds within which 95 of 100 requests are answered while another client writes: to
    /// read a capture, to search, and to add a capture.
    var read = 0.0
    var search = 0.0
    var add = 0.0
    /// The number of requests on 50 connections at once, and how many of them failed.
    var requests = 0
    var errors = 0
    /// The milliseconds within which 99 of 100 of these requests were answered.
    var slow = 0.0
    /// The memory of the server afterward, in bytes, with the files that it maps and without.
    var memory = 0
    var owned = 0
  }

  private static let repeats = 500
  private static let connections = 50
  private static let writesPerSecond = 5

  private var socket: String { "\(bench.root)/serve.sock" }

  /// Starts a server, measures it, and stops it.
  func measure() throws(BenchFailure) -> Figures {
    removeFile(socket)
    let folder = bench.notebooks.folder(count)
    let server = try shell(
      "server",
      "\"$0\" -N \"$1\" serve run --socket \"$2\" --quiet > /dev/null 2>&1 & echo $!",
      [folder, socket])
    guard let process = Int32(server), process > 0 else {
      throw BenchFailure(reason: "the server does not start")
    }
    defer {
      kill(process, SIGINT)
      // The server finishes its requests within ten seconds.
      for _ in 0..<1200 where kill(process, 0) == 0 { usleep(10_000) }
    }
    let token = try shell("token", "\"$0\" -N \"$1\" serve token new --scope all", [folder])
    try waitForSocket(process)
    return try figures(process, token: token)
  }

  private func figures(_ process: Int32, token: String) throws(BenchFailure) -> Figures {
    let client = try HTTPClient(socket: socket, token: token)
    let ids = bench.notebooks.sample(count).map { "/api/v1/captures/\($0.id)" }
    let searches = [Captures.rare, Captures.frequent, Captures.pair.0].map {
      "/api/v1/captures?limit=20&query=%22\($0)%22"
    }
    var figures = Figures()
    let end = Flag()
    let writer = Thread { write(token, until: end) }
    defer {
      end.set()
      writer.join()
    }
    figures.read = try slowest(client, 95) { ("GET", ids[$0 % ids.count], nil) }
    figures.search = try slowest(client, 95) { ("GET", searches[$0 % searches.count], nil) }
    figures.add = try slowest(client, 95) {
      ("POST", "/api/v1/captures", #"{"text":"Number \#($0) about a tap","type":"note"}"#)
    }
    try manyConnections(token, ids + searches, &figures)
    let memory = Memory(of: Int(process))
    (figures.memory, figures.owned) = (memory.resident, memory.owned)
    return figures
  }

  /// Sends requests one after the other. Returns the milliseconds within which `share` of 100 of them
  /// are answered.
  private func slowest(
    _ client: HTTPClient, _ share: Int,
    _ request: (Int) -> (method: String, target: String, json: String?)
  ) throws(BenchFailure) -> Double {
    var walls: [Double] = []
    for number in 0..<Self.repeats {
      let (method, target, json) = request(number)
      let start = now()
      let status = try client.send(method, target, json)
      walls.append(now() - start)
      guard status == 200 || status == 201 else {
        throw BenchFailure(reason: "\(method) \(target) was answered with \(status)")
      }
    }
    return walls.sorted()[walls.count * share / 100]
  }

  /// Adds captures until the flag is set.
  private func write(_ token: String, until end: Flag) {
    guard let client = try? HTTPClient(socket: socket, token: token) else { return }
    while !end.isSet {
      _ = try? client.send(
        "POST", "/api/v1/captures", #"{"text":"A \#(Captures.rare)","type":"note"}"#)
      usleep(UInt32(1_000_000 / Self.writesPerSecond))
    }
  }

  /// Sends requests on many connections for half a minute, or `CLIENT_SECONDS`.
  private func manyConnections(
    _ token: String, _ targets: [String], _ figures: inout Figures
  ) throws(BenchFailure) {
    let seconds = variable("CLIENT_SECONDS").flatMap { Double($0) } ?? 30
    let end = now() + 1000 * seconds
    let shared = Shared()
    let socket = socket
    let threads = (0..<Self.connections).map { number in
      Thread {
        guard let client = try? HTTPClient(socket: socket, token: token) else {
          return shared.total.withLock { $0.errors += 1 }
        }
        var next = number
        while now() < end {
          let start = now()
          let status = try? client.send("GET", targets[next % targets.count], nil)
          next += 1
          shared.total.withLock {
            $0.walls.append(now() - start)
            if status != 200 { $0.errors += 1 }
          }
          if status == nil { return }
        }
      }
    }
    for thread in threads { thread.join() }
    let (walls, errors) = shared.total.withLock { $0 }
    (figures.requests, figures.errors) = (walls.count, errors)
    figures.slow = walls.sorted().dropFirst(walls.count * 99 / 100).first ?? .nan
  }

  /// Runs a script, and returns its output without the line break.
  private func shell(
    _ name: String, _ script: String, _ arguments: [String]
  ) throws(BenchFailure) -> String {
    let command = bench.command(
      ["/bin/sh", "-c", script, bench.cairn] + arguments, in: bench.root)
    guard try command.run(output: bench.output(name)).status == 0 else {
      throw BenchFailure(reason: "the server cannot be prepared; see \(bench.output(name)).err")
    }
    return bench.lines(name).last.map(String.init) ?? ""
  }

  private func waitForSocket(_ process: Int32) throws(BenchFailure) {
    while access(socket, F_OK) != 0 {
      guard kill(process, 0) == 0 else { throw BenchFailure(reason: "the server does not start") }
      usleep(20_000)
    }
  }

  /// What threads count together.
  private final class Shared: Sendable {
    let total = Mutex<(walls: [Double], errors: Int)>(([], 0))
  }
}

/// A flag that any thread can set.
final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

/// A connection to a server on a Unix socket. Not thread-safe.
final class HTTPClient {
  private let file: Int32
  private let token: String
  private var buffer: [UInt8] = []

  init(socket path: String, token: String) throws(BenchFailure) {
    self.token = token
    file = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = path.utf8CString
    let isShort = name.count <= MemoryLayout.size(ofValue: address.sun_path)
    if isShort {
      withUnsafeMutableBytes(of: &address.sun_path) { target in
        name.withUnsafeBytes { target.copyMemory(from: $0) }
      }
    }
    let isOpen = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard isShort, isOpen == 0 else { throw BenchFailure(reason: "cannot connect to \(path)") }
  }

  deinit { close(file) }

  /// Sends a request, and returns the status of the answer after reading all of it.
  func send(_ method: String, _ target: String, _ json: String?) throws(BenchFailure) -> Int {
    var request =
      "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
    if let json {
      request += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n"
    }
    let bytes = Array((request + "\r\n" + (json ?? "")).utf8)
    guard write(file, bytes, bytes.count) == bytes.count else {
      throw BenchFailure(reason: "the server has closed the connection")
    }
    var end: Range<Int>?
    while end == nil {
      try readMore()
      end = buffer.firstRange(of: Array("\r\n\r\n".utf8))
    }
    let head = String(decoding: buffer[..<(end?.lowerBound ?? 0)], as: UTF8.self)
    let lines = head.split(separator: "\r\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    let length = lines.compactMap { line -> Int? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.first?.lowercased() == "content-length"
        ? Int(parts[1].drop { $0 == " " }) : nil
    }.first
    guard let status, let length else {
      throw BenchFailure(reason: "the server sent an answer without a length")
    }
    let whole = (end?.upperBound ?? 0) + length
    while buffer.count < whole { try readMore() }
    buffer.removeFirst(whole)
    return status
  }

  private func readMore() throws(BenchFailure) {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(file, &part, part.count)
    guard count > 0 else { throw BenchFailure(reason: "the server has closed the connection") }
    buffer += part[..<count]
  }
}
