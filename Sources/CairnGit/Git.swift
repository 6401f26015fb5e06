import CairnFiles
import Subprocess
public import SystemPackage

/// The program git, run in one folder.
///
/// While git only reads, no program configured in the repository can start: file system monitors,
/// hooks, external diffs, text conversions, signature checks and the fetching of missing objects
/// are off. Hooks run only if the user asked for a commit, a merge or a push (``Trust``).
public struct Git: Sendable {
  /// The purpose of a git command, which determines the programs that git is allowed to start.
  public enum Trust: Sendable {
    /// The command only reads; the repository's settings start no program.
    case reading
    /// Cairn runs the command for its own purposes, and the command writes only to this clone.
    /// Filters are allowed to run, but hooks are not.
    case writing
    /// The user asked to fetch from the remote.
    case fetching
    /// The user asked for a commit or a merge. Hooks run and may take a long time, so there is no
    /// timeout.
    case committing
    /// The user asked to push to the remote. Hooks run.
    case pushing

    /// Whether the repository's hooks run and commits are signed.
    fileprivate var runsHooks: Bool { self == .committing || self == .pushing }
    /// Whether the command is allowed to contact the remote, for example to fetch missing objects.
    fileprivate var mayConnect: Bool { self != .reading && self != .writing }
  }

  /// The output and exit code of a git command.
  public struct Output: Sendable {
    /// The exit code; 128 or more after a fatal error or a signal.
    public let code: Int
    /// The bytes of standard output.
    public let bytes: [UInt8]
    /// The text of standard error.
    public let words: String

    /// The text of standard output without the last line break.
    public var line: String {
      let text = String(decoding: bytes, as: UTF8.self)
      return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
  }

  /// The path of the git program.
  public let program: FilePath
  /// The folder in which git runs.
  public let folder: FilePath
  /// The folder for temporary files passed to git.
  let temporaryFolder: FilePath
  /// Whether git is allowed to ask for a password.
  let asks: Bool
  /// The time for which git is allowed to be idle before it is terminated; nil for no limit.
  let patience: Duration?

  /// Creates a value that runs the git program whose path is `program`. The working folder of git
  /// is `folder`.
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

// MARK: - Running

extension Git {
  /// The maximum number of bytes read from git's output.
  private static let mostOutput = 1 << 30
  /// The settings passed to every command. Commit messages are read and written in UTF-8,
  /// regardless of the repository's encoding setting.
  private static let settings = [
    "core.fsmonitor=false", "core.quotePath=false", "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8",
  ]
  private static let settingsWithoutHooks = ["core.hooksPath=/dev/null", "commit.gpgSign=false"]
  private static let readingSettings = [
    "log.showSignature=false", "log.showRoot=true", "core.pager=cat", "diff.ignoreSubmodules=all",
  ]

  /// Runs git and returns its output and exit code, even if the code is not 0. `raw` contains
  /// further arguments, which need not be UTF-8.
  ///
  /// Throws ``GitFailure`` if git cannot be started. If git is idle for too long, ends it and all
  /// its processes, and throws a failure of the kind `stalled`.
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
        "`git \(arguments[0])` did nothing for \(limit.components.seconds) s, so Cairn stopped it")
    }
    switch result {
    case .success(let output): return output
    case .failure(let error):
      throw GitFailure(.notRun, "cannot run git in \(folder): \(error)")
    }
  }

  /// Returns the environment variables that are set for a git command.
  private func variables(_ trust: Trust) -> [Environment.Key: String?] {
    var changes: [Environment.Key: String?] = [
      "LC_ALL": "C", "GIT_LITERAL_PATHSPECS": "1", "GIT_EDITOR": "true",
    ]
    if trust == .reading { changes["GIT_OPTIONAL_LOCKS"] = "0" }
    if !trust.mayConnect {
      // The first variable is sufficient. Unlike the second one, it also works in old versions of
      // git.
      changes["GIT_ALLOW_PROTOCOL"] = "none"
      changes["GIT_NO_LAZY_FETCH"] = "1"
    }
    if !asks { changes["GIT_TERMINAL_PROMPT"] = "0" }
    return changes
  }

  /// Runs git like ``run(_:_:raw:input:)``, and returns its output if the exit code is 0.
  ///
  /// Throws ``GitFailure`` with git's messages for any other exit code.
  public func output(
    _ arguments: [String], _ trust: Trust = .reading, raw: [[UInt8]] = [], input: [UInt8] = []
  ) async throws(GitFailure) -> Output {
    let output = try await run(arguments, trust, raw: raw, input: input)
    guard output.code == 0 else {
      if output.words.contains("promisor remote") { throw .missing(output) }
      throw GitFailure(.refused, "`git \(arguments[0])` failed", details: output.words)
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
