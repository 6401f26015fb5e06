import Glibc

/// One thing that is measured, again and again.
struct Case {
  /// What the tables call it by.
  let name: String
  let command: Command
  /// Done before each run, and not measured.
  var prepare: () throws(BenchFailure) -> Void = {}
}

/// What all cases have in common: the programs, the folders, and how often each is run.
struct Bench {
  /// The program that is measured, as a full path.
  let cairn: String
  /// This program.
  let own: String
  /// The program that goes through a tree and does nothing else; it lies beside this one.
  var floor: String { beside("cairn-floor") }
  /// The program that prints one line; it lies beside this one.
  var hello: String { beside("cairn-hello") }
  /// An older program to compare with, as a full path, if the variable `OLDER` names one.
  var older: String? { getenv("OLDER").map { String(cString: $0) } }
  /// Where notebooks, databases and what commands print lie.
  let root: String
  /// How often each case is run.
  let runs: Int

  var notebooks: Notebooks { Notebooks(root: root) }
  /// The cache of Cairn, of which it is measured with and without.
  var cache: String { "\(root)/cache" }

  /// The variables that commands get: none that changes what they do, and folders of our own.
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

  /// The file that holds what a case printed when it was last run.
  func output(_ name: String) -> String {
    "\(root)/out/" + String(name.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
  }

  /// The lines that a case printed when it was last run.
  func lines(_ name: String) -> [Substring] {
    String(decoding: readFile(output(name)) ?? [], as: UTF8.self).split(separator: "\n")
  }

  /// Runs all cases in turn, `runs` times `factor`, so that what disturbs the machine disturbs all of
  /// them. Each is run once before, to warm up; one that takes minutes is run three times.
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
