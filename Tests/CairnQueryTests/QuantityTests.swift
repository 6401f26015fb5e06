import CairnCapture
import CairnDocument
import CairnQuery
import CairnText
import Testing

/// Numbers that `Double` cannot tell apart.
@Suite struct QuantityTests {
  private static let captures = [
    "1729384756120938497", "1729384756120938498", "1729384756120938496.0", "'1729384756120938499'",
  ].enumerated().map { index, value in
    Capture(
      path: NotePath.root.appending("\(index).md") ?? .root,
      document: Document(Array("---\ntweet: \(value)\n---\n".utf8)), modified: Instant(seconds: 0))
  }

  @Test(arguments: [
    ("tweet:1729384756120938497", ["0"]), ("tweet:1729384756120938500", []),
    ("tweet>1729384756120938497", ["1", "3"]), ("tweet:..1729384756120938497", ["0", "2"]),
    ("tweet:1729384756120938496", ["2"]),
    ("has:tweet sort:tweet", ["2", "0", "1", "3"]),
    ("has:tweet sort:-tweet", ["3", "1", "0", "2"]),
  ])
  func areComparedExactly(_ text: String, _ names: [String]) throws {
    let found = try Query(text).select(from: Self.captures, in: Fixture.context).captures
    let stems = found.map(\.path.stem)
    #expect((text.contains("sort:") ? stems : stems.sorted()) == names)
  }
}
