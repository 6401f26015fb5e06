/// Known-item search: searches for the titles of captures whose files contain only the bodies. The
/// higher the right capture ranks among the results, the better the ranking is.
struct Relevance {
  let bench: Bench
  /// The number of captures in the notebook.
  let count: Int
  /// The number of captures to search for.
  let queries: Int

  /// The mean reciprocal rank among the first ten results, 0 … 1.
  struct Result {
    var cairn: Double
    var fts5: Double?
  }

  /// Searches for all words of the titles, or for any of them.
  func measure(any: Bool) throws(BenchFailure) -> Result {
    let wanted = titles()
    let separator = any ? " OR " : " "
    // FTS5 wants words with letters beyond ASCII in no quotes; there are no other signs in ours.
    let texts = wanted.map { $0.words.joined(separator: separator) }
    let fts5 = try Rivals(bench: bench, count: count).ranked(texts)
    var found: [[Int]] = []
    let folder = bench.notebooks.folder(count, .words)
    for (title, text) in zip(wanted, texts) {
      let query = any ? [text] : title.words
      let command = bench.command(
        [bench.cairn, "-N", folder, "search", "--paths", "-n", "10"] + query, in: bench.root)
      _ = try command.run(output: bench.output("cairn relevance"))
      found.append(bench.lines("cairn relevance").compactMap { captureNumber($0) })
    }
    return Result(
      cairn: Self.meanReciprocalRank(found, wanted.map(\.index)),
      fts5: fts5.map { Self.meanReciprocalRank($0, wanted.map(\.index)) })
  }

  /// Returns the numbers and title words of the captures to search for.
  private func titles() -> [(index: Int, words: [String])] {
    let lines = bench.notebooks.titles(count)
    return stride(from: 0, to: lines.count, by: max(lines.count / queries, 1)).map { lines[$0] }
  }

  private static func meanReciprocalRank(_ found: [[Int]], _ wanted: [Int]) -> Double {
    let ranks = zip(found, wanted).map { found, wanted in
      found.firstIndex(of: wanted).map { 1 / Double($0 + 1) } ?? 0
    }
    return ranks.reduce(0, +) / Double(max(ranks.count, 1))
  }
}
