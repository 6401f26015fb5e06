import CairnText
import Testing

@testable import CairnInsight

/// Lines about gifts, and what they say.
@Suite struct GiftDetailsTests {
  /// A line and its fields, with `|` between them: recipient, idea, occasion, date, budget.
  static let rows: [(String, String)] = [
    ("Birthday present for Nora: a pottery class, £45", "Nora|pottery class|Birthday||£45"),
    (
      "Dad's 70th - a good pocket knife, max 60 euros",
      "Dad|good pocket knife|70th birthday||max 60 euros"
    ),
    ("Christmas for my brother: wool socks", "brother|wool socks|Christmas||"),
    ("Buy my sister a cookbook about bread", "sister|cookbook about bread|||"),
    ("Ines would love a bird feeder for the balcony", "Ines|bird feeder for the balcony|||"),
    (
      "wedding on 14 June, Priya and Tom: a cast iron pan",
      "Priya and Tom|cast iron pan|wedding|14 June|"
    ),
    ("Secret santa for Gordon: joke mug, up to £10", "Gordon|joke mug|Secret santa||up to £10"),
    (
      "for the neighbours who watered the plants: a box of chocolates",
      "neighbours|box of chocolates|||"
    ),
    ("Housewarming – olive tree – about 30 quid", "|olive tree|Housewarming||about 30 quid"),
    (
      "golden wedding in May: photo album for Gran and Grandad",
      "Gran and Grandad|photo album|golden wedding|May|"
    ),
    (
      "Mr Okafor's leaving do: fountain pen, under 50",
      "Mr Okafor|fountain pen|leaving do||under 50"
    ),
    ("a jar of honey", "|jar of honey|||"),
    ("For @Sarah: a pottery class", "Sarah|pottery class|||"),
    ("Ulla would love the blue jug at the market", "Ulla|blue jug|||"),
    ("get Mrs Doyle a jar of jam to say thanks", "Mrs Doyle|jar of jam|thanks||"),
    ("Nils is four on Sunday, wants anything with wheels", "Nils|anything with wheels||Sunday|"),
    ("$50 gift card to the nursery for Mom", "Mom|gift card to the nursery|||$50"),
    ("maybe the blue scarf Leila liked, $35", "Leila|blue scarf|||$35"),
    ("Sam wants headphones. birthday 3 March", "Sam|headphones|birthday|3 March|"),
    ("Graduation gift for Tess #family €20-30", "Tess||Graduation||€20-30"),
    ("Nour has always wanted a telescope", "Nour|telescope|||"),
    ("we should get little Otto a balance bike for Easter", "Otto|balance bike|Easter||"),
    ("Mira and Jo, 9 August, they'd love a fondue pot", "Mira and Jo|fondue pot||9 August|"),
    ("the window cleaner, a tin of biscuits, 5 each", "window cleaner|tin of biscuits|||5 each"),
    ("flowers for Mrs Baines for minding the parrot", "Mrs Baines|flowers|||"),
    ("something special for Lena: marbles, chalk, a kite", "Lena|marbles, chalk, a kite|||"),
    (
      "our tenth anniversary, Sat 3rd – dinner for two",
      "|dinner for two|tenth anniversary|Sat 3rd|"
    ),
    ("birthday Lotte 17.8. – sewing machine", "Lotte|sewing machine|birthday|17.8.|"),
    ("teacher present (Ms Okoro), end of term: succulents", "Ms Okoro|succulents|end of term||"),
    ("dog walker gift: wool gloves", "dog walker|wool gloves|||"),
    ("50 roses, Golden wedding", "|50 roses|Golden wedding||"),
    ("hand cream for Mo, budget 12", "Mo|hand cream|||12"),
    ("mum never buys herself nice tea, xmas", "mum|nice tea|xmas||"),
    ("something with foxes for Gran", "Gran|something with foxes|||"),
    ("teacher present Ms Okoro: a fern", "Ms Okoro|fern|||"),
    ("Bracelet for Amara £1.5k, 50th", "Amara|Bracelet|50th birthday||£1.5k"),
    (
      "between 30 and 50 dollars - yoga mat - Priyanka - birthday",
      "Priyanka|yoga mat|birthday||between 30 and 50 dollars"
    ),
    ("Mug for Sven, at christmas 2026", "Sven|Mug|christmas|christmas 2026|"),
    ("Lego Technic for Matteo", "Matteo|Lego Technic|||"),
    // In other languages, only the budget is certain.
    ("Geschenk für Oma: Wollschal, 35 €, Weihnachten", "||||35 €"),
    ("Für Mama zu Weihnachten: Kochbuch, 30 €", "||||30 €"),
    ("Regalo para Lucía: una bufanda, 20 €", "||||20 €"),
    ("", "||||"),
  ]

  @Test(arguments: rows)
  func fields(_ text: String, _ fields: String) {
    let gift = GiftDetails(text)
    let found = [gift.recipient, gift.idea, gift.occasion, gift.date, gift.budget]
    #expect(found.map { $0 ?? "" }.joined(separator: "|") == fields)
  }

  /// Of a sum the number that it may be at most.
  @Test(
    arguments: [
      ("£60 tops", 60), ("20-30 quid", 30), ("€1,200", 1200), ("a tenner", 10), ("$12.50", 12.5),
      ("about 40 quid", 40), ("£20 to £25", 25), ("under 200", 200), ("twenty pounds", 20),
      ("£1.5k", 1500), ("12,50 €", 12.5), ("between £20 and £30", 30),
    ] as [(String, Double)])
  func amount(_ text: String, _ amount: Double) {
    #expect(GiftDetails("a lamp, \(text)").amount == amount)
    #expect(GiftDetails("a lamp, \(text)").budget == text)
  }

  @Test(
    arguments: [
      "a lamp for 2 people", "5 candles", "under the tree", "the 3rd one", "12 May", "£2bn",
    ])
  func noSum(_ text: String) {
    #expect(GiftDetails(text).budget == nil)
  }

  @Test func tagsAndNotes() {
    let gift = GiftDetails("Nora is into fossils now. dig kit #kids #museum")
    #expect(gift.tags == ["kids", "museum"])
    #expect(gift.notes == "Nora is into fossils now")
  }

  /// Whatever the text: what is read stands in it, but for a birthday that is left out.
  @Test func nothingIsInvented() {
    var random = SplitMix(seed: 5)
    let pieces = [
      "Mum", "for", "my", "sister", "'s", "80th", "birthday", "£", "20", "-", "–", ":", ",", ".",
      "!",
      "(", ")", "a", "blue", "scarf", "would", "love", "maybe", "the", "in", "May", "3", "under",
      "tops", "#x", "\n", "é", "and", "Tom", "liked", "so", "he", "gift", "ruby", "wedding", "&",
    ]
    for _ in 0..<800 {
      let text = (0..<Int.random(in: 0...16, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      let gift = GiftDetails(text)
      for found in [gift.recipient, gift.idea, gift.date, gift.budget].compactMap(\.self) {
        #expect(text.contains(found) && !found.isEmpty, "\(text)")
      }
      let occasion = gift.occasion?.replacing(" birthday", with: "") ?? ""
      #expect(occasion.isEmpty || text.contains(occasion), "\(text)")
    }
  }

  /// A word is matched with the choices of a field.
  @Test(
    arguments: [
      ("xmas", "christmas"), ("Birthday", "birthday"), ("80th birthday", "birthday"),
      ("Mother's Day", "mothers-day"), ("bday", "birthday"), ("wedding", nil), ("day", nil),
      ("", nil),
    ] as [(String, String?)])
  func choices(_ text: String, _ choice: String?) {
    let choices = ["birthday", "christmas", "mothers-day", "fathers-day"]
    #expect(LooseChoice.match(text, among: choices) == choice)
  }
}
