import SystemPackage
import Testing
import Glibc

@Suite("Sessions at the command line")
struct TranscriptTests {
  static let folder = Repository.root.appending("Tests/CairnCLITests/Transcripts")

  /// The files of all transcripts, or of those that `CAIRN_TRANSCRIPTS` names: `edit undo`.
  private static func names() throws -> [String] {
    let all = try Repository.names(in: folder, endingIn: ".transcript")
    guard let chosen = getenv("CAIRN_TRANSCRIPTS").map({ String(cString: $0) }) else { return all }
    let names = chosen.split(separator: " ").map { "\($0).transcript" }
    return all.filter(names.contains)
  }

  /// Whether a transcript needs the server of `web-services.py`.
  private static func needsServer(_ name: String) -> Bool { name.hasPrefix("web-") }

  @Test(
    "A transcript's commands print what it says",
    .timeLimit(.minutes(15)),
    arguments: try names().filter { !needsServer($0) })
  func transcript(name: String) async throws {
    try await run(Self.folder.appending(name), dialect: .transcript, setup: .empty)
  }

  @Test(
    "A transcript's commands print what it says of a server",
    .enabled(if: ModelServerTests.has("curl", "python3"), "curl or python3 is not installed"),
    .timeLimit(.minutes(15)),
    arguments: try names().filter(needsServer))
  func transcriptWithServer(name: String) async throws {
    try await run(Self.folder.appending(name), dialect: .transcript, setup: .empty)
  }

  /// The transcripts that are played through the resident process: a sample or, with
  /// `CAIRN_DAEMON_TRANSCRIPTS`, all.
  private static func daemonNames() throws -> [String] {
    if getenv("CAIRN_DAEMON_TRANSCRIPTS") != nil { return try names() }
    let sample = ["handles", "links", "list", "query", "screens", "search", "show"]
    return try names().filter { sample.map { "\($0).transcript" }.contains($0) }
  }

  @Test(
    "A transcript's commands print the same through the resident process",
    .enabled(if: getenv("CAIRN_RECORD") == nil), .timeLimit(.minutes(15)),
    arguments: try daemonNames())
  func transcriptThroughDaemon(name: String) async throws {
    try await run(
      Self.folder.appending(name), dialect: .transcript, setup: .empty, hasDaemon: true)
  }

  @Test("The commands in the read-me print what it says", .timeLimit(.minutes(15)))
  func readMe() async throws {
    try await run(Repository.root.appending("README.md"), dialect: .console, setup: .notebook)
  }

  /// The pages of `docs`.
  private static func pages() throws -> [String] {
    try Repository.names(in: Repository.root.appending("docs"), endingIn: ".md")
  }

  @Test(
    "The commands in a page of docs print what it says",
    .timeLimit(.minutes(15)),
    arguments: try pages())
  func documentation(page: String) async throws {
    let file = Repository.root.appending("docs").appending(page)
    try await run(file, dialect: .console, setup: .notebook)
  }

  /// Runs a file's commands; rewrites its expectations where `CAIRN_RECORD` is set.
  private func run(
    _ file: FilePath, dialect: Transcript.Dialect, setup: Transcript.Setup,
    hasDaemon: Bool = false
  ) async throws {
    var transcript = try Transcript(Repository.read(file), dialect: dialect)
    guard transcript.hasSteps else { return }
    var sandbox = try await Sandbox(hasDaemon: hasDaemon)
    var failure: (any Error)?
    do {
      if setup == .notebook { try await sandbox.set(up: .notebook) }
      try await transcript.play(in: &sandbox, dialect: dialect) { step, difference in
        guard !difference.isEmpty, !isRecording else { return }
        let place = file.lastComponent?.string ?? file.string
        let diff = difference.unified(place: place, firstLine: step.firstExpectedLine)
        Issue.record("\(place):\(step.line): $ \(step.command)\n\(diff)")
      }
    } catch { failure = error }
    try await sandbox.remove()
    if let failure { throw failure }
    if isRecording { try Repository.write(transcript.description, to: file) }
  }

  private var isRecording: Bool { getenv("CAIRN_RECORD") != nil }
}

extension Transcript {
  fileprivate var hasSteps: Bool {
    parts.contains { if case .step = $0 { true } else { false } }
  }

  /// Runs each part in turn, tells `report` how each command's output differs, and takes what was
  /// printed as the new expectation.
  fileprivate mutating func play(
    in sandbox: inout Sandbox, dialect: Dialect, report: (Step, LineDifference) -> Void
  ) async throws {
    for index in parts.indices {
      switch parts[index] {
      case .text: break
      case .setup(let setup, _): try await sandbox.set(up: setup)
      case .file(let path, let content, _): try await sandbox.write(content, to: path)
      case .step(var step):
        let outcome = try await sandbox.run(step.command)
        let difference = LineDifference(expected: step.expected, actual: outcome.lines(dialect))
        report(step, difference)
        step.expected = difference.recorded
        parts[index] = .step(step)
      }
    }
  }
}
