package import CairnConsole
import CairnWork
import Glibc

/// The exit codes of commands. The codes are part of the interface; docs/json.md lists them.
package enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case nothingFound = 1
  case failure = 2
  case unclassified = 3
  case usage = 64
  /// Another process held the lock for too long. Equals `EX_TEMPFAIL` in sysexits(3).
  case locked = 75

  /// The error that a command throws to end with this exit code.
  package var end: CommandEnd { CommandEnd(rawValue) }

  /// A phrase that describes the code.
  package var meaning: String {
    switch self {
    case .success: "success"
    case .nothingFound: "the query matched nothing, or a name was not found"
    case .failure:
      "an error occurred, Cairn refused part of the work, or `cairn doctor` found a problem"
    case .unclassified:
      "a capture was saved without a type (only with --strict or the setting `add.strict`)"
    case .usage:
      "the command line is invalid, or contains an unknown field, view, template or setting; or "
        + "the command needs an answer, but cannot ask you"
    case .locked: "another cairn process was writing for too long; nothing changed"
    }
  }
}

/// An error that ends a command whose output already says what happened, so that only the exit code
/// remains to be set.
package struct CommandEnd: Error {
  /// The exit code of the process.
  package let exitCode: Int32

  package init(_ exitCode: Int32) { self.exitCode = exitCode }
}

extension Interruption {
  /// A cancellation that takes effect as soon as this process receives a signal, even while a
  /// request is waiting.
  static var cancellation: Cancellation {
    var cancellation = Cancellation()
    cancellation.isRequested = { code != nil }
    cancellation.setsWaiting = { $0 ? watch() : unwatch() }
    return cancellation
  }

  /// The exit code to throw after a signal ended a wait. It is the code for the recorded signal or,
  /// if no signal was recorded, the code for SIGINT.
  package static var exitCode: CommandEnd { CommandEnd(code ?? 128 + SIGINT) }
}
