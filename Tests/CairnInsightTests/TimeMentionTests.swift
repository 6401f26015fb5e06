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

  /// Informal spellings, and times that only look due.
  @Test(arguments: TimeRows.informal)
  func dueInformally(_ text: String, _ meaning: String) {
    #expect(Self.meaning(of: text, Self.reader) == meaning)
  }

  /// The words around a number or a day decide what it means.
  @Test(arguments: TimeRows.inContext)
  func dueInContext(_ text: String, _ meaning: String) {
    #expect(Self.meaning(of: text, Self.reader) == meaning)
  }

  @Test(arguments: TimeRows.twentyFourHours)
  func dueInHoursOfTheDay(_ text: String, _ meaning: String) {
    let reader = TimeReader(clock: Self.reader.clock, style: .twentyFourHours)
    #expect(Self.meaning(of: text, reader) == meaning)
  }

  /// The language is found by the words, and a fixed language gives the same.
  @Test(arguments: TimeRows.foreign)
  func dueInOtherLanguages(_ code: String, _ text: String, _ meaning: String) throws {
    let language = try #require(TimeLanguage(rawValue: code))
    for languages in [TimeLanguageChoice.detected.languages(for: text), [language]] {
      #expect(Self.meaning(of: text, Self.reader, languages) == meaning, "\(languages)")
    }
  }

  @Test(arguments: TimeRows.foreignValues)
  func valuesInOtherLanguages(_ text: String, _ meaning: String) {
    #expect(Self.reader.read(text)?.shortDue ?? "-" == meaning)
    let english = TimeReader(clock: Self.reader.clock, language: .english)
    #expect(english.read(text) == nil)
  }

  private static func meaning(
    of text: String, _ reader: TimeReader, _ languages: [TimeLanguage] = []
  ) -> String {
    let phrase = TimeMentions(text, languages).due(of: .action).flatMap(reader.due)
    let rule = phrase?.rule.map { "\($0): " } ?? ""
    return phrase.map { rule + $0.shortDue } ?? "-"
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
