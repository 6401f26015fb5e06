import ArgumentParser
import CairnConsole
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWeb
import CairnWork
import SystemPackage

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "serve",
    abstract: "Run a server for browsers and other programs.",
    subcommands: [Run.self, Link.self, TokenCommand.self], defaultSubcommand: Run.self)

  /// The port to use if the user passes none.
  static let usualPort = 4747
}

extension ServeCommand {
  struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      name: "run",
      abstract: "Run the server until you press Ctrl-C.",
      discussion: """
        Only programs on this machine can connect, and each needs a token. To log a browser in, \
        open the address that the command prints, or pass --open. For another program, create a \
        token with `cairn serve token new`. docs/api.md describes the requests.

        With --listen, the server accepts connections from other machines. Connections from other \
        machines are not encrypted.

        EXAMPLES
          cairn serve --open
          cairn serve run --port 8080 --read-only
          cairn serve --listen 192.168.1.20
          cairn serve --socket ~/cairn.sock
        """)

    @Option(
      help: .init("The port on which to listen (default: \(usualPort)).", valueName: "number"))
    var port: Int?

    @Option(
      help: .init("The address on which to listen (default: 127.0.0.1).", valueName: "address"))
    var listen: String?

    @Option(
      help: .init("Listen on a Unix socket at this path instead of a port.", valueName: "path"))
    var socket: String?

    @Flag(help: "Open the notebook in your default browser, already logged in.")
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
        Interruption.watch()
        let settings = try settings(surroundings)
        // The main thread runs the tasks of commands; the server has its own threads.
        try await Task.detached { try await WebServer.run(settings) }.value
      }
    }

    private func settings(_ surroundings: Surroundings) throws -> ServerSettings {
      let root = try NotebookRoot(common, surroundings)
      let options = common
      let context: @Sendable () -> RequestContext = {
        var context = RequestContext(ofServer: surroundings, options, words: ["cairn", "serve"])
        context.caller.folder = "/"
        return context
      }
      let (isQuiet, opens, address, place) = (common.quiet, open, listen ?? "127.0.0.1", socket)
      let record = ServerRecord()
      var settings = ServerSettings(root: root, context: context)
      settings.port = port ?? ServeCommand.usualPort
      settings.address = address
      settings.socket = place.map { surroundings.workingFolder.pushing(FilePath($0)) }
      settings.isReadOnly = readOnly
      settings.version = Cairn.version
      settings.isVerbose = common.verbose
      settings.log = { ServerNotice.say($0) }
      settings.isStopping = { Interruption.code != nil }
      settings.hasStarted = { port in
        if let place {
          if !isQuiet { ServerNotice.say("Serving \(root.path) at \(place).") }
          return
        }
        let server = ServerNotice.address(address, port)
        let page = try await Workspace.with(root, context()) { work in
          try record.write(server, in: work.notebook.state)
          return try work.createLoginPage(server)
        }
        if !isQuiet {
          ServerNotice.say("Serving \(root.path) at \(server)/. Press Ctrl-C to stop.")
          if !ServerNotice.isLocal(address) {
            ServerNotice.say(
              "warning: connections from other machines are not encrypted; use --listen only in "
                + "a network that you trust")
          }
        }
        try ServerNotice.show(page, opens: opens, isQuiet: isQuiet, surroundings)
      }
      return settings
    }
  }

  struct Link: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "link",
      abstract: "Create a page that you open in a browser to log in.",
      discussion: """
        The page works only once, and only for one minute. The server must be running. If several \
        servers of the notebook run, or if a server runs on another machine, pass the address with \
        --port and --listen.

        EXAMPLES
          cairn serve link --open
          cairn serve link --port 8080
        """)

    @Option(
      help: .init(
        "The port to connect to (default: the port of the running server).", valueName: "number"))
    var port: Int?

    @Option(
      help: .init(
        "The address to connect to (default: the address of the running server).",
        valueName: "address"))
    var listen: String?

    @Flag(help: "Open the page in your default browser.")
    var open = false

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let server = try address(session)
      let page = try session.work.createLoginPage(server)
      try ServerNotice.show(page, opens: open, isQuiet: common.quiet, session.surroundings)
    }

    /// Returns the address that the options specify or, without options, the address of the running
    /// server.
    ///
    /// Throws a ``Failure`` if there are no options and no server runs.
    private func address(_ session: Session) throws -> String {
      guard port == nil, listen == nil else {
        return ServerNotice.address(listen ?? "127.0.0.1", port ?? ServeCommand.usualPort)
      }
      if let address = try session.notebook.state.serverAddress() { return address }
      throw Failure(
        "server-missing", "no server of this notebook is running; run `cairn serve` to start one")
    }
  }
}
