import Foundation
import Testing

@testable import CairnInsight

/// How texts become features, and features likelihoods.
@Suite struct FeatureTests {
  @Test(arguments: [
    ("Mum's 9.30 train", ["mum's", "9.30", "train"]),
    ("Mum’s", ["mum's"]),
    ("sister-in-law -- 5pm", ["sister-in-law", "-", "-", "5", "pm"]),
    ("a.b 1. 2", ["a", ".", "b", "1", ".", "2"]),
    ("Zoë's café!", ["zoë's", "café", "!"]),
    ("🎂🎂", ["🎂", "🎂"]),
    (" \t\n", []),
  ])
  func tokens(text: String, words: [String]) {
    #expect(Tokens.read(text, Lexicon.shared).map(\.word) == words)
  }

  @Test(arguments: [
    ("Ring Sarah by Friday", ["chore", "name", "by", "weekday"]),
    ("call the cat Biscuit", ["order", "the", "animal", "X"]),
    ("the plumber's van", ["the", "role's", "thing"]),
    ("he met Xanthippa at 17:30", ["he", "past", "X", "at", "#99:99"]),
    ("1234567", ["#999"]),
    ("I will zap it", ["i", "will", "x", "it"]),
  ])
  func patterns(text: String, tags: [String]) {
    #expect(GrammarTags.of(Tokens.read(text, Lexicon.shared)) == tags)
  }

  /// A feature counts once, however often it comes.
  @Test func onceEach() {
    let features = Features(of: "tick tock tick tock tick tock")
    #expect(Set(features.hashes).count == features.hashes.count)
    #expect(features.hashes.count == features.strengths.count)
  }

  /// Every word list says what it is meant to.
  @Test func lexicon() {
    let lexicon = Lexicon.shared
    #expect(lexicon.classes(of: "friday", isCapitalised: true).contains(.weekday))
    #expect(lexicon.classes(of: "plumbers", isCapitalised: false).contains(.role))
    #expect(lexicon.classes(of: "mum's", isCapitalised: true).contains(.relative))
    #expect(!lexicon.classes(of: "will", isCapitalised: true).contains(.name))
    #expect(lexicon.classes(of: "rose", isCapitalised: true).contains(.name))
    #expect(lexicon.classes(of: "qwrtz", isCapitalised: false).isEmpty)
  }

  /// eˣ as it is elsewhere.
  @Test func exponential() {
    for tenth in -3000...1000 {
      let value = Double(tenth) / 10
      #expect(abs(Exponential.of(value) / exp(value) - 1) < 1e-12)
    }
    #expect(Exponential.of(-1000) == 0)
  }

  /// The weights that are compiled in say what the program said that trained them, but for what
  /// rounding them changes. Where this fails, the features have changed: `make train`.
  @Test func agreesWithTrainer() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "answers.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 100)
    for line in lines {
      let cells = line.split(separator: "\t")
      let likelihoods = Weights.likelihoods(of: Features(of: String(cells[0])))
        .prefix(CaptureKind.allCases.count)
      let best = try #require(likelihoods.max())
      let thousandths = try #require(Double(cells[2]))
      #expect(abs(best - thousandths / 1000) < 0.06, "\(cells[0])")
      if thousandths > 550 {
        let kind = CaptureKind.allCases[likelihoods.firstIndex(of: best) ?? 0]
        #expect(kind.rawValue == cells[1], "\(cells[0])")
      }
    }
  }
}
