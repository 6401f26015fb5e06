import CairnWeb
import FoundationEssentials
import Synchronization
import SystemPackage
import Testing

/// The server of `cairn site --serve`.
@Suite("Serving a site") struct SiteServerTests {
  /// A number that tests and the server share. Thread-safe.
  private final class Number: Sendable {
    private let value = Mutex(0)
    var number: Int {
      get { value.withLock(\.self) }
      set { value.withLock { $0 = newValue } }
    }
  }

  /// Runs `body` with a client of a server that shows a folder with some files.
  private func serve(_ body: @Sendable (Client, Number) async throws -> Void) async throws {
    let folder = FilePath(
      FileManager.default.temporaryDirectory.appending(path: "cairn-site-\(UUID())").path)
    defer { try? FileManager.default.removeItem(atPath: folder.string) }
    let site = folder.appending("site")
    for (path, text) in [
      ("site/index.html", "<html><body><p>Hi</p></body></html>"), ("site/a/index.html", "<p>A"),
      ("site/site/style.css", "p {}"), ("site/.cairn-site", "list"), ("secret.txt", "secret"),
    ] {
      let file = folder.appending(path)
      try FileManager.default.createDirectory(
        atPath: file.removingLastComponent().string, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: file.string))
    }
    try FileManager.default.createSymbolicLink(
      atPath: site.appending("link.txt").string, withDestinationPath: "../secret.txt")
    let (version, stop) = (Number(), Number())
    let (ports, port) = AsyncStream<Int>.makeStream()
    let server = SiteServer(site, version: { version.number })
    let task = Task.detached {
      defer { port.finish() }
      try await server.run(
        port: 0, isStopping: { stop.number > 0 }, hasStarted: { number in port.yield(number) })
    }
    var iterator = ports.makeAsyncIterator()
    let number = try #require(await iterator.next())
    do { try await body(Client(port: number), version) } catch {
      stop.number = 1
      throw error
    }
    stop.number = 1
    try await task.value
  }

  private func get(
    _ client: Client, _ path: String, host: String? = nil, method: String = "GET"
  ) async throws -> Reply {
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(client.port)")\r\n"
      + "Connection: close\r\n\r\n"
    return try #require(Reply(try await client.raw([Array(head.utf8)])))
  }

  @Test(
    "Files of the site are shown, pages with the script that reloads them", .timeLimit(.minutes(15))
  )
  func files() async throws {
    try await serve { client, _ in
      let page = try await get(client, "/")
      #expect(page.status == 200 && page.header("content-type") == "text/html; charset=utf-8")
      #expect(
        page.text
          == "<html><body><p>Hi</p><script src=\"/site/live.js\" defer></script>\n</body></html>")
      #expect(page.header("x-frame-options") == "SAMEORIGIN")
      #expect(try await get(client, "/a/").text == "<p>A")
      let style = try await get(client, "/site/style.css?x=1")
      #expect(style.text == "p {}" && style.header("content-type") == "text/css; charset=utf-8")
      #expect(try await get(client, "/", method: "HEAD").body.isEmpty)
    }
  }

  @Test(
    "Nothing else is shown, and to nobody else",
    .timeLimit(.minutes(15)))
  func others() async throws {
    try await serve { client, _ in
      for (path, status) in [
        ("/../secret.txt", 404), ("/%2e%2e/secret.txt", 404), ("/..%2fsecret.txt", 404),
        ("/link.txt", 404), ("/.cairn-site", 404), ("/a", 404), ("/none.html", 404),
      ] {
        let reply = try await get(client, path)
        #expect(reply.status == status, "\(path)")
        #expect(!reply.text.contains("secret") && !reply.text.contains("list"), "\(path)")
      }
      #expect(try await get(client, "/", host: "evil.example").status == 421)
      #expect(try await get(client, "/", host: "127.0.0.1:1").status == 421)
      #expect(try await get(client, "/", method: "POST").status == 405)
    }
  }

  @Test("A page that waits is told when the site has changed", .timeLimit(.minutes(15)))
  func reload() async throws {
    try await serve { client, version in
      #expect(try await get(client, "/site/live.js").text.contains("/site/live.js?after=0"))
      async let waiting = get(client, "/site/live.js?after=0")
      try await Task.sleep(for: .milliseconds(200))
      version.number = 1
      #expect(try await waiting.text == "location.reload();\n")
      #expect(try await get(client, "/site/live.js?after=0").text == "location.reload();\n")
    }
  }
}
