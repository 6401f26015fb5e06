import ArgumentParser
import CairnConsole
import CairnScreens
import CairnSession
import CairnText
import CairnWeb
import CairnWire
import CairnWork
import SystemPackage

struct SiteCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "site",
    abstract: "Create a website from captures.",
    discussion: """
      The website has a menu, a search field, and a page for each capture, collection, tag and \
      person. You can put its files on any server, or open them from the folder. A later run \
      writes only the pages that changed. Without --output, the website is in the folder \
      NOTEBOOK-site, beside the notebook.

      With --serve, the command shows the website to browsers on this machine until you press \
      Ctrl-C, and updates it whenever you save a capture. Open pages reload themselves. With \
      --serve but without --output, the files are stored in your cache folder.

      EXAMPLES
        cairn site
        cairn site -o ../garden-site in:garden
        cairn site -o ~/site @public --base-url https://example.org/notes/
        cairn site --serve
        cairn site -o ~/site --title 'Allotment 114' --theme green
      """)

  /// The port to use if the user passes none.
  static let usualPort = 4748

  @OptionGroup var query: QueryArguments

  @Option(
    name: .shortAndLong,
    help: .init(
      "The folder of the website (default: NOTEBOOK-site, beside the notebook).",
      valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    name: .customLong("base-url"),
    help: .init(
      "The address of the website; with this option, the website has a feed.",
      valueName: "address"))
  var baseURL: String?

  @Flag(help: "Show the website to browsers on this machine, and update it.")
  var serve = false

  @Option(help: .init("With --serve: the port (default: \(usualPort)).", valueName: "number"))
  var port: Int?

  @OptionGroup var publish: PublishOptions

  @Flag(help: "Show pictures from other websites (default: link to them).")
  var remoteImages = false

  @Flag(help: "Replace edited pages, too.")
  var force = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let port, !(0...65_535).contains(port) {
      throw ValidationError("--port must be a number from 0 to 65535")
    }
    if port != nil, !serve { throw ValidationError("--port needs --serve") }
  }

  func run(_ session: Session) async throws {
    let request = try request(session)
    let result = try await make(request, session)
    if let result, !serve { return try report(result, request, session) }
    guard result != nil else { throw session.nothingFound(isShown: false) }
    try await serve(request, session)
  }

  private func request(_ session: Session) throws -> SiteRequest {
    var digest = DigestRequest(try query.request(session.surroundings))
    publish.add(to: &digest)
    digest.pictures.loadsRemote = remoteImages
    digest.isForced = force
    let usual = serve ? session.work.sitePreviewFolder : session.work.usualSiteFolder
    return SiteRequest(
      digest, in: output ?? usual.string, baseURL: baseURL, version: Cairn.version)
  }
}

// MARK: - Making

extension SiteCommand {
  /// Makes the site and reports problems; nil if no capture matches.
  private func make(_ request: SiteRequest, _ session: Session) async throws -> SiteResult? {
    guard let result = try await session.work.makeSite(request) else { return nil }
    session.showProblems(of: result)
    return result
  }

  private func report(
    _ result: SiteResult, _ request: SiteRequest, _ session: Session
  ) throws {
    session.show(.site(result, in: request.folder)) {
      session.say(TerminalText.escaped(result.sentence(in: request.folder)))
    }
    if !result.problems.isEmpty {
      var failure = Failure("site-incomplete", "the site is incomplete")
      failure.isQuiet = true
      throw failure
    }
  }
}

// MARK: - Serving

extension SiteCommand {
  private func serve(_ request: SiteRequest, _ session: Session) async throws {
    Interruption.watch()
    let (surroundings, options) = (session.surroundings, common)
    let folder = surroundings.workingFolder.pushing(FilePath(request.folder))
    let preview = SitePreview(
      request, in: folder, of: try NotebookRoot(options, surroundings),
      context: { RequestContext(ofServer: surroundings, options, words: ["cairn", "site"]) },
      log: { ServerNotice.say($0) })
    let port = port ?? Self.usualPort
    let isQuiet = options.quiet
    // The main thread runs the tasks of commands; the server has its own threads.
    try await Task.detached {
      try await preview.run(port: port, isStopping: { Interruption.code != nil }) { port in
        guard !isQuiet else { return }
        ServerNotice.say(
          "Serving \(folder) at \(ServerNotice.address("127.0.0.1", port))/. Press Ctrl-C to stop.")
      }
    }.value
  }
}
