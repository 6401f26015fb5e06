import CairnText
import Testing

@testable import CairnInsight

/// Sentences, and the one of a text that says best what it is.
@Suite struct SummaryTests {
  /// A text, and where it is cut: `|` stands between sentences.
  @Test(arguments: [
    ("Call Sarah", "Call Sarah"),
    ("One. Two! Three? Four… five", "One.|Two!|Three?|Four… five"),
    ("It is 3.5 m wide. Really.", "It is 3.5 m wide.|Really."),
    (
      "Dr. Hale and J. Marsh came at 5 p.m. Then tea.",
      "Dr. Hale and J. Marsh came at 5 p.m. Then tea."
    ),
    ("So do I. Good.", "So do I.|Good."),
    ("No. 5 is out. He said no. 6 came.", "No. 5 is out.|He said no. 6 came."),
    ("He said \"no.\" Then he went (late.) Home.", "He said \"no.\"|Then he went (late.)|Home."),
    ("first line\n- second\r\n\n* Third. Fourth", "first line|- second|* Third.|Fourth"),
    ("Wait... what?! No", "Wait... what?!|No"),
    ("?! ... \n --", ""), ("", ""), ("  a  ", "a"),
    ("买牛奶。打电话！真的吗？", "买牛奶。|打电话！|真的吗？"), ("「もう遅い。」と言った", "「もう遅い。」|と言った"),
    ("यह एक है। यह दो है।", "यह एक है।|यह दो है।"),
  ])
  func sentences(_ text: String, _ cut: String) {
    #expect(Sentences.read(text).joined(separator: "|") == cut)
  }

  /// What is said in one sentence has no summary; of several, it is one of them.
  @Test(
    arguments: [
      ("Call Sarah by Friday", nil),
      ("Kirjat pitää palauttaa kirjastoon. Sitten kotiin.", nil),
      (
        "Ugh, what a day. Call the plumber about the boiler by Friday. It dripped all night.",
        "Call the plumber about the boiler by Friday."
      ),
      (
        "Walked home past the canal. What if the library lent out tools and ladders? Ha.",
        "What if the library lent out tools and ladders?"
      ),
    ] as [(String, String?)])
  func summary(_ text: String, _ summary: String?) {
    let classifier = Classifier()
    #expect(classifier.summary(of: text, classifier.classify(text)) == summary)
  }

  /// Never words of its own.
  @Test func anyText() {
    var random = SplitMix(seed: 7)
    let pieces = [
      "call", "Sarah", ".", "!", "?", "…", "\n", "the", "Dr.", "3.5", "\"", "é", "what if",
    ]
    let classifier = Classifier()
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...20, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      guard let summary = classifier.summary(of: text, classifier.classify(text)) else { continue }
      #expect(text.contains(summary) && !summary.isEmpty, "\(text)")
    }
  }
}
