// Measures Cairn against the machine and other tools; run by `make bench` and `make bench-micro`.
//
//     cairn-bench run CAIRN FOLDER         all that docs/performance.md shows
//     cairn-bench micro FOLDER             the kernels, with instruction counts
//     cairn-bench generate FOLDER COUNT [words]
//     cairn-bench kernel NAME UNITS REPEATS
//     cairn-bench host NOTEBOOK            queries inside a process that keeps the notebook open
//     cairn-bench servers CAIRN FOLDER COUNT
//                                          `cairn lsp` and `cairn mcp` on a generated notebook
//
// COUNT (the sizes of the notebooks), RUNS, QUERIES and CLIENT_SECONDS are read from the environment.

import Glibc

/// Returns the value of an environment variable; nil if it is not set or empty.
func variable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
}

/// Creates the benchmark with its folder at `root`, as an absolute path.
func bench(_ root: String, _ cairn: String) throws(BenchFailure) -> Bench {
  makeFolders("\(root)/out")
  guard let path = realpath(root, nil), let own = realpath("/proc/self/exe", nil) else {
    throw BenchFailure(reason: "\(root) cannot be made")
  }
  let program = realpath(cairn, nil).map { String(cString: $0) } ?? cairn
  return Bench(
    cairn: program, own: String(cString: own), root: String(cString: path),
    runs: variable("RUNS").flatMap { Int($0) } ?? 7)
}

func run(_ arguments: [String]) async throws {
  let words = arguments + ["", "", "", ""]
  switch words[0] {
  case "run":
    let counts = (variable("COUNT") ?? "1000 10000 100000").split(separator: " ")
      .compactMap { Int($0) }
    var command = BenchCommand(bench: try bench(words[2], words[1]), counts: counts.sorted())
    if let queries = variable("QUERIES").flatMap({ Int($0) }) {
      command.relevance.queries = queries
    }
    try command.run()
  case "micro":
    try MicroCommand(bench: try bench(words[1], "")).run()
  case "generate":
    try Notebooks(root: words[1]).make(Int(words[2]) ?? 0, words[3] == "words" ? .words : .full)
  case "kernel":
    guard let kernel = Kernel.named(words[1]) else {
      throw BenchFailure(reason: "no kernel is called \(words[1])")
    }
    print(try kernel.time(units: Int(words[2]) ?? 1, repeats: Int(words[3]) ?? 1))
  case "host": try await HostQueries(folder: words[1]).run()
  case "servers":
    let bench = try bench(words[2], words[1])
    let servers = Servers(bench: bench, count: Int(words[3]) ?? 1000)
    for (name, sample) in try servers.measure().sorted(by: { $0.key < $1.key }) {
      print(
        name, duration(sample.wall), "95 of 100", duration(sample.wall(within: 0.95)),
        bytes(sample.peak))
    }
  default:
    throw BenchFailure(reason: "run, micro, generate, kernel, host or servers")
  }
}

do {
  try await run(Array(CommandLine.arguments.dropFirst()))
} catch let failure as BenchFailure {
  say("\(failure.reason)")
  exit(1)
}
