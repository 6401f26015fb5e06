import CairnText

/// Where a text speaks of a time: `by Friday`, `the 12th`, `next Tuesday 3pm`, `every other Monday`.
///
/// They are read by ``TimeGrammar``, with a clock that stands still: which day it is makes no difference to
/// what is a time. It stands in a month with 31 days before another such, so that any day of a month is one.
struct TimeMentions {
  /// What is known of a time.
  enum Meaning {
    /// It is a day, or days, with a time of the day or without.
    case day
    /// It is a time of the day alone.
    case clock
    /// It is a day that only the writer knows: `payday`.
    case name
    /// It says how something comes again.
    case rule
    /// It is about what was, or is ruled out: `yesterday at 3pm`, `not Friday`.
    case past
    /// It says more than is understood: `every month on the fifth Monday`, `5pm London time`.
    case doubtful
  }

  /// A time in the text.
  struct Mention {
    /// Its words, with one like "by" before them.
    let pieces: Range<Int>
    /// The first piece behind a word like "by".
    let time: Int
    let meaning: Meaning

    /// Whether it begins with a word like "by".
    var isDeadline: Bool { time > pieces.lowerBound }
  }

  /// The times, in order.
  private(set) var found: [Mention] = []
  private let text: String
  private let pieces: [TimePiece]

  private static let clock = LocalClock(now: Instant(seconds: 181 * 86_400)) { _ in 0 }

  /// The times of a text. Costs an attempt at each word that may begin one.
  init(_ text: String) {
    self.text = text
    var grammar = TimeGrammar(text, Self.clock, .dayFirst, isWhole: false)
    pieces = grammar.pieces
    while !grammar.isAtEnd {
      let start = grammar.index
      let last = found.last?.pieces.upperBound ?? 0
      guard let mention = grammar.mention(after: last) else {
        grammar.index = start + 1
        continue
      }
      // A rule right behind a day that it does not go with: together they are something else. So are
      // several days of the week.
      let isRule = mention.meaning == .rule || mention.meaning == .doubtful
      let isDay = weekday(mention) && found.last.map { isBeside($0, mention) } ?? false
      if isRule && last == start || isDay, let before = found.popLast() {
        let pieces = before.pieces.lowerBound..<mention.pieces.upperBound
        found.append(Mention(pieces: pieces, time: pieces.lowerBound, meaning: .doubtful))
      } else {
        found.append(mention)
      }
    }
  }

  /// Whether it is a day of the week and nothing else.
  private func weekday(_ mention: Mention) -> Bool {
    mention.pieces.count == 1 && TimeNames.weekdays[pieces[mention.pieces.lowerBound].word] != nil
  }

  /// Whether a day of the week goes on with those before it, `mon weds fri gym`, `Tuesday and Thursday`:
  /// together they come again, perhaps, or are two.
  private func isBeside(_ last: Mention, _ next: Mention) -> Bool {
    let between = pieces[last.pieces.upperBound..<next.pieces.lowerBound].map(\.word)
    let isList = last.meaning == .doubtful && weekdays(last)
    return (weekday(last) || isList) && between.allSatisfy { [",", "and", "&", "/"].contains($0) }
  }

  private func weekdays(_ mention: Mention) -> Bool {
    pieces[mention.pieces].allSatisfy {
      $0.kind == .sign || $0.word == "and" || TimeNames.weekdays[$0.word] != nil
    }
  }

  /// A time as it is written.
  func words(of mention: Mention) -> String {
    let (first, last) = (pieces[mention.pieces.lowerBound], pieces[mention.pieces.upperBound - 1])
    return String(text[first.range.lowerBound..<last.range.upperBound])
  }

  /// The tokens of the days that are named, without a word like "by".
  func days(in tokens: [Token]) -> [Range<Int>] {
    found.filter { $0.meaning == .day }.compactMap { mention in
      let start = pieces[mention.time].range.lowerBound
      let end = pieces[mention.pieces.upperBound - 1].range.upperBound
      let inside = tokens.indices.filter {
        tokens[$0].text.endIndex > start && tokens[$0].text.startIndex < end
      }
      return inside.first.flatMap { first in inside.last.map { first..<$0 + 1 } }
    }
  }
}

// MARK: - Due

extension TimeMentions {
  /// When an action is due; of other captures, the day to come that they speak of.
  func due(of kind: CaptureKind) -> String? {
    switch kind {
    case .action: return dueOfAction
    case .idea: return nil
    case .fact, .person:
      let isToCome = pieces.contains { Self.toCome.contains($0.word) }
      return found.first { mention in
        guard mention.meaning == .day || mention.meaning == .name, !isYear(mention) else {
          return false
        }
        return isToCome || Self.openings.contains(pieces[mention.pieces.lowerBound].word)
      }
      .map(words)
    }
  }

  /// Whether it is a year alone: in what is known, most years are over.
  private func isYear(_ mention: Mention) -> Bool {
    mention.pieces.upperBound == mention.time + 1 && pieces[mention.time].kind == .number
      && !["by", "until", "till"].contains(pieces[mention.pieces.lowerBound].word)
      && pieces[mention.time].word.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// What comes again is given with all that says how; where anything cannot be told, only what is said to
  /// be the last day.
  private var dueOfAction: String? {
    let open = found.filter { $0.meaning != .past }
    let days = open.filter { $0.meaning != .clock }
    if let deadline = days.first(where: \.isDeadline), deadline.meaning != .doubtful {
      return words(of: deadline)
    }
    guard !open.contains(where: { $0.meaning == .doubtful }) else { return nil }
    return (days.first ?? open.first).map(words)
  }

  /// Words of a text that speaks of what is to come.
  private static let toCome: Set<String> = [
    "expires", "expire", "exp", "ends", "end", "until", "till", "from", "due", "moving", "moves",
    "leaving", "leaves", "starts", "start", "retires", "retiring", "renews", "renew", "back",
    "away", "going", "getting", "will", "turns", "deploying", "flying", "coming", "valid",
    "closes", "switches", "deadline", "extended", "birthday", "bday", "anniversary",
  ]
  /// Words that begin an expression for what is to come.
  private static let openings: Set<String> = [
    "next", "tomorrow", "tonight", "until", "till", "by",
  ]
}
