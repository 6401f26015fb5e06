import CairnFiles
import CairnJSON
import Subprocess
public import SystemPackage

/// A program that answers questions about texts: text on its standard input, a JSON object on its
/// standard output. docs/providers.md has the protocol.
public struct Provider: Sendable {
  /// What the user calls it.
  public let name: String
  /// Its command line, as the user's shell splits it.
  public let command: String
  /// How long an answer may take, with all that is tried again.
  public let timeout: Duration
  /// How often what may pass is tried again.
  public let retries: Int
  /// The key that it gets in `CAIRN_KEY`; nil for none. A failure where it cannot be had: then it is
  /// never run.
  public let key: Result<String?, ProviderFailure>
  /// Texts that must not be shown to anybody: keys in the environment.
  public let secrets: [String]
  /// Where what it reads lies for a moment, in a file without a name.
  public let temporaryFolder: FilePath
  /// Whether somebody wants it to stop.
  public let isStopped: @Sendable () -> Bool

  /// A provider.
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
  /// The first pause before it is asked again; each next one is twice as long.
  private static let pause = Duration.milliseconds(400)

  /// What a question is answered with. Asks again where the failure may pass and there is time.
  public func answer<Answer>(
    _ question: ProviderQuestion<Answer>
  ) async throws(ProviderFailure) -> Answer {
    if case .failure(let failure) = key { throw failure }
    let request = question.request
    // What the text says itself is no secret from whoever wrote it.
    let hidden = secrets.filter { !$0.isEmpty && !request.text.contains($0) }
    let deadline = ContinuousClock.now + timeout
    var pause = Self.pause
    var failure = ProviderFailure(.processing, "it was not asked")
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
    if output.allSatisfy({ $0 <= 0x20 }) { return "it printed nothing" }
    return "it printed no JSON object that answers `\(task.rawValue)`"
  }
}

// MARK: - Running the program

extension Provider {
  /// The most that is read of what it prints, in bytes.
  private static let mostOutput = 1 << 20

  private typealias Outcome = Result<[UInt8], ProviderFailure>

  /// Runs the program once, in a session of its own, which ends with all that it started where it is
  /// late or somebody wants it to stop.
  private func run(
    _ request: ProviderRequest, until deadline: ContinuousClock.Instant
  ) async -> Outcome {
    await withTaskGroup(of: Outcome.self) { group in
      group.addTask { await output(for: request) }
      group.addTask { await late(deadline) }
      let first = await group.next()
      group.cancelAll()
      return first ?? .failure(ProviderFailure(.processing, "it was not run"))
    }
  }

  /// What the program prints.
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
        return .failure(ProviderFailure(.processing, "it was killed by a signal"))
      }
      if code == 0 { return .success(result.standardOutput) }
      return .failure(
        ProviderFailure(code: Int(code), words: lastLine(of: result.standardError)))
    } catch {
      // The library asks the group to end, and kills it only where the shell that leads it does not.
      await session.end()
      if let error = error as? SubprocessError, error.code == .outputLimitExceeded {
        return .failure(
          ProviderFailure(.output, "it printed more than \(Self.mostOutput) bytes"))
      }
      return .failure(ProviderFailure(.processing, "it could not be run: \(error)"))
    }
  }

  /// Waits until it is too late, or somebody wants the program to stop.
  private func late(_ deadline: ContinuousClock.Instant) async -> Outcome {
    while ContinuousClock.now < deadline {
      if isStopped() { return .failure(ProviderFailure(.processing, "it was stopped")) }
      let next = min(deadline, ContinuousClock.now + .milliseconds(100))
      if (try? await Task.sleep(until: next, clock: .continuous)) == nil { break }
    }
    return .failure(ProviderFailure(.timeout, "no answer in \(timeout.components.seconds) s"))
  }

  /// The last line of what the program said, without keys.
  private func lastLine(of words: [UInt8]) -> String {
    let text = String(decoding: words, as: UTF8.self)
    let last =
      text.split(whereSeparator: \.isNewline)
      .last { !$0.allSatisfy(\.isWhitespace) } ?? ""
    let shown = String(last).hiding(secrets)
    return shown.count > Self.longestLine ? shown.prefix(Self.longestLine) + "…" : shown
  }

  /// The longest line that is shown, in characters.
  private static let longestLine = 200
}

// MARK: - Keys

extension String {
  /// This text with `…` in the place of each secret.
  fileprivate func hiding(_ secrets: [String]) -> String {
    secrets.filter { !$0.isEmpty }.reduce(self) { $0.replacing($1, with: "…") }
  }
}

extension JSONValue {
  /// This value with `…` in the place of each secret in its texts.
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
