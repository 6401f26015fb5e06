import CairnText
import Testing

@Suite struct ParallelTests {
  @Test(arguments: [0, 1, 2, 7, 500])
  func takesResultsInOrder(count: Int) {
    var taken: [Int] = []
    Parallel.inOrder(count) { number in
      // Later numbers are often done first.
      var work = number
      for step in 0..<(count - number) * 50 { work = (work &* 31) ^ step }
      return (number, work)
    } _: { result in
      taken.append(result.0)
    }
    #expect(taken == Array(0..<count))
  }
}
