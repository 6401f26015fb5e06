import ArgumentParser
import CairnConsole
import CairnFiles
import CairnLSP
import CairnNotebook
import CairnRPC
import CairnScreens
import CairnSession
import CairnText
import CairnWork
import Glibc
import SystemPackage

struct LSPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "lsp",
    abstract: "Run a language server for an editor.",
    discussion: """
      An editor starts `cairn lsp`, and talks to it over standard input and standard output. The \
      editor then completes links, tags and fields, shows the capture that a link leads to, \
      renames captures together with all links, and marks problems. See docs/editors.md for the \
      settings of each editor.

      EXAMPLES
        cairn lsp
        cairn lsp --log ~/cairn-lsp.log
      """)

  @OptionGroup var common: CommonOptions

  @OptionGroup var log: MessageLogOption

  func run() async throws {
    let surroundings = Surroundings.ofThisProcess()
    let console = Console(.never, surroundings)
    try await console.run(json: false) {
      let log = try MessageLog(log.file, surroundings)
      let server = LanguageServer(
        LanguageServer.Setup(
          root: try NotebookRoot(named: common, surroundings), folder: surroundings.workingFolder,
          version: Cairn.version, problemsPage: Surroundings.installedPage("diagnostics.md")
        ) { words in
          RequestContext(ofServer: words, surroundings, common, tell: { log.write($0) })
        })
      let session = RPCSession(.languageServer, server, log: { log.write($0) }) {
        Console.writeAll(STDOUT_FILENO, $0)
      }
      server.connect(session)
      await session.run(from: STDIN_FILENO) { server.hasExited }
      // The protocol prescribes exit code 1 if the connection ends without a shutdown request.
      if !server.wasShutDown { throw CommandEnd(1) }
    }
  }
}

/// The option that names the log of a server.
struct MessageLogOption: ParsableArguments {
  @Option(
    name: .customLong("log"),
    help: .init("Append all messages to this file.", valueName: "file"),
    completion: .file())
  var file: String?
}
