import CairnCapture
import CairnDocument
import CairnQuery
import CairnText
import Testing

/// Signs that belong to a word must also be in the text; other punctuation only separates words.
@Suite struct SignsTests {
  @Test(arguments: [
    ("C++", "learn C++ today", true), ("C++", "vitamin c", false), ("c++", "C, then more", false),
    ("C#", "F# and C#", true), ("C#", "the C major", false), (".NET", "on .NET 9", true),
    (".NET", "a net of wool", false), ("node.js", "node.js runs", true),
    ("node.js", "node js runs", false), ("node.j", "node.js runs", true),
    ("R&D", "our R&D costs", true), ("R&D", "an R D", false), ("\"R & D\"", "an R D", true),
    ("50%", "by 50% more", true), ("50%", "by 50 more", false), ("$20", "costs $20", true),
    ("$20", "costs 20", false), ("a@example.org", "write to a@example.org.", true),
    ("a@example.org", "a example.org", false), ("#garden", "garden", true),
    ("invoice.", "the invoice", true), ("big-deal", "a big deal", true), ("don't", "don’t", true),
    ("...and", "and", true), ("Hello!", "hello", true), ("what?", "what", true),
    ("\"C++ and C#\"", "C++ and C#", true), ("\"C++ and C#\"", "C++ and C", false),
    ("title:C++", "# C++ at work", true), ("title:C++", "# C at work", false),
    ("lang:C++", "---\nlang: C++\n---\n", true), ("lang:C++", "---\nlang: C\n---\n", false),
    ("-C++", "vitamin c", true), ("tag:c++", "---\ntags: [c++]\n---\n", true),
    ("Ç++", "learn C++", true), ("C＋＋", "learn C++", true), ("日本C++", "日本C++", true),
  ])
  func countWhereTheyBelongToAWord(_ query: String, _ text: String, _ isFound: Bool) throws {
    let capture = Capture(
      path: try #require(NotePath("a.md")), document: Document(Array(text.utf8)),
      modified: Instant(seconds: 0))
    #expect(
      Matcher(try Query(query), in: Fixture.context).matches(capture) == isFound,
      "\(query): \(text)")
  }

  @Test func areHighlightedWithTheirWord() throws {
    let text = "I like C++ and .NET, c and net."
    let passages = Passages(try Query(arguments: ["C++", ".NET"]))
    #expect(passages.matches(in: text).map { text[$0] } == ["C++", ".NET"])
  }
}
