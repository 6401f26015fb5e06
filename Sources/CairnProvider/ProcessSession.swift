import Synchronization
import Glibc

/// The session in which a program was started: the program and what it started, as far as that made no
/// session of its own.
final class ProcessSession: Sendable {
  /// The number of the program's process, which is that of its session and its group; 0 before it runs.
  private let leader = Atomic<pid_t>(0)

  /// How long processes may take to end once they were asked to, and how often that is looked at.
  private static let (grace, look) = (Duration.milliseconds(300), Duration.milliseconds(20))
  /// How often what is still there is killed: it may start others meanwhile.
  private static let mostTurns = 10

  /// Notes which process leads it.
  func begin(_ leader: pid_t) { self.leader.store(leader, ordering: .relaxed) }

  /// Ends what is left of it, also in a task that was cancelled: asks those that were not asked with the
  /// group, and kills those that are still there after a moment.
  ///
  /// The number of the session is nobody else's while one of its processes is there.
  func end() async {
    let leader = leader.load(ordering: .relaxed)
    guard leader > 0 else { return }
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

  /// The processes of a session, as far as the machine lists them; else its group as one.
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

  /// Whether a process has ended, and only waits for its parent to ask how (proc(5), `stat`).
  private static func isDead(_ process: pid_t) -> Bool {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return true }
    defer { fclose(file) }
    var bytes = [CChar](repeating: 0, count: 512)
    guard fgets(&bytes, Int32(bytes.count), file) != nil else { return true }
    // The name of the program, in brackets, may have brackets of its own.
    let text = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let state = text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    return state == "Z" || state == "X"
  }
}
