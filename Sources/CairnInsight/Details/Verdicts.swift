/// How good something was, by a line about it: numbers and stars first, else words.
struct Verdicts {
  private(set) var verdict: EntryDetails.Verdict?

  /// - Parameter free: The places of the words that are not part of a name.
  init(_ text: String, _ words: SpokenWords, _ free: Set<Int>) {
    verdict = Self.ofNumbers(text) ?? Self.ofWords(words, free)
  }
}

// MARK: - Numbers

extension Verdicts {
  private static func ofNumbers(_ text: String) -> EntryDetails.Verdict? {
    let full = text.count { "⭐★🌟".contains($0) }
    if full > 0 { return verdict(Double(full), of: 5) }
    let tokens = Tokens.read(text, Lexicon.shared)
    for index in tokens.indices {
      let token = tokens[index]
      let parts = token.text.split(separator: "/", omittingEmptySubsequences: false)
      if token.kind == .number, parts.count == 2, let value = Double(parts[0]),
        let most = Double(parts[1]), [4, 5, 10, 20, 100].contains(most), value <= most
      {
        return verdict(value, of: most)
      }
      guard let value = value(of: token) else { continue }
      let next = tokens[(index + 1)...].prefix(3).map(\.word)
      if let first = next.first, ["star", "stars"].contains(first) { return verdict(value, of: 5) }
      if next.count > 2, next[0] == "out", next[1] == "of",
        let most = Self.value(of: tokens[index + 3]), most >= value
      {
        return verdict(value, of: most)
      }
    }
    return nil
  }

  private static func value(of token: Token) -> Double? {
    token.kind == .number ? Double(token.text) : numbers[token.word]
  }

  /// Three fifths and seven tenths are okay; what is less than half of it is bad.
  private static func verdict(_ value: Double, of most: Double) -> EntryDetails.Verdict {
    value / most >= 0.75 ? .great : value / most >= 0.45 ? .okay : .bad
  }

  private static let numbers: [String: Double] = [
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10,
  ]
}

// MARK: - Words

extension Verdicts {
  private static func ofWords(_ words: SpokenWords, _ free: Set<Int>) -> EntryDetails.Verdict? {
    if isToCome(words, free) { return nil }
    var counts: [EntryDetails.Verdict: Int] = [:]
    var taken: Set<Int> = []
    for (phrase, verdict) in phrases {
      for place in words.places(of: phrase)
      where free.isSuperset(of: place) && taken.isDisjoint(with: place) {
        taken.formUnion(place)
        let before = words.words[max(place.lowerBound - 2, 0)..<place.lowerBound].map(\.text)
        counts[before.contains(where: isNegation) ? .okay : verdict, default: 0] += 1
      }
    }
    let (bad, okay, great) = (counts[.bad] ?? 0, counts[.okay] ?? 0, counts[.great] ?? 0)
    if bad > 0 { return great > 0 ? .okay : .bad }
    if great > 0 { return great >= okay ? .great : .okay }
    return okay > 0 ? .okay : nil
  }

  private static func isNegation(_ word: String) -> Bool {
    ["not", "never", "hardly", "wasn't", "isn't", "weren't", "didn't"].contains(word)
  }

  /// Whether somebody wants to read or see it, and has not yet.
  private static func isToCome(_ words: SpokenWords, _ free: Set<Int>) -> Bool {
    func has(_ list: [String]) -> Bool {
      list.contains { words.places(of: $0).contains { free.isSuperset(of: $0) } }
    }
    return has(intentions) && !has(experiences)
  }

  private static let intentions = [
    "want to", "wanna", "must", "should", "need to", "have to", "to read", "to watch", "to see",
    "to play", "to listen", "going to", "planning", "gonna", "on my list", "on the list",
    "watchlist", "tbr", "wishlist", "next up", "recommended by", "recommends", "recommendation",
    "someday", "check out", "comes out", "coming out", "pre-order", "preorder", "waiting for",
    "look up", "supposed to be", "meant to be", "apparently", "look into", "add to", "next month",
    "next week", "reading group", "book club", "keeps on about", "keep on about", "raving about",
  ]
  private static let experiences = [
    "finished", "watched", "saw", "seen", "tried", "played", "listened", "loved", "hated",
    "gave up",
    "rewatched", "reread", "re-read", "binged", "walked out", "i read", "just read", "abandoned",
    "enjoyed", "liked", "heard", "again",
  ]

  /// Phrases and what they say, the longest first.
  private static let phrases: [(String, EntryDetails.Verdict)] =
    (great.map { ($0, .great) } + okay.map { ($0, .okay) } + bad.map { ($0, .bad) })
    .sorted { ($1.0.utf8.count, $0.0) < ($0.0.utf8.count, $1.0) }

  private static let great = [
    "amazing", "brilliant", "masterpiece", "masterful", "masterwork", "perfect", "perfection",
    "loved", "adored", "wow", "blown away", "blew me away", "blew my mind", "fantastic", "stunning",
    "superb", "excellent", "incredible", "wonderful", "outstanding", "sublime", "magnificent",
    "phenomenal", "spectacular", "gorgeous", "beautiful", "exquisite", "unforgettable",
    "favourite", "favorite", "best", "terrific", "marvellous", "marvelous", "great",
    "couldn't put it down", "couldn't put down", "could not put it down", "couldn't stop",
    "unputdownable", "addictive", "hooked", "obsessed", "enchants", "enchanting", "enchanted",
    "grinning", "in tears", "cried", "sobbed", "wept", "on repeat", "flawless", "riveting",
    "gripping", "mesmerising", "mesmerizing", "breathtaking", "instant classic", "really good",
    "very good", "so good", "too good", "must see", "must-see", "must-read", "delightful", "joyous",
    "pure joy", "a joy", "genius", "transcendent", "chef's kiss", "banger", "love", "loving it",
    "highly recommend", "can't recommend it enough", "can't recommend enough", "hilarious",
    "life changing", "life-changing", "changed my life", "goosebumps", "floored", "devoured",
    "haunting", "astonishing", "astounding", "extraordinary", "exceptional", "charming",
    "captivating", "spellbinding", "dazzling", "remarkable", "superlative", "glorious",
    "fabulous", "awesome", "epic", "laughed out loud", "best thing", "worth every penny",
    "not a dull moment", "never boring", "never dull", "no notes", "heartbreaking", "moved me",
    "ten out of ten", "all-time", "unmissable", "bowled over", "still thinking about it",
  ]
  private static let okay = [
    "okay", "ok", "alright", "all right", "fine", "decent", "solid", "pleasant", "nice", "not bad",
    "so-so", "so so", "average", "passable", "watchable", "readable", "listenable", "playable",
    "enjoyable", "good enough", "good", "liked", "samey", "uneven", "patchy", "mixed",
    "hit and miss", "hit-and-miss", "meh", "middling", "mediocre", "adequate", "nothing special",
    "not great", "forgettable", "bit long", "bit slow", "fun", "entertaining", "diverting",
    "could be better", "could have been better", "competent", "likeable", "half decent",
    "half-decent", "inoffensive", "unremarkable", "predictable", "mid", "serviceable", "it'll do",
    "does the job", "harmless", "interesting", "not for everyone", "enjoyed", "reasonable",
    "run of the mill", "take it or leave it", "neither here nor there", "has its moments",
  ]
  private static let bad = [
    "awful", "terrible", "dreadful", "rubbish", "bad", "boring", "bored", "dull", "worst",
    "gave up", "giving up", "couldn't finish", "could not finish", "did not finish",
    "didn't finish", "dnf", "abandoned", "walked out", "hated", "hate", "disappointing",
    "disappointed", "disappointment", "slog", "waste", "trash", "garbage", "tedious", "unbearable",
    "unwatchable", "unreadable", "unplayable", "switched it off", "switched off", "turned it off",
    "turned off", "cringe", "cringey", "mess", "fell asleep", "dire", "poor", "lame", "crap",
    "shit",
    "stinker", "pants", "horrible", "atrocious", "abysmal", "insufferable", "pretentious",
    "stopped reading", "stopped watching", "stopped playing", "quit", "overrated", "pointless",
    "drivel", "tripe", "snoozefest", "never again", "avoid", "painful", "nonsense", "skip it",
    "regret", "not for me", "not good", "let down", "letdown", "couldn't get into",
    "want my money back", "wanted my money back", "dragged", "clunky", "lifeless", "soulless",
    "ghastly", "appalling", "laughable", "unfunny", "turgid", "yawn", "torture", "chore",
  ]
}
