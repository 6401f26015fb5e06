import CairnFiles
import Glibc

/// Which of many cases a test goes through: all of them where `CAIRN_SOAK` is set, as `make soak`
/// does; else some, always the same ones.
struct Sample<Case: Sendable>: Sendable {
  /// All of them.
  let all: [Case]
  /// Those of `make test`.
  let few: [Case]

  /// Those that are gone through now.
  var chosen: [Case] { isLongForm ? all : few }

  /// So many of them, spread evenly; the first and the last are among them.
  init(_ all: [Case], _ count: Int) {
    self.all = all
    few = Self.spread(all, count)
  }

  private init(_ all: [Case], few: [Case]) {
    self.all = all
    self.few = few
  }

  private static func spread(_ all: [Case], _ count: Int) -> [Case] {
    guard all.count > count, count > 1 else { return all }
    return (0..<count).map { all[$0 * (all.count - 1) / (count - 1)] }
  }
}

extension Sample<Int> {
  /// Of the calls of a command, numbers from 1: so many, spread evenly, and the first and the last of
  /// each kind.
  init(_ numbers: [Int], among calls: [SystemCall], _ count: Int) {
    let kinds = Dictionary(grouping: numbers) { calls[$0 - 1] }
    let ends = kinds.values.flatMap { [$0.first, $0.last].compactMap(\.self) }
    self.init(numbers, few: Set(ends + Self.spread(numbers, count)).sorted())
  }
}

/// Whether the long forms of tests are played.
let isLongForm = getenv("CAIRN_SOAK") != nil
