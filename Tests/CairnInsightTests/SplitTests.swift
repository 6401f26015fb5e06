import CairnText
import Testing

@testable import CairnInsight

/// Texts that say several things, and their pieces.
@Suite struct SplitTests {
  /// A text and its pieces, with `|` between them; before a piece `joint>` and `heading#`.
  static let rows: [(String, String)] = [
    ("", ""), (" \n ", ""), ("?!", ""), ("Ring the sweep", "Ring the sweep"),
    // Lists.
    ("- ring Ann\n- the shed key is blue", "ring Ann|the shed key is blue"),
    ("* one thing\n+ another\n• a third", "one thing|another|a third"),
    ("1. first\n2. second\n10) tenth", "first|second|tenth"),
    ("- [ ] wash up\n- [x] dry up", "wash up|dry up"),
    ("- shopping\n  - milk\n  - rope\n- ring Ann", "shopping\n  - milk\n  - rope|ring Ann"),
    ("- a long item\n  that goes on\n- next", "a long item\n  that goes on|next"),
    ("1) glue the chair 2) ring Ann 3) buy rope", "glue the chair|ring Ann|buy rope"),
    ("we need 2) or 3) of them", "we need 2) or 3) of them"),
    // Headings.
    (
      "Notes from today:\nring Ann\nbuy rope", "Notes from today#ring Ann|Notes from today#buy rope"
    ),
    ("# Shed\n\n- buy felt\n\n## House\n\n- buy paint", "Shed#buy felt|House#buy paint"),
    ("ring Ann\nThe rest:", "ring Ann|The rest"), ("# Alone", "Alone"),
    ("# First\n# Second\nring Ann", "First|Second#ring Ann"),
    // Lines and paragraphs.
    ("ring Ann\n\nthe shed key is blue", "ring Ann|the shed key is blue"),
    ("ring Ann\nShe has the key", "ring Ann\nShe has the key"),
    (
      "The gutter over the back door is leaking again and wants\nmending before the winter comes.",
      "The gutter over the back door is leaking again and wants\nmending before the winter comes."
    ),
    ("```\nlet a = 1\n\nlet b = 2\n```\nring Ann", "```\nlet a = 1\n\nlet b = 2\n```|ring Ann"),
    ("> to be\n> or not\n\nring Ann", "> to be\n> or not|ring Ann"),
    ("> be calm; or not\n| a; b |\nring Ann", "> be calm; or not|| a; b ||ring Ann"),
    ("| a | b |\n|---|---|\n| 1 | 2 |", "| a | b |\n|---|---|\n| 1 | 2 |"),
    // Marks.
    (
      "ring the plumber / what if we moved the bed / the meter reads 4417",
      "ring the plumber|what if we moved the bed|the meter reads 4417"
    ),
    (
      "Ring the plumber / what if we moved the bed / Sarah likes green / garden",
      "Ring the plumber|what if we moved the bed|Sarah likes green|garden"
    ),
    ("paint it red / blue", "paint it red / blue"), ("red | blue | tan", "red | blue | tan"),
    ("red / blue", "red / blue"), ("and/or 1/2 off", "and/or 1/2 off"),
    ("ring the plumber // the meter reads 4417", "ring the plumber|the meter reads 4417"),
    ("ring the plumber; the meter reads 4417", "ring the plumber|the meter reads 4417"),
    ("I like the blue one; it is calmer", "I like the blue one; it is calmer"),
    ("(ring Ann / buy rope / mend it)", "(ring Ann / buy rope / mend it)"),
    // Sentences.
    (
      "Ring the plumber. The wifi password is lichen44.",
      "Ring the plumber|The wifi password is lichen44"
    ),
    ("Ring the plumber. Ring the roofer.", "Ring the plumber|Ring the roofer"),
    (
      "ring the plumber. what if we moved the bed to the window. the meter reads 4417",
      "ring the plumber|what if we moved the bed to the window|the meter reads 4417"
    ),
    (
      "The boiler is dripping. It has done so since May.",
      "The boiler is dripping. It has done so since May."
    ),
    ("Ring Dr. Hale. Buy rope.", "Ring Dr. Hale|Buy rope"),
    ("Ring Tom. Ask him about the tent.", "Ring Tom. Ask him about the tent."),
    ("Ring Tom. Ha.", "Ring Tom. Ha."),
    (
      "Ring the plumber. Also the meter reads 4417. Oh and Priya is allergic to nuts",
      "Ring the plumber|Also>the meter reads 4417|Oh and>Priya is allergic to nuts"
    ),
    ("need rope... and Priya is allergic to nuts", "need rope|and>Priya is allergic to nuts"),
    // Clauses.
    (
      "pay the nursery, ring the plumber, return the drill to Tom",
      "pay the nursery|ring the plumber|return the drill to Tom"
    ),
    ("buy milk, eggs, oil and bread", "buy milk, eggs, oil and bread"),
    ("ring Tom and tell him about it", "ring Tom and tell him about it"),
    ("Wash and iron the shirts", "Wash and iron the shirts"),
    (
      "Priya is allergic to nuts, so order another cake for Saturday",
      "Priya is allergic to nuts|so>order another cake for Saturday"
    ),
    (
      "If it rains on Saturday, call off the picnic", "If it rains on Saturday, call off the picnic"
    ),
    (
      "Priya (who is allergic to nuts, and needs a cake) came",
      "Priya (who is allergic to nuts, and needs a cake) came"
    ),
    // Openings.
    (
      "right so: mend the gate, pay the roofer, and tell Ann her hat is here",
      "right so>mend the gate|pay the roofer|and>tell Ann her hat is here"
    ),
    (
      "hi me. two things. mend the gate. the vet is closed on Mondays",
      "hi me. two things.>mend the gate|the vet is closed on Mondays"
    ),
    ("hi me. mend the gate", "hi me. mend the gate"), ("ok. ugh.", "ok. ugh"),
    ("so far so good\nring Ann", "so far so good|ring Ann"),
    (
      "Ring the sweep. Note to self: pay the roofer. Idea - a bench by the pond",
      "Ring the sweep|Note to self>pay the roofer|Idea - a bench by the pond"
    ),
    (
      "Idea: a bench by the pond\nTodo: ring Ann\nAlso: Reminder: pay the roofer\nNote: it leaks",
      "Idea: a bench by the pond|Todo: ring Ann|Also>Reminder: pay the roofer|Note: it leaks"
    ),
    (
      "so i think we need a shared ladder and also i must pay the roofer",
      "so>i think we need a shared ladder|and also>i must pay the roofer"
    ),
    ("so i think we need a ladder", "so i think we need a ladder"),
    ("house: pay the roofer, ring the sweep", "house: pay the roofer|ring the sweep"),
    ("Book: The Summer Book, Ann says it is calm", "Book: The Summer Book, Ann says it is calm"),
    // Joints without signs.
    (
      "TODO mend the gate TODO: pay the roofer", "TODO mend the gate|TODO: pay the roofer"
    ),
    ("write the TODO list", "write the TODO list"),
    (
      "Priya is allergic to nuts so order another cake",
      "Priya is allergic to nuts|so>order another cake"
    ),
    ("The shop shuts at five so we hurried", "The shop shuts at five so we hurried"),
    ("buy rope and ring Ann", "buy rope|and>ring Ann"),
    ("buy rope and nails", "buy rope and nails"),
    ("go to the mill and get flour", "go to the mill and get flour"),
    ("ring Tom and ask about the tent", "ring Tom and ask about the tent"),
    // What goes on.
    (
      "Recipe: 400 g rye, 300 g water. Mix, rest an hour. Bake at 220.",
      "Recipe: 400 g rye, 300 g water. Mix, rest an hour. Bake at 220."
    ),
    (
      "We spoke about the flat. Neither of us likes the stairs.",
      "We spoke about the flat. Neither of us likes the stairs."
    ),
    (
      "I sleep badly. Perhaps it's the tea. Maybe it's the moon.",
      "I sleep badly. Perhaps it's the tea. Maybe it's the moon."
    ),
    (
      "Tyre pressure was low again this morning. Need to pump it up before the trip.",
      "Tyre pressure was low again this morning. Need to pump it up before the trip."
    ),
    ("Flight QX 82 Sat 21:40; seat 41; row 7", "Flight QX 82 Sat 21:40; seat 41; row 7"),
    ("Ring Tom. Ask Ann.", "Ring Tom|Ask Ann"),
    ("Call the vet. Call the bank.", "Call the vet|Call the bank"),
  ]

  private let splitter = Splitter(Classifier())

  @Test(arguments: rows)
  func pieces(_ text: String, _ pieces: String) {
    let found = splitter.pieces(of: text).map { piece in
      (piece.heading.map { "\($0)#" } ?? "") + (piece.joint.isEmpty ? "" : "\(piece.joint)>")
        + piece.text
    }
    #expect(found.joined(separator: "|") == pieces)
  }

  /// A ticked box stays with its piece.
  @Test func boxes() {
    let pieces = splitter.pieces(of: "- [ ] wash up\n- [x] dry up; ring Ann\n- mend\n☑ sweep")
    #expect(pieces.map(\.isTicked) == [false, true, true, nil, true])
  }

  /// Whatever the text: the words of its pieces, with what joins and heads them, are its own in their
  /// order, and nothing lies between but list marks and signs.
  @Test func noWordIsLost() {
    var random = SplitMix(seed: 11)
    let pieces = [
      "ring", "Ann", ".", ",", ";", "...", "\n", "\n\n", "\n- ", "\n  * ", "\n# ", ":\n", " / ",
      "and", "also", "oh", "so", "the key is blue", "what if", "it", "(", ")", "\"", "```", "\n> ",
      "buy rope", "is", "é", "Отнести", "need", "I", "—", "btw", "thought:", "TODO", "hi me.",
      "note to self:", "then", "after that", "\r\n", "[x]", "👍🏽",
      "\n| ", "a.b", "No.", "\u{0}", "she",
    ]
    for _ in 0..<1500 {
      let text = (0..<Int.random(in: 0...24, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      check(text)
    }
  }

  /// Numbers of lists are marks too.
  @Test(arguments: [
    "1) ring Ann 2) buy rope 3) the key is blue", "1. ring Ann\n2. buy 3 ropes\n(3) go",
    "- [ ] ring\n- [x] buy", "12. x 13. y",
  ])
  func noWordIsLostInLists(_ text: String) {
    check(text)
  }

  private func check(_ text: String) {
    var place = text.startIndex
    var lastHeading: Substring?
    func pass(_ part: Substring) {
      guard place <= part.startIndex else {
        Issue.record("a piece stands before another: \(text.debugDescription)")
        return
      }
      let between = text[place..<part.startIndex]
      #expect(Self.isMark(between), "\(text.debugDescription): \(between)")
      place = part.endIndex
    }
    for piece in splitter.pieces(of: text) {
      if let heading = piece.heading, heading.startIndex != lastHeading?.startIndex {
        pass(heading)
      }
      lastHeading = piece.heading
      if !piece.joint.isEmpty { pass(piece.joint) }
      #expect(!piece.text.isEmpty && piece.text.contains { $0.isLetter || $0.isNumber })
      pass(piece.text)
    }
    #expect(Self.isMark(text[place...]), "\(text.debugDescription): \(text[place...])")
  }

  /// Whether a text has no word: signs, ticked boxes and the numbers of lists.
  private static func isMark(_ text: Substring) -> Bool {
    var rest = text.replacing("[x]", with: "").replacing("[X]", with: "")
    while let start = rest.firstIndex(where: \.isNumber) {
      let end = rest[start...].firstIndex { !$0.isNumber } ?? rest.endIndex
      guard end < rest.endIndex, ".)".contains(rest[end]) else { return false }
      rest.removeSubrange(start...end)
    }
    return !rest.contains(where: \.isLetter)
  }

  /// Long texts and deep nesting take no time that grows with the square of their length.
  @Test func longTexts() {
    for unit in ["( ", "\" ", "a. ", "- ", "1) ", "a; ", "\n", "and "] {
      #expect(splitter.pieces(of: String(repeating: unit, count: 4_000)).count <= 4_000)
    }
  }
}
