/// Whether a text is in the language that the classifier was trained on: English.
enum Language {
  /// Fewer words than this say too little about their language.
  private static let few = 4

  /// Whether enough of the words are known ones, or there are too few to say.
  ///
  /// Names are left out of the count, since they are the same in all languages. A text in another
  /// alphabet is not understood; single words of it in an English text do no harm.
  static func isUnderstood(_ tokens: [Token]) -> Bool {
    let words = tokens.filter { $0.kind == .word && !$0.classes.contains(.name) }
    guard !words.isEmpty else { return true }
    let foreign = words.count { $0.isOtherScript }
    if foreign * 2 > words.count { return false }
    guard words.count >= few else { return true }
    return words.count { !$0.classes.subtracting(.shared).isEmpty } * 6 >= words.count
  }
}
