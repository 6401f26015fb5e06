import CairnText
import Testing

@testable import CairnDocument

/// What libyaml is asked, held against Yams.
struct YAMLReaderTests {
  @Test(arguments: [
    "", "# c\n", "---\n", "--- a\n--- b\n", "a: 1\n...\nb\n", "a", "[1, '2', \"\\u00e9\"]",
    "é: [è, {ü: *x}]\n", "a: &a [*a]\n", "a: &x 1\nb: &x 2\nc: *x\n", "*x : 1\n", "&x a: *x\n",
    "\u{FEFF}é: 1\nb: [\n", "\u{FEFF}# c\n\u{FEFF}a: 1\n", "a: é\r\nb: ü\r\nc: [\r\n",
    "a: one\u{85}b: two\u{2028}c: [\n", "a: 'x\u{2029}y'\nb: &é\n", "a: é\u{7}\n", "a: \u{FFFE}\n",
    "a: 1\na: 2\n", "é: {b: 1, a: 1, 'b': 2, a: 3}\n", "? [a, b]\n: 1\n? {c: 1}\n: 2\n",
    "{1: a, '1': b, 0x1: c}", "<<: {a: 1}\nb: =\n", "!!int '1': !!float 2\nb: !!null x\n",
    "! a: ! 'b'\nc: !x 1\nd: !x '1'\ne: !!binary |\n  aGk=\n",
    "a: |\n  é\n\n   x\nb: >-\n  ü\n  y\n",
    "a: \"\\xe9\\\n  b\"\n", "%YAML 1.1\n---\na\n", "%YAML 3.0\n---\na\n", "%FOO\n---\na\n",
    "a: b: c",
    "\ta: 1\n", "a:\n\t- b\n", "[a, b", "{a: 1}}", "'a", "\"\\q\"", "- - - x\n  - y\n", "? \n: \n",
  ])
  func agreesWithYams(_ text: String) {
    YamsOracle.expectAgreement(Array(text.utf8))
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithYamsOnGeneratedText(_ seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var compared = 0
    for _ in 0..<3_000 where YamsOracle.expectAgreement(LawTests.sample(&generator)) {
      compared += 1
    }
    #expect(compared > 1_500)
  }

  /// Keys that Yams tells apart by the types of YAML 1.1, or takes for the same because they look so.
  @Test(arguments: [
    ("{yes: 1, 'yes': 2}", "duplicate key `yes`"), ("{1: a, '1': b}", nil),
    ("{null: a, 'null': b, ~: c}", nil), ("{\u{E9}: 1, e\u{301}: 2}", nil),
    ("? [1, a]\n: x\n? [1, 'a']\n: y\n", "duplicate key `[1, a]`"),
  ])
  func comparesKeys(_ text: String, _ reason: String?) {
    #expect(Self.failure(text)?.reason == reason)
  }

  @Test
  func placesAreBytes() throws {
    let text = "é: &é1 ü\n# ö\n\"ä\": [ö, 'ß' ]\nz: !!str  |\n  x\n"
    // An anchor's name ends where its ASCII does.
    #expect(Self.failure(text)?.offset == 5)
    let root = try YAMLReader.root(
      of: Array(text.replacing("&é1", with: "&e1").utf8), subject: "the text")
    guard case .mapping(let entries)? = root?.content,
      case .sequence(let list) = entries[1].value.content
    else {
      Issue.record("no mapping")
      return
    }
    let bytes = Array(text.replacing("&é1", with: "&e1").utf8)
    let written = { (node: YAMLNode) in String(decoding: bytes[node.range], as: UTF8.self) }
    #expect(
      entries.flatMap { [written($0.key), written($0.value)] }
        == ["é", "&e1 ü", "\"ä\"", "[ö, 'ß' ]", "z", "!!str  |\n  x\n"])
    #expect(list.map(written) == ["ö", "'ß'"])
  }

  /// Lists that are each within the limits, with the one before in the innermost.
  private static let deepAliases = (0..<300).map { number in
    let alias = number == 0 ? "x" : "*a\(number - 1)"
    return "a\(number): &a\(number) "
      + String(repeating: "[", count: 390) + alias + String(repeating: "]", count: 390) + "\n"
  }.joined()

  /// What would take a time or a stack without end.
  @Test(arguments: [
    (String(repeating: "[", count: 401), "the text is too large or too deeply nested"),
    (String(repeating: "- ", count: 401), "the text is too large or too deeply nested"),
    (String(repeating: "{a: ", count: 100_000), "the text is too large or too deeply nested"),
    (String(repeating: "? ", count: 100_000), "the text is too large or too deeply nested"),
    (deepAliases, "the text is too large or too deeply nested"),
    (
      ReadingTests.wideAliases + "? *a9\n: 1\n", "the aliases in the text expand to too many values"
    ),
    (ReadingTests.wideAliases + "*a9 : 1\n", "the aliases in the text expand to too many values"),
    (
      ReadingTests.wideAliases + "z: {[*a9]: 1}\n",
      "the aliases in the text expand to too many values"
    ),
  ])
  func refusesWhatIsTooMuch(_ text: String, _ reason: String) {
    #expect(Self.failure(text) == YAMLFailure(offset: 0, reason: reason, isLimit: true))
  }

  @Test
  func readsWhatIsDeepButNotTooDeep() throws {
    let open = String(repeating: "[", count: 400)
    let close = String(repeating: "]", count: 400)
    #expect(try YAMLReader.root(of: Array((open + close).utf8), subject: "") != nil)
    #expect(try YAMLReader.root(of: Array(ReadingTests.wideAliases.utf8), subject: "") != nil)
  }

  private static func failure(_ text: String) -> YAMLFailure? {
    do throws(YAMLFailure) {
      _ = try YAMLReader.root(of: Array(text.utf8), subject: "the text")
      return nil
    } catch {
      return error
    }
  }
}

/// The YAML test suite, as it is.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct YAMLReaderSuiteTests {
  @Test
  func agreesWithYams() throws {
    let files = try Corpus.files(in: "suites/yaml-test-suite.tar.gz") { $0.hasSuffix("/in.yaml") }
    let compared = files.count { YamsOracle.expectAgreement($0.bytes) }
    #expect(compared > 390)
  }
}
