/// A comparison of a word in text with the choices of a field.
public enum LooseChoice {
  /// Sets of names for the same choice, in lower case and without blanks and punctuation.
  private static let synonyms: [Set<String>] = [
    ["christmas", "xmas", "crimbo"], ["birthday", "bday"], ["valentinesday", "valentines"],
    ["mothersday", "motheringsunday"], ["newyearseve", "nye"], ["newyear", "newyears"],
    ["sciencefiction", "scifi"], ["romanticcomedy", "romcom"], ["nonfiction", "factual"],
    ["movie", "film"], ["tv", "television"], ["playstation5", "ps5"], ["playstation4", "ps4"],
    ["nintendoswitch", "switch"], ["leaving", "farewell", "leavingdo"],
  ]

  /// Returns the choice that a text means; nil if none or several fit.
  ///
  /// A choice fits if it has the same letters and digits as the text, apart from case, or is a
  /// synonym (`xmas` for `christmas`). If no choice fits in this way, a choice fits if one of the
  /// two contains the other: `80th birthday` contains `birthday`. Both must have at least four
  /// letters and digits. A text with fewer than two letters and digits matches nothing.
  public static func match(_ text: String, among choices: [String]) -> String? {
    let wanted = key(text)
    guard wanted.count > 1 else { return nil }
    let names = synonyms.first { $0.contains(wanted) } ?? [wanted]
    let same = choices.filter { names.contains(key($0)) }
    if let first = same.first { return same.count == 1 ? first : nil }
    let near = choices.filter { choice in
      let other = key(choice)
      return other.count > 3
        && names.contains { $0.count > 3 && ($0.contains(other) || other.contains($0)) }
    }
    return near.count == 1 ? near.first : nil
  }

  private static func key(_ text: String) -> String {
    String(text.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
