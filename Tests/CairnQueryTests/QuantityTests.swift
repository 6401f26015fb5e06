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

  private static let mixed = [
    "10", "ten", "true", ".nan", "10 kg", "2026-11-20", "1.10.2", "tomorrow", "2026-W47",
  ].enumerated().map { index, value in
    Capture(
      path: NotePath.root.appending("\(index).md") ?? .root,
      document: Document(Array("---\nn: \(value)\n---\n".utf8)), modified: Instant(seconds: 0))
  }

  /// Between numbers lie numbers, and texts that begin with a digit; between times lie times.
  @Test(arguments: [
    ("n>5", ["0", "4", "5", "8"]), ("n:9..10", ["0", "4"]), ("n<5", ["6"]),
    ("n:2026-11-01..today", ["5"]), ("n:9999..", []), ("n:yesterday..tomorrow", ["5"]),
    ("n:a..zz", ["1", "2", "3", "7"]), ("n:1.2..1.20", ["6"]),
  ])
  func mixedKindsAreNotCompared(_ text: String, _ names: [String]) throws {
    let found = try Query(text).select(from: Self.mixed, in: Fixture.context).captures
    #expect(found.map(\.path.stem).sorted() == names, "\(text)")
  }
}
