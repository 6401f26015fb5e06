/// What a line about a book, a film, a game or a record says: which one, and how good it was.
///
///     let entry = EntryDetails("finished Piranesi last night, absolutely blown away")
///     entry.title        // "Piranesi"
///     entry.verdict      // .great
///     entry.collection   // "books"
///
/// What is not said is nil. Read by rules: where titles stand, the words that people use of books and of
/// films, and a list of works that many people know.
public struct EntryDetails: Hashable, Sendable {
  /// How good it was.
  public enum Verdict: Int, Hashable, Sendable, CaseIterable {
    case bad = 1
    case okay, great
  }

  /// What it is called, as written.
  public let title: String?
  /// How good it was; nil where that is not said, or it is still to come.
  public let verdict: Verdict?
  /// Where it belongs: `books`, `movies`, `shows`, `games` or `music`.
  public let collection: String?
  /// The year in which it came out.
  public let year: Int?
  /// A word for its kind, as written: `thriller`.
  public let genre: String?
  /// Who made it, as written behind "by".
  public let author: String?
  /// Where it was read, seen or played: `Netflix`.
  public let platform: String?

  /// Reads a line.
  public init(_ text: String) {
    let tokens = Tokens.read(text, Lexicon.shared)
    let work = WorkTitle(tokens, text)
    let words = SpokenWords(text)
    let named = [work.range, work.authorRange].compactMap(\.self)
    // Words of the title say nothing: Great Expectations, The Book of Mormon.
    let free = words.words.indices.filter { place in
      !named.contains { $0.overlaps(words.words[place].range) }
    }
    let cues = WorkCues(words, Set(free), title: work.range.map { text[$0] })
    title = work.range.map { String(text[$0]) }
    author = work.authorRange.map { String(text[$0]) }
    verdict = Verdicts(text, words, Set(free)).verdict
    collection = cues.collection
    genre = cues.genre.map { String(text[$0]) }
    platform = cues.platform.map { String(text[$0]) }
    year = work.year
  }
}
