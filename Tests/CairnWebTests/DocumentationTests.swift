import CairnText
@testable import CairnWeb
import CairnWork
import FoundationEssentials
import Subprocess
import SystemPackage
import Testing

extension WebTests {
  @Suite("The documentation of the server") struct DocumentationTests {
    private static let root = FilePath(#filePath).removingLastComponent().removingLastComponent()
      .removingLastComponent()

    private static func page(_ name: String) throws -> String {
      let file = root.appending("docs").appending(name)
      return String(decoding: try Data(contentsOf: URL(filePath: file.string)), as: UTF8.self)
    }

    @Test("docs/api.md lists every request")
    func routes() throws {
      let page = try Self.page("api.md")
      for route in RouteTable.all.routes {
        let row = "| `\(route.method.rawValue) \(route.pattern.text)` |"
        #expect(page.contains(row), "\(row)")
      }
    }

    @Test("docs/api.md explains every status of an error")
    func statuses() throws {
      let page = try Self.page("api.md")
      for status in Set(RouteTable.all.routes.flatMap(\.errors)) {
        #expect(page.contains("\n| \(status) |"), "\(status)")
      }
    }

    @Test("The commands with curl succeed", arguments: ["api.md", "capture.md"])
    func examples(page: String) async throws {
      let blocks = try Self.page(page).split(separator: "```sh\n").dropFirst().compactMap { text in
        text.firstRange(of: "\n```").map { String(text[..<$0.lowerBound]) }
      }.filter { $0.contains("curl ") }
      #expect(blocks.count > 1)
      let notebook = Self.root.appending("examples/notebook")
      try await TestServer.run(copying: notebook) { server in
        for block in blocks {
          // Every command fails if the server answers with an error.
          let script = block.replacing("curl ", with: "curl --fail-with-body ")
          let result = try await Subprocess.run(
            .path("/bin/bash"), arguments: ["-euo", "pipefail", "-c", script],
            environment: .inherit.updating([
              "CAIRN": "http://127.0.0.1:\(server.port)", "TOKEN": server.tokens[.all] ?? "",
            ]), workingDirectory: server.root.removingLastComponent(),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
          #expect(
            result.terminationStatus.isSuccess,
            "\(block)\n\(result.standardOutput)\n\(result.standardError)")
        }
      }
    }
  }
}
