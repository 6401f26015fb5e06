extension WorkTitle {
  static func isPlatform(_ word: String) -> Bool { platforms.contains(word) }

  static let platforms: Set<String> = """
    netflix hulu disney amazon prime hbo iplayer switch ps playstation xbox pc steam kindle audible
    spotify youtube mubi apple tv bbc ios ipad nintendo dvd itv vr imax vinyl
    """.words()
  static let labels: Set<String> = """
    film movie book novel album game series show song tv record track ep lp single audiobook podcast
    documentary anime comic play musical memoir rec recommendation music title review author band
    boardgame sequel miniseries drama sitcom thriller
    """.words()
  /// Words that may precede a title and a colon: `Film: …`, `now reading: …`.
  static let announcements = labels.union(acts).union(leads).union([
    "pick", "rec", "note", "review", "club", "list", "pile", "up", "done", "group", "choice",
    "month's", "week's", "tonight", "of", "the", "month", "week", "year", "reading", "watchlist",
  ])
  /// Words for things that are counted. A number before one of these words is not part of a title.
  static let counted: Set<String> = """
    hours hrs hour episodes eps seasons series pages chapters mins minutes times tracks songs discs
    lives levels stars bosses films books games movies parts out people copies volumes nights runs
    """.words()
  /// Verbs before the title of a work: `finished …`, `watched …`.
  static let acts: Set<String> = """
    finished finishing read reading reread re-read rewatched rewatching watched watching saw seen
    started starting tried trying played playing replayed listened listening heard gave abandoned
    binged bingeing see watch play listen try loved hated enjoyed loving enjoying completed dnf beat
    halfway revisited borrowed liked caught devoured discovered put took picked bought downloaded
    streamed lent skimmed dropped ditched got giving
    """.words()
  /// Words that may stand before a title, next to a verb of ``acts``: `finally` in
  /// `finally finished Dune`.
  static let leads: Set<String> = """
    just finally i i've i'm we we've have been to up on want wanna must should need really now also
    currently still half way through into all of the my new latest last night today yesterday again
    it a next out going with check book film movie album game novel show series newest first second
    third our down kids round back me us off mum dad
    """.words()
  /// Words that begin a sentence, not a title, if they are first in a line: `Everyone loved …`.
  static let persons: Set<String> = [
    "everyone", "everybody", "mum", "dad", "people", "someone", "nobody", "friends",
  ]
  static let joints: Set<String> = [
    "of", "the", "and", "a", "an", "in", "to", "on", "at", "for", "from", "with", "or", "n", "as",
    "de", "la", "le", "los", "las", "el", "der", "die", "das", "du", "des", "von", "al", "no",
  ]
  static let foreign: Set<String> = [
    "de", "la", "le", "les", "du", "des", "el", "los", "las", "del", "y", "et", "und", "der", "die",
    "das", "von", "il", "di", "della", "e", "en", "och", "da", "do", "dos", "zur", "zum",
  ]
  static let verbs: Set<String> = """
    is was are were has had will would isn't wasn't made left makes took takes gets got didn't
    doesn't keeps kept feels felt blew deserves absolutely totally really completely
    """.words()
  static let stops: Set<String> = [
    "last", "yesterday", "today", "tonight", "again", "by", "at", "on", "with", "for", "before",
    "after", "this", "because", "but", "so", "it", "i", "we", "while", "when", "who", "which",
  ]
}
