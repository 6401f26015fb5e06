import CairnFiles
import CairnHost
import CairnJSON
import CairnNotebook
import CairnText
import CairnWork
import HTTPTypes
import Synchronization

/// The parts of the server that do not depend on the network: its state, and the functions that
/// answer requests.
final class WebApp: Sendable {
  let settings: ServerSettings
  let table: RouteTable
  var host: Host { settings.host }
  let versions = VersionMemory()
  let sessions = Sessions()
  let lockout = Lockout()
  let rate = RateLimit()
  let stopping = StopFlag()
  let requests = RequestCount()
  let events = EventStreams()
  let assistants = AssistantSessions()
  /// The queue of requests that add captures. Requests with the same key wait for each other, so a
  /// repeated request waits until the first one has ended.
  let additions = Turns()
  let works = FoundWorks()
  /// The latest files to import, keyed by ``ImportUpload/key``. Before its import, a file can be as
  /// large as ``largestFile``. After the import, only the values that the result page shows are
  /// kept.
  let uploads = LatestMemory<ImportUpload>(most: 2)
  /// The remarks about the latest operations, keyed by the id of the operation, for the page that a
  /// browser shows after it has sent a form.
  let remarks = LatestMemory<RemarkList>(most: 64)
  let keys = RequestKeys()
  let thumbnails = Thumbnails()
  private let formulaRuns = FormulaRuns()
  private let known = Mutex(Known())
  /// The largest body of a request in JSON, in bytes.
  static let largestJSON = 4 << 20

  init(_ settings: ServerSettings, _ table: RouteTable = .all) {
    self.settings = settings
    self.table = table
  }

  /// The facts that the server knows without opening the notebook.
  private struct Known {
    var port = 0
    var accessList: AccessList?
    var largestFile = 50_000_000
  }

  /// The port on which the server listens.
  var port: Int {
    get { known.withLock(\.port) }
    set { known.withLock { $0.port = newValue } }
  }

  /// The tokens that the server accepts; nil before the notebook was opened.
  var accessList: AccessList? {
    get { known.withLock(\.accessList) }
    set { known.withLock { $0.accessList = newValue } }
  }

  /// The maximum size of a file that a client sends, in bytes, as of the last request.
  var largestFile: Int { known.withLock(\.largestFile) }

  /// Opens the notebook for a request that the journal records with the words `cairn serve NAME`.
  ///
  /// - Parameters:
  ///   - identity: The key of the request and a checksum of its content, which the journal records
  ///     after the name; empty if the request has no key.
  ///   - time: The maximum time for the request, including the wait for a provider; nil if only the
  ///     limits in the settings apply.
  ///   - remarks: The list to which the warnings of the request are added.
  func work<Result: Sendable>(
    named name: String, identity: [String] = [], within time: Duration? = nil,
    _ remarks: RemarkList = RemarkList(),
    _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    var context = settings.context(["cairn", "serve", name] + identity)
    context.formulaRuns = formulaRuns
    context.tell = { [tell = context.tell] remark in
      tell(remark)
      remarks.note(remark)
    }
    if let time {
      let (end, isCancelled) = (ContinuousClock.now + time, context.cancellation.isRequested)
      context.cancellation.isRequested = { isCancelled() || ContinuousClock.now > end }
    }
    return try await host.with(settings.root, context) { work in
      if let size = work.notebook.settings.count("capture.max_file_bytes") {
        known.withLock { $0.largestFile = size }
      }
      return try await body(work)
    }
  }
}
