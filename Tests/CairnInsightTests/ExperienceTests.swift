import Testing

@testable import CairnInsight

/// What captures of a notebook teach: a habit after some corrections, and nothing else.
@Suite struct ExperienceTests {
  /// A habit: what begins with this word is of this type, whatever else it says.
  struct Habit: Sendable {
    let word: String
    let kind: CaptureKind
    let taught: [String]
    let new: [String]
  }

  static let habits = [
    Habit(
      word: "tyre", kind: .fact,
      taught: [
        "front left 2.3 bar", "swap October", "place shut Saturdays", "slow puncture rear right",
        "lever red handle", "size 205/55", "tread 4 mm", "rubbing on the arch", "bike 28 inch",
        "from 2019", "noise after 80", "bought at the market", "light came on again",
        "back on the trailer", "changed by the roadside", "rear 2.5 bar", "swapped on 3 November",
        "fitter round the back", "patched twice", "new valve",
      ],
      new: [
        "worn on the inside", "noise from the rear", "fix kit under the seat",
        "warranty three years", "wobble gone",
      ]),
    Habit(
      word: "Charlie", kind: .fact,
      taught: [
        "limps on cold days", "weighs 31 kg", "ate a sock", "hates the hoover", "booster in March",
        "sleeps on the landing", "scared of fireworks", "turns nine in June", "chip ends in 4471",
        "came back at 2 am", "likes the red ball", "bit the postman", "took the tablets",
        "no chicken", "swims now", "lead hangs in the hall", "barks at bikes", "sick after the car",
        "lost a tooth", "loves snow",
      ],
      new: ["sheds in May", "was a stray", "deaf in one ear", "knows the word wait"]),
  ]

  @Test(arguments: habits)
  func learnsAHabit(habit: Habit) {
    let taught = habit.taught.map { ("\(habit.word) \($0)", habit.kind) }
    let taughtClassifier = Classifier(Experience(of: taught))
    var asked: [String] = []
    for text in habit.new {
      let found = taughtClassifier.classify("\(habit.word) \(text)")
      #expect(found.kind == habit.kind, "\(text)")
      if found.needsClarification() { asked.append(text) }
    }
    #expect(asked.count * 5 <= habit.new.count, "\(asked)")
  }

  /// Texts without the word are judged as before, or nearly so.
  @Test func leavesOtherTexts() {
    let habits = Self.habits.flatMap { habit in
      habit.taught.map { ("\(habit.word) \($0)", habit.kind) }
    }
    let taught = Classifier(Experience(of: habits))
    let untaught = Classifier()
    for text in [
      "Call Sarah by Friday", "buy milk, eggs and bread", "what if we held the meeting outside",
      "the stopcock is under the kitchen sink", "Priya is allergic to nuts",
      "maybe people only want to be asked", "book the van for the 3rd", "Mum likes the red one",
    ] {
      let (before, after) = (untaught.classify(text), taught.classify(text))
      #expect(after.kind == before.kind, "\(text)")
      #expect(abs(after.confidence - before.confidence) < 0.15, "\(text)")
    }
  }

  /// A correction counts at once, for the same text.
  @Test func countsAtOnce() throws {
    let text = "oboe reeds x3"
    let before = Classifier().classify(text)
    for kind in CaptureKind.allCases {
      let after = Classifier(Experience(of: [(text, kind)])).classify(text)
      let share = { (found: Classification) in found.candidates.first { $0.kind == kind }?.share }
      #expect(try #require(share(after)) > (try #require(share(before))))
    }
  }

  /// Nothing taught, nothing changed; what was taken back counts as nothing.
  @Test func nothing() {
    let text = "Call Sarah by Friday"
    let plain = Classifier().classify(text)
    #expect(Classifier(Experience(of: [])).classify(text) == plain)
    let negative = Experience(captures: KindCounts(3, -1, 0, 0)) { _ in KindCounts(-1, -2, 0, 0) }
    #expect(Classifier(negative).classify(text) == plain)
    let shares = plain.candidates.map(\.share)
    #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
  }

  /// Words are cut and folded as for searches; each counts once, up to the limit.
  @Test(arguments: [
    ("", 0), ("Tyre tyre TYRE", 1), ("big-deal", 2), ("雪国", 2), ("  ...  ", 0), ("Ünïted", 1),
  ])
  func words(text: String, count: Int) {
    #expect(TaughtWords.hashes(of: text).count == count)
  }

  @Test func wordsAreFolded() {
    #expect(TaughtWords.hashes(of: "Café") == TaughtWords.hashes(of: "cafe"))
    let long = (0..<1000).map { "w\($0)" }.joined(separator: " ")
    #expect(TaughtWords.hashes(of: long).count == TaughtWords.limit)
    #expect(!TaughtWords.hashes(of: long).contains(0))
  }
}
