import CairnFixtures
import CairnText
import Testing

struct UniqueNamesTests {
  @Test func addsNumbers() {
    var names = UniqueNames(from: 2)
    let made = ["a", "a-2", "a", "a", "b", "a-2", "", ""].map { names.next($0) }
    #expect(made == ["a", "a-2", "a-3", "a-4", "b", "a-2-2", "", "-2"])
    #expect(names.contains("a-4") && !names.contains("a-5"))
    var others = UniqueNames(separator: "_", from: 1)
    #expect((0..<3).map { _ in others.next("x") } == ["x", "x_1", "x_2"])
  }

  @Test("Many equal names cost no more than many others")
  func scale() {
    let time = ThreadTime.measure {
      var names = UniqueNames(from: 1)
      for _ in 0..<50_000 { _ = names.next("a") }
    }
    #expect(time < .seconds(5))
  }
}
