import CairnMarkup
import Testing

/// Bodies that a stack or a square would not survive: each must be read, shown and counted at once.
@Suite struct ScaleTests {
  static let deep: [(String, String, String)] = [
    (">", "", ""), ("> ", "a", ""), ("[", "", ""), ("![", "", ""), ("[", "a", "]"),
    ("[", "", "](a)"), ("![", "", "](a)"), ("[[", "", "]]"), ("- ", "a", ""), ("#a ", "", ""),
    ("[#a", "", "](b)"), ("*a ", "", ""), ("`a``", "", ""), ("<a b=\"", "", ""),
    ("<!-- a ", "", ""),
    ("http://a", "", ""), ("a@", "", ""), ("[a](", "", ""), ("[a](<b", "", ""), ("[^a]", "", ""),
    ("\0", "", ""), ("a\r", "", ""), ("\\", "", ""), ("[[a]] ", "", ""), ("[a]: <b \n", "", ""),
  ]

  @Test(.timeLimit(.minutes(15)), arguments: deep)
  func readsDeepAndLong(opening: String, middle: String, closing: String) {
    let count = 100_000
    let markup = Markup(
      String(repeating: opening, count: count) + middle + String(repeating: closing, count: count))
    #expect(markup.html().utf8.count >= 0)
    #expect(markup.plainText.utf8.count >= 0)
  }

  @Test func readsMegabytesOfOneLine() {
    let line = String(repeating: "word [[link]] #tag ", count: 100_000)
    let markup = Markup(line)
    #expect(markup.links.count == 100_000)
    #expect(markup.tags.count == 100_000)
  }

  @Test func readsInManyTasksAtOnce() async {
    let body = String(repeating: "a ~~b~~ www.x.org c@d.org [[e]] #f\n\n- [ ] g\n\n", count: 50)
    let expected = Markup(body).html()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 { group.addTask { Markup(body).html() == expected } }
      for await isSame in group { #expect(isSame) }
    }
  }
}
