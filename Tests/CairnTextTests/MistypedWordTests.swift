import CairnText
import Testing

@Suite struct MistypedWordTests {
  @Test(arguments: [
    ("custrad", "custard", 1), ("custrad", "custrad", 0), ("Cústràd", "custard", 1),
    ("custrad", "custards", nil), ("custrad", "mustard", nil), ("custrad", "", nil),
    ("deal", "dela", 1), ("deal", "del", 1), ("deal", "ideal", 1), ("deal", "lead", nil),
    ("straßen", "strassne", 1), ("гречция", "греция", 1), ("invoices", "invoixze", nil),
    ("invoices", "nivocies", 2), ("invoices", "invic", nil), ("invoices", "involces", 1),
    ("restaurant", "restuarent", 2), ("restaurant", "restaurantxxx", nil),
  ])
  func allowsErrors(_ written: String, _ spelling: String, _ errors: Int?) throws {
    let word = try #require(MistypedWord(written))
    #expect(word.errors(for: Array(spelling.utf8)) == errors)
  }

  @Test(arguments: ["", "art", "ça", "a b", "big-deal", "c++11", "deal,", " deal", "東京物語", "🎉🎉🎉🎉"])
  func needsAWord(_ text: String) { #expect(MistypedWord(text) == nil) }

  /// Spellings in sorted order are compared like each one alone.
  @Test(arguments: UInt64(1)...12)
  func comparesSortedSpellings(_ seed: UInt64) throws {
    var chance = SplitMix(seed: seed)
    let letters = Array("abcαβ語".unicodeScalars).prefix(seed % 2 == 0 ? 3 : 6)
    func text(_ lengths: ClosedRange<Int>) -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: lengths, using: &chance) {
        text.append(letters.randomElement(using: &chance) ?? "a")
      }
      return String(text)
    }
    var spellings = Set((0..<3000).map { _ in Array(text(1...10).utf8) })
    // Bytes that no text has, and letters that are cut.
    for spelling in spellings.prefix(200) { spellings.insert(spelling.dropLast() + [0xFF]) }
    let sorted = spellings.sorted { $0.lexicographicallyPrecedes($1) }
    var compared = 0
    for _ in 0..<20 {
      guard let word = MistypedWord(String(text(4...9).filter { $0 != "語" })) else { continue }
      var comparison = MistypedWord.Comparison(word)
      var last: [UInt8] = []
      for spelling in sorted {
        let shared = zip(last, spelling).prefix { $0 == $1 }.count
        let isAccepted = comparison.accepts(spelling, sharing: shared)
        #expect(isAccepted == (word.errors(for: spelling) != nil), "\(word) \(spelling)")
        last = spelling
      }
      compared += 1
    }
    #expect(compared > 0)
  }
}
