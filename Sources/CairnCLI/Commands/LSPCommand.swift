import ArgumentParser
import CairnConsole
import CairnFiles
import CairnLSP
import CairnNotebook
import CairnRPC
import CairnScreens
import CairnText
import CairnWork
import Glibc
import SystemPackage

struct LSPCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
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
      if !server.wasShutDown { throw ExitCode(1) }
    }
  }
}

extension NotebookRoot {
  /// Creates the root of the notebook that the user named; nil if the user did not name a notebook.
  init?(named options: CommonOptions, _ surroundings: Surroundings) throws(Refusal) {
    guard options.notebook != nil || surroundings.variable("CAIRN_NOTEBOOK") != nil else {
      return nil
    }
    try self.init(options, surroundings)
  }
}

extension RequestContext {
  /// Creates the context of a request to a server. The request cannot ask the user.
  ///
  /// - Parameters:
  ///   - words: The words that the journal records as the command.
  ///   - root: The folder to which paths are relative; nil for the working folder.
  init(
    ofServer words: [String], in root: NotebookRoot? = nil, _ surroundings: Surroundings,
    _ options: CommonOptions, tell: @escaping @Sendable (String) -> Void
  ) {
    let now = surroundings.now()
    // A client is waiting for the answer, so the request waits for the lock only briefly.
    self.init(now, words: words, patience: options.lockTimeout ?? 2)
    if let root { caller.folder = root.path }
    caller.tell = { notice in notice.sentences(now.clock).forEach(tell) }
    idSeed = surroundings.idSeed
    self.tell = { remark in
      switch remark {
      case .note(let text), .hint(let text), .index(let text): tell(text)
      case .warning(let diagnostic): tell("\(diagnostic)")
      case .draft(let draft): draft.map { tell($0.sentence()) }
      case .unreadable(let problems): problems.forEach { tell("\($0)") }
      }
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

/// A file to which a server appends its messages.
struct MessageLog: Sendable {
  private let file: Int32?

  /// Opens the file with this name; if `name` is nil, nothing is logged.
  ///
  /// Throws a ``Failure`` if the file cannot be opened.
  init(_ name: String?, _ surroundings: Surroundings) throws(Failure) {
    guard let name else {
      file = nil
      return
    }
    let path = surroundings.workingFolder.pushing(FilePath(name))
    let opened = path.withPlatformString {
      open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }
    guard opened >= 0 else {
      throw Failure(
        "log-unwritable", "cannot write to `\(name)`: \(String(cString: strerror(errno)))")
    }
    file = opened
  }

  /// Appends a line.
  func write(_ line: @autoclosure () -> String) {
    if let file { Console.writeAll(file, Array((line() + "\n").utf8)) }
  }
}
