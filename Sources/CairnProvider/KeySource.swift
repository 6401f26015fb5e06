import SystemPackage
import Synchronization

/// The source of a provider's key.
public enum KeySource: Sendable {
  /// There is no key.
  case none
  /// The contents of a key file, or the reason why it cannot be read.
  case read(Result<String, ProviderFailure>)
  /// A command that prints the key. `/bin/sh` runs the command before the first request.
  case command(String)
}

/// The key of a provider or service. If a command prints the key, the command runs when the key is
/// first needed, and the key is then kept in memory.
final class FetchedKey: Sendable {
  let source: KeySource
  private let fetched: Mutex<String?> = Mutex(nil)

  init(_ source: KeySource) { self.source = source }

  /// The key, if it was read from a file or has already been fetched; otherwise nil.
  var known: String? {
    if case .read(.success(let key)) = source { return key }
    return fetched.withLock { $0 }
  }

  /// Whether a key is configured, even if it cannot be read.
  var exists: Bool { if case .none = source { false } else { true } }

  /// Returns the key; nil if there is none.
  ///
  /// Throws a ``ProviderFailure`` of the kind `authorization` if the key cannot be read. The
  /// failure's message contains no part of a command's output.
  func value(
    until deadline: Deadline, temporaryFolder: FilePath, isStopped: @escaping @Sendable () -> Bool
  ) async throws(ProviderFailure) -> String? {
    switch source {
    case .none: return nil
    case .read(let result): return try result.get()
    case .command(let command):
      if let known { return known }
      let program = Program(
        .shell(command), temporaryFolder: temporaryFolder, isStopped: isStopped)
      let output: Program.Output
      do throws(ProviderFailure) { output = try await program.run(until: deadline) } catch {
        throw ProviderFailure(.authorization, "the key command failed: \(error.reason)")
      }
      let text = String(decoding: output.bytes, as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      guard output.code == 0, words.count == 1, let key = words.first.map(String.init),
        key.allSatisfy(\.isASCII)
      else {
        throw ProviderFailure(
          .authorization,
          output.code == 0
            ? "the key command must print one word, the key"
            : "the key command exited with code \(output.code)")
      }
      fetched.withLock { $0 = key }
      return key
    }
  }
}
