import CairnFiles
import Subprocess
public import SystemPackage

/// The program git, run in one folder.
///
/// What only reads is run so that nothing in the repository can start a program: without its file
/// system monitor, hooks, external differences, text conversions and signature checks. Hooks and
/// filters run where a person asked for a commit, a merge or a push (``Trust``).
public struct Git: Sendable {
  /// Whether a repository's own settings may start programs.
  public enum Trust: Sendable {
    case reading
    /// A person asked for a commit, a merge or a push.
    case writing
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

  /// git at `program`, to be run in `folder`.
  public init(
    _ program: FilePath, in folder: FilePath, temporaryFolder: FilePath, asks: Bool = false
  ) {
    self.program = program
    self.folder = folder
    self.temporaryFolder = temporaryFolder
    self.asks = asks
  }
}

// MARK: - Running it

extension Git {
  /// The most that is read of what git prints, in bytes.
  private static let mostOutput = 1 << 30
  private static let readingSettings = [
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "log.showSignature=false",
    "core.pager=cat",
  ]

  /// Runs git with these arguments, and behind them those that need not be UTF-8; how it ended is in
  /// the output.
  ///
  /// Throws ``GitFailure`` where it could not be started.
  public func run(
    _ arguments: [String], _ trust: Trust = .reading, raw: [[UInt8]] = [], input: [UInt8] = []
  ) async throws(GitFailure) -> Output {
    var settings = ["core.fsmonitor=false", "core.quotePath=false"]
    if trust == .reading { settings += Self.readingSettings }
    var changes: [Environment.Key: String?] = [
      "LC_ALL": "C", "GIT_LITERAL_PATHSPECS": "1", "GIT_EDITOR": "true",
    ]
    if trust == .reading { changes["GIT_OPTIONAL_LOCKS"] = "0" }
    if !asks { changes["GIT_TERMINAL_PROMPT"] = "0" }
    let words = (settings.flatMap { ["-c", $0] } + arguments).map { Array($0.utf8) } + raw
    do {
      let result = try await Subprocess.run(
        .path(program),
        arguments: Arguments(
          executablePathOverride: nil, remainingValues: words.map { $0 + [0] }),
        environment: .inherit.updating(changes), workingDirectory: folder,
        input: .fileDescriptor(
          try NamelessFile.holding(input, in: temporaryFolder), closeAfterSpawningProcess: true),
        output: .bytes(limit: Self.mostOutput), error: .bytes(limit: 1 << 20))
      return Output(
        code: result.terminationStatus.code, bytes: result.standardOutput,
        words: String(decoding: result.standardError, as: UTF8.self))
    } catch {
      throw GitFailure(.notRun, "git could not be run in \(folder): \(error)")
    }
  }

  /// What git prints with these arguments.
  ///
  /// Throws ``GitFailure`` with what it said where it ends with another code than 0.
  public func output(
    _ arguments: [String], _ trust: Trust = .reading, raw: [[UInt8]] = [], input: [UInt8] = []
  ) async throws(GitFailure) -> Output {
    let output = try await run(arguments, trust, raw: raw, input: input)
    guard output.code == 0 else {
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
