import CairnText
import Testing

@testable import CairnInsight

/// Lines about books, films, games and records, and what they say.
@Suite struct EntryDetailsTests {
  /// A line and its fields, with `|` between them: title, score, collection.
  static let rows: [(String, String)] = [
    ("finished Emma yesterday, loved it", "Emma|great|books"),
    ("Watched Paddington 2 at the cinema, wonderful", "Paddington 2|great|movies"),
    ("Gave up on Moby Dick after 200 pages", "Moby Dick|bad|books"),
    ("The Wire, season 2: decent", "The Wire|okay|shows"),
    ("Finished season 3 of Dark, what an ending", "Dark|great|shows"),
    ("Watched Heat ****", "Heat|great|movies"),
    ("played Myst again, aged badly", "Myst|bad|games"),
    ("Want to read The Left Hand of Darkness", "The Left Hand of Darkness|undecided|books"),
    ("album: Kind of Blue. sublime", "Kind of Blue|great|music"),
    ("Celeste on the Switch, 9/10", "Celeste|great|games"),
    ("played Celeste, 6/10", "Celeste|okay|games"),
    (
      "\"No Country for Old Men\" was brilliant, saw it on DVD",
      "No Country for Old Men|great|movies"
    ),
    ("listening to Hounds of Love by Kate Bush on repeat", "Hounds of Love|great|music"),
    ("Great Expectations was boring, read it for school", "Great Expectations|bad|books"),
    ("Dune: Part Two in imax ★★★★☆", "Dune: Part Two|great|movies"),
    ("film: The Third Man, not great", "The Third Man|okay|movies"),
    ("Saw Solaris (1972) again, three stars", "Solaris|okay|movies"),
    ("Severance on Apple TV, two episodes in", "Severance|undecided|shows"),
    ("watched fargo last night, terrible", "fargo|bad|movies"),
    ("La vita è bella, cried at the end, best film", "La vita è bella|great|movies"),
    ("Book club choice: The Leopard", "The Leopard|undecided|books"),
    ("a thing called Tichu, we played till two", "Tichu|undecided|games"),
    ("the bell jar – loved it", "the bell jar|great|"),
    ("Portal 2 co-op with Ada, great", "Portal 2|great|games"),
    ("Factorio, 200 hours in, help", "Factorio|undecided|games"),
    ("heard the new Low single Disappearing, gorgeous", "Disappearing|great|music"),
    ("Clara Haskil's Mozart, sublime", "Mozart|great|"),
    ("Radiohead – In Rainbows. still the best", "|great|"),
    ("watch Ikiru, Jo says it's wonderful", "Ikiru|undecided|movies"),
    ("Kaos s1 when it's out", "Kaos|undecided|shows"),
    ("", "|undecided|"),
  ]

  @Test(arguments: rows)
  func fields(_ text: String, _ fields: String) {
    let entry = EntryDetails(text)
    let score = entry.verdict.map { "\($0)" } ?? "undecided"
    #expect("\(entry.title ?? "")|\(score)|\(entry.collection ?? "")" == fields)
  }

  /// A line, and year, author, genre and platform in it.
  @Test(arguments: [
    ("Emma (1996), a comedy on Netflix", "1996||comedy|Netflix"),
    ("read The Dispossessed by Ursula K. Le Guin", "|Ursula K. Le Guin||"),
    ("Blade Runner 2049, stunning", "|||"),
    ("the new Radiohead album In Rainbows", "|Radiohead||"),
    ("Hollow Knight, a metroidvania on PS5", "||metroidvania|PS5"),
  ])
  func others(_ text: String, _ fields: String) {
    let entry = EntryDetails(text)
    let found = [entry.year.map(String.init), entry.author, entry.genre, entry.platform]
    #expect(found.map { $0 ?? "" }.joined(separator: "|") == fields)
  }

  /// Whatever the text: what is read stands in it.
  @Test func nothingIsInvented() {
    var random = SplitMix(seed: 6)
    let pieces = [
      "finished", "Emma", "The", "the", "of", "by", "at", "on", "\"", "(", "1996", ")", ":", ",",
      ".",
      "film", "Netflix", "s3", "2", "loved", "*", "é", "Part", "Two", "7/10", "★", "to", "see", "'",
      "and", "5", "out", "stars", "\n", "de",
    ]
    for _ in 0..<800 {
      let text = (0..<Int.random(in: 0...14, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let entry = EntryDetails(text)
      for found in [entry.title, entry.author, entry.genre, entry.platform].compactMap(\.self) {
        #expect(text.contains(found) && !found.isEmpty, "\(text)")
      }
    }
  }

  /// A label at the start makes a line an entry, unless it may begin a task.
  @Test(
    arguments: [
      ("film: Solaris", "film"), ("Film: Solaris (1972)", "film"),
      ("movie: the holdovers", "movie"),
      ("book: Piranesi", "book"), ("Book: The Left Hand of Darkness by Ursula K. Le Guin", "book"),
      ("watch: Past Lives", "watch"), ("read: The Overstory", "read"),
      ("album: Blue", "album"), ("read: \"the years\"", "read"),
      ("film: Solaris 7/10", "film"), ("book: Piranesi 4.5/5", "book"), ("film: Solaris 7/11", nil),
      ("book: boiler service", nil), ("Book: Dentist", nil), ("book: Flights to Rome for Mum", nil),
      ("watch: kids Friday", nil), ("watch: Mum's dog", nil), ("read: the meter", nil),
      ("film: call the cinema about the refund", nil), ("film: Solaris on Friday", nil),
      ("podcast: failed experiments", nil), ("film:", nil), ("a film: Solaris", nil),
      ("filming: Solaris", nil), ("bookmark: Piranesi", nil),
    ] as [(String, String?)])
  func labels(text: String, label: String?) {
    #expect(EntryDetails.label(of: text) == label)
  }
}
