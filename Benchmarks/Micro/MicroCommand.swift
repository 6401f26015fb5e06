/// A command that runs the kernels, each in a separate process.
struct MicroCommand {
  let bench: Bench

  /// Returns the nanoseconds for one unit of a kernel; nil if the kernel fails.
  func nanoseconds(_ name: String, units: Int, repeats: Int) throws(BenchFailure) -> Double? {
    let output = bench.output("micro \(name)")
    let run = try bench.command(
      [bench.own, "kernel", name, "\(units)", "\(repeats)"], in: bench.root
    ).run(output: output)
    guard run.status == 0 else { return nil }
    return bench.lines("micro \(name)").last.flatMap { Double($0) }
  }

  /// Returns the instructions for one unit: the difference between two repeats and one. Nil without
  /// valgrind.
  func instructions(_ name: String, units: Int) throws(BenchFailure) -> Double? {
    guard let valgrind = installed("valgrind") else { return nil }
    let counts = try [1, 2].map { repeats throws(BenchFailure) -> Double? in
      let output = bench.output("callgrind \(name)")
      let run = try bench.command(
        [
          valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", bench.own, "kernel", name,
          "\(units)", "\(repeats)",
        ], in: bench.root
      ).run(output: output)
      let messages = String(decoding: readFile("\(output).err") ?? [], as: UTF8.self)
      let line = messages.split(separator: "\n").last { $0.contains("Collected : ") }
      return run.status == 0 ? line?.split(separator: " ").last.flatMap { Double($0) } : nil
    }
    guard let one = counts[0], let two = counts[1] else { return nil }
    return (two - one) / Double(units)
  }

  /// Prints a table of all kernels.
  func run() throws(BenchFailure) {
    if installed("valgrind") == nil {
      print("valgrind is not installed: no instructions counted.\n")
    }
    print("| kernel | per | time | instructions |\n|---|---|---:|---:|")
    for kernel in Kernel.all {
      let time = try nanoseconds(kernel.name, units: 10_000, repeats: 3)
      let instructions = try instructions(kernel.name, units: 1000)
      print(
        "| \(kernel.name) | \(kernel.unit) | \(time.map { "\(decimals($0 / 1000, 2)) µs" } ?? "failed")"
          + " | \(instructions.map { decimals($0, 0) } ?? "–") |")
    }
  }
}
