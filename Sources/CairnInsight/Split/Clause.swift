/// A sentence or part of a sentence, with the properties that show whether it continues the
/// preceding text.
struct Clause {
  /// The clause as written.
  let text: Substring
  let tokens: [Token]
  /// The type of the clause; nil if the classifier is not confident enough.
  let kind: CaptureKind?

  init(_ text: Substring, _ splitter: Splitter) {
    self.init(text, Tokens.read(text, splitter.lexicon), splitter)
  }

  init(_ text: Substring, _ tokens: [Token], _ splitter: Splitter) {
    self.text = text
    self.tokens = tokens
    let found = splitter.classifier.classify(String(text))
    kind = found.confidence >= Self.sure ? found.kind : nil
  }

  /// The minimum confidence at which the clause gets a type. It is lower than
  /// ``Classifier/threshold``, because the type only helps to decide where to split, and users
  /// notice a wrong split at once.
  private static let sure = 0.6

  /// Whether the clause has no words.
  var isEmpty: Bool { !text.hasWord }

  private var words: [Token] { tokens.filter { $0.kind != .sign } }

  /// The lower-case words that indicate the subject of the clause, without a possessive `'s` or a
  /// plural `s`.
  var topics: Set<Substring> {
    Set(
      tokens.lazy.filter { token in
        token.kind == .word && token.word.utf8.count > 2
          && token.classes.isDisjoint(with: Self.vague)
          && !(hasOrder && token.text.startIndex == words.first?.text.startIndex)
      }.map { token in
        let owner = token.owner
        return owner.utf8.count > 3 && owner.hasSuffix("s") ? owner.dropLast() : owner
      })
  }

  private static let vague: WordClasses = [.grammar, .hedge, .time, .weekday, .month, .state]
}

// MARK: - How it begins

extension Clause {
  /// Whether the clause depends on the preceding text: `It …`, `She …`, `Because …`.
  var refersBack: Bool {
    guard let first = tokens.first else { return false }
    if Self.references.contains(first.word) { return true }
    // `Perhaps it's the coffee`
    return Self.guesses.contains(first.word) && tokens.count > 1
      && Self.references.contains(tokens[1].word)
  }

  /// Whether a pronoun in the clause refers to the preceding text, as in `tell him about it`. In
  /// `tell Jo her coat is here`, the pronoun refers to somebody in the clause itself.
  var pointsBack: Bool {
    var hasPerson = false
    for (place, token) in tokens.enumerated() {
      if Self.pointers.contains(token.word), !hasPerson || !Self.persons.contains(token.word) {
        return true
      }
      hasPerson =
        hasPerson || !token.classes.isDisjoint(with: [.name, .relative, .role, .title])
        || place > 0 && token.isCapitalised && token.isUnlisted
    }
    return false
  }

  /// Whether the clause, if it is a task, concerns the subject of the preceding text, as in
  /// `Need to top it up`.
  var isDoneToIt: Bool {
    !text.hasSuffix("?") && words.contains { ["it", "this", "these", "those"].contains($0.word) }
  }

  /// Whether the clause is a short statement of a number, without a verb: `seat 41A`.
  var isDatum: Bool {
    words.count <= 3 && !hasOrder && words.contains { $0.kind == .number }
      && !words.contains { Self.verbs.contains($0.word) }
  }

  /// Whether the clause begins with a label for instructions, such as `Recipe: …`. All following
  /// sentences belong to the instructions.
  var headsInstructions: Bool { Self.instructions.contains(label) }

  /// The first word of the clause if a colon follows it; otherwise empty.
  private var label: String {
    tokens.count > 1 && tokens[1].word == ":" ? tokens[0].word : ""
  }

  private static let instructions: Set<String> = ["recipe", "method", "instructions", "steps"]
  /// Whether the clause is too short to be a separate capture: `Poor man.`
  var isFragment: Bool {
    words.count <= 2 && kind == nil && !hasOrder
      && !words.contains { $0.kind == .number || !$0.classes.isDisjoint(with: [.time, .weekday]) }
  }

  /// Whether the clause begins like a task: `ring …`, `need to …`, `i must …`.
  var hasOrder: Bool {
    guard let first = words.first else { return false }
    let next = words.dropFirst().first?.word ?? ""
    if ["i", "we", "i'll", "we'll"].contains(first.word) { return Self.duties.contains(next) }
    if Self.duties.contains(first.word) { return true }
    // `call the bank`, but not `call with the bank` or `call Tuesday`
    let isEvent =
      first.classes.contains(.event)
      && (words.count < 2 || Self.behindEvents.contains(next)
        || !words[1].classes.isDisjoint(with: [.time, .weekday, .month, .event]))
    return first.classes.contains(.chore) && !isEvent
      && first.classes.isDisjoint(with: [.grocery, .place, .relative, .grammar])
  }

  /// Whether the clause begins with the verb of a task: `order the cake`, but not
  /// `need to order the cake`.
  var isPlainOrder: Bool {
    hasOrder && words.first.map { $0.classes.contains(.chore) } ?? false
  }

  /// Returns whether the clause begins with one of `verbs`.
  func isErrandBy(_ verbs: Set<String>) -> Bool {
    words.first.map { verbs.contains($0.word) } ?? false
  }

  /// Verbs of errands that are complete by themselves, rather than a preparation for the next
  /// errand.
  static let settling: Set<String> = [
    "buy", "pay", "post", "order", "renew", "cancel", "fix", "clean", "water", "feed", "return",
    "mow", "empty", "hoover", "call", "ring", "phone", "text", "email", "collect",
  ]
  /// Verbs that begin a separate errand after "and", because they rarely continue the previous
  /// errand.
  static let reaching: Set<String> = """
    call ring phone text email message pay buy renew cancel book post feed mow collect
    """.words()

  /// Whether the clause can be a sentence by itself: it has several words, does not begin with a
  /// condition, and contains a verb, a command or a proposal.
  var isIndependent: Bool {
    guard words.count > 1, let first = words.first, !Self.conditions.contains(first.word) else {
      return false
    }
    return hasOrder || Self.proposals.contains(first.word)
      || words.dropFirst().contains { Self.verbs.contains($0.word) || $0.classes.contains(.state) }
  }

  /// Whether the clause is an action or, if its type is uncertain, begins like a task.
  var isErrand: Bool { kind == .action || kind == nil && hasOrder }

  /// Whether a content word, such as the object of a verb, follows the first word of the clause.
  var hasObject: Bool {
    words.dropFirst().contains { $0.classes.isDisjoint(with: [.grammar, .hedge, .abstraction]) }
  }

  private static let references: Set<String> = """
    he she it they he's she's it's they're that that's this these those which who because but though
    although however otherwise especially except instead or if he'll she'll it'll they'll they've
    yes no nor apparently his their its neither both none
    """.words()
  private static let guesses: Set<String> = ["perhaps", "maybe", "probably", "possibly"]
  /// Pronouns for persons, who may be named earlier in the same sentence.
  private static let persons: Set<String> = [
    "him", "his", "her", "hers", "them", "their", "they", "he", "she",
  ]
  private static let pointers: Set<String> = """
    it its him his her hers them their they he she that this those these there one ones everyone
    """.words()
  private static let duties: Set<String> = """
    need must remember should gotta have ought don't please needs better todo
    """.words()
  private static let behindEvents: Set<String> = [
    "with", "at", "on", "about", "for", "from", "re", "is", "was", "in", "and",
  ]
  private static let conditions: Set<String> = """
    if when while because since as unless although though after before once until whenever for with
    without to by in on at like than
    """.words()
  private static let proposals: Set<String> = ["maybe", "what", "perhaps", "could", "why", "how"]
  private static let verbs: Set<String> = """
    is are was were am i'm it's he's she's isn't aren't wasn't has have had hasn't does doesn't did
    didn't can can't will won't would could should might think reckon need want must
    """.words()
}
