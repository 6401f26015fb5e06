/// The details in a line about a book, film, series, game or record, such as the title and how good
/// it was.
///
///     let entry = EntryDetails("finished Piranesi last night, absolutely blown away")
///     entry.title        // "Piranesi"
///     entry.verdict      // .great
///     entry.collection   // "books"
///
/// Properties that the line does not state are nil. Rules find the details from the usual
/// positions of titles and typical words for each kind of work.
public struct EntryDetails: Hashable, Sendable {
  /// A verdict on how good a work was.
  public enum Verdict: Int, Hashable, Sendable, CaseIterable {
    case bad = 1
    case okay, great
  }

  /// The title as written.
  public let title: String?
  /// How good the work was; nil if the line does not say, or if the work has not been read, seen or
  /// played yet.
  public let verdict: Verdict?
  /// The collection that the work belongs to: `books`, `movies`, `shows`, `games` or `music`.
  public let collection: String?
  /// The year in which the work was released.
  public let year: Int?
  /// The genre as written, such as `thriller`.
  public let genre: String?
  /// The author or artist as written, such as the name after "by".
  public let author: String?
  /// The service or device on which the work was read, seen or played, as written: `Netflix`.
  public let platform: String?

  /// Creates the details from a line of text.
  public init(_ text: String) {
    let tokens = Tokens.read(text, Lexicon.shared)
    let work = WorkTitle(tokens, text)
    let words = SpokenWords(text)
    let named = [work.range, work.authorRange].compactMap(\.self)
    // Words in a title say nothing about quality or collection: Great Expectations, The Book of
    // Mormon.
    let free = words.words.indices.filter { place in
      !named.contains { $0.overlaps(words.words[place].range) }
    }
    let cues = WorkCues(words, Set(free))
    title = work.range.map { String(text[$0]) }
    author = work.authorRange.map { String(text[$0]) }
    verdict = Verdicts(text, words, Set(free)).verdict
    collection = cues.collection
    genre = cues.genre.map { String(text[$0]) }
    platform = cues.platform.map { String(text[$0]) }
    year = work.year
  }
}
