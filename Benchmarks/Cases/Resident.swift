import Glibc
import Synchronization

/// The process that keeps a notebook open, and what is asked of it.
struct Resident {
  let bench: Bench
  /// How many captures the notebook has.
  let count: Int

  /// What was measured besides single commands.
  struct Figures {
    /// The memory of the process in bytes, with the files that it maps and without.
    var memory: Int
    var owned: Int
    /// Milliseconds of processor time in each second in which nothing is asked.
    var idle: Double
    var clients: Clients?
  }

  /// Many clients at once.
  struct Clients {
    /// How many queries and writes there were.
    var queries = 0
    var writes = 0
    /// How many of both failed.
    var errors = 0
    /// The milliseconds within which 99 of 100 queries were answered.
    var slow = 0.0
  }

  /// The variable that tells commands where the resident process is.
  static func runtimeFolder(_ bench: Bench) -> String { "XDG_RUNTIME_DIR=\(bench.root)/run" }

  /// Starts the process.
  func start() throws(BenchFailure) {
    mkdir("\(bench.root)/run", 0o700)
    guard try daemon("start").isGood else {
      throw BenchFailure(reason: "the resident process does not start")
    }
  }

  /// Ends the process.
  func stop() { _ = try? daemon("stop") }

  private func daemon(_ what: String) throws(BenchFailure) -> Run {
    var command = bench.command([bench.cairn, "daemon", what], in: bench.root)
    command.environment.append(Self.runtimeFolder(bench))
    return try command.run(output: bench.output("daemon \(what)"))
  }

  /// Queries inside a process that keeps the notebook open.
  func inside() throws(BenchFailure) -> [String: Sample] {
    let folder = bench.notebooks.folder(count)
    let run = try bench.command([bench.own, "host", folder], in: bench.root)
      .run(output: bench.output("host"))
    guard run.status == 0 else {
      throw BenchFailure(
        reason: "the notebook cannot be kept open; see \(bench.output("host")).err")
    }
    var samples: [String: Sample] = [:]
    for line in bench.lines("host") {
      let words = line.split(separator: " ")
      guard words.count == 2, let milliseconds = Double(words[1]) else { continue }
      samples["host \(words[0])", default: Sample()].runs.append(
        Run(wall: milliseconds, processor: .nan, peak: run.peak, status: 0))
    }
    return samples
  }
}

// MARK: - What the kernel tells

extension Resident {
  /// The memory of the process, and what it does while nothing is asked.
  func idleFigures() -> Figures {
    guard (try? daemon("status")) != nil,
      let process = bench.lines("daemon status").first?.split(separator: " ")
        .compactMap({ Int($0) }).first
    else { return Figures(memory: 0, owned: 0, idle: .nan) }
    let seconds = 5
    let before = nanoseconds(process)
    sleep(UInt32(seconds))
    let spent = Double(nanoseconds(process) - before) / 1_000_000
    let memory = Memory(of: process)
    return Figures(
      memory: memory.resident, owned: memory.owned, idle: spent / Double(seconds))
  }

  /// The processor time of a process, with the threads that have ended, in nanoseconds. The kernel's
  /// ticks of 10 ms would be too coarse.
  private func nanoseconds(_ process: Int) -> Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid_t(process), &clock) == 0, clock_gettime(clock, &time) == 0
    else { return 0 }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// The memory of a process, in bytes.
struct Memory {
  /// The memory with the files that the process maps.
  let resident: Int
  /// The memory without files.
  let owned: Int

  /// Reads the memory of a process from the kernel; 0 if there is no such process.
  init(of process: Int) {
    let lines = String(decoding: readFile("/proc/\(process)/status") ?? [], as: UTF8.self)
      .split(separator: "\n")
    func size(_ name: String) -> Int {
      let line = lines.first { $0.hasPrefix(name) }
      return (line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
    }
    (resident, owned) = (size("VmRSS:"), size("RssAnon:"))
  }
}

// MARK: - Clients

extension Resident {
  private static let clients = 8
  private static let writesPerSecond = 5

  /// Lets clients ask the queries in turn for a minute, or `CLIENT_SECONDS`, while ordinary commands
  /// add captures.
  func clients(_ cases: [Case]) throws(BenchFailure) -> Clients {
    let seconds = variable("CLIENT_SECONDS").flatMap { Double($0) } ?? 60
    let end = now() + 1000 * seconds
    let commands = cases.map(\.command)
    let total = Total()
    let threads =
      (0..<Self.clients).map { number in
        Thread { ask(commands, from: number, until: end, total) }
      } + [Thread { write(until: end, total) }]
    for thread in threads { thread.join() }
    var counted = total.counted.withLock { $0 }
    counted.walls.sort()
    let slow = counted.walls.count * 99 / 100
    counted.clients.slow = slow < counted.walls.count ? counted.walls[slow] : .nan
    return counted.clients
  }

  /// What threads count together.
  private final class Total: Sendable {
    let counted = Mutex(Counted())
  }

  private struct Counted {
    var clients = Clients()
    var walls: [Double] = []
  }

  /// Asks the queries in turn, beginning with the one at `first`.
  private func ask(
    _ commands: [Command], from first: Int, until end: Double, _ total: Total
  ) {
    var next = first
    while now() < end {
      let command = commands[next % commands.count]
      let run = try? command.run(output: bench.output("client \(first)"))
      next += 1
      total.counted.withLock {
        $0.clients.queries += 1
        if run?.status != 0 { $0.clients.errors += 1 }
        $0.walls.append(run?.wall ?? .infinity)
      }
    }
  }

  /// Adds captures with ordinary commands.
  private func write(until end: Double, _ total: Total) {
    let folder = bench.notebooks.folder(count)
    let arguments = [bench.cairn, "-N", folder, "add", "A \(Captures.rare)", "--type", "note"]
    let command = bench.command(arguments, in: bench.root)
    let pause = 1000 / Double(Self.writesPerSecond)
    while now() < end {
      let start = now()
      let run = try? command.run(output: bench.output("client writes"))
      total.counted.withLock {
        $0.clients.writes += 1
        if run?.status != 0 { $0.clients.errors += 1 }
      }
      let left = max(0, pause - (now() - start))
      usleep(UInt32(left * 1000))
    }
  }
}

/// A thread of its own, because commands that are waited for would hold up shared ones.
struct Thread {
  private let thread: pthread_t

  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  init(_ run: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(run)).toOpaque())
    self.thread = thread
  }

  func join() { pthread_join(thread, nil) }
}
