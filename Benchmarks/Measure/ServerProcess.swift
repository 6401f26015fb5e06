import CairnJSON
import CairnRPC
import Glibc

/// A server that reads messages from its standard input and answers on its standard output, such as
/// `cairn lsp`.
final class ServerProcess {
  /// The moment at which the process was started, in milliseconds of ``now()``.
  let started: Double
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let framing: RPCFraming
  private var reader: FrameReader
  private var messages: [JSONValue] = []
  private var requests = 0

  /// The longest wait for a message, in milliseconds.
  private static let patience: Int32 = 30_000

  /// Starts the server. Its messages to standard error go to the file `log`.
  init(_ command: Command, _ framing: RPCFraming, log: String) throws(BenchFailure) {
    self.framing = framing
    reader = FrameReader(framing)
    var (toServer, fromServer): ([Int32], [Int32]) = ([0, 0], [0, 0])
    guard pipe(&toServer) == 0, pipe(&fromServer) == 0 else {
      throw BenchFailure(reason: "no pipe: \(String(cString: strerror(errno)))")
    }
    // Other programs that are started later must not keep the ends of the server's pipes open.
    for end in toServer + fromServer { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toServer[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromServer[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard chdir(command.folder) == 0 else {
      throw BenchFailure(reason: "there is no folder \(command.folder)")
    }
    let argv: [UnsafeMutablePointer<CChar>?] = command.arguments.map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] = command.environment.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var child = pid_t()
    started = now()
    let failure = posix_spawn(&child, command.arguments[0], &actions, nil, argv, envp)
    close(toServer[0])
    close(fromServer[1])
    guard failure == 0 else {
      throw BenchFailure(
        reason: "cannot start \(command.arguments[0]): \(String(cString: strerror(failure)))")
    }
    (process, input, output) = (child, toServer[1], fromServer[0])
  }

  deinit {
    close(input)
    close(output)
    kill(process, SIGTERM)
    var ended: Int32 = 0
    while waitpid(process, &ended, 0) < 0, errno == EINTR {}
  }

  /// The memory of the process in bytes, with the files that it maps.
  var memory: Int { processMemory("VmRSS:", of: process) }

  /// Sends a notification.
  func notify(_ method: String, _ params: JSONValue) throws(BenchFailure) {
    try send(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  /// Sends a request. Returns its result, and the milliseconds until the result arrived.
  @discardableResult
  func ask(
    _ method: String, _ params: JSONValue
  ) throws(BenchFailure) -> (result: JSONValue, milliseconds: Double) {
    requests += 1
    let id = JSONValue.integer(requests)
    let start = now()
    try send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": params])
    let answer = try message { $0["id"] == id && $0["method"] == nil }
    guard let result = answer["result"] else {
      throw BenchFailure(reason: "\(method) failed: \(answer)")
    }
    return (result, now() - start)
  }

  /// Returns the first message that satisfies a condition and was not returned before.
  func message(_ isWanted: (JSONValue) -> Bool) throws(BenchFailure) -> JSONValue {
    while true {
      if let place = messages.firstIndex(where: isWanted) {
        let found = messages[place]
        messages.removeSubrange(...place)
        return found
      }
      try readMore()
    }
  }

  private func readMore() throws(BenchFailure) {
    var waited = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    guard poll(&waited, 1, Self.patience) > 0 else {
      throw BenchFailure(reason: "the server sent no message in time")
    }
    let count = read(output, &buffer, buffer.count)
    guard count > 0 else { throw BenchFailure(reason: "the server ended") }
    for case .message(let value) in reader.read(buffer[..<count]) { messages.append(value) }
  }

  private func send(_ message: JSONValue) throws(BenchFailure) {
    var rest = framing.framed(message)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { throw BenchFailure(reason: "the server does not read") }
      rest = rest.dropFirst(count)
    }
  }
}

/// Returns a size that the kernel shows for a process, in bytes; 0 if there is none. `name` is the
/// name of a line of `/proc/PID/status`.
func processMemory(_ name: String, of process: pid_t) -> Int {
  let lines = String(decoding: readFile("/proc/\(process)/status") ?? [], as: UTF8.self)
  let line = lines.split(separator: "\n").first { $0.hasPrefix(name) }
  return (line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
}
