import CairnFiles
package import CairnHost
public import CairnJSON
import CairnNotebook
public import CairnRPC
import CairnText
import CairnWire
public import CairnWork
import Synchronization
public import SystemPackage

/// A server of the Language Server Protocol 3.17 for notebooks.
///
/// Translates positions and JSON; ``CairnWork/Workspace`` does everything else. The text of open
/// documents is kept up to date as messages arrive. Each request uses the texts as they were when
/// the request arrived.
public final class LanguageServer: RPCService {
  /// The settings of a server.
  public struct Setup: Sendable {
    /// The notebook to use for all files; nil to search for the notebook of each file.
    public var root: NotebookRoot?
    /// The folder in which the server runs.
    public var folder: FilePath
    /// The version of the program.
    public var version: String
    /// The installed copy of docs/diagnostics.md, which has a section for each problem; nil if it
    /// is not installed.
    public var problemsPage: FilePath?
    /// A callback that returns the context of a request. The journal records the words, such as
    /// `lsp` and `rename`, as the command that made the changes.
    public var context: @Sendable (_ words: [String]) -> RequestContext

    /// Creates the settings of a server.
    public init(
      root: NotebookRoot?, folder: FilePath, version: String, problemsPage: FilePath? = nil,
      context: @escaping @Sendable (_ words: [String]) -> RequestContext
    ) {
      (self.root, self.folder, self.version, self.context) = (root, folder, version, context)
      self.problemsPage = problemsPage
    }
  }

  /// The part of the server's state that changes while the server runs.
  struct State: Sendable {
    enum Phase { case new, running, shutDown }
    var phase = Phase.new
    var hasExited = false
    var encoding = PositionEncoding.utf16
    var client = ClientAbilities()
    var locator: NotebookLocator
    /// The open documents, keyed by address.
    var documents: [String: OpenDocument] = [:]
    /// The problems that were last sent, keyed by the address of the document.
    var published: [String: JSONValue] = [:]
    /// The number of changes so far that can affect the problems of documents.
    var changes = 0
    /// Whether files have changed since the server last asked the editor to request diagnostics
    /// again. Matters only for an editor that requests diagnostics itself.
    var isRefreshDue = false
    /// The moves that the server has asked the editor to make, and that the editor has not made
    /// yet.
    var requestedMoves: Set<FileMove> = []
    /// The session through which the server sends requests and notifications to the editor. The
    /// session owns the server.
    weak var session: RPCSession?
  }

  let setup: Setup
  let host: Host
  let state: Mutex<State>

  /// Creates a server.
  public convenience init(_ setup: Setup) { self.init(setup, Host()) }

  /// Creates a server whose notebooks `host` keeps open.
  package init(_ setup: Setup, _ host: Host) {
    self.setup = setup
    self.host = host
    state = Mutex(State(locator: NotebookLocator(named: setup.root)))
  }

  /// Sets the session through which the server sends requests and notifications to the editor.
  public func connect(_ session: RPCSession) { state.withLock { $0.session = session } }

  /// Whether the editor asked the server to exit.
  public var hasExited: Bool { state.withLock(\.hasExited) }

  /// Whether the editor has sent the request `shutdown`, which is required before the editor ends
  /// the connection.
  public var wasShutDown: Bool { state.withLock { $0.phase == .shutDown } }
}

// MARK: - Messages

extension LanguageServer {
  private static let notInitialized = -32002

  /// Returns the answer to a request, or a job that determines the answer.
  public func answer(_ request: RPCRequest) -> RPCReply {
    let phase = state.withLock(\.phase)
    switch request.params {
    case .object, .null: break
    default: return .error(.invalidParams("`params` must be an object."))
    }
    switch (request.method, phase) {
    case ("initialize", .new): return .result(initialize(request.params))
    case ("initialize", _):
      return .error(.invalidRequest("The server is already initialized."))
    case (_, .new):
      return .error(RPCError(Self.notInitialized, "The server is not initialized yet."))
    case ("shutdown", .running):
      state.withLock { $0.phase = .shutDown }
      return .result(.null)
    case (_, .shutDown):
      return .error(.invalidRequest("The server was asked to shut down."))
    default: break
    }
    guard let method = LanguageServer.methods[request.method] else {
      return .error(.unknownMethod(request.method))
    }
    let isAboutDocument = request.method.hasPrefix("textDocument/")
    if isAboutDocument, request.params["textDocument"]?["uri"]?.text == nil {
      return .error(.invalidParams("`textDocument` is missing."))
    }
    let scene = Scene(self, request.params)
    return .job { try await method(scene) }
  }

  /// Handles a notification. Returns the job to run for the notification; nil if there is nothing
  /// to run.
  public func take(_ method: String, _ params: JSONValue) -> (@Sendable () async -> Void)? {
    if method == "exit" {
      state.withLock { $0.hasExited = true }
      return nil
    }
    guard state.withLock({ $0.phase == .running }) else { return nil }
    let uri = params["textDocument"]?["uri"]?.text ?? ""
    switch method {
    case "initialized":
      let watch = watchFiles()
      let scene = Scene(self, .null)
      // One job after the other, so that a thread remains free for the first requests.
      return {
        try? await scene.work(in: scene.root()) { $0.prepareEditing() }
        await watch?()
      }
    case "textDocument/didOpen": open(params["textDocument"] ?? .null)
    case "textDocument/didChange":
      change(uri, params["textDocument"]?["version"]?.number, params["contentChanges"])
    case "textDocument/didClose":
      state.withLock { $0.documents[uri] = nil }
      return publisher(clearing: uri)
    case "textDocument/didSave": break
    case "workspace/didChangeWatchedFiles": return publisher(isOutside: true)
    case "workspace/didChangeWorkspaceFolders":
      state.withLock { $0.locator.folders = Self.folders(changed: params, $0.locator.folders) }
    default: return nil
    }
    return publisher()
  }

  private func open(_ document: JSONValue) {
    guard let uri = document["uri"]?.text, let text = document["text"]?.text,
      let file = FileAddress.path(of: uri)
    else { return }
    state.withLock { state in
      guard let place = state.locator.place(of: file) else { return }
      state.documents[uri] = OpenDocument(
        uri: uri, place: place, version: document["version"]?.number, bytes: Array(text.utf8))
    }
  }

  private func change(_ uri: String, _ version: Int?, _ changes: JSONValue?) {
    state.withLock { state in
      guard state.documents[uri] != nil else { return }
      state.documents[uri]?.version = version
      let isApplied = state.documents[uri]?.apply(changes?.elements ?? [], state.encoding) ?? false
      // From now on, read the file: it is closer to what the editor shows than a text without this
      // change.
      if !isApplied { state.documents[uri] = nil }
    }
  }
}

// MARK: - Scenes

/// The parameters of a request, and the open texts as they were when the request arrived.
struct Scene: Sendable {
  let server: LanguageServer
  let params: JSONValue
  let documents: [String: OpenDocument]
  let encoding: PositionEncoding
  let client: ClientAbilities
  let locator: NotebookLocator

  init(_ server: LanguageServer, _ params: JSONValue) {
    self.server = server
    self.params = params
    (documents, encoding, client, locator) = server.state.withLock {
      ($0.documents, $0.encoding, $0.client, $0.locator)
    }
  }

  /// Opens a notebook for `body`. Texts that are open in the editor are read instead of their
  /// files. Throws every error as an ``RPCError``.
  ///
  /// - Parameters:
  ///   - words: The words that the journal records as the command that made the changes.
  ///   - addsCaptures: Whether `body` adds captures. If true, the home folder and `/` are refused,
  ///     as on the command line. A folder that is marked as a notebook or that the user named is
  ///     always accepted.
  func work<Result>(
    in root: NotebookRoot, _ words: [String] = ["lsp"], addsCaptures: Bool = false,
    _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    var context = server.setup.context(words)
    context.caller.folder = root.path
    let texts = documents.values.filter { $0.place.root == root }
    context.unsaved = UnsavedTexts(
      Dictionary(texts.map { ($0.place.path, $0.bytes) }) { first, _ in first },
      at: context.clock.now)
    do {
      if addsCaptures, root != locator.named {
        try root.checkIsIntended(home: context.folders.home)
      }
      return try await server.host.with(root, context, body)
    } catch let error as RPCError {
      throw error
    } catch {
      throw Self.failure(error)
    }
  }

  /// Returns the error that answers a failed request: `RequestFailed`, or `RequestCancelled` if the
  /// client cancelled it.
  static func failure(_ error: any Error) -> RPCError {
    if error is CancellationError { return RPCError(-32800, "The client cancelled the request.") }
    let refusal = Refusal((error as? AddFailure)?.reason ?? error)
    let words = RemoteWords(refusal, for: .editor)
    return RPCError(-32803, words.message, data: ["code": .string(refusal.code)])
  }

  /// Returns the notebook and the path of a file; nil for an address that is not a file in a
  /// notebook.
  func place(of uri: String?) -> FilePlace? {
    guard let uri else { return nil }
    return documents[uri]?.place ?? FileAddress.path(of: uri).flatMap { locator.place(of: $0) }
  }

  /// The notebook and the path of the request's document; nil if the document is not a file in a
  /// notebook.
  var place: FilePlace? { place(of: params["textDocument"]?["uri"]?.text) }

  /// Returns the notebook for requests without a document: the notebook that the user named. If the
  /// user named none, returns the notebook of the first folder that is open in the editor. If no
  /// folder is open, returns the notebook that contains the folder in which the server runs. Throws
  /// an ``RPCError`` if there is no such notebook.
  func root() throws -> NotebookRoot {
    if let root = locator.named { return root }
    let folder = locator.folders.first ?? server.setup.folder
    guard let place = locator.place(of: folder.appending("x")) else {
      throw RPCError(
        -32803, "No folder is open in the editor; open the folder of the notebook.",
        data: ["code": "notebook-missing"])
    }
    return place.root
  }

  /// Returns the address of a file. If the file is open, the address is spelled as in the editor.
  func uri(of path: NotePath, in root: NotebookRoot) -> String {
    let place = FilePlace(root: root, path: path)
    return documents.values.first { $0.place == place }?.uri ?? place.uri
  }

  /// Returns a converter between byte offsets and positions in a text.
  func positions(_ bytes: [UInt8]) -> TextPositions { TextPositions(bytes, encoding) }
}
