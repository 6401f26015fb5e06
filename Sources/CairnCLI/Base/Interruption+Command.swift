import ArgumentParser
import CairnConsole
import CairnWork
import Glibc

extension Interruption {
  /// A cancellation that ends the wait of a request as soon as this process has received a signal.
  static var cancellation: Cancellation {
    var cancellation = Cancellation()
    cancellation.isRequested = { code != nil }
    cancellation.setsWaiting = { $0 ? watch() : unwatch() }
    return cancellation
  }

  /// The exit code to throw after a signal ended a wait: the code of the signal or, if none was
  /// recorded, of SIGINT.
  static var exitCode: ExitCode { ExitCode(code ?? 128 + SIGINT) }
}
