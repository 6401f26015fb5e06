package import CairnConsole
import CairnWork
import Glibc

extension Interruption {
  /// A cancellation that takes effect as soon as this process receives a signal, and then also ends
  /// a request that is waiting.
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
