import Synchronization
import Glibc

/// A process and its descendants, as found in /proc (proc(5)).
final class ProcessTree: Sendable {
  /// The id of the process at the root of the tree; 0 before it runs.
  private let root = Atomic<pid_t>(0)

  /// The maximum time between two checks (`look`), and the time between SIGTERM and SIGKILL
  /// (`grace`).
  private static let (look, grace) = (Duration.seconds(1), Duration.seconds(1))

  /// Sets the id of the first process. To be called as soon as that process has started.
  func begin(_ root: pid_t) { self.root.store(root, ordering: .relaxed) }

  /// Waits until the processes have read, written and computed nothing for `limit`, then terminates
  /// them and returns true. Returns false if the task is cancelled first.
  ///
  /// The output of a root that has exited may be read late, because other work keeps all threads
  /// busy. So turns of this loop then count instead of time: as many as take `limit`, or at least
  /// ten seconds, if no other work delays them.
  func end(afterIdling limit: Duration) async -> Bool {
    let pause = min(Self.look, limit / 4)
    var work: UInt64?
    var since = ContinuousClock.now
    var waited = Duration.zero
    while (try? await Task.sleep(for: pause)) != nil {
      let processes = Self.processes(from: root.load(ordering: .relaxed))
      let now = Self.work(of: processes)
      if processes.isEmpty {
        (since, waited) = (.now, waited + pause)
        if waited < max(limit, .seconds(10)) { continue }
      } else if now != work {
        (work, since) = (now, .now)
        continue
      } else if ContinuousClock.now - since < limit {
        continue
      }
      await end()
      return true
    }
    return false
  }

  /// Sends SIGTERM to the processes, and SIGKILL to those that remain after `grace`.
  private func end() async {
    var left = Self.processes(from: root.load(ordering: .relaxed))
    for process in left { kill(process.number, SIGTERM) }
    let deadline = ContinuousClock.now + Self.grace
    while ContinuousClock.now < deadline, left.contains(where: { $0.isThere }) {
      try? await Task.sleep(for: .milliseconds(20))
    }
    // Any process that started in the meantime is a descendant of one in `left`.
    left += left.flatMap { Self.processes(from: $0.number) }
    for process in left where process.isThere { kill(process.number, SIGKILL) }
  }
}

// MARK: - Reading /proc

extension ProcessTree {
  /// The state of a process that runs, at one time.
  private struct Process {
    let number: pid_t
    let parent: pid_t
    /// The start time, which distinguishes this process from a later one with the same id.
    let start: UInt64
    /// The CPU time used, in clock ticks.
    let time: UInt64

    /// Reads the `stat` file of the process with the id `number`; nil if there is no such process
    /// or if it has exited.
    init?(_ number: pid_t) {
      let text = ProcessTree.text("/proc/\(number)/stat")
      // The program's name, in parentheses, may itself contain parentheses and spaces.
      let fields = text.lastIndex(of: ")").map { text[$0...].split(separator: " ").dropFirst() }
      guard let fields, fields.count > 19, !["Z", "X"].contains(fields[fields.startIndex])
      else { return nil }
      let count = { (place: Int) in UInt64(fields[fields.startIndex + place]) ?? 0 }
      self.number = number
      parent = pid_t(count(1))
      time = count(11) + count(12)
      start = count(19)
    }

    /// Whether the process is still running.
    var isThere: Bool { Process(number)?.start == start }
  }

  /// Returns a process and all its descendants that still run.
  private static func processes(from root: pid_t) -> [Process] {
    var children: [pid_t: [Process]] = [:]
    for number in numbers() {
      guard let process = Process(number) else { continue }
      children[process.parent, default: []].append(process)
    }
    var found = Process(root).map { [$0] } ?? []
    var next = 0
    while next < found.count {
      found += children[found[next].number] ?? []
      next += 1
    }
    return found
  }

  private static func numbers() -> [pid_t] {
    guard let folder = opendir("/proc") else { return [] }
    defer { closedir(folder) }
    var numbers: [pid_t] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if let number = pid_t(name) { numbers.append(number) }
    }
    return numbers
  }

  /// Returns a number that changes whenever one of the processes reads, writes, computes, starts or
  /// exits.
  private static func work(of processes: [Process]) -> UInt64 {
    processes.reduce(0) { sum, process in
      let counts = text("/proc/\(process.number)/io").split(separator: "\n").prefix(2)
        .compactMap { $0.split(separator: " ").last.flatMap { UInt64($0) } }
      return counts.reduce(sum &+ process.time &+ process.start, &+)
    }
  }

  /// Returns the beginning of a file in /proc; empty if it cannot be read.
  private static func text(_ path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 2048)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
