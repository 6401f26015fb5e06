import CairnCapture
import CairnConsole
import CairnDaemon
import CairnFiles
import CairnHost
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

/// A file to which a server appends its messages.
package struct MessageLog: Sendable {
  private let file: Int32?

  /// Opens the file with this name; if `name` is nil, nothing is logged.
  ///
  /// Throws a ``Failure`` if the file cannot be opened.
  package init(_ name: String?, _ surroundings: Surroundings) throws(Failure) {
    guard let name else {
      file = nil
      return
    }
    let path = surroundings.workingFolder.pushing(FilePath(name))
    let opened = path.withPlatformString {
      open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    }
    guard opened >= 0 else {
      throw Failure(
        "log-unwritable", "cannot write to `\(name)`: \(String(cString: strerror(errno)))")
    }
    file = opened
  }

  /// Appends a line.
  package func write(_ line: @autoclosure () -> String) {
    if let file { Console.writeAll(file, Array((line() + "\n").utf8)) }
  }
}
