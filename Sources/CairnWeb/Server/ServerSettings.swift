import CairnFiles
package import CairnHost
public import CairnWork
public import SystemPackage

/// The settings of a server.
public struct ServerSettings: Sendable {
  /// The port; 0 for any free port.
  public var port = 4747
  /// The address on which the server listens.
  public var address = "127.0.0.1"
  /// The path of the Unix socket on which the server listens; nil if the server listens on
  /// ``address``.
  public var socket: FilePath?
  /// Whether all requests that write are refused.
  public var isReadOnly = false
  /// The version of the program, which the server sends to assistants.
  public var version = "0"
  /// Whether each request is logged.
  public var isVerbose = false
  /// The notebook that the server serves.
  public var root: NotebookRoot
  /// A callback that returns the context of the next request.
  public var context: @Sendable () -> RequestContext
  /// A callback that writes a line of the log.
  public var log: @Sendable (String) -> Void = { _ in }
  /// A callback that returns whether the server should stop.
  public var isStopping: @Sendable () -> Bool = { false }
  /// A callback that is called with the port as soon as the server listens.
  public var hasStarted: @Sendable (Int) async throws -> Void = { _ in }
  /// The notebooks that the server keeps open.
  package var host = Host()
  /// The maximum number of connections. Further connections wait until one ends.
  package var mostConnections = 256
  /// The time after which a connection without a request is closed. Within this time, a client must
  /// also send the head of a request.
  package var idleTime = usualIdleTime

  /// The maximum size of an export, in bytes. The server makes exports in memory.
  package var largestExport = 256 << 20

  /// The usual time after which a connection without a request is closed.
  static let usualIdleTime = Duration.seconds(15)

  /// Creates the settings for a notebook.
  public init(root: NotebookRoot, context: @escaping @Sendable () -> RequestContext) {
    self.root = root
    self.context = context
  }

  /// Whether only programs on this machine can connect.
  public var isLocal: Bool {
    socket != nil || ["127.0.0.1", "::1", "localhost"].contains(address)
  }
}

extension ServerSettings {
  /// Returns the context of a request. The journal records `words` as the command. The request can
  /// write only if `mayWrite` is true and the server is not read-only.
  func context(_ words: [String], mayWrite: Bool = true) -> RequestContext {
    var context = context()
    context.caller.words = words
    context.caller.folder = root.path
    context.caller.terminal = nil
    context.caller.mayWrite = context.caller.mayWrite && mayWrite && !isReadOnly
    context.canAsk = false
    context.gitMayAsk = false
    return context
  }
}
