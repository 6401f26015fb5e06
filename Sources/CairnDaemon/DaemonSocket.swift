import CLinux
import Glibc

/// The Unix socket of a user's resident process.
///
/// The client and the server each check that the other process belongs to the same user. The server
/// also checks that the client runs the same program.
package enum DaemonSocket {
  /// Returns the socket's path; nil if the session has no folder for sockets (XDG Base Directory
  /// Specification, `XDG_RUNTIME_DIR`), or the path is too long for a socket (unix(7)).
  package static func path(runtimeFolder: String?) -> String? {
    guard let folder = runtimeFolder, folder.hasPrefix("/"), folder.utf8.count < 80 else {
      return nil
    }
    return "\(folder)/cairn/daemon.sock"
  }

  /// Returns the path of the lock file for the socket at `path`. The resident process holds a lock
  /// on this file and writes its process id to it.
  static func lock(of path: String) -> String { String(path.dropLast("sock".count)) + "lock" }

  /// Returns the id of the process that listens on a path; nil if there is none, or if it received
  /// its socket from systemd.
  package static func owner(of path: String) -> Int32? {
    let file = open(lock(of: path), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard flock(file, LOCK_EX | LOCK_NB) != 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = read(file, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    return Int32(text.prefix { $0.isNumber })
  }

  /// Returns bytes that identify this build and this installation of the program; empty if the
  /// program's file cannot be found.
  package static func program() -> [UInt8] {
    var status = stat()
    guard stat("/proc/self/exe", &status) == 0 else { return [] }
    let time = status.st_mtim
    let file = "\(status.st_dev) \(status.st_ino) \(status.st_size)"
    return Array("\(file) \(time.tv_sec) \(time.tv_nsec)".utf8)
  }

  /// Returns whether the executable file of this process was deleted, or replaced by another file.
  static func isProgramRemoved() -> Bool {
    var status = stat()
    return stat("/proc/self/exe", &status) == 0 && status.st_nlink == 0
  }

  /// Calls `body` with the socket address for a path.
  static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Returns a new socket; -1 if it cannot be created.
  static func make() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Sets the maximum time that each read and each write on a socket waits.
  static func limitWaits(_ socket: Int32, milliseconds: Int) {
    var time = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, size)
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, size)
  }

  /// Returns whether the process at the other end belongs to this process's user.
  static func isOwn(_ socket: Int32) -> Bool { cairn_peer_user(socket) == Int(geteuid()) }
}
