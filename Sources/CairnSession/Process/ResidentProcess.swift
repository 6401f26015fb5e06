import CairnCapture
import CairnConsole
package import CairnDaemon
import CairnFiles
package import CairnHost
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnQuery
import CairnScreens
import CairnTerminal
import CairnText
import CairnWire
import CairnWork
import Glibc
import Synchronization
import SystemPackage

/// The resident process, which keeps notebooks open and runs commands for clients. It runs only
/// commands that change nothing (docs/daemon.md).
package enum ResidentProcess {
  /// The notebooks that are open in this process, if it is the resident process; otherwise nil.
  @TaskLocal package static var host: Host?
}

extension ResidentProcess {
  /// Returns the path of the socket at which the resident process may listen; nil if there is no
  /// such file, or if `CAIRN_DAEMON` is `0`. `variable` returns the value of a variable.
  package static func socket(_ variable: (String) -> String?) -> String? {
    guard variable("CAIRN_DAEMON") != "0",
      let path = DaemonSocket.path(runtimeFolder: variable("XDG_RUNTIME_DIR")),
      access(path, F_OK) == 0
    else { return nil }
    return path
  }
}

extension ClientCommand {
  /// Returns the command line and the environment of this process.
  package static func ofThisProcess(_ surroundings: Surroundings) -> ClientCommand {
    ClientCommand(
      arguments: surroundings.arguments,
      variables: surroundings.variables.filter { !$0.key.suggestsSecret },
      folder: surroundings.workingFolder.string, process: getpid(),
      terminals: [
        surroundings.inputIsTerminal, surroundings.outputIsTerminal, surroundings.errorIsTerminal,
      ],
      size: Surroundings.terminalSize())
  }
}

extension String {
  /// Whether a variable with this name may contain a secret. Commands that change nothing need no
  /// secrets.
  fileprivate var suggestsSecret: Bool {
    ["KEY", "TOKEN", "SECRET", "PASSWORD"].contains { uppercased().contains($0) }
  }
}
