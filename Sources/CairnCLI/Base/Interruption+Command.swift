import ArgumentParser
import CairnConsole
import CairnWork
import Glibc

extension Interruption {
  /// A cancellation that ends waiting requests once a signal has been received.
  static var cancellation: Cancellation {
    var cancellation = Cancellation()
    cancellation.isRequested = { code != nil }
    cancellation.setsWaiting = { $0 ? watch() : unwatch() }
    return cancellation
  }

  /// The exit code to throw after a signal ended a wait. If no signal was recorded, the exit code
  /// for SIGINT.
  static var exitCode: ExitCode { ExitCode(code ?? 128 + SIGINT) }
}
