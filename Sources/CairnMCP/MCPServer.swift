public import CairnHost
public import CairnJSON
public import CairnNotebook
public import CairnRPC
import CairnText
public import CairnWork
import Synchronization

/// A server of the Model Context Protocol for one notebook.
///
/// Supports the revisions with a handshake (2024-11-05 to 2025-11-25) and the stateless revision
/// 2026-07-28. The server does not depend on the transport. Between requests, the server remembers
/// only the handshake and the operations that can be undone.
public final class MCPServer: RPCService {
  /// The settings of a server.
  public struct Setup: Sendable {
    /// The notebook that the assistant uses.
    public var root: NotebookRoot
    /// Whether tools that write are offered.
    public var allowsWrites: Bool
    /// The part of the notebook that the assistant sees.
    public var audience: Audience
    /// The version of the program.
    public var version: String
    /// A callback that returns the context of a request. The journal records the words, such as
    /// `mcp` and `add`, as the command that made the changes.
    public var context: @Sendable (_ words: [String]) -> RequestContext

    /// Creates the settings of a server.
    public init(
      root: NotebookRoot, allowsWrites: Bool, audience: Audience, version: String,
      context: @escaping @Sendable (_ words: [String]) -> RequestContext
    ) {
      (self.root, self.allowsWrites, self.audience) = (root, allowsWrites, audience)
      (self.version, self.context) = (version, context)
    }
  }

  private struct State: Sendable {
    /// The revision that the handshake chose; nil before the handshake.
    var revision: String?
    /// The session through which the server sends notices of changes. The session owns the server.
    weak var session: RPCSession?
    /// The ids of the operations that this session has made, oldest first. Operations that this
    /// session has undone are left out.
    var operations: [String] = []
  }

  /// The revisions with a handshake, oldest first.
  static let handshakeRevisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// The protocol revision without a handshake. In this revision, every request names the revision
  /// that it uses.
  static let statelessRevision = "2026-07-28"

  /// A callback that sends a notification to the client: its method and its parameters.
  public typealias Notify = @Sendable (String, JSONValue) -> Void

  let setup: Setup
  let host: Host
  private let state = Mutex(State())

  /// Creates a server. `host` keeps the server's notebook open.
  public init(_ setup: Setup, host: Host = Host()) {
    self.setup = setup
    self.host = host
  }

  /// Sets the session through which the server notifies its client of changes.
  public func connect(_ session: RPCSession) { state.withLock { $0.session = session } }

  /// Begins to update the index, so that the first answer comes sooner.
  public func prepare() {
    Task.detached { [self] in try? await work(["mcp"]) { _ = $0.catalog() } }
  }

  /// Handles a notification. Returns the job to run for the notification; nil if there is nothing
  /// to run.
  public func take(_ method: String, _ params: JSONValue) -> (@Sendable () async -> Void)? {
    let session = state.withLock { $0.revision == nil ? nil : $0.session }
    guard method == "notifications/initialized", let session else { return nil }
    return watcher { [weak session] in session?.notify($0, $1) }
  }

  /// The tools that this session offers.
  var tools: [MCPTool] {
    MCPTool.reading + (setup.allowsWrites ? MCPTool.writing : [])
  }

  /// Runs `body` on the part of the notebook that the assistant can see.
  ///
  /// - Parameters:
  ///   - words: The words that the journal records as the command.
  ///   - isUndo: Whether `body` undoes an operation.
  func work<Result>(
    _ words: [String], isUndo: Bool = false, _ body: (Workspace) async throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    var context = setup.context(words)
    context.audience = setup.audience
    return try await host.with(setup.root, context) { work in
      let result = try await body(work)
      // The operations that an undo writes are not recorded, so that the next undo does not undo
      // them.
      if !isUndo { state.withLock { $0.operations += work.writtenOperations } }
      return result
    }
  }

  /// The ids of the operations that this session can undo, oldest first.
  var operations: [String] { state.withLock(\.operations) }

  /// Removes these operations from ``operations`` after they have been undone, so that the session
  /// does not undo them again.
  func forget(_ operations: [String]) {
    state.withLock { state in state.operations.removeAll { operations.contains($0) } }
  }
}

// MARK: - Requests

extension MCPServer {
  private static let unsupportedRevision = -32022
  static let revisionKey = "io.modelcontextprotocol/protocolVersion"
  static let abilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Returns the answer to a request, or a job that determines the answer.
  public func answer(_ request: RPCRequest) -> RPCReply {
    let session = state.withLock { $0.session }
    guard session != nil else { return answer(request, notify: nil) }
    return answer(request) { [weak session] in session?.notify($0, $1) }
  }

  /// Returns the answer to a request, or a job that determines the answer.
  ///
  /// - Parameter notify: A callback that sends notices of changes to this client; nil if the client
  ///   gets no notices.
  public func answer(_ request: RPCRequest, notify: Notify?) -> RPCReply {
    let meta = request.params["_meta"]
    if request.method == "initialize" {
      return .result(initialize(request.params, notices: notify != nil))
    }
    if let revision = meta?[Self.revisionKey] {
      if let error = refusal(of: revision, meta) { return .error(error) }
      return answer(request, isStateless: true, notify)
    }
    if request.method == "ping" { return .result(.object([])) }
    guard state.withLock({ $0.revision }) != nil else {
      let isDiscovery = request.method == "server/discover"
      return .error(
        isDiscovery
          ? .invalidParams("`_meta` must contain `\(Self.revisionKey)`.")
          : .invalidRequest(
            "The session is not initialized; send `initialize`, or name a revision in `_meta`."))
    }
    return answer(request, isStateless: false, notify)
  }

  /// Returns the error for a request whose metadata (`meta`) names a revision; nil if the request
  /// is valid. The request is invalid if the revision is not supported, if the client's
  /// capabilities are missing, or if the session began with a handshake.
  private func refusal(of revision: JSONValue, _ meta: JSONValue?) -> RPCError? {
    if state.withLock({ $0.revision }) != nil {
      return .invalidRequest(
        "This session began with `initialize`, which set the revision; leave the revision out of "
          + "`_meta`.")
    }
    guard let text = revision.text else {
      return .invalidParams("`\(Self.revisionKey)` is not a string.")
    }
    guard meta?[Self.abilitiesKey] != nil else {
      return .invalidParams("`_meta` must contain `\(Self.abilitiesKey)`.")
    }
    guard text == Self.statelessRevision else {
      return RPCError(
        Self.unsupportedRevision, "The revision `\(text)` is not supported.",
        data: ["supported": [.string(Self.statelessRevision)], "requested": .string(text)])
    }
    return nil
  }

  private func answer(
    _ request: RPCRequest, isStateless: Bool, _ notify: Notify?
  ) -> RPCReply {
    let finish = { @Sendable (result: JSONValue, canBeCached: Bool) in
      isStateless ? result.asStateless(canBeCached) : result
    }
    let params = request.params
    switch request.method {
    case "server/discover" where isStateless:
      return .result(
        finish(
          [
            "supportedVersions": [.string(Self.statelessRevision)],
            "capabilities": Self.abilities(notices: notify != nil),
            "instructions": .string(instructions),
            "serverInfo": serverInfo,
          ], true))
    case "tools/list":
      return .result(finish(["tools": .array(tools.map(\.json))], true))
    case "tools/call":
      guard let name = params["name"]?.text, let tool = tools.first(where: { $0.name == name })
      else {
        return .error(.invalidParams("The tool `\(params["name"]?.text ?? "")` is unknown."))
      }
      let arguments = params["arguments"] ?? .object([])
      return .job { [self] in finish(await call(tool, arguments), false) }
    case "subscriptions/listen" where isStateless:
      guard let notify else { return .error(.unknownMethod(request.method)) }
      return .subscription(subscription(request, notify))
    // Each list is complete, so no cursor is valid.
    case "resources/list" where params["cursor"] != nil:
      return .error(.invalidParams("The cursor is unknown."))
    case "resources/list": return .job { [self] in finish(try await resources(), true) }
    case "resources/templates/list":
      return .result(finish(["resourceTemplates": Self.resourceTemplates], true))
    case "resources/read":
      return .job { [self] in
        finish(try await resource(params["uri"]?.text ?? "", isStateless: isStateless), true)
      }
    case "prompts/list":
      return .result(finish(["prompts": .array(MCPPrompt.all.map(\.json))], true))
    case "prompts/get":
      guard let prompt = MCPPrompt.all.first(where: { $0.name == params["name"]?.text }) else {
        return .error(.invalidParams("The prompt `\(params["name"]?.text ?? "")` is unknown."))
      }
      return .job { [self] in finish(try await self.prompt(prompt), false) }
    default: return .error(.unknownMethod(request.method))
    }
  }

  private func initialize(_ params: JSONValue, notices: Bool) -> JSONValue {
    let requested = params["protocolVersion"]?.text ?? ""
    let known = Self.handshakeRevisions
    let revision = known.contains(requested) ? requested : known[known.count - 1]
    state.withLock { $0.revision = revision }
    return [
      "protocolVersion": .string(revision), "capabilities": Self.abilities(notices: notices),
      "serverInfo": serverInfo, "instructions": .string(instructions),
    ]
  }

  private var serverInfo: JSONValue {
    ["name": "cairn", "title": "Cairn notebook", "version": .string(setup.version)]
  }

  /// Returns the server's capabilities as JSON. `notices` states whether the server can send
  /// notices of changes.
  private static func abilities(notices: Bool) -> JSONValue {
    [
      "tools": ["listChanged": false],
      "resources": ["subscribe": false, "listChanged": .boolean(notices)],
      "prompts": ["listChanged": false],
    ]
  }

  private var instructions: String {
    let scopes = setup.audience.scopes.map { "`\($0)`" }.joined(separator: ", ")
    let writes =
      setup.allowsWrites
      ? "Every change is recorded, and `undo` undoes changes of this session. Preview changes "
        + "with `dry_run`. As `if_hash`, pass the `hash` that `read` returned. No tool removes a "
        + "capture or changes existing text; if the user asks for that, say so."
      : "This session can read captures but not change them."
    return
      "A notebook of plain Markdown files, called captures. To find captures, use `search` for "
      + "words and `list` for fields, then `read` one by its id. `schema` lists the types, "
      + "collections, tags and fields. \(writes)"
      + (scopes.isEmpty ? "" : " Only the collections \(scopes) are visible.")
      + " \(MCPTool.notice)"
  }
}

extension JSONValue {
  /// Returns this result with the members that only the stateless revision requires. If
  /// `canBeCached` is true, these include how long the client can keep the result.
  fileprivate func asStateless(_ canBeCached: Bool) -> JSONValue {
    guard case .object(let members) = self else { return self }
    let cache: [Member] =
      canBeCached ? [.init("ttlMs", 0), .init("cacheScope", "private")] : []
    return .object([.init("resultType", "complete")] + members + cache)
  }
}
