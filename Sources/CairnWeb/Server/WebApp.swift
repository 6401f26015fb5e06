import CairnFiles
import CairnHost
import CairnJSON
import CairnText
import CairnWork
import HTTPTypes
import Synchronization

/// The server apart from the network: its state, and the functions that answer requests.
final class WebApp: Sendable {
  let settings: ServerSettings
  let table: RouteTable
  let host = Host()
  let versions = VersionMemory()
  let sessions = Sessions()
  let lockout = Lockout()
  let rate = RateLimit()
  let stopping = StopFlag()
  let requests = RequestCount()
  private let boundPort = Mutex(0)
  let changes: ChangeHub
  /// The largest body of a request in JSON, in bytes.
  static let largestJSON = 4 << 20

  init(_ settings: ServerSettings, _ table: RouteTable = .all) {
    self.settings = settings
    self.table = table
    let host = host
    changes = ChangeHub(
      PolledChanges {
        try await host.with(settings.root, settings.context()) { FileVersions($0.catalog()) }
      })
  }

  /// The port on which the server listens.
  var port: Int {
    get { boundPort.withLock(\.self) }
    set { boundPort.withLock { $0 = newValue } }
  }

  /// Opens the notebook for a request that the journal records with the words `cairn serve NAME`.
  ///
  /// - Parameter time: The maximum time to wait for a provider; nil for that of the settings.
  func work<Result: Sendable>(
    named name: String, within time: Duration? = nil,
    _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    var context = settings.context()
    context.caller.words = ["cairn", "serve", name]
    context.caller.folder = settings.root.path
    context.caller.terminal = nil
    context.caller.mayWrite = context.caller.mayWrite && !settings.isReadOnly
    context.canAsk = false
    if let time {
      let (end, isCancelled) = (ContinuousClock.now + time, context.cancellation.isRequested)
      context.cancellation.isRequested = { isCancelled() || ContinuousClock.now > end }
    }
    context.gitMayAsk = false
    return try await host.with(settings.root, context, body)
  }
}
