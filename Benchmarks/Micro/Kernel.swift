/// A small piece of work on fixed input, of which the cost of one unit is measured.
struct Kernel: Sendable {
  /// What it is asked for by.
  let name: String
  /// What is counted: `front matter`, `body`.
  let unit: String
  /// Makes input of so many units, and the work on all of them. What the work returns depends on
  /// all it did, so that nothing is left out.
  let make: @Sendable (_ units: Int) throws -> () -> Int

  init(_ name: String, per unit: String, make: @escaping @Sendable (Int) throws -> () -> Int) {
    self.name = name
    self.unit = unit
    self.make = make
  }
}

extension Kernel {
  /// The kernel of this name.
  static func named(_ name: String) -> Kernel? { all.first { $0.name == name } }

  /// Does the work so many times; nanoseconds for one unit, by the clock.
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
