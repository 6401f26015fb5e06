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
      || tokens.count > 2 && tokens[1].word == ":" && tokens[0].word == "thought"
  }

  /// Whether it cannot be understood without what stands before it: `It …`, `She …`, `Because …`.
  var refersBack: Bool { tokens.first.map { Self.references.contains($0.word) } ?? false }

  /// Whether one of its words points to what stands before it: `… and tell him about it`.
  var pointsBack: Bool { tokens.contains { Self.pointers.contains($0.word) } }

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
    return first.classes.contains(.chore)
      && first.classes.isDisjoint(with: [.grocery, .event, .place, .relative, .grammar])
  }

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
    "they'll", "they've", "yes", "no", "nor", "apparently", "his", "their", "its",
  ]
  private static let pointers: Set<String> = [
    "it", "its", "him", "his", "her", "hers", "them", "their", "they", "he", "she", "that", "this",
    "those", "these", "there", "one", "ones", "everyone",
  ]
  private static let duties: Set<String> = [
    "need", "must", "remember", "should", "gotta", "have", "ought", "don't", "please", "needs",
    "better", "todo",
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
