import Glibc

/// A command that is measured several times.
struct Case {
  /// The name in the tables.
  let name: String
  let command: Command
  /// A step before each run that is not measured.
  var prepare: () throws(BenchFailure) -> Void = {}
}

/// The settings of all cases: the programs, the folders, and the number of runs.
struct Bench {
  /// The full path of the measured program.
  let cairn: String
  /// The full path of this program.
  let own: String
  /// The program that only walks a tree; it is in the same folder as this program.
  var floor: String { beside("cairn-floor") }
  /// The program that prints one line; it is in the same folder as this program.
  var hello: String { beside("cairn-hello") }
  /// The full path of an older program to compare with, from the variable `OLDER`.
  var older: String? { getenv("OLDER").map { String(cString: $0) } }
  /// The folder for notebooks, databases and output.
  let root: String
  /// The number of runs of each case.
  let runs: Int

  var notebooks: Notebooks { Notebooks(root: root) }
  /// Cairn's cache folder. Some cases run without a cache.
  var cache: String { "\(root)/cache" }

  /// The environment variables of commands. They set separate folders, and leave out variables that
  /// change results.
  var environment: [String] {
    [
      "PATH=\(getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")", "LC_ALL=C.UTF-8",
      "TZ=UTC", "HOME=\(root)/home", "XDG_CACHE_HOME=\(cache)", "XDG_STATE_HOME=\(root)/state",
      "XDG_CONFIG_HOME=\(root)/config", "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=\(root)",
    ]
  }

  private func beside(_ name: String) -> String {
    own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
  }

  func command(_ arguments: [String], in folder: String, input: String = "/dev/null") -> Command {
    Command(arguments: arguments, folder: folder, input: input, environment: environment)
  }

  /// Returns the file with the output of a case's last run.
  func output(_ name: String) -> String {
    "\(root)/out/" + String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
  }

  /// Returns the output lines of a case's last run.
  func lines(_ name: String) -> [Substring] {
    String(decoding: readFile(output(name)) ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// Runs all cases in turn, `runs` times `factor`, so that a disturbance of the machine affects
  /// all of them. Each case first runs once to warm up. A case that takes minutes runs three times.
  func measure(
    _ cases: [Case], warmUp: Bool = true, factor: Int = 1
  ) throws(BenchFailure) -> [String: Sample] {
    var samples: [String: Sample] = [:]
    var spent: [String: Double] = [:]
    for round in (warmUp ? 0 : 1)...runs * factor {
      for item in cases where (spent[item.name] ?? 0) < 60_000 || round <= 3 {
        // What cannot be run is not tried again.
        if let sample = samples[item.name], !sample.isGood { continue }
        try item.prepare()
        let run = try item.command.run(output: output(item.name))
        spent[item.name, default: 0] += run.wall
        if round > 0 || !run.isGood { samples[item.name, default: Sample()].runs.append(run) }
      }
    }
    return samples
  }
}
