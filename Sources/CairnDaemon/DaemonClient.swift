import Glibc

/// A command's connection to the resident process.
package final class DaemonClient: Sendable {
  private let socket: Int32

  deinit { close(socket) }

  /// Connects to the resident process that listens on a path; nil if no process of this user
  /// listens there. If the resident process runs another build of the program, ``ask(_:)`` returns
  /// nil. No read or write waits longer than `milliseconds`.
  package init?(_ path: String, patience milliseconds: Int = 2000) {
    socket = DaemonSocket.make()
    DaemonSocket.limitWaits(socket, milliseconds: milliseconds)
    let isConnected = DaemonSocket.withAddress(path) { connect(socket, $0, $1) } == 0
    guard isConnected, DaemonSocket.isOwn(socket),
      Frame([DaemonSocket.program()]).send(to: socket)
    else { return nil }
  }

  /// Returns the answer to a request; nil if the resident process declines the request, ends, or
  /// does not answer in time.
  package func ask(_ request: DaemonRequest) -> DaemonAnswer? {
    guard request.frame.send(to: socket), let frame = Frame(from: socket) else { return nil }
    return DaemonAnswer(frame)
  }
}
