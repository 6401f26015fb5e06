import CairnArguments
import CairnConsole
import CairnHost
import CairnTerminal
import CairnText
import Glibc
import Synchronization
import SystemPackage
import Testing

@testable import CairnCLI
@testable import CairnSession
@testable import CairnDaemon

/// The socket of the resident process, and what its clients do when it misbehaves.
@Suite("The resident process") struct DaemonTests {
  @Test("The commands that a client sends are those that are answered")
  func names() {
    var known: [String] = []
    for command in ResidentProcess.commands { known += command.names }
    #expect(Set(known + ["__complete"]) == Set(ResidentProcess.names))
  }

  @Test(
    "Variables that may contain secrets are not sent",
    arguments: [
      ("API_KEY=x", true), ("keyring=x", true), ("MyToken=x", true), ("A_SECRET_B=", true),
      ("PGPASSWORD=x", true), ("TOKEN", true), ("KEY", true), ("KE=Y", false), ("A=KEY", false),
      ("=TOKEN", false), ("", false), ("LANG=C.UTF-8", false), ("PASSWOR=D", false),
      ("Ü_KEY=", true), ("PASSWORT=x", false),
    ])
  func secrets(_ entry: String, _ isSecret: Bool) {
    #expect(ClientCommand.suggestsSecret(entry) == isSecret)
  }

  @Test("Requests and answers are read as they were written")
  func coding() throws {
    let command = ClientCommand(
      arguments: ["search", "", "a=b\n\u{0}c", "--", "ü"], environment: ["A=", "B=x=y"],
      folder: "/tmp/a b", process: 7, terminals: [true, false, true], size: (80, 24))
    for request in [DaemonRequest.run(command), .status, .stop] {
      #expect(DaemonRequest(Frame(request.frame.strings)) == request)
    }
    let answer = DaemonAnswer(
      exitCode: 64, pieces: [.init(file: 1, bytes: [0, 255]), .init(file: 2, bytes: [])])
    #expect(DaemonAnswer(answer.frame) == answer)
    #expect(DaemonAnswer(Frame([])) == nil)
  }

  /// What a foreign or broken process may send instead of an answer.
  @Test(
    "A client survives any answer",
    arguments: [
      [], [0], [0, 0, 0, 0], [255, 255, 255, 255], [4, 0, 0, 0, 9, 0, 0, 0],
      [5, 0, 0, 0, 1, 0, 0, 0, 65], [13, 0, 0, 0, 1, 0, 0, 0, 48, 0, 0, 0, 0, 0, 0, 0, 0],
      [16, 0, 0, 0, 1, 0, 0, 0, 48, 1, 0, 0, 0, 57, 2, 0, 0, 0, 65, 65],
    ] as [[UInt8]])
  func answers(_ bytes: [UInt8]) throws {
    let server = try FakeServer { connection in
      _ = Frame(from: connection)
      _ = Frame(from: connection)
      _ = Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }
    let client = try #require(DaemonClient(server.path, patience: 300))
    #expect(client.ask(.status) == nil)
  }

  @Test("A client does not wait for a process that is silent")
  func silence() throws {
    let server = try FakeServer { _ in usleep(500_000) }
    let client = try #require(DaemonClient(server.path, patience: 100))
    #expect(client.ask(.status) == nil)
  }

  @Test("Nobody listens, or what is at the path is not a socket")
  func nobody() throws {
    let server = try FakeServer { _ in }
    #expect(DaemonClient(server.path + "x") == nil)
    #expect(DaemonClient("/etc/passwd") == nil)
    #expect(DaemonClient(String(repeating: "long/", count: 100)) == nil)
    #expect(DaemonSocket.path(runtimeFolder: nil) == nil)
    #expect(DaemonSocket.path(runtimeFolder: "relative") == nil)
    #expect(DaemonSocket.path(runtimeFolder: "/" + String(repeating: "x", count: 200)) == nil)
  }

  /// What a foreign or broken client may send.
  @Test(
    "A server survives any request",
    arguments: [
      [], [1], [255, 255, 255, 255], [4, 0, 0, 0, 255, 255, 255, 127],
      [11, 0, 0, 0, 7, 0, 0, 0] + Array("unknown".utf8),
    ] as [[UInt8]])
  func requests(_ bytes: [UInt8]) async throws {
    let folder = try TemporarySocketFolder()
    let socket = try #require(DaemonServer.listen(at: folder.path))
    let isDone = Flag()
    defer { close(socket) }
    let server = DaemonServer(socket) { _ in DaemonAnswer(exitCode: 5, pieces: []) }
    await withCheckedContinuation { hasEnded in
      _ = DetachedThread.start {
        server.run { !isDone.isSet }
        hasEnded.resume()
      }
      // Not on a thread of tasks, because the server needs one to answer.
      _ = DetachedThread.start {
        for isGreeted in [false, true] { Self.send(bytes, to: folder.path, isGreeted) }
        // A program of another version is turned away, and others are answered as before.
        Self.send(DaemonRequest.status.frame.strings[0], to: folder.path, false)
        // Other tests may occupy the threads of tasks.
        let answer = DaemonClient(folder.path, patience: 800_000)?.ask(.status)
        #expect(answer == DaemonAnswer(exitCode: 5, pieces: []))
        isDone.set()
        _ = DaemonClient(folder.path)
      }
    }
  }

  /// Sends bytes to a server, with or without a valid greeting, and expects no answer.
  private static func send(_ bytes: [UInt8], to path: String, _ isGreeted: Bool) {
    let socket = DaemonSocket.make()
    defer { close(socket) }
    #expect(DaemonSocket.withAddress(path) { connect(socket, $0, $1) } == 0)
    let greeting = isGreeted ? DaemonSocket.program() : Array("another version".utf8)
    _ = Frame([greeting]).send(to: socket)
    _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    shutdown(socket, Int32(SHUT_WR))
    #expect(Frame(from: socket) == nil)
  }

  @Test("A socket that nobody listens at is replaced, one in use is not")
  func stale() throws {
    let folder = try TemporarySocketFolder()
    let first = try #require(DaemonServer.listen(at: folder.path))
    #expect(DaemonServer.listen(at: folder.path) == nil)
    #expect(errno == EADDRINUSE)
    close(first)
    var status = stat()
    #expect(stat(folder.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test("After the resident process was killed, commands do their own work, and it can start again")
  func killed() async throws {
    var box = try await Sandbox(hasDaemon: true)
    try await box.set(up: .notebook)
    let alone = try await box.run("CAIRN_DAEMON=0 cairn search '~custrad' --json")
    let answered = try await box.run("cairn search '~custrad' --json --verbose")
    #expect(answered.standardOutput == alone.standardOutput)
    let status = "cairn daemon status | sed -n 's/.*process \\([0-9]*\\) is.*/\\1/p'"
    for _ in 0..<2 {
      _ = try await box.run("cairn list >/dev/null; kill -KILL $(\(status))")
      // A socket file without a process is left behind.
      let after = try await box.run("test -S $XDG_RUNTIME_DIR/cairn/daemon.sock && \(status)")
      #expect(after.standardOutput.isEmpty)
      let later = try await box.run("cairn search '~custrad' --json")
      #expect(later.standardOutput == alone.standardOutput && later.code == 0)
      #expect(later.standardError == alone.standardError)
      #expect(try await box.run("cairn daemon start").code == 0)
      #expect(try await box.run(status).standardOutput.isEmpty == false)
      let again = try await box.run("cairn search '~custrad' --json")
      #expect(again.standardOutput == alone.standardOutput)
    }
    try await box.remove()
  }

  @Test(
    "A picker gets its first rows from the resident process",
    arguments: [
      ("", ["b.md", "in/a.md"], false), ("needle", ["in/a.md"], false), ("absent", [], false),
      ("type:", ["b.md", "in/a.md"], true), ("foo:b needle", nil, true),
    ] as [(String, [String]?, Bool)])
  func pick(_ text: String, _ paths: [String]?, _ hasProblem: Bool) async throws {
    var box = try await Sandbox()
    try await box.write(["---", #"title: "A\0b""#, "---", "needle"], to: "in/a.md")
    try await box.write(["# B", "wool"], to: "b.md")
    let root = box.folder.string
    let command = ClientCommand(
      arguments: [ResidentPage.command, root, text], environment: ["HOME=\(root)"], folder: root,
      process: 1, terminals: [false, false, false], size: nil)
    let answer = try #require(await ResidentProcess.run(command, Host()))
    let results = try #require(ResidentPage.results(in: answer, for: text))
    #expect(results.rows.map { Set($0.map(\.path.description)) } == paths.map { Set($0) })
    #expect(results.total == paths?.count ?? 0 && (results.problem != nil) == hasProblem)
    #expect(results.rows?.allSatisfy { !$0.title.isEmpty && !$0.handle.isEmpty } != false)
    try await box.remove()
  }

  @Test(
    "A picker repeats its last search if the resident process answered it",
    arguments: [
      ([], nil, nil), ([], "a", nil), (["a"], nil, "a"), (["a"], "ab", nil),
      (["a", "ab"], nil, "ab"), (["a", "ab"], "a", nil),
    ] as [([String], String?, String?)])
  func repeats(_ answered: [String], _ running: String?, _ repeated: String?) {
    var searches = PickerWorker.Searches()
    searches.isReady = false
    for text in answered {
      searches.search(text)
      searches.text = nil
      let isUsed = searches.usesResidentAnswer(to: text)
      #expect(isUsed)
    }
    if let running {
      searches.search(running)
      searches.text = nil
    }
    searches.makeReady()
    #expect(searches.text == repeated)
    // An answer that arrives now comes too late.
    let isUsed = searches.usesResidentAnswer(to: running ?? "a")
    #expect(!isUsed)
  }

  @Test("A picker keeps a search that waits until its index is in memory")
  func waits() {
    var searches = PickerWorker.Searches()
    searches.isReady = false
    searches.search("a")
    _ = searches.usesResidentAnswer(to: "a")
    searches.search("ab")
    searches.makeReady()
    #expect(searches.text == "ab")
  }

  @Test("The resident process stops, also if the program that started it had blocked signals")
  func stops() async throws {
    var box = try await Sandbox()
    try await box.set(up: .notebook)
    for start in ["cairn daemon start", "env --block-signal cairn daemon start"] {
      let stopped = try await box.run(
        """
        export XDG_RUNTIME_DIR=$HOME; \(start); cairn daemon stop
        for wait in $(seq 600); do cairn daemon status || exit 0; sleep 0.1; done
        """)
      #expect(String(decoding: stopped.standardError, as: UTF8.self).contains("Started"))
      let after = try await box.run("XDG_RUNTIME_DIR=$HOME cairn daemon status")
      #expect(after.code == 1, "\(start)")
    }
    try await box.remove()
  }

  @Test("A resident process of another version is replaced or stopped, and ends after an update")
  func otherVersion() async throws {
    var box = try await Sandbox()
    try await box.set(up: .notebook)
    let found = try await box.run(
      """
      export XDG_RUNTIME_DIR=$HOME; old=$HOME/old-cairn
      answers() { cairn daemon status >/dev/null 2>&1 && echo "$1: answers" || echo "$1: silent"; }
      start() { cp "$(command -v cairn)" $old && $old daemon start 2>/dev/null; }
      start; answers 'other version'; cairn list >/dev/null; answers 'asked'
      cairn daemon start 2>/dev/null; answers 'started'; cairn daemon stop 2>/dev/null
      start; cairn daemon stop 2>&1 | sed 's/^/stopped: /'; cairn daemon stop 2>&1
      start; rm $old; cairn list >/dev/null
      for wait in $(seq 600); do cairn daemon status 2>&1 | grep -q 'not running' && break; sleep 0.1; done
      cairn daemon status 2>&1
      """)
    #expect(
      String(decoding: found.standardOutput, as: UTF8.self) == """
        other version: silent
        asked: silent
        started: answers
        stopped: Stopped the resident process.
        The resident process is not running.
        The resident process is not running.

        """)
    try await box.remove()
  }

  @Test("A foreign socket or file in its place means that a command does its own work")
  func foreign() async throws {
    var box = try await Sandbox()
    try await box.set(up: .notebook)
    let alone = try await box.run("CAIRN_DAEMON=0 cairn search '~custrad' --json")
    let place = "export XDG_RUNTIME_DIR=$HOME; mkdir -p $HOME/cairn; s=$HOME/cairn/daemon.sock"
    let programs = [
      "echo no socket > $s",
      // Listens and is silent, answers with anything, or ends at once.
      "python3 -c 'import socket,time; s=socket.socket(socket.AF_UNIX); s.bind(\"'$s'\"); s.listen(); time.sleep(9)'",
      "python3 -c 'import socket; s=socket.socket(socket.AF_UNIX); s.bind(\"'$s'\"); s.listen(); c=s.accept()[0]; c.sendall(b\"HTTP/1.1 400 Bad\" * 99); c.close()'",
    ]
    for program in programs {
      let found = try await box.run(
        """
        \(place); rm -f $s; \(program) & other=$!
        while ! test -e $s; do sleep 0.01; done
        cairn search '~custrad' --json; code=$?
        kill $other 2>/dev/null; wait $other; exit $code
        """)
      #expect(found.standardOutput == alone.standardOutput && found.code == 0, "\(program)")
    }
    try await box.remove()
  }

  @Test("Listening does not change the modes of files that other threads create")
  func modes() throws {
    let folder = try TemporarySocketFolder()
    let mine = "\(folder.folder)/mine"
    #expect(mkdir(mine, 0o777) == 0)
    var status = stat()
    #expect(stat(mine, &status) == 0)
    let usual = status.st_mode
    rmdir(mine)
    let isDone = Flag()
    _ = DetachedThread.start {
      for number in 0..<30 {
        let path = "\(folder.folder)/\(number)/daemon.sock"
        if let socket = DaemonServer.listen(at: path) { close(socket) }
        for name in ["daemon.sock", "daemon.lock", ""] {
          remove("\(folder.folder)/\(number)/\(name)")
        }
      }
      isDone.set()
    }
    repeat {
      #expect(mkdir(mine, 0o777) == 0)
      #expect(stat(mine, &status) == 0 && status.st_mode == usual)
      rmdir(mine)
    } while !isDone.isSet
  }
}

/// A mark that threads share.
private final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

/// A folder for a socket, gone when the test ends.
private final class TemporarySocketFolder: Sendable {
  let folder: String
  var path: String { "\(folder)/cairn/daemon.sock" }

  init() throws {
    var template = Array("/tmp/cairn-socket-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    let bytes = template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    folder = String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    for name in ["daemon.sock", "daemon.lock", ""] { remove("\(folder)/cairn/\(name)") }
    rmdir(folder)
  }
}

/// A process that listens where the resident one would, and answers one connection.
private final class FakeServer: Sendable {
  private let folder: TemporarySocketFolder
  private let socket: Int32
  var path: String { folder.path }

  init(_ answer: @escaping @Sendable (Int32) -> Void) throws {
    folder = try TemporarySocketFolder()
    socket = try #require(DaemonServer.listen(at: folder.path))
    _ = DetachedThread.start { [socket] in
      let connection = accept(socket, nil, nil)
      if connection >= 0 {
        answer(connection)
        close(connection)
      }
    }
  }

  deinit {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }
}
