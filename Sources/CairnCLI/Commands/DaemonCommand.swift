import ArgumentParser
import CairnConsole
import CairnDaemon
import CairnHost
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWork
import Glibc
import SystemPackage

struct DaemonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    name: "daemon",
    abstract: "Keep notebooks in memory, for instant answers.",
    discussion: """
      A resident process answers `list`, `search`, `show`, `tags`, `links`, `backlinks`, `related` \
      and completion in a few milliseconds, however large the notebook is. All commands also work \
      without the resident process, and print the same output. The resident process never runs \
      another program. Only you or systemd can start the resident process.

      EXAMPLES
        cairn daemon start
        cairn daemon status
        cairn daemon stop
        systemctl --user enable --now cairn.socket
      """,
    subcommands: [Start.self, Stop.self, Status.self, Run.self])

  /// Returns the path of the socket.
  ///
  /// Throws a ``Failure`` if the session has no folder for sockets.
  fileprivate static func socketPath(_ surroundings: Surroundings) throws -> String {
    let folder = surroundings.variable("XDG_RUNTIME_DIR")
    guard let path = DaemonSocket.path(runtimeFolder: folder) else {
      var failure = Failure(
        "daemon-folder", "`XDG_RUNTIME_DIR` is not set to a folder for sockets", status: .usage)
      failure.hint = "systemd or elogind sets `XDG_RUNTIME_DIR` at login, usually to /run/user/UID"
      throw failure
    }
    return path
  }

  /// Ends a resident process that does not answer, such as one that another version of Cairn
  /// started. Returns its process id; nil if there is no resident process.
  ///
  /// Throws a ``Failure`` if the process does not end within five seconds.
  fileprivate static func endSilent(at path: String) throws -> Int32? {
    guard let process = DaemonSocket.owner(of: path) else { return nil }
    kill(process, SIGTERM)
    for _ in 0..<500 {
      guard DaemonSocket.owner(of: path) == process else { return process }
      usleep(10_000)
    }
    var failure = Failure("daemon-hanging", "the resident process \(process) does not answer")
    failure.hint = "to end the process, run `kill -9 \(process)`"
    throw failure
  }
}

/// A command that starts, stops or describes the resident process.
private protocol DaemonSubcommand: AsyncParsableCommand {
  /// Runs the command. `path` is the path of the socket.
  func run(_ console: Console, _ surroundings: Surroundings, _ path: String) async throws
}

extension DaemonSubcommand {
  func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(.auto, surroundings)
    try await console.run(json: false) {
      try await run(console, surroundings, DaemonCommand.socketPath(surroundings))
    }
  }
}

extension DaemonCommand {
  struct Start: DaemonSubcommand {
    static let configuration = CommandConfiguration(
      name: "start",
      abstract: "Start the resident process.",
      discussion: """
        Nothing happens if the resident process is already running. If another version of Cairn \
        started it, it is replaced.

        EXAMPLES
          cairn daemon start
        """)

    func run(_ console: Console, _ surroundings: Surroundings, _ path: String) async throws {
      if DaemonClient(path)?.ask(.status) != nil {
        return console.say("The resident process is already running.")
      }
      if let old = try DaemonCommand.endSilent(at: path) {
        console.say("Stopped the resident process \(old), which did not answer.")
      }
      guard let program = Surroundings.ownProgram,
        let process = Programs.startDetached(program.string, ["daemon", "run"])
      else { throw Failure("daemon-start", "the resident process could not be started") }
      var waits = 0
      while waits < 500, Programs.isRunning(process) {
        if DaemonClient(path, patience: 100)?.ask(.status) != nil {
          return console.say("Started the resident process \(process).")
        }
        usleep(10_000)
        waits += 1
      }
      throw Failure("daemon-start", "the resident process does not answer at `\(path)`")
    }
  }

  struct Stop: DaemonSubcommand {
    static let configuration = CommandConfiguration(
      name: "stop",
      abstract: "Stop the resident process.",
      discussion: """
        Without the resident process, each command reads the notebook itself, and prints the same \
        output.

        EXAMPLES
          cairn daemon stop
        """)

    func run(_ console: Console, _ surroundings: Surroundings, _ path: String) async throws {
      let isStopped =
        try DaemonClient(path)?.ask(.stop) != nil || DaemonCommand.endSilent(at: path) != nil
      console.say(
        isStopped ? "Stopped the resident process." : "The resident process is not running.")
    }
  }

  struct Status: DaemonSubcommand {
    static let configuration = CommandConfiguration(
      name: "status",
      abstract: "Show the state of the resident process.",
      discussion: """
        Lists the notebooks in memory, each with the number of folders that are watched for \
        changes. If the resident process is not running, the exit code is 1.

        EXAMPLES
          cairn daemon status
        """)

    func run(_ console: Console, _ surroundings: Surroundings, _ path: String) async throws {
      guard let answer = DaemonClient(path)?.ask(.status) else {
        guard let process = DaemonSocket.owner(of: path) else {
          throw Failure.nothing("the resident process is not running")
        }
        var failure = Failure(
          "daemon-silent",
          "the resident process \(process) does not answer; perhaps another version of Cairn "
            + "started it")
        failure.hint = "to replace it, run `cairn daemon start`"
        throw failure
      }
      for piece in answer.pieces { console.write(piece.bytes) }
    }
  }

  struct Run: DaemonSubcommand {
    static let configuration = CommandConfiguration(
      name: "run",
      abstract: "Run the resident process in the foreground.",
      discussion: """
        The process runs until it receives a signal, such as Ctrl-C. systemd uses this command.

        EXAMPLES
          cairn daemon run
        """)

    func run(_ console: Console, _ surroundings: Surroundings, _ path: String) async throws {
      guard
        let socket = DaemonServer.passedSocket(surroundings.variables)
          ?? DaemonServer.listen(at: path)
      else {
        let reason =
          errno == EADDRINUSE
          ? "another resident process is running" : String(cString: strerror(errno))
        throw Failure("daemon-socket", "cannot listen on `\(path)`: \(reason)")
      }
      // Leave the working folder, because a process prevents the file system of its working
      // folder from being unmounted.
      chdir("/")
      Interruption.watch()
      let host = Host()
      let server = DaemonServer(socket) { request in
        switch request {
        case .run(let client): return await ResidentProcess.run(client, host)
        case .status: return host.description
        case .stop:
          kill(getpid(), SIGTERM)
          return DaemonAnswer(exitCode: 0, pieces: [])
        }
      }
      server.run { Interruption.code == nil }
    }
  }
}

extension Host {
  /// The state of the resident process, as the answer to a request for its status.
  fileprivate var description: DaemonAnswer {
    var lines = ["The resident process \(getpid()) is running.", ""]
    for index in indexes {
      lines.append("\(index.root): \(index.watchedFolders.of("watched folder"))")
      lines += index.doubts.map { "  \($0)" }
    }
    if indexes.isEmpty { lines.append("No notebook has been read yet.") }
    let text = lines.map { TerminalText.escaped($0) + "\n" }.joined()
    return DaemonAnswer(
      exitCode: 0, pieces: [Transcript.Piece(file: STDOUT_FILENO, bytes: Array(text.utf8))])
  }
}
