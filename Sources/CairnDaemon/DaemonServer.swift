import CairnText
import Glibc
import Synchronization

/// The server in the resident process. The server accepts connections on a socket and answers
/// requests.
package final class DaemonServer: Sendable {
  /// The maximum size of a request, in bytes.
  private static let largestRequest = 16 << 20

  private let socket: Int32
  private let program = DaemonSocket.program()
  /// A callback that returns the answer to a request; nil to decline the request.
  private let answer: @Sendable (DaemonRequest) async -> DaemonAnswer?

  /// Creates a server for a listening socket.
  package init(
    _ socket: Int32, answer: @escaping @Sendable (DaemonRequest) async -> DaemonAnswer?
  ) {
    self.socket = socket
    self.answer = answer
  }

  /// Returns a socket that listens on the path. Replaces the socket file of an ended process. On
  /// failure, returns nil and sets `errno`: `EADDRINUSE` if another process listens on the path.
  package static func listen(at path: String) -> Int32? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = String(path[..<slash])
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { return nil }
    // The lock shows that this process is alive; it is kept until the process ends.
    let lock = open(DaemonSocket.lock(of: path), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard lock >= 0 else { return nil }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      close(lock)
      errno = EADDRINUSE
      return nil
    }
    let name = Array("\(getpid())\n".utf8)
    _ = (ftruncate(lock, 0), write(lock, name, name.count))
    unlink(path)
    let socket = DaemonSocket.make()
    // On Linux, the socket file gets the mode of the socket. Changing the umask instead would
    // change the modes of files that other threads create.
    guard socket >= 0, fchmod(socket, 0o600) == 0,
      DaemonSocket.withAddress(path, { bind(socket, $0, $1) }) == 0
    else { return nil }
    return Glibc.listen(socket, 128) == 0 ? socket : nil
  }

  /// Returns the socket that systemd passed (sd_listen_fds(3)); nil if it passed none.
  package static func passedSocket(_ variables: [String: String]) -> Int32? {
    guard variables["LISTEN_PID"] == "\(getpid())", let count = variables["LISTEN_FDS"],
      Int(count) ?? 0 >= 1
    else { return nil }
    _ = fcntl(3, F_SETFD, FD_CLOEXEC)
    return 3
  }

  /// Answers requests until `goesOn` returns false. `goesOn` is called at the start, and after each
  /// connection and each signal.
  package func run(while goesOn: () -> Bool) {
    while goesOn() {
      let connection = accept(socket, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        if !DetachedThread.start({ self.serve(connection) }) { close(connection) }
      } else if errno != EINTR, errno != ECONNABORTED {
        // Probably too many files are open; waits for some to be closed.
        usleep(10_000)
      }
    }
  }

  private func serve(_ connection: Int32) {
    DaemonSocket.limitWaits(connection, milliseconds: 2000)
    guard DaemonSocket.isOwn(connection), let greeting = Frame(from: connection, upTo: 4096),
      isThisProgram(greeting), let frame = Frame(from: connection, upTo: Self.largestRequest),
      let request = DaemonRequest(frame)
    else {
      close(connection)
      return
    }
    Task.detached {
      let frame = await self.answer(request)?.frame ?? Frame([])
      _ = frame.send(to: connection)
      close(connection)
    }
  }

  /// Returns whether a client runs the same program as this process. If the programs differ, and
  /// the file of this process's program was removed or replaced (for example by an update), ends
  /// this process, because no client will ever run its program again.
  private func isThisProgram(_ greeting: Frame) -> Bool {
    if greeting.strings == [program] { return true }
    if DaemonSocket.isProgramRemoved() { kill(getpid(), SIGTERM) }
    return false
  }
}
