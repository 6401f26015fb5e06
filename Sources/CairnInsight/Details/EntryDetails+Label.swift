extension EntryDetails {
  /// Returns the label with which a line names a work: `film` in `film: Solaris`. Nil if there is
  /// none, or if the line may be something else, such as `book: boiler service` or
  /// `watch: kids Friday`.
  public static func label(of text: String) -> String? {
    let tokens = Tokens.read(text, Lexicon.shared)
    guard tokens.count > 2, tokens[1].word == ":", tokens[1].isJoined,
      !text.contains(where: \.isNewline)
    else { return nil }
    // `7/10` is a rating rather than the day on which something is due.
    if let due = TimeMentions(text).due(of: .action), Verdicts.rating(due) == nil { return nil }
    let label = tokens[0].word
    let rest = tokens[2...]
    if works.contains(label) {
      return rest.count <= 12 && !tokens[2].classes.contains(.chore) ? label : nil
    }
    guard alsoVerbs.contains(label) else { return nil }
    if ["\"", "“", "*", "_", "«", "‘"].contains(tokens[2].word) { return label }
    // The words of a title are capitalized, except for words such as `of`.
    let title = rest.prefix { $0.kind != .sign && $0.word != "by" }
    let isTitle = title.allSatisfy {
      $0.isCapitalised || $0.kind == .number || joints.contains($0.word)
    }
    return isTitle && tokens[2].isCapitalised && !tokens[2].isPossessive
      && tokens[2].classes.isDisjoint(with: [.relative, .role, .event, .place, .thing, .chore])
      ? label : nil
  }

  /// Labels that can only precede the title of a work.
  private static let works: Set<String> = ["album", "film", "movie", "novel"]
  /// Labels that may also begin a task: `book: boiler service`.
  private static let alsoVerbs: Set<String> = [
    "book", "game", "listen", "play", "read", "series", "show", "watch",
  ]
  private static let joints: Set<String> = [
    "a", "an", "and", "de", "in", "la", "le", "of", "on", "the", "to",
  ]
}
