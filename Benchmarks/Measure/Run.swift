import Glibc

/// The cost and the exit status of one run of a program.
struct Run {
  /// The wall-clock time, in milliseconds.
  var wall: Double
  /// The processor time of all threads, in milliseconds.
  var processor: Double
  /// The largest memory, in bytes.
  var peak: Int
  /// The exit status; 128 or more for a signal.
  var status: Int32
  /// Whether the run was a success: status 0, status 1 of a search without matches, or status 3 of
  /// `add` for a capture without a type.
  var isGood: Bool { [0, 1, 3].contains(status) }
}

/// A program with its arguments and environment.
struct Command {
  var arguments: [String]
  /// The working folder.
  var folder: String
  /// The file for standard input.
  var input = "/dev/null"
  /// The environment variables, each as `NAME=value`.
  var environment: [String]
}

extension Command {
  /// Runs the program to its end. Writes its output to the file `output`, and its messages to
  /// `output`.err.
  ///
  /// The measured memory includes the memory of this process at the start, so this process must
  /// stay small.
  func run(output: String) throws(BenchFailure) -> Run {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_addopen(
      &actions, 2, "\(output).err", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard chdir(folder) == 0 else { throw BenchFailure(reason: "there is no folder \(folder)") }
    let argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var child = pid_t()
    let start = now()
    let failure = posix_spawn(&child, arguments[0], &actions, nil, argv, envp)
    guard failure == 0 else {
      throw BenchFailure(
        reason: "cannot start \(arguments[0]): \(String(cString: strerror(failure)))")
    }
    var ended: Int32 = 0
    var usage = rusage()
    while wait4(child, &ended, 0, &usage) < 0, errno == EINTR {}
    return Run(
      wall: now() - start,
      processor: milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime),
      peak: Int(usage.ru_maxrss) * 1024,
      status: ended & 0x7F == 0 ? (ended >> 8) & 0xFF : 128 + (ended & 0x7F))
  }

  private func milliseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1000 + Double(time.tv_usec) / 1000
  }
}

/// Returns the milliseconds of a monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

/// Several runs of the same command.
struct Sample {
  var runs: [Run] = []

  /// The median of the wall-clock times, in milliseconds.
  var wall: Double { Self.median(runs.map(\.wall)) }
  /// The distance from the median within which half of the runs are, in milliseconds.
  var spread: Double { Self.median(runs.map { abs($0.wall - wall) }) }
  /// Returns the wall-clock time within which a share of the runs ended, in milliseconds.
  func wall(within share: Double) -> Double {
    let sorted = runs.map(\.wall).sorted()
    let place = min(Int((Double(sorted.count) * share).rounded(.up)), sorted.count) - 1
    return place < 0 ? .nan : sorted[place]
  }

  /// The median of the processor times, in milliseconds.
  var processor: Double { Self.median(runs.map(\.processor)) }
  /// The largest memory of any run, in bytes.
  var peak: Int { runs.map(\.peak).max() ?? 0 }
  /// Whether every run was a success.
  var isGood: Bool { !runs.isEmpty && runs.allSatisfy(\.isGood) }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    return (sorted[last / 2] + sorted[(last + 1) / 2]) / 2
  }
}

/// Returns the full path of an installed program, or nil.
func installed(_ name: String) -> String? {
  let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  return folders.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}
