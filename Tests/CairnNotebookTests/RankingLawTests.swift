import CairnQuery
import CairnText
import Testing

@testable import CairnNotebook

/// The best match from the index is the best match from the files, also where words begin alike.
@Suite struct RankingLawTests {
  static let words = [
    "art", "arts", "artist", "artists", "atrist", "art-house", "house", "houses", "東京", "東京都", "京",
    "a", "big", "bigger",
  ]

  /// Words alone, phrases of pieces, side by side, inside words.
  static let queries =
    words + [
      "~arts", "~artist", "~artsit", "~house", "~huose ~biger", "title:~huoses",
      "-~house big ~artsist",
      "ar", "\"art\"", "*art*", "art house", "house OR arts", "bigger-art", "art-hous", "art-h",
      "\"house art\"*", "\"art house\"", "東", "big art house", "title:art", "-big art", "*t*",
    ]

  @Test(arguments: UInt64(1)...6)
  func ranksLikeTheSlowWay(_ seed: UInt64) throws {
    var chance = SplitMix(seed: seed)
    func text(_ lengths: ClosedRange<Int>) -> String {
      (0..<Int.random(in: lengths, using: &chance))
        .map { _ in Self.words.randomElement(using: &chance) ?? "" }.joined(separator: " ")
    }
    func note() -> String {
      var fields = ["x: \(text(0...2))"]
      if Int.random(in: 0..<3, using: &chance) == 0 { fields.append("title: \(text(1...3))") }
      if Int.random(in: 0..<3, using: &chance) == 0 { fields.append("meaning: \(text(1...4))") }
      if Int.random(in: 0..<3, using: &chance) == 0 { fields.append("aliases: [\(text(1...2))]") }
      let heading = Int.random(in: 0..<3, using: &chance) == 0 ? "# \(text(1...3))\n\n" : ""
      let body = "\(heading)\(text(0...9))\n\n\(text(0...40))\n"
      return "---\n\(fields.joined(separator: "\n"))\n---\n\(body)"
    }
    let disk = try DiskNotebook((0..<60).map { ("\($0).md", note()) })
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    // A second layer, then captures that are in none.
    for count in [30, 5] {
      for number in 0..<count { disk.write(Array("\(number).md".utf8), Array(note().utf8)) }
      let library = notebook.load()
      let catalog = notebook.catalog()
      // Only the files can tell of what goes from one word to the next.
      let across = Query(.text(Term(.inside, "t h")))
      for query in try Self.queries.map({ try Query($0) }) + [across] {
        try IndexTests.compare(query, catalog, library, order: .relevance)
      }
    }
  }
}
