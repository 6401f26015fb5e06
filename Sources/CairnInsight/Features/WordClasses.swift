/// Which of the ``WordLists`` a word is in.
struct WordClasses: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let weekday = WordClasses(rawValue: 1 << 0)
  static let month = WordClasses(rawValue: 1 << 1)
  static let time = WordClasses(rawValue: 1 << 2)
  static let title = WordClasses(rawValue: 1 << 3)
  static let relative = WordClasses(rawValue: 1 << 4)
  static let name = WordClasses(rawValue: 1 << 5)
  static let role = WordClasses(rawValue: 1 << 6)
  static let hedge = WordClasses(rawValue: 1 << 7)
  static let unit = WordClasses(rawValue: 1 << 8)
  static let record = WordClasses(rawValue: 1 << 9)
  static let animal = WordClasses(rawValue: 1 << 10)
  static let grocery = WordClasses(rawValue: 1 << 11)
  static let fault = WordClasses(rawValue: 1 << 12)
  static let state = WordClasses(rawValue: 1 << 13)
  static let event = WordClasses(rawValue: 1 << 14)
  static let work = WordClasses(rawValue: 1 << 15)
  static let abstraction = WordClasses(rawValue: 1 << 16)
  static let place = WordClasses(rawValue: 1 << 17)
  static let chore = WordClasses(rawValue: 1 << 18)
  static let proposal = WordClasses(rawValue: 1 << 19)
  static let grammar = WordClasses(rawValue: 1 << 20)

  /// The classes that a plural belongs to with its singular.
  static let withPlurals: WordClasses = [
    .grocery, .work, .unit, .role, .animal, .relative, .event, .place,
  ]
  /// The classes that a possessive does not belong to with its word.
  static let withoutPossessives: WordClasses = [.chore, .proposal, .abstraction]

  /// The classes that name a word in a pattern, the most telling first, with the name.
  static let named: [(WordClasses, String)] = [
    (.weekday, "weekday"), (.month, "month"), (.time, "time"), (.title, "title"),
    (.relative, "relative"), (.name, "name"), (.role, "role"), (.hedge, "hedge"),
    (.unit, "unit"), (.record, "record"), (.animal, "animal"), (.grocery, "grocery"),
    (.fault, "fault"), (.state, "state"), (.event, "event"), (.work, "work"),
    (.abstraction, "abstraction"), (.place, "place"),
  ]

  /// The single classes in this set.
  var members: [WordClasses] {
    (0...20).map { WordClasses(rawValue: 1 << $0) }.filter(contains)
  }
}
