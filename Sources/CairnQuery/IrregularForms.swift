/// English words whose forms do not begin alike: `buy` and `bought`, `shelf` and `shelves`.
enum IrregularForms {
  /// Returns the other forms of a folded word, or no forms if the word is regular or unknown.
  static func others(of word: String) -> [String] {
    families[word].map { $0.filter { $0 != word } } ?? []
  }

  private static let families: [String: [String]] = {
    var found: [String: [String]] = [:]
    for family in table.split(separator: ",") {
      let forms = family.split(whereSeparator: \.isWhitespace).map(String.init)
      for form in forms { found[form] = forms }
    }
    return found
  }()

  /// The forms of each word, separated by commas. Two kinds of forms are left out: forms that begin
  /// with another form of the same word, because the search finds them anyway, and words that are
  /// also common nouns, such as `saw`, `bit`, `lead`, `light`, `ring` and `sink`.
  private static let table = """
    begin began begun, bend bent, bleed bled, break broke, bring brought, build built,
    buy bought, catch caught, child children, choose chose, dig dug, draw drew,
    drink drank drunk, drive drove driven, eat ate, fall fell, feed fed, feel felt, fight fought,
    find found, fly flew flown, foot feet, forget forgot, freeze froze, get got, give gave,
    goose geese, grow grew, half halves, hang hung, hide hid, hold held, keep kept,
    knife knives, know knew, leaf leaves, leave left, lend lent, lose lost, make made, man men,
    meet met, mouse mice, pay paid, person people, ride rode ridden, run ran, say said, sell sold,
    send sent, shelf shelves, shoot shot, sing sang sung, sit sat, sleep slept, speak spoke,
    spend spent, stand stood, steal stole, stick stuck, sweep swept, swim swam swum, take took,
    teach taught, tear tore torn, tell told, think thought, throw threw, tooth teeth,
    understand understood, wake woke, wear wore worn, wife wives, win won, woman women,
    write wrote written
    """
}
