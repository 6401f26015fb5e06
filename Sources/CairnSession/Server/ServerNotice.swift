import CairnConsole
package import CairnFiles
import CairnNotebook
import CairnScreens
import CairnText
import CairnWork
import Glibc
import Synchronization
package import SystemPackage

/// The messages that a server prints for the person who started it.
package enum ServerNotice {
  /// Writes a line to standard error.
  package static func say(_ line: String) {
    Console.writeAll(STDERR_FILENO, Array((TerminalText.escaped(line) + "\n").utf8))
  }

  /// Returns the web address of a server that listens on `host`. If the server listens on all
  /// addresses, returns the local address.
  package static func address(_ host: String, _ port: Int) -> String {
    let isAny = ["0.0.0.0", "::"].contains(host)
    let name = isAny ? "127.0.0.1" : host.contains(":") ? "[\(host)]" : host
    return "http://\(name):\(port)"
  }

  /// Returns whether only programs on this machine can connect to an address.
  package static func isLocal(_ address: String) -> Bool {
    ["127.0.0.1", "::1", "localhost"].contains(address)
  }

  /// Opens the page that logs a browser in. If `opens` is false, only prints the address of the
  /// page, or nothing if `isQuiet` is also true.
  package static func show(
    _ page: FilePath, opens: Bool, isQuiet: Bool, _ surroundings: Surroundings
  ) throws {
    guard opens else {
      if !isQuiet { say("To log in, open file://\(page) in a browser within a minute.") }
      return
    }
    guard let program = surroundings.program("xdg-open"),
      Programs.startDetached(program.string, [page.string]) != nil
    else {
      throw Failure(
        "browser-missing", "`xdg-open` is not installed; open file://\(page) in a browser")
    }
  }
}

/// The record of a server's address in the notebook's state folder. The record is valid as long as
/// this object exists.
package final class ServerRecord: Sendable {
  private let lock = Mutex<HeldLock?>(nil)

  package init() {}

  /// Writes the record, unless another server of the notebook has already written a record.
  package func write(_ address: String, in state: StateFolder) throws(FileError) {
    let held = try state.holdServer(address)
    lock.withLock { $0 = held }
  }
}

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
