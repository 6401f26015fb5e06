import CairnCapture
import CairnDocument
import CairnQuery
import CairnText
import Testing

@Suite struct PassageTests {
  private func capture(_ text: String) throws -> Capture {
    Capture(
      path: try #require(NotePath("a.md")), document: Document(Array(text.utf8)),
      modified: Instant(seconds: 0))
  }

  private func marked(_ snippet: Snippet) -> String {
    var text = snippet.text
    for range in snippet.matches.reversed() {
      text.insert("›", at: range.upperBound)
      text.insert("‹", at: range.lowerBound)
    }
    return text
  }

  /// Questions, what is looked for, and the passage of a note that answers them.
  @Test(arguments: [
    (
      "When did I sow the beans?", "sow OR bean", "# Beans\n\nSome beans.\n\nWe sowed beans today.",
      "We ‹sow›ed ‹bean›s today."
    ),
    // The shortest of those that say as much, and of these the first.
    ("lamps", "lamp", "A lamp, and more.\n\nA lamp.\n\nOf lamps.", "A ‹lamp›."),
    // A rare word tells more than a common one; here the first has the greater weight.
    ("valve boiler", "valv OR boiler", "The boiler.\n\nThe valve here.", "The ‹valv›e here."),
    // Of a long paragraph the sentences that say most, with as many of the next and then of the
    // previous sentences as fit.
    (
      "the pump and the valve", "pump OR valv",
      "\(String(repeating: "No. ", count: 100))The pump is old! \"The valve?\" Is new."
        + String(repeating: " So.", count: 100),
      "The ‹pump› is old! \"The ‹valv›e?\" Is new." + String(repeating: " So.", count: 70)
    ),
    (
      "pump", "pump", "\(String(repeating: "No. ", count: 100))The pump is old! Yes.",
      String(repeating: "No. ", count: 74) + "The ‹pump› is old! Yes."
    ),
    // What follows a question or a colon belongs to it.
    ("pump", "pump", "How old is the pump?\n\nTen.\n\nTen.", "How old is the ‹pump›? Ten. Ten."),
    ("pump", "pump", "The pump:\n\n- Old\n\n# New\n\nTen.", "The ‹pump›: Old"),
    (
      "水", "水", "\(String(repeating: "山。", count: 200))水が来た。\(String(repeating: "山。", count: 200))",
      "‹水›が来た。" + String(repeating: "山。", count: 157)
    ),
    // A meaning where the body says nothing of it; else its beginning, where the title does.
    ("fog", "fog", "---\nmeaning: It was fog.\n---\nNothing.", "It was ‹fog›."),
    ("fog", "fog", "---\ntitle: Fog\n---\nNothing.\n\nMore.", "Nothing. More."),
    // A first line that stands for a title is a passage like any other.
    ("fog", "fog", "Fog came.\n\nIt went.", "‹Fog› came."),
    // The meaning is a passage, too.
    ("fog", "fog", "---\nmeaning: It was fog and fog.\n---\nFog.", "‹Fog›."),
    ("fog horn", "fog OR horn", "---\nmeaning: A fog horn.\n---\nFog.", "A ‹fog› ‹horn›."),
    (
      "bring the string, 12 dresses", "bring OR string OR dress OR \"brought\"", "A string.",
      "A ‹string›."
    ),
    ("stopped pruning berries", "stop OR prun OR berr", "Berry.", "‹Berr›y."),
    // A word that only begins with a short word of the question is another word.
    ("which bus", "bus", "Good business.\n\nTwo buses.", "Two ‹bus›es."),
    (
      "when did I buy the drill", "buy OR drill OR \"bought\"", "Bought the drill.",
      "‹Bought› the ‹drill›."
    ),
    ("what was broken", "broken OR \"break\" OR \"broke\"", "I break it.", "I ‹break› it."),
    ("which shelves", "shelv OR \"shelf\"", "One shelf.", "One ‹shelf›."),
    ("who swam", "swam OR \"swim\" OR \"swum\"", "A swimmer.\n\nA swim.", "A ‹swim›."),
    // A heading is no passage, but its words count for its paragraphs.
    (
      "oil the lock", "oil OR lock",
      "# House\n\nOil.\n\n## Locks\n\nUse graphite.\n\nOr oil, in winter.",
      "Or ‹oil›, in winter."
    ),
    ("oil the lock", "oil OR lock", "# House\n\n## Oil\n\n## Lock\n\nA key.", "‹Oil›"),
    ("the cut", "cut", "A cutler came.\n\nCutting wood.", "‹Cut›ting wood."),
  ])
  func answers(_ text: String, _ query: String, _ note: String, _ expected: String) throws {
    let question = try #require(Question(text))
    #expect(question.query.description == query)
    let weights = question.words.indices.map { 3 - Double($0) / 2 }
    let passages = Passages(question)
    let answer = passages.answer(in: try capture(note), weights: weights)
    #expect(marked(answer.passage) == expected)
    #expect(answer.weight > 0)
  }

  @Test func asksForWords() {
    #expect(Question("?") == nil)
    #expect(Question("") == nil)
    #expect(Question("Who are you?") == nil)
    #expect(Question.hasWords("Who are you?") && !Question.hasWords("?"))
    #expect(Question(String(repeating: "a1b ", count: 9))?.words == ["a1b"])
    #expect(Question((100..<200).map { "w\($0)" }.joined(separator: " "))?.words.count == 32)
  }

  @Test(arguments: [
    ("brulee", "A **crème\nBRÛLÉE** please.", "A crème ‹BRÛLÉE› please."),
    ("inv", "An invoice, the Invoice.", "An ‹inv›oice, the ‹Inv›oice."),
    ("\"big deal\"", "a *big*\ndeal indeed", "a ‹big deal› indeed"),
    ("京物", "東京物語", "東‹京物›語"),
    ("/d.al/i", "a DEAL", "a ‹DEAL›"),
    ("title:x", "nothing here", "nothing here"),
    ("-nothing", "nothing here", "nothing here"),
    ("*othin*", "nothing here", "n‹othin›g here"),
    ("cre", "cre\u{300}me", "‹cre\u{300}›me"),
    ("big *ig*", "big", "‹big›"),
    ("~custrad", "Custard, custards, CUSTRÁD.", "‹Custard›, custards, ‹CUSTRÁD›."),
    ("x", "", ""),
  ])
  func marks(_ query: String, _ text: String, _ expected: String) throws {
    let snippet = Passages(try Query(query)).snippet(of: try capture(text))
    #expect(marked(snippet) == expected)
  }

  @Test func cutsTheBestPassageAtWords() throws {
    let filler = Array(repeating: "lorem ipsum", count: 60).joined(separator: " ")
    let text = "\(filler) pay \(filler) pay the 👩‍💻 invoice \(filler)"
    let snippet = Passages(try Query("pay invoice")).snippet(of: try capture(text), length: 60)
    #expect(
      marked(snippet) == "…lorem ipsum ‹pay› the 👩‍💻 ‹invoice› lorem ipsum lorem ipsum lorem…")
    #expect(snippet.text.count <= 62)
  }

  /// A passage begins and ends with whole words, except in words longer than a quarter of it.
  @Test(arguments: 0..<200)
  func cutsNoWord(seed: Int) throws {
    var chance = SplitMix(seed: UInt64(seed))
    let words = [
      "a", "fog", "needle", "extraordinarily", "été,", "(well)", "東京", "b-c", "👩‍💻", "it's",
    ]
    let all = (0..<Int.random(in: 1...200, using: &chance)).map { _ in
      words[Int.random(in: 0..<words.count, using: &chance)]
    }
    let length = Int.random(in: 60...200, using: &chance)
    let text = all.joined(separator: " ")
    for query in ["needle", "*eedl*", "absent"] {
      let snippet = Passages(try Query(query)).snippet(of: try capture(text), length: length)
      var shown = snippet.text[...]
      if shown.hasPrefix("…") { shown = shown.dropFirst() }
      if shown.hasSuffix("…") { shown = shown.dropLast() }
      for word in shown.split(separator: " ") {
        #expect(
          words.contains(String(word)) || "東京".contains(word), "seed \(seed): \(snippet.text)")
      }
      let isFound = query != "absent" && all.contains("needle")
      #expect(snippet.matches.isEmpty != isFound, "seed \(seed): \(snippet.text)")
      #expect(snippet.text.count <= length * 5 / 4 + 2, "seed \(seed): \(snippet.text)")
    }
  }

  @Test(arguments: [
    ("needle", "hay\n\na needle", 3), ("needle", "---\ntitle: x\n---\nhay\n\na needle", 6),
    ("needle", "needle", 1), ("absent", "hay", nil),
    ("needle", "---\nmeaning: a needle\n---\nhay", nil),
    // The address holds the word too.
    ("needle", "[hay](needle.md)\n\nhay\n\nhay and hay\n\na needle\n", 7),
    ("needle", "<!-- needle -->\n\nhay\n\nhay and hay\n\n> a **needle**\n", 7),
    // Longer words contain the word.
    (
      "\"art\"", "hay\n\nan art\n\n[h](\(String(repeating: "x", count: 100))party.md)\n", 3
    ),
    ("\"art\"", "[the art](party.md)\n\nhay\n\nhay and hay\n\nhay hay hay\n", 1),
    // The passage with the most words.
    (
      "needle thread",
      "# Needle\n\nhay\n\n\(String(repeating: "hay ", count: 60))\n\nthe needle's thread", 7
    ),
    ("\"big deal\"", "hay\na *big*\ndeal", 2), ("/d.al/", "hay\n\na deal", 3), ("", "hay", nil),
  ])
  func lines(_ query: String, _ text: String, _ line: Int?) throws {
    #expect(Passages(try Query(query)).located(in: try capture(text)).line == line)
  }

  @Test func marksTitles() throws {
    let title = "Pay the Acme invoice"
    let ranges = Passages(try Query("acme OR pay")).matches(in: title)
    #expect(ranges.map { title[$0] } == ["Pay", "Acme"])
  }
}
