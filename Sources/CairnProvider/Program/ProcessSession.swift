import Synchronization
import Glibc

/// The session of a program: the program's process and its descendants, except those that started
/// their own session.
final class ProcessSession: Sendable {
  /// The id of the program's process, which is also the id of its session and process group, and
  /// the time when it started; nil before the program runs.
  private let start = Mutex<(leader: pid_t, time: ContinuousClock.Instant)?>(nil)

  /// The time that processes have to exit after SIGTERM (`grace`), and the time between two checks
  /// for processes that are still running (`look`).
  private static let (grace, look) = (Duration.milliseconds(300), Duration.milliseconds(20))
  /// The maximum number of rounds of SIGKILL. More than one round may be necessary, because
  /// processes can start new processes between rounds.
  private static let mostTurns = 10

  /// Records the id of the program's process. Call this as soon as that process has started.
  func begin(_ leader: pid_t) { start.withLock { $0 = (leader, .now) } }

  /// The time for which the program has been running; nil if it has not started or has exited.
  var runTime: Duration? {
    guard let (leader, time) = start.withLock(\.self) else { return nil }
    // WNOWAIT leaves the exit code for Subprocess. Without an exited process, si_signo is 0.
    var status = siginfo_t()
    guard waitid(P_PID, id_t(leader), &status, WEXITED | WNOHANG | WNOWAIT) == 0,
      status.si_signo == 0
    else { return nil }
    return .now - time
  }

  /// Terminates all processes of the session, even in a cancelled task. Processes outside the
  /// program's process group get SIGTERM; after ``grace``, all that are left get SIGKILL.
  ///
  /// Processes of other sessions cannot get these signals, because the system does not reuse the id
  /// of a session that has processes.
  func end() async {
    guard let leader = start.withLock({ $0?.leader }) else { return }
    await Task {
      for process in Self.processes(of: leader) where getpgid(process) != leader {
        kill(process, SIGTERM)
      }
      let deadline = ContinuousClock.now + Self.grace
      while ContinuousClock.now < deadline, !Self.processes(of: leader).isEmpty {
        try? await Task.sleep(for: Self.look)
      }
      for _ in 0..<Self.mostTurns {
        let left = Self.processes(of: leader)
        if left.isEmpty { break }
        for process in left { kill(process, SIGKILL) }
        try? await Task.sleep(for: Self.look)
      }
    }.value
  }

  /// Returns the ids of a session's processes, read from /proc. Without /proc, returns the negative
  /// id of the process group if the group exists. Given a negative id, kill(2) signals the whole
  /// group.
  private static func processes(of leader: pid_t) -> [pid_t] {
    guard let folder = opendir("/proc") else { return kill(-leader, 0) == 0 ? [-leader] : [] }
    defer { closedir(folder) }
    var found: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let process = pid_t(name), getsid(process) == leader, !isDead(process) {
        found.append(process)
      }
    }
    return found
  }

  /// Returns whether a process has exited and waits to be reaped by its parent (proc(5), `stat`).
  private static func isDead(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 512)
    guard fgets(&bytes, Int32(bytes.count), file) != nil else { return true }
    // The program's name, in parentheses, may itself contain parentheses.
    let text = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let state = text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    return state == "Z" || state == "X"
  }
}
