import CairnDigest
import CairnFiles
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

  /// What the text of a capture is.
  public func classify(_ text: String) async throws(ProviderFailure) -> ProvidedClassification {
    try await answer(.classify(text)) { ProvidedClassification($0, about: text) }
  }

  /// What a request for a meaning is answered with.
  public func meaning(_ request: ProviderRequest) async throws(ProviderFailure) -> ProvidedMeaning {
    try await answer(request) { ProvidedMeaning($0) }
  }

  /// What a question about so many passages is answered with.
  public func answer(
    _ request: ProviderRequest, passages: Int
  ) async throws(ProviderFailure) -> ProvidedAnswer {
    try await answer(request) { ProvidedAnswer($0, passages: passages) }
  }

  /// Asks, and asks again where the failure may pass and there is time, until there is an answer that
  /// `read` understands.
  private func answer<Answer>(
    _ request: ProviderRequest, _ read: (JSONValue) -> Answer?
  ) async throws(ProviderFailure) -> Answer {
    if case .failure(let failure) = key { throw failure }
    let deadline = ContinuousClock.now + timeout
    var pause = Self.pause
    var failure = ProviderFailure(.processing, "it was not asked")
    for attempt in 0...retries {
      switch await run(request, until: deadline) {
      case .success(let output):
        if let answer = ProviderOutput.last(in: output, read) { return answer }
        throw ProviderFailure(.output, Self.complaint(about: output, request.task))
      case .failure(let reason): failure = reason
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
    var variables: [Environment.Key: String?] = ["CAIRN_TASK": request.task.rawValue]
    if case .success(let key?) = key { variables["CAIRN_KEY"] = key }
    do {
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-c", command],
        environment: .inherit.updating(variables), platformOptions: platform,
        input: .fileDescriptor(
          try NamelessFile.holding(Array(request.text.utf8), in: temporaryFolder),
          closeAfterSpawningProcess: true),
        output: .bytes(limit: Self.mostOutput), error: .bytes(limit: Self.mostOutput))
      guard case .exited(let code) = result.terminationStatus else {
        return .failure(ProviderFailure(.processing, "it was killed by a signal"))
      }
      if code == 0 { return .success(result.standardOutput) }
      return .failure(
        ProviderFailure(code: Int(code), words: lastLine(of: result.standardError)))
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return .failure(
        ProviderFailure(.output, "it printed more than \(Self.mostOutput) bytes"))
    } catch {
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
    let shown = secrets.filter { !$0.isEmpty }.reduce(String(last)) {
      $0.replacing($1, with: "…")
    }
    return shown.count > Self.longestLine ? shown.prefix(Self.longestLine) + "…" : shown
  }

  /// The longest line that is shown, in characters.
  private static let longestLine = 200
}
