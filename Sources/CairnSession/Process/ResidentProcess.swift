import CairnConsole
package import CairnDaemon
package import CairnHost
import CairnScreens
import Glibc
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
  package static func ofThisProcess() -> ClientCommand {
    var environment = Surroundings.environment
    environment.removeAll(where: suggestsSecret)
    return ClientCommand(
      arguments: Array(CommandLine.arguments.dropFirst()), environment: environment,
      folder: Surroundings.currentFolder.string, process: getpid(),
      terminals: [isatty(0) == 1, isatty(1) == 1, isatty(2) == 1],
      size: Surroundings.terminalSize())
  }

  /// Returns whether the variable in an entry `NAME=value` may contain a secret: its name contains
  /// one of four words, in upper or lower case. Commands that change nothing need no secrets.
  package static func suggestsSecret(_ entry: String) -> Bool {
    var entry = entry
    return entry.withUTF8 { bytes in
      let end = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.count
      for start in 0..<end {
        for word: StaticString in ["KEY", "TOKEN", "SECRET", "PASSWORD"]
        where word.utf8CodeUnitCount <= end - start {
          // The names of variables are ASCII. Case is the bit 0x20.
          var length = 0
          while length < word.utf8CodeUnitCount,
            bytes[start + length] & ~0x20 == word.utf8Start[length]
          { length += 1 }
          if length == word.utf8CodeUnitCount { return true }
        }
      }
      return false
    }
  }
}
