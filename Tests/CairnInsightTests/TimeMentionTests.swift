import CairnText
import Testing

@testable import CairnInsight

/// The times that are found in the text of an action.
@Suite struct TimeMentionTests {
  private static let reader = TimeZones.berlin.reader(at: "2026-11-21 10:04:05")

  @Test(
    arguments: TimeRows.found + TimeRows.mentions + TimeRows.silences + TimeRows.rules)
  func due(_ text: String, _ words: String, _ meaning: String) {
    let found = TimeMentions(text).due(of: .action)
    #expect(found ?? "-" == words)
    let phrase = found.flatMap(Self.reader.due)
    let rule = phrase?.rule.map { "\($0): " } ?? ""
    #expect(phrase.map { rule + $0.shortDue } ?? "-" == meaning)
  }

  /// Behind any opening the same is found: it makes no difference where a time stands.
  @Test(arguments: TimeRows.mentions.filter { $0.0.hasPrefix("Ring Bob ") })
  func dueAnywhere(_ text: String, _ words: String, _ meaning: String) {
    let rest = text.dropFirst("Ring Bob ".count)
    for opening in ["Ask Mia to come", "Todo: pay the bill,", "I need to call the vet"] {
      #expect(TimeMentions("\(opening) \(rest)").due(of: .action) == words, "\(opening)")
      #expect(TimeMentions("\(opening) \(rest).").due(of: .action) == words, "\(opening) .")
      #expect(TimeMentions("\(opening) \(rest), please").due(of: .action) == words, "\(opening) ,")
    }
  }

  /// What is found is read as a time by itself, whatever the text is, and lies in it in order.
  @Test func anyText() {
    var generator = SplitMix(seed: 11)
    let words = TimeRows.vocabulary
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...8, using: &generator)
      let text = (0..<count).map { _ in words.randomElement(using: &generator) ?? "" }
        .joined(separator: " ")
      let mentions = TimeMentions(text)
      var end = 0
      for mention in mentions.found {
        #expect(mention.pieces.lowerBound >= end && !mention.pieces.isEmpty)
        #expect(mention.pieces.contains(mention.time))
        end = mention.pieces.upperBound
        #expect(text.contains(mentions.words(of: mention)))
      }
    }
  }
}
