/// The collection, platform and genre of a work, found by clues in a line.
struct WorkCues {
  private(set) var collection: String?
  private(set) var genre: Range<String.Index>?
  private(set) var platform: Range<String.Index>?

  /// Finds the clues in a line.
  ///
  /// - Parameter free: The words that are not part of a title or a name, as indices in `words`.
  init(_ words: SpokenWords, _ free: Set<Int>) {
    var points: [String: Int] = [:]
    for (_, cue) in WorkWords.cues.found(in: words, free) {
      points[cue.collection, default: 0] += cue.weight
    }
    for place in free {
      if Self.isEpisode(words.words[place].text) { points["shows", default: 0] += 30 }
      // Fewer than six hours suggest a film, more suggest a game.
      if place > 0, ["hours", "hrs", "hour"].contains(words.words[place].text),
        let count = Int(words.words[place - 1].text)
      {
        points[count < 6 ? "movies" : "games", default: 0] += 15
      }
    }
    // The first collection wins a tie.
    let most = points.values.max() ?? 0
    collection = WorkWords.collections.first { most > 0 && points[$0] == most }
    genre = WorkWords.genres.found(in: words, free).first.map { words.range($0.place) }
    platform =
      WorkWords.platforms.found(in: words, free).first { place, isOnlyBehindOn in
        let before = words.words[max(place.lowerBound - 2, 0)..<place.lowerBound]
        return !isOnlyBehindOn || before.contains { $0.text == "on" }
      }.map { words.range($0.place) }
  }

  /// Returns whether a word denotes a season or an episode: `s3`, `s02e04`.
  private static func isEpisode(_ word: String) -> Bool {
    guard word.first == "s" else { return false }
    let rest = word.dropFirst().split(separator: "e", omittingEmptySubsequences: false)
    return 1...2 ~= rest.count && rest.allSatisfy { 1...2 ~= $0.count && $0.allSatisfy(\.isNumber) }
  }
}
