/// The words for times in one language, with their meanings in English.
struct ForeignTable: Sendable {
  /// The English words, keyed by the words of the language. In a key, words (in dense scripts,
  /// characters) are joined by ``joint``.
  private let meanings: [String: String]
  /// The number of words or characters in the longest key.
  let longest: Int

  private static let joint = "\u{1F}"

  /// Reads lists of entries such as `tag=day`, separated by semicolons or line breaks. Entries of
  /// later lists replace earlier ones.
  private init(_ lists: [StaticString], isDense: Bool) {
    var meanings: [String: String] = [:]
    var longest = 1
    for entry in lists.flatMap({ "\($0)".split { $0 == ";" || $0.isNewline } }) {
      let sides = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else { continue }
      let words = sides[0].split(separator: " ")
      let units = isDense ? words.joined().map { String($0) } : words.map(String.init)
      longest = max(longest, units.count)
      meanings[units.joined(separator: Self.joint)] = String(sides[1])
    }
    (self.meanings, self.longest) = (meanings, longest)
  }

  /// Returns the English words for a sequence of words or characters; nil if there are none.
  func meaning(of units: some Sequence<String>) -> String? {
    meanings[units.joined(separator: Self.joint)]
  }

  /// Returns the table of a language. The table is made on first use.
  static func of(_ language: TimeLanguage) -> ForeignTable {
    switch language {
    case .german: german
    case .french: french
    case .spanish: spanish
    case .italian: italian
    case .portuguese: portuguese
    case .dutch: dutch
    case .polish: polish
    case .hungarian: hungarian
    case .russian: russian
    case .japanese: japanese
    case .chinese: chinese
    case .korean: korean
    }
  }

  private static let german = ForeignTable(
    [ForeignNames.de, ForeignWords.de], isDense: false)
  private static let french = ForeignTable(
    [ForeignNames.fr, ForeignWords.fr], isDense: false)
  private static let spanish = ForeignTable(
    [ForeignNames.es, ForeignWords.es], isDense: false)
  private static let italian = ForeignTable(
    [ForeignNames.it, ForeignWords.it], isDense: false)
  private static let portuguese = ForeignTable(
    [ForeignNames.pt, ForeignWords.pt], isDense: false)
  private static let dutch = ForeignTable(
    [ForeignNames.nl, ForeignWords.nl], isDense: false)
  private static let polish = ForeignTable(
    [ForeignNames.pl, ForeignWords.pl], isDense: false)
  private static let hungarian = ForeignTable(
    [ForeignNames.hu, ForeignWords.hu], isDense: false)
  private static let russian = ForeignTable(
    [ForeignNames.ru, ForeignWords.ru], isDense: false)
  private static let japanese = ForeignTable(
    [ForeignNames.ja, ForeignWords.ja], isDense: true)
  private static let chinese = ForeignTable(
    [ForeignNames.zh, ForeignWords.zh], isDense: true)
  private static let korean = ForeignTable(
    [ForeignNames.ko, ForeignWords.ko], isDense: true)
}
