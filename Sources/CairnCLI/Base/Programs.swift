import Subprocess
import SystemPackage

/// Runs the programs that a user chose: editors and pagers.
enum Programs {
  /// Runs a command line, as the user's shell splits it, with more arguments behind it, on this
  /// terminal; its exit code, 128 and more where a signal ended it.
  ///
  /// Throws where it could not be started.
  static func run(_ command: String, _ arguments: [FilePath]) async throws -> Int {
    let result = try await Subprocess.run(
      .path("/bin/sh"),
      arguments: Arguments(["-c", command + " \"$@\"", "sh"] + arguments.map(\.string)),
      input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
    return code(result.terminationStatus)
  }

  /// Runs a command line with `input` to read, on this terminal.
  ///
  /// Throws where it could not be started.
  static func page(_ command: String, _ input: [UInt8]) async throws {
    _ = try await Subprocess.run(
      .path("/bin/sh"), arguments: ["-c", command], input: .array(input),
      output: .currentStandardOutput, error: .currentStandardError)
  }

  private static func code(_ status: TerminationStatus) -> Int {
    switch status {
    case .exited(let code): Int(code)
    case .signaled(let signal): 128 + Int(signal)
    }
  }
}
