import CairnJSON
public import SystemPackage
import Synchronization

/// A program or a server that answers questions about captures. docs/providers.md describes both.
public struct Provider: Sendable {
  /// The program or the server that a provider asks.
  public enum Source: Sendable {
    /// A command line, which `/bin/sh` runs. The program reads text on standard input and prints a
    /// JSON object on standard output.
    case program(String)
    /// A server with a language model.
    case server(ModelServer)
  }

  /// The name chosen by the user.
  public let name: String
  /// The program or the server to ask.
  public let source: Source
  /// The time limit for an answer, all retries included.
  public let timeout: Duration
  /// The maximum number of retries after temporary failures.
  public let retries: Int
  /// Strings that must never be shown, in addition to the key.
  private let secrets: [String]
  /// The folder for temporary files without a name (`O_TMPFILE`), which contain input.
  private let temporaryFolder: FilePath
  /// A callback that returns whether the user has asked to stop.
  private let isStopped: @Sendable () -> Bool
  /// The key. A program receives the key in the environment variable `CAIRN_KEY`. If the key cannot
  /// be read, no request is sent.
  private let key: FetchedKey
  /// Whether a key is set, even if it cannot be read.
  public var hasKey: Bool { key.exists }
  /// Facts that earlier requests found out about the server.
  private let learned = Learned()

  /// Creates a provider.
  public init(
    name: String, source: Source, timeout: Duration, retries: Int, key: KeySource,
    secrets: [String], temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) {
    self.name = name
    self.source = source
    self.timeout = timeout
    self.retries = retries
    self.key = FetchedKey(key)
    self.secrets = secrets
    self.temporaryFolder = temporaryFolder
    self.isStopped = isStopped
  }

  /// Facts that requests of this process found out about a server.
  private final class Learned: Sendable {
    /// The field that limits an answer's length.
    let limit: Mutex<TokenLimit> = Mutex(.new)
  }
}

// MARK: - Asking

extension Provider {
  /// Returns the data that a request sends: the input of a program, or the HTTP request to a
  /// server, in which `…` stands for the key.
  public func preview(of request: ProviderRequest) -> String {
    switch source {
    case .program: request.text
    case .server(let server):
      server.request(
        request.text, key: key.exists ? "…" : nil, limit: learned.limit.withLock { $0 }
      ).shown
    }
  }

  /// Asks a question and returns the answer. Retries after temporary failures, within the limits
  /// ``timeout`` and ``retries``. Before each retry, waits at least as long as the server asks.
  public func answer<Answer>(
    _ question: ProviderQuestion<Answer>
  ) async throws(ProviderFailure) -> Answer {
    let request = question.request
    let deadline = Deadline(in: timeout)
    let key = try await key.value(
      until: deadline, temporaryFolder: temporaryFolder, isStopped: isStopped)
    let secrets = self.secrets + [key].compactMap(\.self)
    let hidden = Self.secrets(secrets, notIn: request)
    let retrying = Retries(most: retries, deadline: deadline, isStopped: isStopped)
    return try await retrying.run { () async throws(ProviderFailure) -> Answer in
      let output = try await output(for: request, key, secrets, until: deadline)
      do throws(WrongShape) {
        return try ProviderOutput.last(in: output) { value throws(WrongShape) in
          try question.read(value.hiding(hidden))
        }
      } catch {
        throw ProviderFailure(.output, error.reason.hiding(secrets))
      }
    }
  }

  /// Returns those secrets that a request does not contain. The answer may repeat secrets that the
  /// request contains, because the author of the text already knows them.
  private static func secrets(_ all: [String], notIn request: ProviderRequest) -> [String] {
    all.filter { !$0.isEmpty && !request.text.contains($0) }
  }

  /// Sends a request once, and returns the text that the program or the model wrote.
  private func output(
    for request: ProviderRequest, _ key: String?, _ secrets: [String], until deadline: Deadline
  ) async throws(ProviderFailure) -> [UInt8] {
    switch source {
    case .program(let command):
      var program = Program(
        .shell(command), temporaryFolder: temporaryFolder, isStopped: isStopped)
      program.input = Array(request.text.utf8)
      program.variables["CAIRN_TASK"] = request.task.rawValue
      program.variables["CAIRN_KEY"] = key
      let output = try await program.run(until: deadline)
      if let failure = output.failure(hiding: secrets) { throw failure }
      return output.bytes
    case .server(let server):
      var client = HTTPClient(temporaryFolder: temporaryFolder, isStopped: isStopped)
      client.secrets = Self.secrets(secrets, notIn: request)
      let limit = learned.limit.withLock { $0 }
      var response = try await client.send(
        server.request(request.text, key: key, limit: limit), until: deadline)
      if server.refuses(limit, response) {
        learned.limit.withLock { $0 = limit.other }
        response = try await client.send(
          server.request(request.text, key: key, limit: limit.other), until: deadline)
      }
      do throws(ProviderFailure) { return try server.text(in: response) } catch {
        throw error.hiding(secrets)
      }
    }
  }
}
