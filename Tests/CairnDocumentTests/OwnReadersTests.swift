import CairnText
import Testing
import Yams

@testable import CairnDocument

/// What is read without the YAML parser agrees with it, wherever it reads the same text.
struct OwnReadersTests {
  /// Pieces of flow collections, some of which only YAML 1.2 allows.
  private static let flow = [
    "[", "]", "{", "}", ", ", ",", ": ", ":", " ", "\n ", "a", "b c", "1", "1.50", "~", "'q'",
    "\"w\"",
    "'it''s'", "x:y", "é", "-x", "true", "[]", "{}", "a: 1", "2026-11-21",
  ]

  @Test(arguments: [1, 2, 3] as [UInt64])
  func flowCollections(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var compared = 0
    for _ in 0..<6_000 {
      let inner = (0..<Int.random(in: 0..<7, using: &generator)).map { _ in
        Self.flow.randomElement(using: &generator) ?? ""
      }.joined()
      let text = Bool.random(using: &generator) ? "[\(inner)]" : "{\(inner)}"
      guard let ours = FlowReader.value(Array(text.utf8)[...]), let theirs = Self.parsed(text)
      else { continue }
      #expect(ours == theirs, "\(text.debugDescription)")
      compared += 1
    }
    #expect(compared > 500)
  }

  /// Lines of block scalars, their headers and what follows.
  private static let block = [
    "", "  one", "  two: three", "    deep", "   mid", "  ", "    ", "  - x", "  # y",
    "  **z** & *",
    "  \ttab", "  é  ", " one",
  ]

  @Test(arguments: [1, 2, 3] as [UInt64])
  func blockScalars(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    let headers = ["|", ">", "|-", ">-", "|+", ">+", "|2", ">1-", "| # c"]
    var compared = 0
    for _ in 0..<6_000 {
      let lines = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
        Self.block.randomElement(using: &generator) ?? ""
      }
      let text = ([headers.randomElement(using: &generator) ?? "|"] + lines).map { $0 + "\n" }
        .joined()
      var scanner = FieldScanner(Array("k: \(text)z: 1\n".utf8), 0..<(text.utf8.count + 8))
      guard let ours = try? scanner.fields().first?.reading,
        let theirs = Self.parsed(text, key: "k")
      else { continue }
      #expect(ours == theirs, "\(text.debugDescription)")
      compared += 1
    }
    #expect(compared > 2_000)
  }

  /// Lines with signs that are anchors and aliases in some places and text in others.
  private static let marks = [
    "a: &x one", "b: *x", "c: [*x, &y z, \"&q *x\"]", "d: |", "  **bold** &z *x", "  ? what",
    "e: >-",
    "f: \"one *x", "  &w two\"", "g: 'one *x'", "h: one # &c *x", "i: one", "  *x two &v",
    "# *x &u",
    "j:", "  - *x", "  - &t one", "  - k: *x", "    l: &s", "  - |", "    *x", "  -  one",
    "    & *x",
    "m: {n: *x, o: a*x, p: [*x]}", "q: &r {a: 1}", "*x : 1", "? *x", "? [a]", "[a]: 1", "s: a ? b",
    "t: [a, b", "  *x, c*x]", "u: !t *x", "v: one*x &x", "w: '''*x'''", "  text: *x", "",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func anchorsAndAliases(_ seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    var compared = 0
    for _ in 0..<6_000 {
      let lines = (0..<Int.random(in: 1..<7, using: &generator)).map { _ in
        (Self.marks.randomElement(using: &generator) ?? "") + "\n"
      }
      let text = "zz: &x 0\n" + lines.joined()
      // The parser alone keeps the anchors of its nodes.
      let parser = try Parser(yaml: text)
      guard let root = try? parser.singleRoot() else { continue }
      let bytes = Array("é\n\(text)".utf8)
      let references = YAMLReader.references(in: bytes.dropFirst(3))
      let count = withExtendedLifetime(parser) { Self.count(root) }
      #expect(references.count == count, "\(text.debugDescription)")
      let written = references.map { ($0.isAlias ? "*" : "&") + $0.name }
      #expect(
        references.map { String(decoding: bytes[$0.range], as: UTF8.self) } == written,
        "\(text.debugDescription)")
      compared += 1
    }
    #expect(compared > 500)
  }

  /// How many nodes have an anchor or are an alias for one that has (in these texts none within
  /// another that is aliased).
  private static func count(_ node: Node) -> Int {
    let own = node.anchor == nil ? 0 : 1
    switch node {
    case .scalar: return own
    case .sequence(let elements): return elements.map(count).reduce(own, +)
    case .mapping(let entries):
      return entries.flatMap { [count($0.key), count($0.value)] }.reduce(own, +)
    case .alias: return 1
    }
  }

  /// What the parser reads behind `k:`.
  private static func parsed(_ value: String, key: String = "k") -> FieldValue? {
    let bytes = Array("k: \(value)\(value.hasSuffix("\n") ? "" : "\n")".utf8)
    var budget = YAMLText.maximumNodes
    return (try? YAMLText(bytes, 0..<bytes.count).entries(budget: &budget))?.first?.value
  }
}
