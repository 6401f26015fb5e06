import CairnCapture
import CairnFiles
import CairnText
import CairnWork
import Glibc
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
public import SystemPackage

/// A server that shows the folder of a site to browsers on this machine. Pages reload when the site
/// changes.
///
/// Listens on the loopback address only, answers only requests whose `Host` is `127.0.0.1` or
/// `localhost` with the server's port, and reads only files in the folder.
///
/// The server adds a script to each page. This script requests a second script, which the server
/// sends when the site changes, and which reloads the page. If the site does not change within
/// ``patience``, the server sends an empty script, and the page asks again. Pages do not use
/// `fetch` or server-sent events, because their Content-Security-Policy permits scripts but no
/// connections.
public final class SiteServer: Sendable {
  private let path: FilePath
  private let version: @Sendable () -> Int
  private let isStopping = StopFlag()
  private let hosts = Mutex<Set<String>>([])
  /// The error that makes the server stop; nil if there is none.
  private let failure = Mutex<(any Error)?>(nil)

  /// The path of the script that reloads pages.
  private static let script = "site/live.js"
  /// The maximum time that the server waits for a change of the site before it answers a request
  /// for the script.
  private static let patience = Duration.seconds(8)

  /// Creates a server for a folder.
  ///
  /// - Parameter version: A function that returns the number of times that the site has changed.
  public init(_ folder: FilePath, version: @escaping @Sendable () -> Int) {
    path = folder
    self.version = version
  }

  /// Serves the folder until `isStopping` returns true.
  ///
  /// Throws a `Refusal` if the server cannot listen, and `FileError` if the folder cannot be read.
  public func run(
    port: Int, isStopping: @escaping @Sendable () -> Bool,
    hasStarted: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    let folder = try OutputFolder(path)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
    let channel = HTTP1Channel(
      responder: { request, writer, channel in
        let answer = await self.answer(to: request.head, in: folder)
        try await answer.send(to: request.head, writer, channel, usual: Self.headers)
      }, configuration: .init(idleTimeout: TimeAmount(ServerSettings.usualIdleTime)))
    let server = Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? port
        self.hosts.withLock { $0 = ["127.0.0.1:\(port)", "localhost:\(port)"] }
        do { try await hasStarted(port) } catch { self.failure.withLock { $0 = error } }
      }, eventLoopGroup: group, logger: Logger(label: "cairn") { _ in SwiftLogNoOpLogHandler() })
    var result: (any Error)?
    do {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await server.run() }
        tasks.addTask {
          while !isStopping(), self.failure.withLock({ $0 == nil }) {
            try await Task.sleep(for: .milliseconds(50))
          }
          self.isStopping.set()
          try await server.shutdownGracefully()
        }
        try await tasks.next()
        tasks.cancelAll()
      }
    } catch is CancellationError {
    } catch {
      result = WebServer.refusal(error, at: "127.0.0.1:\(port)")
    }
    // After an error, the event loops stay, as in `WebServer`.
    if let error = failure.withLock(\.self) ?? result { throw error }
    try? await group.shutdownGracefully()
  }
}

// MARK: - Answers

extension SiteServer {
  private static let headers: [(name: String, value: String)] = [
    ("x-content-type-options", "nosniff"), ("x-frame-options", "SAMEORIGIN"),
    ("referrer-policy", "no-referrer"), ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-store"),
  ]

  /// Answers a request for a file of the folder.
  func answer(to head: HTTPRequest, in folder: OutputFolder) async -> Answer {
    let host = head.authority?.lowercased() ?? ""
    guard hosts.withLock({ $0.contains(host) }) else {
      return .text("This server answers only at 127.0.0.1 and localhost.\n", "text/plain", 421)
    }
    guard head.method == .get || head.method == .head else {
      return .text("This server only shows files.\n", "text/plain", 405)
    }
    guard let target = try? RequestTarget(head.path ?? "/") else {
      return .text("The address is not valid.\n", "text/plain", 400)
    }
    var parts = target.path
    if parts.last == "" { parts[parts.count - 1] = "index.html" }
    if parts == Self.script.split(separator: "/").map(String.init) {
      return await liveScript(after: target.query.first { $0.name == "after" }?.value)
    }
    guard let file = NotePath(parts.joined(separator: "/")),
      !parts.contains(where: { $0.hasPrefix(".") || $0.contains("/") }),
      let bytes = (try? folder.read(file)).flatMap(\.self)
    else {
      return .text("There is no such page.\n", "text/plain", 404)
    }
    return Self.answer(file, bytes)
  }

  /// Returns the answer that contains a file. The bytes of a picture determine its type.
  private static func answer(_ file: NotePath, _ bytes: [UInt8]) -> Answer {
    let types = [
      "html": "text/html", "css": "text/css", "js": "text/javascript",
      "xml": "application/atom+xml",
    ]
    guard let type = types[file.fileExtension] else {
      let type = MediaType(bytes)?.mimeType ?? "application/octet-stream"
      return Answer(200, [("content-type", type)], .bytes(bytes))
    }
    var bytes = bytes
    let mark = Array("</body>".utf8)
    if file.fileExtension == "html",
      let end = bytes.indices.last(where: { bytes[$0...].starts(with: mark) })
    {
      bytes.insert(contentsOf: "<script src=\"/\(script)\" defer></script>\n".utf8, at: end)
    }
    return .text(String(decoding: bytes, as: UTF8.self), type)
  }

  /// Returns the answer to a request for a script. If `text` is nil or not a number, the
  /// script makes the page wait for changes. If `text` is the number of a version, waits until the
  /// site has another version, and returns a script that reloads the page. If the version stays the
  /// same for ``patience``, returns an empty script.
  private func liveScript(after text: String?) async -> Answer {
    guard let number = text.flatMap({ Int($0) }) else {
      return .text(
        """
        (() => {
          const wait = () => {
            const script = document.createElement("script");
            script.src = "/\(Self.script)?after=\(version())";
            const again = (pause) => () => { script.remove(); setTimeout(wait, pause); };
            script.onload = again(0);
            script.onerror = again(1000);
            document.head.append(script);
          };
          if (window.top === window) window.addEventListener("load", wait);
        })();

        """, "text/javascript")
    }
    let end = ContinuousClock.now + Self.patience
    while version() == number, !isStopping.isSet, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(50))
    }
    return .text(version() == number ? "" : "location.reload();\n", "text/javascript")
  }
}
