import ArgumentParser
import CairnConsole
import CairnMCP
import CairnNotebook
import CairnRPC
import CairnScreens
import CairnSession
import CairnText
import CairnWork
import Glibc

struct MCPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "mcp",
    abstract: "Run an MCP server for an assistant.",
    discussion: """
      An assistant starts `cairn mcp`, and talks to it over standard input and standard output. \
      The assistant can search and read the notebook. The assistant can change captures only with \
      `--allow-writes`; `cairn log` lists every change, and `cairn undo` can reverse it. Captures \
      with `private: true` are never visible. See docs/assistants.md.

      EXAMPLES
        cairn mcp
        cairn mcp --scope work --scope films
        cairn mcp --allow-writes --scope inbox
      """)

  @OptionGroup var common: CommonOptions

  @Flag(help: "Let the assistant add and change captures.")
  var allowWrites = false

  @Option(
    help: .init(
      "Let the assistant see only this collection and collections nested in it; repeatable.",
      valueName: "folder"))
  var scope: [String] = []

  @OptionGroup var log: MessageLogOption

  func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(.never, surroundings)
    try await console.run(json: false) {
      let log = try MessageLog(log.file, surroundings)
      let root = try NotebookRoot(common, surroundings)
      let audience = try Audience(namedScopes: scope)
      let context = { @Sendable (words: [String]) in
        RequestContext(ofServer: words, in: root, surroundings, common, tell: { log.write($0) })
      }
      let server = MCPServer(
        MCPServer.Setup(
          root: root, allowsWrites: allowWrites, audience: audience, version: Cairn.version,
          context: context))
      // Most clients search soon, so update the index while the client is still connecting.
      server.prepare()
      try await Workspace.with(root, context(["mcp"])) { try $0.check(audience) }
      let session = RPCSession(.modelContext, server, log: { log.write($0) }) {
        Console.writeAll(STDOUT_FILENO, $0)
      }
      server.connect(session)
      await session.run(from: STDIN_FILENO) { false }
    }
  }
}
