/// English words with a form that does not begin with the whole word: `bought` for `buy`, `shelves`
/// for `shelf`.
enum IrregularForms {
  /// Returns the other forms of a folded word, or no forms if the word is regular or unknown.
  /// Leaves out forms that begin with the word, because the search finds them anyway.
  static func others(of word: String) -> [String] {
    families[word]?.filter { !$0.hasPrefix(word) } ?? []
  }

  private static let families: [String: [String]] = {
    var found: [String: [String]] = [:]
    for family in table.split(separator: ",") {
      let forms = family.split(whereSeparator: \.isWhitespace).map(String.init)
      for form in forms { found[form] = forms }
    }
    return found
  }()

  /// The words, separated by commas. Each word is followed by its other forms, separated by spaces.
  /// Some words that are also common nouns are left out: for example `saw`, `bit`, `lead`, `light`,
  /// `ring` and `sink`.
  private static let table = """
    begin began begun, bend bent, bleed bled, break broke broken, bring brought, build built,
    buy bought, catch caught, child children, choose chose chosen, dig dug, draw drew drawn,
    drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt,
    fight fought, find found, fly flew flown, foot feet, forget forgot forgotten,
    freeze froze frozen, get got gotten, give gave given, goose geese, grow grew grown, half halves,
    hang hung, hide hid hidden, hold held, keep kept, knife knives, know knew known, leaf leaves,
    leave left, lend lent, lose lost, make made, man men, meet met, mouse mice, pay paid,
    person people, ride rode ridden, run ran, say said, sell sold, send sent, shelf shelves,
    shoot shot, sing sang sung, sit sat, sleep slept, speak spoke spoken, spend spent, stand stood,
    steal stole stolen, stick stuck, sweep swept, swim swam swum, take took taken, teach taught,
    tear tore torn, tell told, think thought, throw threw thrown, tooth teeth,
    understand understood, wake woke woken, wear wore worn, wife wives, win won, woman women,
    write wrote written
    """
}
