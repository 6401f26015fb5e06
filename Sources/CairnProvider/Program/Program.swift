import CairnFiles
import Subprocess
public import SystemPackage

/// A time limit for a question to a provider (including all retries) or for one run of another
/// program.
public struct Deadline: Sendable {
  /// The moment at which the time is up.
  public let end: ContinuousClock.Instant
  /// The time that the user allows.
  public let limit: Duration

  /// Creates a deadline that is `limit` away from now.
  public init(in limit: Duration) {
    self.limit = limit
    end = .now + limit
  }

  /// The failure to report if there is no answer before the deadline.
  var failure: ProviderFailure {
    ProviderFailure(.timeout, "no answer within \(limit.components.seconds) s")
  }
}

/// A program from the user's own settings, or `curl`. The program runs in its own process session,
/// so that it can be stopped together with the processes that it started.
public struct Program: Sendable {
  /// The way in which the program is found.
  public enum Source: Hashable, Sendable {
    /// A command line, which `/bin/sh` runs.
    case shell(String)
    /// The name of a program in a folder of `PATH`, with its arguments.
    case named(String, [String])
  }

  /// The output of a program that has exited.
  public struct Output: Sendable {
    /// The exit code.
    public let code: Int
    /// The bytes of standard output.
    public let bytes: [UInt8]
    /// The bytes of standard error.
    let errors: [UInt8]
  }

  /// The way in which the program is found.
  public var source: Source
  /// The environment variables to set in addition to those of this process.
  public var variables: [String: String] = [:]
  /// The bytes that the program reads on standard input.
  public var input: [UInt8] = []
  /// The maximum number of bytes to read from each of standard output and standard error.
  public var mostOutput = 1 << 20
  /// The folder in which the unnamed file with the input is created.
  public var temporaryFolder: FilePath
  /// A callback that returns whether the user has asked to stop.
  public var isStopped: @Sendable () -> Bool

  /// Creates a program without input and without additional variables.
  public init(
    _ source: Source, temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.source = source
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }
}

// MARK: - Running

extension Program {
  /// Runs the program once, and returns its output, even if its exit code is not 0. Ends all
  /// processes of its session if the program runs for longer than the time that is left until the
  /// deadline, or if the user asks to stop.
  ///
  /// Throws a ``ProviderFailure`` if the program cannot be started, was killed, printed too much or
  /// was not done in time, or if the user asked to stop.
  public func run(until deadline: Deadline) async throws(ProviderFailure) -> Output {
    let (limit, session) = (deadline.end - .now, ProcessSession())
    return try await withTaskGroup(of: Result<Output, ProviderFailure>.self) { group in
      group.addTask { await output(of: session) }
      group.addTask { .failure(await late(session, after: limit) ?? deadline.failure) }
      let first = await group.next()
      group.cancelAll()
      return first ?? .failure(ProviderFailure(.processing, "the program was not run"))
    }.get()
  }

  private func output(of session: ProcessSession) async -> Result<Output, ProviderFailure> {
    var platform = PlatformOptions()
    platform.createSession = true
    platform.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(300))
    ]
    let (executable, arguments): (Executable, [String]) =
      switch source {
      case .shell(let command): (.path("/bin/sh"), ["-c", command])
      case .named(let name, let arguments): (.name(name), arguments)
      }
    var variables: [Environment.Key: String?] = [:]
    for (name, value) in self.variables { variables[Environment.Key(stringLiteral: name)] = value }
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(arguments),
        environment: .inherit.updating(variables), platformOptions: platform,
        input: .fileDescriptor(
          try NamelessFile.holding(input, in: temporaryFolder), closeAfterSpawningProcess: true),
        output: .bytes(limit: mostOutput), error: .bytes(limit: mostOutput)
      ) { session.begin($0.processIdentifier.value) }
      if Task.isCancelled { await session.end() }
      guard case .exited(let code) = result.terminationStatus else {
        return .failure(ProviderFailure(.processing, "the program was killed by a signal"))
      }
      return .success(
        Output(code: Int(code), bytes: result.standardOutput, errors: result.standardError))
    } catch {
      // Subprocess sends SIGTERM to the group, but sends SIGKILL only if the shell does not exit.
      // So other processes may be left.
      await session.end()
      guard let error = error as? SubprocessError else {
        return .failure(ProviderFailure(.processing, "the program could not be started: \(error)"))
      }
      switch (error.code, source) {
      case (.outputLimitExceeded, _):
        return .failure(
          ProviderFailure(.output, "the program printed more than \(mostOutput) bytes"))
      case (.executableNotFound, .named(let name, _)):
        return .failure(ProviderFailure(.processing, "the program `\(name)` is not installed"))
      default:
        return .failure(ProviderFailure(.processing, "the program could not be started: \(error)"))
      }
    }
  }

  /// Waits until the program has run for `limit`, and returns nil. If the user asks to stop first,
  /// returns the failure to report.
  ///
  /// The output of a program that has exited is used even if it is read late, because other work
  /// keeps all threads busy. So while the program does not run, turns of this loop count instead of
  /// time: as many as take `limit`, or at least two seconds, if no other work delays them. The limit
  /// is needed because a process that the program has left behind can keep the output open.
  private func late(_ session: ProcessSession, after limit: Duration) async -> ProviderFailure? {
    let turn = Duration.milliseconds(100)
    var waited = Duration.zero
    while waited < max(limit, .seconds(2)) {
      if isStopped() { return ProviderFailure(.processing, "the program was stopped") }
      if let time = session.runTime {
        if time >= limit { break }
      } else {
        waited += turn
      }
      if (try? await Task.sleep(for: turn)) == nil { break }
    }
    return nil
  }
}

// MARK: - Names

extension Program {
  /// Returns the name of the program that a command line runs, without its folder. Skips assignments
  /// before it, such as `KEY=value`, because their values can be secret. Returns nil if the program
  /// is not certain.
  public static func name(in command: String) -> String? {
    var quote: Character?
    let words = command.split { character in
      if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if quote == character {
        quote = nil
      }
      return quote == nil && character.isWhitespace
    }
    let isAssignment = { (word: Substring) in
      word.drop { $0.isLetter || $0.isNumber || $0 == "_" }.first == "="
    }
    guard let place = words.firstIndex(where: { !isAssignment($0) }),
      // Here, a blank does not always end a word.
      !words[...place].joined().contains(where: { "\\`(".contains($0) }),
      let name = words[place].split(separator: "/").last?.filter({ $0 != "\"" && $0 != "'" }),
      !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "._+-".contains($0) })
    else { return nil }
    return name
  }
}

// MARK: - Messages

extension Program.Output {
  /// The maximum number of characters to show from a line of standard error.
  private static let longestLine = 200

  /// The nonblank lines of standard error.
  private var lines: [Substring] {
    String(decoding: errors, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns the line of standard error that names the cause of a failure, shortened and with
  /// secrets hidden; empty if there is none. Looks for the first line that begins with a word such
  /// as `error`, then for the first line that contains `error`. If there is no such line, or if the
  /// lines contain a Python traceback, returns the last line.
  func telling(hiding secrets: [String]) -> String {
    let isTraceback = lines.contains { $0.hasPrefix("Traceback (most recent call last)") }
    let starts = ["error", "fatal", "curl: ("]
    let quiet = ["info", "debug", "warn"]
    let lower = lines.map { $0.drop(while: \.isWhitespace).lowercased() }
    let place =
      lower.firstIndex { line in starts.contains { line.hasPrefix($0) } }
      ?? lower.firstIndex { line in
        line.contains("error") && !quiet.contains { line.hasPrefix($0) }
      }
    let line = isTraceback ? lines.last : place.map { lines[$0] } ?? lines.last
    return String(line ?? "").hiding(secrets).shortened(to: Self.longestLine)
  }

  /// Returns the failure that the exit code and standard error indicate; nil if the code is 0.
  /// Hides the `secrets` in the failure's message.
  public func failure(hiding secrets: [String]) -> ProviderFailure? {
    guard code != 0 else { return nil }
    let failure = ProviderFailure(code: code, words: telling(hiding: secrets))
    guard failure.kind == .processing, ProviderFailure.kinds[code] == nil, let last = lines.last
    else { return failure }
    // The last line may reveal the kind of failure if the chosen line does not.
    return ProviderFailure(
      ProviderFailure(code: code, words: String(last)).kind, failure.reason)
  }
}
