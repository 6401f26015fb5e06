import CairnText
import CairnWork
import Glibc
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
import SystemPackage

/// The server of `cairn serve`. It answers the requests in docs/api.md for one notebook.
public enum WebServer {
  /// The maximum time for requests to finish when the server stops.
  private static let farewell = Duration.seconds(10)

  /// Serves a notebook until ``ServerSettings/isStopping`` returns true. Then finishes the requests
  /// in progress.
  ///
  /// Throws a `Refusal` if the server cannot listen.
  public static func run(_ settings: ServerSettings) async throws {
    try await run(settings, .all)
  }

  /// Serves the routes of a table.
  static func run(_ settings: ServerSettings, _ table: RouteTable) async throws {
    let app = WebApp(settings, table)
    // Checks that the notebook can be opened, and reads its index before the first request.
    try await app.work(named: "start") { work in
      _ = work.catalog()
      app.accessList = work.accessList
      if !settings.isLocal, try work.accessTokens().isEmpty {
        throw Refusal(
          "token-missing",
          "--listen \(settings.address) needs a token; run `cairn serve token new` first", .invalid)
      }
    }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let pool = WorkerPool(threads: 8)
    do {
      try await serve(app, group, pool)
    } catch {
      // The event loops stay. A channel that could not listen may still be closing in one of them,
      // and would print an error if the loop were gone.
      await pool.shutDown()
      throw error
    }
    try? await group.shutdownGracefully()
    await pool.shutDown()
  }

  private static func serve(
    _ app: WebApp, _ group: MultiThreadedEventLoopGroup, _ pool: WorkerPool
  ) async throws {
    let settings = app.settings
    let start = ServerStart()
    let logger = Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() }
    let configuration = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ClientWatch()], idleTimeout: TimeAmount(settings.idleTime),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100))
    let channel = HTTP1Channel(
      responder: { request, writer, channel in
        guard let connection = start.connection else { return }
        try await connection.respond(to: request, writer, channel)
      }, configuration: configuration)
    let address: BindAddress =
      if let socket = settings.socket {
        .unixDomainSocket(path: try removingStale(socket).string)
      } else {
        .hostname(settings.address, port: settings.port)
      }
    let server = Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: address,
        availableConnectionsDelegate: MaximumAvailableConnections(
          settings.mostConnections, logger: logger)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? settings.port
        if let socket = settings.socket { chmod(socket.string, 0o600) }
        app.port = port
        let gate = Gate(app: app, hosts: HostRules(settings, port: port))
        start.connection = Connection(gate: gate, pool: pool)
        do { try await settings.hasStarted(port) } catch { start.failure = error }
      }, eventLoopGroup: group, logger: logger)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        do { try await server.run() } catch {
          let place = settings.socket?.string ?? "\(settings.address):\(settings.port)"
          throw Self.refusal(error, at: place, isPort: settings.socket == nil)
        }
      }
      tasks.addTask {
        while !settings.isStopping(), start.failure == nil {
          try await Task.sleep(for: .milliseconds(50))
        }
        app.stopping.set()
        app.events.close()
        let ending = Task { try await server.shutdownGracefully() }
        let end = ContinuousClock.now + farewell
        repeat {
          try await Task.sleep(for: .milliseconds(20))
        } while app.requests.count > 0 && ContinuousClock.now < end
        ending.cancel()
      }
      try await tasks.next()
      tasks.cancelAll()
    }
    if let socket = settings.socket { unlink(socket.string) }
    if let error = start.failure { throw error }
  }

  /// Removes the socket at this path if a killed server left it behind. Returns the path.
  ///
  /// Throws a `Refusal` if the file is not a socket, if another process is listening on the socket,
  /// or if that cannot be determined.
  private static func removingStale(_ socket: FilePath) throws -> FilePath {
    var status = stat()
    guard lstat(socket.string, &status) == 0 else { return socket }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw Refusal(
        "serve-listen",
        "cannot listen on \(socket): the file is not a socket; pass another path")
    }
    guard let address = try? SocketAddress(unixDomainSocketPath: socket.string)
    else { return socket }
    let file = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    let failure = address.withSockAddr { connect(file, $0, socklen_t($1)) == 0 ? 0 : errno }
    guard failure == ECONNREFUSED else {
      let reason =
        failure == 0 ? "another process is listening on it" : String(cString: strerror(failure))
      throw Refusal("serve-listen", "cannot listen on \(socket): \(reason)")
    }
    unlink(socket.string)
    return socket
  }

  /// Returns the error to report if a server cannot start. An `IOError` or an unknown host becomes a
  /// `Refusal`, which says that the server cannot listen on `place`: a socket, or an address with a
  /// port. Any other error is returned unchanged.
  static func refusal(
    _ error: any Error, at place: String, isPort: Bool = true
  ) -> any Error {
    if error is SocketAddressError.UnknownHost {
      return Refusal(
        "serve-listen",
        "cannot listen on \(place): the host is unknown; pass an address of this computer, such as "
          + "127.0.0.1")
    }
    guard let error = error as? IOError else { return error }
    let advice =
      error.errnoCode == EADDRINUSE && isPort ? "; pass --port for another port" : ""
    return Refusal(
      "serve-listen",
      "cannot listen on \(place): \(String(cString: strerror(error.errnoCode)))\(advice)")
  }
}

/// The values that are known only once the server listens. Thread-safe.
private final class ServerStart: Sendable {
  private let state = Mutex<(connection: Connection?, failure: (any Error)?)>((nil, nil))

  /// The handler that answers requests; nil until the port is known.
  var connection: Connection? {
    get { state.withLock(\.connection) }
    set { state.withLock { $0.connection = newValue } }
  }

  /// The error that makes the server stop; nil if there is none.
  var failure: (any Error)? {
    get { state.withLock(\.failure) }
    set { state.withLock { $0.failure = newValue } }
  }
}

extension WebApp {
  /// Logs a request: its method, the pattern of its path, the status and the time. Never logs a
  /// token or text.
  func log(_ method: String, _ pattern: String, _ status: Int, _ time: Duration) {
    guard settings.isVerbose else { return }
    let (seconds, attoseconds) = time.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    let verb = Route.Method(rawValue: method)?.rawValue ?? (method == "HEAD" ? "HEAD" : "-")
    settings.log("\(verb) \(pattern) \(status) \(milliseconds) ms")
  }
}
