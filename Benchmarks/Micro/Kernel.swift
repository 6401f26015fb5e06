/// A small task with fixed input. The benchmark measures the cost of one unit of input.
struct Kernel: Sendable {
  /// The name that selects the kernel on the command line.
  let name: String
  /// The unit that is counted: `front matter`, `body`.
  let unit: String
  /// A function that creates input of `units` units, and the task for all of them. The result of the task depends
  /// on all of its work, so that the compiler cannot remove any of it.
  let make: @Sendable (_ units: Int) throws -> () -> Int

  init(_ name: String, per unit: String, make: @escaping @Sendable (Int) throws -> () -> Int) {
    self.name = name
    self.unit = unit
    self.make = make
  }
}

extension Kernel {
  /// Returns the kernel with this name.
  static func named(_ name: String) -> Kernel? { all.first { $0.name == name } }

  /// Runs the task `repeats` times, and returns the wall-clock nanoseconds for one unit.
  func time(units: Int, repeats: Int) throws -> Double {
    let work = try make(units)
    var sum = 0
    let start = now()
    for _ in 0..<repeats { sum &+= work() }
    let took = now() - start
    // Never so, but the compiler cannot know.
    if sum == .min { print("") }
    return took * 1_000_000 / Double(units * max(repeats, 1))
  }
}
