import Testing

@testable import CairnInsight

/// What the classifier says of texts, and what holds for any text.
@Suite struct ClassifierTests {
  private let classifier = Classifier()

  /// Plain cases of each type that no training should lose.
  @Test(arguments: [
    ("Call Sarah by Friday", CaptureKind.action),
    ("buy milk, eggs and bread", .action),
    ("dentist appointment Tuesday 9.30", .action),
    ("what if we held the meeting outside", .idea),
    ("maybe people only want to be asked", .idea),
    ("the stopcock is under the kitchen sink", .fact),
    ("my shoe size is 42", .fact),
    ("Priya is allergic to nuts", .person),
    ("the plumber comes every other Tuesday", .person),
  ])
  func plainCases(text: String, kind: CaptureKind) {
    let found = classifier.classify(text)
    #expect(found.kind == kind)
    #expect(!found.needsClarification())
  }

  /// What is told to be done is a fact.
  @Test(arguments: [
    "Booked the dentist for Tuesday", "scheduled the review for Friday 3pm", "paid the gas bill",
    "sent Anna the contract", "ordered a new filter", "cancelled the gym membership",
    "have booked the hall for 12 June", "finished the tax return", "moved standup to ten",
  ])
  func done(text: String) {
    let found = classifier.classify(text)
    #expect(found.kind == .fact || found.needsClarification(), "\(found.candidates)")
  }

  /// A word alone does not say what it is, nor does a name with another.
  @Test(arguments: ["Sarah", "Tom lunch", "Grandma", "milk", "Tokyo", "Rome", "keys", "Priya"])
  func unclear(text: String) {
    #expect(classifier.classify(text).needsClarification())
  }

  /// Texts in other languages get the right type or none, and no question.
  @Test(arguments: [
    ("Отнести книги в библиотеку", CaptureKind.action), ("図書館に本を返す", .action),
    ("Το βιβλίο είναι στο τραπέζι", .fact), ("köp mjölk", .action), ("kup mleko", .action),
    ("Die Bücher müssen wieder zurück gebracht werden", .action),
    ("Il faut acheter du pain demain matin", .action), ("comprare il latte", .action),
  ])
  func otherLanguages(text: String, kind: CaptureKind) {
    let found = classifier.classify(text)
    #expect(found.kind == nil || found.kind == kind)
    #expect(!found.needsClarification() && found.person == nil)
  }

  /// The classifier learned nothing about these alphabets.
  @Test(arguments: [
    "هذا اختبار", "ท้องฟ้าเป็นสีฟ้า", "आसमान नीला है", "ტექსტი არის აქ", "Το βιβλίο είναι στο τραπέζι",
    "לקנות חלב",
  ])
  func unknownAlphabets(text: String) {
    #expect(classifier.classify(text).kind == nil)
  }

  @Test(arguments: [
    "Zahnarzt anrufen", "comprar leche", "acheter du lait", "tandarts bellen", "llamar al dentista",
  ])
  func errandsInOtherLanguages(text: String) {
    #expect(classifier.classify(text).kind == .action)
  }

  /// Short English lines with rare words stay English.
  @Test(arguments: [
    "oboe reeds", "descale kettle", "naan, paneer", "silage wrap", "blowtorch gas", "Oma ring",
    "gnocchi and pesto", "buzzers, pens, raffle tickets", "ship the zine", "au pair visa",
  ])
  func rareWords(text: String) {
    #expect(classifier.classify(text).kind != nil)
  }

  @Test(arguments: ["", " ", "\0", "🎂", "?!", "a", "\u{301}", "’s", "9", "\u{1F1E6}", "to to to"])
  func oddTexts(text: String) {
    check(classifier.classify(text), text)
  }

  /// Any text gets likelihoods, the same each time, and spans that are in it.
  @Test func anyText() {
    var random = SplitMix(state: 0x5EED)
    let pieces = [
      "call", "Sarah", "by", "the", "12th", "of", "May", "’s", "'", "-", "9:30", "every", "first",
      "\u{301}", "e\u{301}", "😀", "\r\n", "my", "boss", "'s", "wife", ":", "Dr", ".", "before",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      let found = classifier.classify(text)
      check(found, text)
      #expect(classifier.classify(text) == found)
    }
  }

  /// Long texts are read as far as the limit.
  @Test func longText() {
    let beginning = String(repeating: "call the plumber ", count: Tokens.limit)
    let found = classifier.classify(beginning)
    #expect(classifier.classify(beginning + "what if fish had hats") == found)
  }

  private func check(_ found: Classification, _ text: String) {
    let shares = found.candidates.map(\.share)
    #expect(shares.isEmpty || abs(shares.reduce(0, +) - 1) < 1e-9, "\(text)")
    #expect(shares == shares.sorted(by: >))
    #expect((0...(shares.first ?? 0)).contains(found.confidence), "\(text)")
    #expect(found.person.map(text.contains) ?? true, "\(text)")
    // A day and its time of day may be apart in the text.
    let words = found.due?.split(separator: " ").filter { $0 != "at" } ?? []
    for word in words { #expect(text.contains(word), "\(text)") }
  }
}

/// Steele, Lea and Flood's generator, so that a test is the same each time.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
