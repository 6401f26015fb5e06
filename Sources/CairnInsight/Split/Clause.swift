/// A sentence or a part of one, asked how it goes with what stands before it.
struct Clause {
  /// As it stands in the text.
  let text: Substring
  let tokens: [Token]
  /// What it is, where that is rather sure.
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

  /// How sure the classifier is where it is believed: less than for a capture, since what goes wrong
  /// here is seen at once.
  private static let sure = 0.6

  /// Whether it has no word.
  var isEmpty: Bool { !text.hasWord }

  private var words: [Token] { tokens.filter { $0.kind != .sign } }

  /// The words that say what it is about.
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
  /// Whether it says that something else follows: `Also …`, `oh and …`.
  var opensAnew: Bool {
    tokens.prefix(2).contains { Joints.openings.contains($0.word) }
      || ["either way", "in any case"].contains { text.lowercased().hasPrefix($0) }
      || tokens.count > 2 && tokens[1].word == ":" && tokens[0].word == "thought"
  }

  /// Whether it cannot be understood without what stands before it: `It …`, `She …`, `Because …`.
  var refersBack: Bool {
    guard let first = tokens.first else { return false }
    if Self.references.contains(first.word) { return true }
    // `Perhaps it's the coffee`
    return Self.guesses.contains(first.word) && tokens.count > 1
      && Self.references.contains(tokens[1].word)
  }

  /// Whether it begins with whose something is: `his wife had the baby`.
  var beginsWithOwner: Bool { ["his", "her", "their"].contains(words.first?.word) }

  /// Whether one of its words points to what stands before it: `… and tell him about it`, and not to
  /// somebody whom it names itself, `tell Jo her coat is here`.
  var pointsBack: Bool {
    var hasPerson = false
    for (place, token) in tokens.enumerated() {
      if Self.pointers.contains(token.word), !hasPerson || !Self.persons.contains(token.word) {
        return true
      }
      hasPerson =
        hasPerson || !token.classes.isDisjoint(with: [.name, .relative, .role, .title])
        || place > 0 && token.isCapitalised && token.classes.isEmpty
    }
    return false
  }

  /// Whether what it wants done is done to what stands before it: `Need to top it up`, `have drinks
  /// before`.
  var isDoneToIt: Bool {
    guard !text.hasSuffix("?"), let last = words.last else { return false }
    return ["before", "afterwards", "beforehand"].contains(last.word)
      || words.contains { ["it", "this", "these", "those"].contains($0.word) }
  }

  /// Whether it only says to whom something is to be told: `tell Jo`, `Ask Elena`.
  var isTelling: Bool {
    words.count == 2 && ["tell", "ask", "warn", "inform", "remind"].contains(words[0].word)
      && (words[1].isCapitalised || !words[1].classes.isDisjoint(with: [.name, .relative, .role]))
  }

  /// Whether it is a note of a number or a code without a verb: `seat 41A`.
  var isDatum: Bool {
    words.count <= 3 && !hasOrder && words.contains { $0.kind == .number }
      && !words.contains { Self.verbs.contains($0.word) }
  }

  /// Whether it speaks of what was, of something that is known: `The ash closed Catania airport`.
  var goesOnTelling: Bool { words.first?.word == "the" && isPast }

  /// Whether one of its words is a verb in the past.
  var isPast: Bool {
    words.contains {
      !$0.classes.isDisjoint(with: [.past, .pastForm]) && !$0.classes.contains(.state)
        || ["was", "were", "had", "did"].contains($0.word)
        || $0.word.utf8.count > 4 && $0.word.hasSuffix("ed")
    }
  }

  /// Whether it is something known, and nothing to do.
  var isKnowledge: Bool { kind == .fact || kind == .person }

  /// Whether it says what would be.
  var isConditional: Bool { words.contains { ["would", "could", "wouldn't"].contains($0.word) } }

  /// Whether it begins by asking what would be: `What if we moved?`
  var isSupposition: Bool {
    ["what if", "imagine", "suppose"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Whether it begins with what is to be brought along: `Bring scans`.
  var isBringing: Bool {
    words.count <= 5 && ["bring", "wear"].contains(words.first?.word)
  }

  /// Whether it heads instructions, of which all sentences are part: `Recipe: …`.
  var headsInstructions: Bool { Self.instructions.contains(label) }

  /// Whether it is labelled as an idea that says what to do: `Idea for a talk: start with the bug`.
  var headsPlan: Bool {
    guard Self.plans.contains(tokens.first?.word ?? ""), let start = labelled else { return false }
    return start.classes.contains(.chore) || start.classes.contains(.proposal)
  }

  /// The word that stands alone before a colon; empty where none does.
  private var label: String {
    tokens.count > 1 && tokens[1].word == ":" ? tokens[0].word : ""
  }

  /// The first word behind a colon that is not far behind the beginning.
  private var labelled: Token? {
    guard let colon = tokens.prefix(6).firstIndex(where: { $0.word == ":" }),
      tokens.indices.contains(colon + 1)
    else { return nil }
    return tokens[colon + 1]
  }

  private static let instructions: Set<String> = ["recipe", "method", "instructions", "steps"]
  private static let plans: Set<String> = ["idea", "plan", "talk", "story", "book", "outline"]

  /// Whether it is too little to be a thought of its own: `Poor man.`
  var isFragment: Bool {
    words.count <= 2 && kind == nil && !hasOrder
      && !words.contains { $0.kind == .number || !$0.classes.isDisjoint(with: [.time, .weekday]) }
  }

  /// Whether it begins with what is to be done: `ring …`, `need to …`, `i must …`.
  var hasOrder: Bool {
    guard let first = words.first else { return false }
    let next = words.dropFirst().first?.word ?? ""
    if ["i", "we", "i'll", "we'll"].contains(first.word) { return Self.duties.contains(next) }
    if Self.duties.contains(first.word) { return true }
    // `call the bank`, but not `call with the bank` and `call Tuesday`
    let isEvent =
      first.classes.contains(.event)
      && (words.count < 2 || Self.behindEvents.contains(next)
        || !words[1].classes.isDisjoint(with: [.time, .weekday, .month, .event]))
    return first.classes.contains(.chore) && !isEvent
      && first.classes.isDisjoint(with: [.grocery, .place, .relative, .grammar])
  }

  /// Whether it begins with what is to be done, and nothing before it: `order the cake`.
  var isPlainOrder: Bool {
    hasOrder && words.first.map { $0.classes.contains(.chore) } ?? false
  }

  /// Whether it begins with one of these verbs.
  func isErrandBy(_ verbs: Set<String>) -> Bool {
    words.first.map { verbs.contains($0.word) } ?? false
  }

  /// Verbs of errands that are done by themselves, and not for what comes next.
  static let settling: Set<String> = [
    "buy", "pay", "post", "order", "renew", "cancel", "fix", "clean", "water", "feed", "return",
    "mow", "empty", "hoover", "call", "ring", "phone", "text", "email", "collect",
  ]
  /// Verbs that begin another errand, behind "and": by itself one seldom goes on with the one before.
  static let reaching: Set<String> = [
    "call", "ring", "phone", "text", "email", "message", "pay", "buy", "renew", "cancel", "book",
    "post", "feed", "mow", "collect",
  ]

  /// Whether it may stand alone: it has a verb, and something besides.
  var isIndependent: Bool {
    guard words.count > 1, let first = words.first, !Self.conditions.contains(first.word) else {
      return false
    }
    return hasOrder || Self.proposals.contains(first.word)
      || words.dropFirst().contains { Self.verbs.contains($0.word) || $0.classes.contains(.state) }
  }

  /// Whether it is an action, or at least begins as one.
  var isErrand: Bool { kind == .action || kind == nil && hasOrder }

  /// Whether it has a word besides grammar and its verb.
  var hasObject: Bool {
    words.dropFirst().contains { $0.classes.isDisjoint(with: [.grammar, .hedge, .abstraction]) }
  }

  private static let references: Set<String> = [
    "he", "she", "it", "they", "he's", "she's", "it's", "they're", "that", "that's", "this",
    "these", "those", "which", "who", "because", "but", "though", "although", "however",
    "otherwise", "especially", "except", "instead", "or", "if", "he'll", "she'll", "it'll",
    "they'll", "they've", "yes", "no", "nor", "apparently", "his", "their", "its", "neither",
    "both", "none",
  ]
  private static let guesses: Set<String> = ["perhaps", "maybe", "probably", "possibly"]
  /// Words for persons, who may be named before them in the same sentence.
  private static let persons: Set<String> = [
    "him", "his", "her", "hers", "them", "their", "they", "he", "she",
  ]
  private static let pointers: Set<String> = [
    "it", "its", "him", "his", "her", "hers", "them", "their", "they", "he", "she", "that", "this",
    "those", "these", "there", "one", "ones", "everyone",
  ]
  private static let duties: Set<String> = [
    "need", "must", "remember", "should", "gotta", "have", "ought", "don't", "please", "needs",
    "better", "todo",
  ]
  private static let behindEvents: Set<String> = [
    "with", "at", "on", "about", "for", "from", "re", "is", "was", "in", "and",
  ]
  private static let conditions: Set<String> = [
    "if", "when", "while", "because", "since", "as", "unless", "although", "though", "after",
    "before", "once", "until", "whenever", "for", "with", "without", "to", "by", "in", "on", "at",
    "like", "than",
  ]
  private static let proposals: Set<String> = ["maybe", "what", "perhaps", "could", "why", "how"]
  private static let verbs: Set<String> = [
    "is", "are", "was", "were", "am", "i'm", "it's", "he's", "she's", "isn't", "aren't", "wasn't",
    "has", "have", "had", "hasn't", "does", "doesn't", "did", "didn't", "can", "can't", "will",
    "won't", "would", "could", "should", "might", "think", "reckon", "need", "want", "must",
  ]
}
