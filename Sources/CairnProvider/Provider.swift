import CairnFiles
import CairnJSON
import Subprocess
public import SystemPackage

/// An external program that answers questions about notes. The program reads text on standard input
/// and prints a JSON object on standard output. docs/providers.md describes the protocol.
public struct Provider: Sendable {
  /// The name chosen by the user.
  public let name: String
  /// The command line, which is run by `/bin/sh`.
  public let command: String
  /// The time limit for an answer, all retries included.
  public let timeout: Duration
  /// The maximum number of retries after temporary failures.
  public let retries: Int
  /// The key passed to the program in the variable `CAIRN_KEY`; nil if the program needs no key. A
  /// failure means that the key could not be read; in that case, the program is never run.
  public let key: Result<String?, ProviderFailure>
  /// Strings that must never be shown, including ``key``.
  public let secrets: [String]
  /// The folder in which the unnamed file with the program's input is created.
  public let temporaryFolder: FilePath
  /// A callback that returns whether the user has asked to stop.
  public let isStopped: @Sendable () -> Bool

  /// Creates a provider, and adds `key` to its ``secrets``.
  public init(
    name: String, command: String, timeout: Duration, retries: Int,
    key: Result<String?, ProviderFailure>,
    secrets: [String], temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.name = name
    self.command = command
    self.timeout = timeout
    self.retries = retries
    self.key = key
    self.secrets = secrets + [(try? key.get()) ?? nil].compactMap(\.self)
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }
}

// MARK: - Asking

extension Provider {
  /// The pause before the first retry; it doubles with each retry.
  private static let pause = Duration.milliseconds(400)

  /// Asks a question and returns the answer. Retries after temporary failures as long as
  /// ``timeout`` and ``retries`` allow.
  public func answer<Answer>(
    _ question: ProviderQuestion<Answer>
  ) async throws(ProviderFailure) -> Answer {
    if case .failure(let failure) = key { throw failure }
    let request = question.request
    // If the sent text contains a secret, the text's author already knows that secret.
    let hidden = secrets.filter { !$0.isEmpty && !request.text.contains($0) }
    let deadline = ContinuousClock.now + timeout
    var pause = Self.pause
    var failure = ProviderFailure(.processing, "the provider was not asked")
    for attempt in 0...retries {
      switch await run(request, until: deadline) {
      case .success(let output):
        let answer = ProviderOutput.last(in: output) { question.read($0.hiding(hidden)) }
        if let answer { return answer }
        throw ProviderFailure(.output, Self.complaint(about: output, request.task))
      case .failure(let reason):
        failure = attempt > 0 && reason.kind == .timeout ? reason.after(failure) : reason
      }
      guard failure.mayPass, attempt < retries, ContinuousClock.now + pause < deadline else {
        break
      }
      try? await Task.sleep(for: pause)
      pause *= 2
    }
    throw failure
  }

  private static func complaint(about output: [UInt8], _ task: ProviderTask) -> String {
    if output.allSatisfy({ $0 <= 0x20 }) { return "the program printed nothing" }
    return "the program printed no JSON answer to `\(task.rawValue)`"
  }
}

// MARK: - Running the program

extension Provider {
  /// The maximum number of bytes read from the program's standard output and from its standard
  /// error.
  private static let mostOutput = 1 << 20

  private typealias Outcome = Result<[UInt8], ProviderFailure>

  /// Runs the program once in its own session. Terminates all processes of the session if the
  /// program exceeds the deadline or the user asks to stop.
  private func run(
    _ request: ProviderRequest, until deadline: ContinuousClock.Instant
  ) async -> Outcome {
    await withTaskGroup(of: Outcome.self) { group in
      group.addTask { await output(for: request) }
      group.addTask { await late(deadline) }
      let first = await group.next()
      group.cancelAll()
      return first ?? .failure(ProviderFailure(.processing, "the program was not run"))
    }
  }

  /// Runs the program and returns its standard output.
  private func output(for request: ProviderRequest) async -> Outcome {
    var platform = PlatformOptions()
    platform.createSession = true
    platform.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(300))
    ]
    let session = ProcessSession()
    var variables: [Environment.Key: String?] = ["CAIRN_TASK": request.task.rawValue]
    if case .success(let key?) = key { variables["CAIRN_KEY"] = key }
    do {
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", command],
        environment: .inherit.updating(variables), platformOptions: platform,
        input: .fileDescriptor(
          try NamelessFile.holding(Array(request.text.utf8), in: temporaryFolder),
          closeAfterSpawningProcess: true),
        output: .bytes(limit: Self.mostOutput), error: .bytes(limit: Self.mostOutput)
      ) { session.begin($0.processIdentifier.value) }
      if Task.isCancelled { await session.end() }
      guard case .exited(let code) = result.terminationStatus else {
        return .failure(ProviderFailure(.processing, "the program was killed by a signal"))
      }
      if code == 0 { return .success(result.standardOutput) }
      return .failure(
        ProviderFailure(code: Int(code), words: lastLine(of: result.standardError)))
    } catch {
      // Subprocess sends SIGTERM to the group, but SIGKILL only if the shell does not exit.
      await session.end()
      if let error = error as? SubprocessError, error.code == .outputLimitExceeded {
        return .failure(
          ProviderFailure(.output, "the program printed more than \(Self.mostOutput) bytes"))
      }
      return .failure(ProviderFailure(.processing, "the program could not be started: \(error)"))
    }
  }

  /// Waits until the deadline, or until the user asks to stop. Returns the failure that says which
  /// of these happened.
  private func late(_ deadline: ContinuousClock.Instant) async -> Outcome {
    while ContinuousClock.now < deadline {
      if isStopped() { return .failure(ProviderFailure(.processing, "the program was stopped")) }
      let next = min(deadline, ContinuousClock.now + .milliseconds(100))
      if (try? await Task.sleep(until: next, clock: .continuous)) == nil { break }
    }
    return .failure(ProviderFailure(.timeout, "no answer within \(timeout.components.seconds) s"))
  }

  /// Returns the last nonblank line of the program's standard error, shortened and with secrets
  /// hidden.
  private func lastLine(of words: [UInt8]) -> String {
    let text = String(decoding: words, as: UTF8.self)
    let last =
      text.split(whereSeparator: \.isNewline)
      .last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let shown = String(last).hiding(secrets)
    return shown.count > Self.longestLine ? shown.prefix(Self.longestLine) + "…" : shown
  }

  /// The maximum number of characters shown of a line of standard error.
  private static let longestLine = 200
}

// MARK: - Keys

extension String {
  /// Returns this text with each occurrence of a secret replaced by `…`.
  fileprivate func hiding(_ secrets: [String]) -> String {
    secrets.filter { !$0.isEmpty }.reduce(self) { $0.replacing($1, with: "…") }
  }
}

extension JSONValue {
  /// Returns this value with each secret in its strings replaced by `…`.
  fileprivate func hiding(_ secrets: [String]) -> JSONValue {
    switch self {
    case .string(let text): .string(text.hiding(secrets))
    case .array(let elements): .array(elements.map { $0.hiding(secrets) })
    case .object(let members):
      .object(members.map { JSONValue.Member($0.name, $0.value.hiding(secrets)) })
    default: self
    }
  }
}
