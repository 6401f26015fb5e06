import CairnText
import Testing

@testable import CairnInsight

/// The sentence of a note that says best what it means.
@Suite struct MeaningTests {
  /// A note, and the sentence.
  struct Row: Sendable {
    let name: String
    var title = ""
    var paragraphs: [String] = []
    var asides: [String] = []
    var meaning: String?
  }

  static let rows = [
    Row(name: "nothing"),
    Row(name: "one sentence", paragraphs: ["Call the plumber about the boiler by Friday."]),
    Row(name: "a heading and a sentence", title: "Boiler", paragraphs: ["It dripped all night."]),
    Row(
      name: "a thought",
      paragraphs: [
        "Ugh, what a day. Call the plumber about the boiler by Friday. It dripped all night."
      ],
      meaning: "Call the plumber about the boiler by Friday."),
    Row(name: "things", asides: ["milk", "eggs", "bread"]),
    Row(name: "an announcement and things", paragraphs: ["To buy:"], asides: ["milk", "eggs"]),
    Row(
      name: "a list of sentences", title: "Pruning",
      asides: [
        "Tools.", "Pruning wants a dry day in February.", "The vine bleeds if it is cut late.",
      ],
      meaning: "Pruning wants a dry day in February."),
    Row(
      name: "paragraphs before lists", title: "Pruning",
      paragraphs: ["Where to cut?", "The vine is cut back to two buds."],
      asides: ["Pruning the vine wants a dry day.", "Pruning the vine is slow."],
      meaning: "The vine is cut back to two buds."),
    Row(
      name: "said on several lines", title: "Canal",
      paragraphs: [
        "In those days nobody went there. The canal was closed in 1960 and filled in.",
        "A road runs there now. The canal company had long gone, and its canal was full of reeds. "
          + String(repeating: "Nobody remembers who paid for it, and few would ask. ", count: 8),
      ],
      meaning: "The canal was closed in 1960 and filled in."),
    Row(
      name: "blanks", title: "Canal",
      paragraphs: [
        "The canal  was\tclosed in 1960.",
        String(repeating: "It rained and rained a lot. ", count: 20),
      ], meaning: "The canal was closed in 1960."),
    Row(
      name: "Chinese", title: "葡萄",
      paragraphs: ["今天天气很好。葡萄藤需要在二月的干燥日子里修剪。晚了会流汁。"],
      meaning: "葡萄藤需要在二月的干燥日子里修剪。"),
    Row(
      name: "code", title: "Build",
      paragraphs: [
        "x = f(y) && g(z) || {1, 2, 3} !== [4];", "The build is run by a small script.",
      ],
      meaning: "The build is run by a small script."),
    Row(
      name: "nothing that stands alone",
      paragraphs: ["Yes.", "No.", "Perhaps: 3 + 4 = 7, {a, b}, [c]"]),
  ]

  @Test(arguments: rows)
  func meaning(row: Row) {
    let note = NoteText(title: row.title, paragraphs: row.paragraphs, asides: row.asides)
    #expect(Classifier().meaning(of: note) == row.meaning, "\(row.name)")
  }

  /// Never words of its own, and always on one line.
  @Test func anyNote() {
    var random = SplitMix(seed: 11)
    let pieces = [
      "the canal", "was closed", "Sarah", ".", "!", "?", "…", "\n", "Dr.", "3.5", "\"", "é", "。",
      "今天",
      "what if", ":", "[", "\t", "\u{2028}",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...40, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
    }
    for _ in 0..<300 {
      let note = NoteText(
        title: text(), paragraphs: (0..<Int.random(in: 0...4, using: &random)).map { _ in text() },
        asides: [text()])
      guard let meaning = Classifier().meaning(of: note) else { continue }
      let all = (note.paragraphs + note.asides).joined(separator: "\n")
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(all.contains(meaning) && !meaning.contains(where: \.isNewline), "\(note)")
    }
  }
}
