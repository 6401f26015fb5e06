import Glibc

/// A command's connection to the resident process.
package final class DaemonClient: Sendable {
  private let socket: Int32

  deinit { close(socket) }

  /// Connects; nil if no resident process of this user and this program listens at the path.
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
