import ArgumentParser
import CairnConsole
import CairnFiles
import CairnText
public import CairnWork
import Glibc
import Synchronization
public import SystemPackage

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Run a server for browsers and other programs.",
    subcommands: [Run.self, Link.self, TokenCommand.self], defaultSubcommand: Run.self)

  /// The server, in the program that contains it. Set once, before a command runs.
  static let server = Mutex<(@Sendable (ServedNotebook) async throws -> Void)?>(nil)

  /// The port that is used if none is passed.
  static let usualPort = 4747
}

/// A notebook to serve, and how to serve it.
public struct ServedNotebook: Sendable {
  /// The notebook.
  public let root: NotebookRoot
  /// The port; 0 for any free port.
  public let port: Int
  /// The address on which to listen.
  public let address: String
  /// The path of a socket on which to listen instead of at ``address``; nil for none.
  public let socket: FilePath?
  /// Whether all requests that write are refused.
  public let isReadOnly: Bool
  /// Whether each request is logged.
  public let isVerbose: Bool
  /// A callback that returns the context of the next request.
  public let context: @Sendable () -> RequestContext
  /// A callback that writes a line of the log.
  public let log: @Sendable (String) -> Void
  /// A callback that returns whether to stop.
  public let isStopping: @Sendable () -> Bool
  /// A callback that receives the port once the server listens.
  public let hasStarted: @Sendable (Int) async throws -> Void
}

extension ServeCommand {
  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run",
      abstract: "Run the server until you press Ctrl-C.",
      discussion: """
        Only programs on this machine can connect, and each needs a token. To sign a browser in, \
        open the page that the command prints, or pass --open. For another program, create a token \
        with `cairn serve token new`. docs/api.md describes the requests.

        With --listen, the server accepts connections from other machines. Connections from other \
        machines are not encrypted.

        EXAMPLES
          cairn serve --open
          cairn serve run --port 8080 --read-only
          cairn serve --listen 192.168.1.20
          cairn serve --socket ~/cairn.sock
        """)

    @Option(
      help: ArgumentHelp(
        "The port on which to listen (default: \(usualPort)).", valueName: "number"))
    var port: Int?

    @Option(
      help: ArgumentHelp(
        "The address on which to listen (default: 127.0.0.1).", valueName: "address"))
    var listen: String?

    @Option(
      help: ArgumentHelp(
        "Listen on a Unix socket at this path instead of a port.", valueName: "path"))
    var socket: String?

    @Flag(help: "Open the notebook in your desktop's browser, signed in.")
    var open = false

    @Flag(help: "Refuse all requests that change the notebook.")
    var readOnly = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
      if let port, !(0...65_535).contains(port) {
        throw ValidationError("--port must be a number from 0 to 65535")
      }
      if socket != nil, port != nil || listen != nil {
        throw ValidationError("--socket cannot be combined with --port or --listen")
      }
    }

    func run() async throws {
      let surroundings = Surroundings.ofThisProcess()
      let console = Console(common.color, surroundings)
      try await console.run(json: false) {
        guard let server = ServeCommand.server.withLock(\.self) else {
          throw try ServerProgram.execute(surroundings)
        }
        Interruption.watch()
        try await server(try notebook(surroundings))
      }
    }

    private func notebook(_ surroundings: Surroundings) throws -> ServedNotebook {
      let root = try NotebookRoot(common, surroundings)
      let options = common
      let context: @Sendable () -> RequestContext = {
        var now = surroundings
        now.clock = Surroundings.systemClock(surroundings.variable("CAIRN_NOW"))
        return RequestContext(ofServer: now, options)
      }
      let (isQuiet, opens, address) = (common.quiet, open, listen ?? "127.0.0.1")
      let (isSocket, root0) = (socket, root)
      return ServedNotebook(
        root: root, port: port ?? ServeCommand.usualPort, address: address,
        socket: socket.map { surroundings.workingFolder.pushing(FilePath($0)) },
        isReadOnly: readOnly, isVerbose: common.verbose, context: context,
        log: { ServerProgram.say($0) }, isStopping: { Interruption.code != nil },
        hasStarted: { port in
          if let isSocket {
            if !isQuiet { ServerProgram.say("Serving \(root0.path) at \(isSocket).") }
            return
          }
          let server = ServerProgram.address(address, port)
          let page = try await Workspace.with(root0, context()) {
            try $0.createSignInPage(server)
          }
          if !isQuiet {
            ServerProgram.say("Serving \(root0.path) at \(server)/. Press Ctrl-C to stop.")
            if !ServerProgram.isLocal(address) {
              ServerProgram.say(
                "warning: connections from other machines are not encrypted; use --listen only in "
                  + "a network that you trust")
            }
          }
          try ServerProgram.show(page, opens: opens, isQuiet: isQuiet, surroundings)
        })
    }
  }

  struct Link: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "link",
      abstract: "Create a page that signs a browser in.",
      discussion: """
        The page works only once, and only for one minute. The server must be running.

        EXAMPLES
          cairn serve link --open
          cairn serve link --port 8080
        """)

    @Option(
      help: ArgumentHelp("The port of the server (default: \(usualPort)).", valueName: "number"))
    var port: Int?

    @Option(
      help: ArgumentHelp("The address of the server (default: 127.0.0.1).", valueName: "address"))
    var listen: String?

    @Flag(help: "Open the page in your desktop's browser.")
    var open = false

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let server = ServerProgram.address(listen ?? "127.0.0.1", port ?? ServeCommand.usualPort)
      let page = try session.work.createSignInPage(server)
      try ServerProgram.show(page, opens: open, isQuiet: common.quiet, session.surroundings)
    }
  }
}

extension RequestContext {
  /// Creates the context for a request to the server. Remarks are not shown to anybody.
  fileprivate init(ofServer surroundings: Surroundings, _ options: CommonOptions) {
    var caller = Caller()
    if let seconds = options.lockTimeout { caller.patience = .seconds(seconds) }
    caller.words = ["cairn", "serve"]
    self.init(clock: surroundings.clock, caller: caller, folders: surroundings.folders)
    findGit = { surroundings.program("git") }
    temporaryFolder = surroundings.temporaryFolder
    environmentSettings = surroundings.settings
    cancellation = Interruption.cancellation
    secrets = { Self.secrets(among: surroundings.variables) }
  }
}

/// The program that contains the server, and the messages about the server.
enum ServerProgram {
  private static let name = "cairn-serve"

  /// Replaces this process with the server, which gets the same arguments and environment.
  ///
  /// Returns a ``Failure`` if that is not possible.
  static func execute(_ surroundings: Surroundings) throws -> Failure {
    let folder = Surroundings.ownProgram?.removingLastComponent()
    let places = [
      folder?.appending(name),
      folder?.removingLastComponent().appending("libexec").appending("cairn").appending(name),
    ].compactMap(\.self)
    for place in places {
      var arguments = ([place.string] + surroundings.arguments).map { strdup($0) }
      arguments.append(nil)
      execv(place.string, arguments)
      if errno != ENOENT {
        return Failure(
          "serve-start", "cannot run \(place): \(String(cString: strerror(errno)))")
      }
      for argument in arguments { free(argument) }
    }
    var failure = Failure("serve-missing", "the program `\(name)` is not installed")
    failure.hint = "`make install` installs it together with `cairn`"
    return failure
  }

  /// Writes a line to standard error.
  static func say(_ line: String) {
    Console.writeAll(STDERR_FILENO, Array((TerminalText.escaped(line) + "\n").utf8))
  }

  /// Returns the web address of a server that listens on `host`. If it listens on all addresses,
  /// returns the local one.
  static func address(_ host: String, _ port: Int) -> String {
    let isAny = ["0.0.0.0", "::"].contains(host)
    let name = isAny ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
    return "http://\(name):\(port)"
  }

  /// Returns whether only programs on this machine can connect to an address.
  static func isLocal(_ address: String) -> Bool {
    ["127.0.0.1", "::1", "localhost"].contains(address)
  }

  /// Opens the page that signs a browser in. If `opens` is false, only tells the user its address,
  /// and not even that if `isQuiet` is true.
  static func show(
    _ page: FilePath, opens: Bool, isQuiet: Bool, _ surroundings: Surroundings
  ) throws {
    guard opens else {
      if !isQuiet { say("To sign in, open file://\(page) in a browser within a minute.") }
      return
    }
    guard let program = surroundings.program("xdg-open"),
      Programs.startDetached(program.string, [page.string]) != nil
    else {
      throw Failure(
        "browser-missing", "`xdg-open` is not installed; open file://\(page) in a browser")
    }
  }
}
