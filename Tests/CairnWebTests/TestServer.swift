import CairnFiles
import CairnText
@testable import CairnWeb
import CairnWork
import FoundationEssentials
import Glibc
import Synchronization
import SystemPackage
import Testing

/// A running server of a notebook in a folder of its own.
final class TestServer: Sendable {
  let port: Int
  /// A token for each scope.
  let tokens: [AccessToken.Scope: String]
  let base: FilePath
  private let socket: String?
  private let stopping: StopRequest

  private init(
    port: Int, socket: String?, tokens: [AccessToken.Scope: String], base: FilePath,
    _ stopping: StopRequest
  ) {
    (self.port, self.socket, self.tokens) = (port, socket, tokens)
    (self.base, self.stopping) = (base, stopping)
  }

  var client: Client { Client(port: port, socket: socket) }
  /// The settings of another server of the same notebook.
  var settings: ServerSettings {
    ServerSettings(root: NotebookRoot(root)) { [base] in Self.context(base) }
  }

  /// Asks the server to stop.
  func stop() { stopping.set() }

  var root: FilePath { base.appending("notes") }

  /// Runs `body` with a server of a notebook with these files: paths from its root, and texts.
  ///
  /// - Parameter folder: A folder whose files the notebook has, too; nil for none.
  static func run(
    _ files: [(path: String, text: String)] = [], copying folder: FilePath? = nil,
    routes: RouteTable = .all, _ change: (inout ServerSettings) -> Void = { _ in },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let base = FilePath(
      FileManager.default.temporaryDirectory.appending(path: "cairn-web-\(UUID())").path)
    defer { try? FileManager.default.removeItem(atPath: base.string) }
    let root = base.appending("notes")
    if let folder {
      try FileManager.default.createDirectory(
        atPath: base.string, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: folder.string, toPath: root.string)
    } else {
      try FileManager.default.createDirectory(
        atPath: root.string, withIntermediateDirectories: true)
    }
    for (path, text) in files { try write(text, to: path, in: root) }
    let context: @Sendable () -> RequestContext = { Self.context(base) }
    var tokens: [AccessToken.Scope: String] = [:]
    try await Workspace.with(NotebookRoot(root), context()) { work in
      for scope in AccessToken.Scope.allCases {
        tokens[scope] = try work.createToken(scope).secret
      }
    }
    try await serve(root, context, tokens, base, routes, change, body)
  }

  private static func serve(
    _ root: FilePath, _ context: @escaping @Sendable () -> RequestContext,
    _ tokens: [AccessToken.Scope: String], _ base: FilePath, _ routes: RouteTable,
    _ change: (inout ServerSettings) -> Void, _ body: (TestServer) async throws -> Void
  ) async throws {
    let (ports, port) = AsyncStream<Int>.makeStream()
    let stop = StopRequest()
    var settings = ServerSettings(root: NotebookRoot(root), context: context)
    settings.port = 0
    settings.isStopping = { stop.isSet }
    settings.hasStarted = { number in
      port.yield(number)
      port.finish()
    }
    change(&settings)
    let server = Task.detached { [settings] in
      defer { port.finish() }
      try await WebServer.run(settings, routes)
    }
    do {
      var iterator = ports.makeAsyncIterator()
      guard let number = await iterator.next() else {
        try await server.value
        throw Unreachable(reason: "the server did not start")
      }
      try await body(
        TestServer(port: number, socket: settings.socket?.string, tokens: tokens, base: base, stop))
    } catch {
      stop.set()
      _ = try? await server.value
      throw error
    }
    stop.set()
    try await server.value
  }

  private static func context(_ base: FilePath) -> RequestContext {
    var caller = Caller()
    caller.patience = .seconds(20)
    let folders = UserFolders(
      home: base, config: base.appending("config"), state: base.appending("state"),
      cache: base.appending("cache"))
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let clock = LocalClock(now: Instant(seconds: Int(now.tv_sec))) { _ in 3600 }
    var context = RequestContext(clock: clock, caller: caller, folders: folders)
    context.temporaryFolder = base
    return context
  }

  /// Opens the notebook as another program does.
  func work<Result>(_ body: (Workspace) async throws -> Result) async throws -> Result {
    try await Workspace.with(NotebookRoot(root), Self.context(base), body)
  }

  /// Replaces the user's settings.
  func set(_ settings: String) throws {
    try Self.write(settings, to: "config.yml", in: base.appending("config"))
  }

  /// Writes a file as an editor does.
  func write(_ text: String, to path: String) throws { try Self.write(text, to: path, in: root) }

  private static func write(_ text: String, to path: String, in root: FilePath) throws {
    let file = root.pushing(FilePath(path))
    try FileManager.default.createDirectory(
      atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: file.string))
  }

  /// The text of a file; nil if there is none.
  func text(_ path: String) -> String? {
    (try? Data(contentsOf: URL(filePath: root.pushing(FilePath(path)).string)))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The paths of all files in the notebook, except hidden ones, sorted.
  var files: [String] {
    let all = (try? FileManager.default.subpathsOfDirectory(atPath: root.string)) ?? []
    return all.filter { !$0.hasPrefix(".") && $0.contains(".") }.sorted()
  }
}

/// Whether the server of a test must stop.
private final class StopRequest: Sendable {
  private let flag = Mutex(false)
  var isSet: Bool { flag.withLock(\.self) }
  func set() { flag.withLock { $0 = true } }
}

extension TestServer {
  /// Sends a request with JSON and the token of a scope, and returns the answer.
  func send(
    _ method: String, _ target: String, _ json: String? = nil,
    _ headers: [(String, String)] = [], as scope: AccessToken.Scope = .all
  ) async throws -> Reply {
    var fields = headers
    if let token = tokens[scope], !headers.contains(where: { $0.0 == "authorization" }) {
      fields.append(("authorization", "Bearer \(token)"))
    }
    if json != nil { fields.append(("content-type", "application/json")) }
    return try await client.send(method, target, fields, json.map { Array($0.utf8) })
  }

  /// Sends a request and decodes the answer, which must have this status.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ status: Int, _ method: String, _ target: String, _ json: String? = nil,
    _ headers: [(String, String)] = [], as scope: AccessToken.Scope = .all,
    at location: Testing.SourceLocation = #_sourceLocation
  ) async throws -> Value {
    let reply = try await send(method, target, json, headers, as: scope)
    #expect(reply.status == status, "\(reply.text)", sourceLocation: location)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(reply.body))
  }
}

extension TestServer {
  /// Creates a symbolic link in the notebook.
  func link(_ path: String, to target: String) async throws {
    try FileManager.default.createSymbolicLink(
      atPath: root.appending(path).string, withDestinationPath: target)
  }
}

/// Lines from any thread.
final class Lines: Sendable {
  private let list = Mutex<[String]>([])
  var all: [String] { list.withLock(\.self) }
  func add(_ line: String) { list.withLock { $0.append(line) } }
}
