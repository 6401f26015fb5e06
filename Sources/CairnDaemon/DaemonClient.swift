import Glibc

/// A command's connection to the resident process.
package final class DaemonClient: Sendable {
  private let socket: Int32

  deinit { close(socket) }

  /// Connects to the resident process at a path; nil if no process of this user listens there. If
  /// the process runs another program, the connection succeeds, but ``ask(_:)`` returns nil.
  package init?(_ path: String, patience milliseconds: Int = 2000) {
    socket = DaemonSocket.make()
    DaemonSocket.limitWaits(socket, milliseconds: milliseconds)
    let isConnected = DaemonSocket.withAddress(path) { connect(socket, $0, $1) } == 0
    guard isConnected, DaemonSocket.isOwn(socket),
      Frame([DaemonSocket.program()]).send(to: socket)
    else { return nil }
  }

  /// Returns the answer to a request; nil if the resident process declines, ends, or is silent for
  /// too long.
  package func ask(_ request: DaemonRequest) -> DaemonAnswer? {
    guard request.frame.send(to: socket), let frame = Frame(from: socket) else { return nil }
    return DaemonAnswer(frame)
  }
}
