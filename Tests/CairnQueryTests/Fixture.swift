import CairnCapture
import CairnDocument
import CairnQuery
import CairnText

/// A small notebook in memory, and a clock that stands at Saturday, 21 November 2026, 10:04:05 in
/// a zone an hour east of UTC.
enum Fixture {
  static let clock = LocalClock(now: Instant(seconds: 1_795_251_845)) { _ in 3600 }

  static let context = QueryContext(
    clock: clock, links: Links(), choices: ["priority": ["low", "normal", "high"]],
    collectionsNamed: { name in
      ["house of films": ["books"], "twins": ["books", "work"]][name.folded]?
        .compactMap { NotePath($0) } ?? []
    }, novelty: Novelty())

  /// The file names without `.md`, and the files.
  static let files: [(String, String)] = [
    (
      "work/acme/invoice",
      """
      ---
      id: k7x2m9q4ab
      type: action
      score: 3
      meaning: Acme must be paid before the month ends.
      status: open
      due: 2026-11-20
      tags: [finance, work/acme]
      created: 2026-11-21T10:04:05+01:00
      budget: 40
      priority: high
      ---
      # Pay the Acme invoice

      They called **twice** about a [big](https://example.org/deals) *deal*. [[Sarah]] has the number.
      - [ ] call back
      """
    ),
    (
      "work/report",
      """
      ---
      id: k7y0000000
      type: Action
      status: done
      due: 2026-11-10
      created: 2026-10-25
      budget: 9.5
      priority: low
      meta: {genre: satire, pages: 120}
      ---
      # Quarterly report

      The deal was big. A party, an artist.
      """
    ),
    (
      "sarah",
      """
      ---
      id: people-0001
      type: person
      aliases: [Sarah Smith, "Mémé"]
      created: 2026-01-05
      draft: true
      ---
      # Sarah

      Likes #crème-brûlée and 東京物語. Straße nach ISTANBUL, İzmir.
      """
    ),
    (
      "books/été/strange",
      """
      ---
      id: a000000000
      type: entry
      title: The Left Hand of Darkness
      author: Ursula K. Le Guin
      Year: 1969
      reading time: 9
      created: 2025-12-31T23:30:00Z
      ---
      A book about art. ภาษาไทย, हिन्दी भाषा, שָׁלוֹם, مُحَمَّد, Οδυσσεύς, Ёлка, 서울에서.
      """
    ),
    (
      "books/films",
      """
      ---
      title: "Chapter 10"
      type: entry
      score: okay
      author: [Ursula Meier, Kim]
      Year: "2008"
      due: someday
      ---
      arts-and-crafts c++ 🎉 don't
      """
    ),
    ("2026-11-01-plain", "No front matter here, just art and `code_word`.\r\nbig\r\ndeal\n"),
    ("broken", "---\ntitle: [x\ntype: idea\n---\nA broken one.\n\n<div>Between tags</div>\n"),
    ("empty", ""),
  ]

  static let captures: [Capture] = files.compactMap { name, text in
    NotePath(name + ".md").map {
      Capture(
        path: $0, document: Document(Array(text.utf8)), modified: Instant(seconds: 1_700_000_000))
    }
  }

  /// The names of the files that a query finds, in order.
  static func names(
    _ query: Query, order: Query.DefaultOrder = .newest
  ) -> [String] {
    query.select(from: captures, in: context, order: order).captures.map(\.path.stem)
  }

  struct Novelty: NoveltyFacts {
    func novelty(of capture: Capture) -> Double? {
      ["invoice": 0.9, "report": 0.504, "sarah": 0.2][capture.path.stem]
    }
  }

  struct Links: LinkFacts {
    func captures(linkingTo name: String) -> Set<NotePath> {
      name.folded == "sarah" ? Set([NotePath("work/acme/invoice.md")].compactMap(\.self)) : []
    }

    func captures(linkedBy name: String) -> Set<NotePath> {
      name == "k7x2m9q4ab" ? Set([NotePath("sarah.md")].compactMap(\.self)) : []
    }

    func isOrphan(_ path: NotePath) -> Bool { path.name != "sarah.md" }
  }
}
