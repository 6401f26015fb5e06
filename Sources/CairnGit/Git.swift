import CairnFiles
import Subprocess
public import SystemPackage

/// The program git, run in one folder.
///
/// What only reads is run so that nothing in the repository can start a program: without its file
/// system monitor, hooks, external differences, text conversions and signature checks, and without
/// getting from elsewhere what is missing. Hooks run where a person asked for a commit, a merge or a
/// push, and nowhere else (``Trust``).
public struct Git: Sendable {
  /// What a call of git is for, and so which programs it may start.
  public enum Trust: Sendable {
    /// It reads; the repository's settings start no program.
    case reading
    /// It writes what is Cairn's business, here alone. Filters may run.
    case writing
    /// A person asked for what the remote has.
    case fetching
    /// A person asked for a commit or a merge. Hooks run, and what they wait for is not known.
    case committing
    /// A person asked to send something to the remote. Hooks run.
    case pushing

    /// Whether the repository's hooks run, and commits are signed.
    fileprivate var runsHooks: Bool { self == .committing || self == .pushing }
    /// Whether it may talk to the remote, also to get objects that are missing here.
    fileprivate var mayConnect: Bool { self != .reading && self != .writing }
  }

  /// What git printed, and how it ended.
  public struct Output: Sendable {
    /// Its exit code; 128 and more where it, or a signal, gave up.
    public let code: Int
    /// What it printed.
    public let bytes: [UInt8]
    /// What it said on standard error.
    public let words: String

    /// What it printed, without the last line break.
    public var line: String {
      let text = String(decoding: bytes, as: UTF8.self)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }

  /// The program.
  public let program: FilePath
  /// Where it is run.
  public let folder: FilePath
  /// Where it finds files that are handed to it.
  let temporaryFolder: FilePath
  /// Whether it may ask for a password.
  let asks: Bool
  /// How long it may do nothing at all before it is ended; nil for ever.
  let patience: Duration?

  /// git at `program`, to be run in `folder`.
  public init(
    _ program: FilePath, in folder: FilePath, temporaryFolder: FilePath, asks: Bool = false,
    patience: Duration? = nil
  ) {
    self.program = program
    self.folder = folder
    self.temporaryFolder = temporaryFolder
    self.asks = asks
    self.patience = patience
  }
}

// MARK: - Running it

extension Git {
  /// The most that is read of what git prints, in bytes.
  private static let mostOutput = 1 << 30
  /// What holds for every call, whatever the repository says: a message is read as it was written.
  private static let settings = [
    "core.fsmonitor=false", "core.quotePath=false", "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
  ]
  private static let settingsWithoutHooks = ["core.hooksPath=/dev/null", "commit.gpgSign=false"]
  private static let readingSettings = [
    "log.showSignature=false", "log.showRoot=true", "core.pager=cat", "diff.ignoreSubmodules=all",
  ]

  /// Runs git with these arguments, and behind them those that need not be UTF-8; how it ended is in
  /// the output.
  ///
  /// Throws ``GitFailure`` where it could not be started, and of the kind `stalled` where it did
  /// nothing for too long; then it is ended, with all that it started.
  public func run(
    _ arguments: [String], _ trust: Trust = .reading, raw: [[UInt8]] = [], input: [UInt8] = []
  ) async throws(GitFailure) -> Output {
    let settings =
      Self.settings + (trust.runsHooks ? [] : Self.settingsWithoutHooks)
      + (trust == .reading ? Self.readingSettings : [])
    let words = (settings.flatMap { ["-c", $0] } + arguments).map { Array($0.utf8) } + raw
    let tree = ProcessTree()
    let limit = trust == .committing ? nil : patience
    let watch = limit.map { limit in Task { await tree.end(afterIdling: limit) } }
    let result: Result<Output, any Error>
    do {
      let ended = try await Subprocess.run(
        .path(program),
        arguments: Arguments(
          executablePathOverride: nil, remainingValues: words.map { $0 + [0] }),
        environment: .inherit.updating(variables(trust)), workingDirectory: folder,
        input: .fileDescriptor(
          try NamelessFile.holding(input, in: temporaryFolder), closeAfterSpawningProcess: true),
        output: .bytes(limit: Self.mostOutput), error: .bytes(limit: 1 << 20)
      ) { tree.begin($0.processIdentifier.value) }
      result = .success(
        Output(
          code: ended.terminationStatus.code, bytes: ended.standardOutput,
          words: String(decoding: ended.standardError, as: UTF8.self)))
    } catch {
      result = .failure(error)
    }
    watch?.cancel()
    if let limit, await watch?.value == true {
      throw GitFailure(
        .stalled,
        "`git \(arguments[0])` did nothing for \(limit.components.seconds) s and was ended")
    }
    switch result {
    case .success(let output): return output
    case .failure(let error):
      throw GitFailure(.notRun, "git could not be run in \(folder): \(error)")
    }
  }

  /// The variables that git is given besides those of this process.
  private func variables(_ trust: Trust) -> [Environment.Key: String?] {
    var changes: [Environment.Key: String?] = [
      "LC_ALL": "C", "GIT_LITERAL_PATHSPECS": "1", "GIT_EDITOR": "true",
    ]
    if trust == .reading { changes["GIT_OPTIONAL_LOCKS"] = "0" }
    if !trust.mayConnect {
      // The first of these is older than the second, and enough by itself.
      changes["GIT_ALLOW_PROTOCOL"] = "none"
      changes["GIT_NO_LAZY_FETCH"] = "1"
    }
    if !asks { changes["GIT_TERMINAL_PROMPT"] = "0" }
    return changes
  }

  /// What git prints with these arguments.
  ///
  /// Throws ``GitFailure`` with what it said where it ends with another code than 0.
  public func output(
    _ arguments: [String], _ trust: Trust = .reading, raw: [[UInt8]] = [], input: [UInt8] = []
  ) async throws(GitFailure) -> Output {
    let output = try await run(arguments, trust, raw: raw, input: input)
    guard output.code == 0 else {
      if output.words.contains("promisor remote") { throw .missing(output) }
      throw GitFailure(.refused, "git \(arguments[0]) failed", details: output.words)
    }
    return output
  }
}

extension TerminationStatus {
  fileprivate var code: Int {
    switch self {
    case .exited(let code): Int(code)
    case .signaled(let signal): 128 + Int(signal)
    }
  }
}
