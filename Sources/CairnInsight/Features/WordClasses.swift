/// A set of classes of a word: one class for each list in ``WordLists``, and one for each form of a
/// verb.
struct WordClasses: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

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
  static let thing = WordClasses(rawValue: 1 << 21)
  static let paper = WordClasses(rawValue: 1 << 22)
  static let quality = WordClasses(rawValue: 1 << 23)
  static let colour = WordClasses(rawValue: 1 << 24)
  static let count = WordClasses(rawValue: 1 << 25)
  static let body = WordClasses(rawValue: 1 << 26)
  static let trait = WordClasses(rawValue: 1 << 27)
  static let past = WordClasses(rawValue: 1 << 28)
  static let verb = WordClasses(rawValue: 1 << 29)
  /// The third person singular of a known verb, such as `sews`.
  static let presentThird = WordClasses(rawValue: 1 << 30)
  /// The past form of a known verb, such as `sewed`.
  static let pastForm = WordClasses(rawValue: 1 << 31)
  /// The progressive form of a known verb, such as `sewing`.
  static let progressive = WordClasses(rawValue: 1 << 32)
  /// A capitalized word that is in ``GivenNames`` but in no list.
  static let rareName = WordClasses(rawValue: 1 << 33)

  /// The classes that the plural of a word shares with the singular.
  static let withPlurals: WordClasses = [
    .grocery, .work, .unit, .role, .animal, .relative, .event, .place, .thing, .paper,
  ]
  /// The classes that belong to a word but not to its possessive form, such as `sister's`.
  static let withoutPossessives: WordClasses = [.chore, .proposal, .abstraction]

  /// The classes of verbs in their base form.
  static let verbs: WordClasses = [.chore, .proposal, .verb]
  /// The classes that do not indicate English, because many of their words also exist in other
  /// languages (`die`, `hat`).
  static let shared: WordClasses = [
    .thing, .paper, .quality, .colour, .count, .body, .trait, .past, .verb, .presentThird,
    .pastForm, .progressive,
  ]

  /// The classes that are used as tags, with the names of the tags. If a word has several of these
  /// classes, the first in this list is used.
  static let named: [(WordClasses, String)] = [
    (.weekday, "weekday"), (.month, "month"), (.time, "time"), (.title, "title"),
    (.relative, "relative"), (.name, "name"), (.role, "role"), (.hedge, "hedge"), (.unit, "unit"),
    (.record, "record"), (.animal, "animal"), (.grocery, "grocery"), (.fault, "fault"),
    (.state, "state"), (.event, "event"), (.work, "work"), (.abstraction, "abstraction"),
    (.place, "place"), (.past, "past"), (.trait, "trait"), (.body, "body"), (.paper, "paper"),
    (.thing, "thing"), (.colour, "colour"), (.count, "count"), (.quality, "quality"),
    (.presentThird, "verb-s"), (.pastForm, "verb-ed"), (.progressive, "verb-ing"), (.verb, "verb"),
    (.rareName, "name"),
  ]

  /// The classes in this set, each as a set with one element.
  var members: [WordClasses] {
    (0...33).map { WordClasses(rawValue: 1 << $0) }.filter(contains)
  }
}
