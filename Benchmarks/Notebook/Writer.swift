/// A writer of captures.
struct Writer {
  /// The amount of detail in a capture.
  enum Style {
    /// Front matter, title, lists, links.
    case full
    /// Only the words of the body, for known-item searches: no front matter, title or links.
    case words
  }

  let captures: Captures
  /// The number of captures in the notebook, so that links lead to existing captures.
  let count: Int
  private var dice = Dice(0)
  private var text: [UInt8] = []
  private var topics: [[UInt8]] = []

  init(count: Int) {
    captures = Captures(vocabulary: Vocabulary())
    self.count = count
  }

  /// Returns the bytes of capture `index`.
  mutating func bytes(_ index: Int, _ style: Style = .full) -> [UInt8] {
    dice = Dice(5, stream: UInt64(index))
    topics = captures.topics(index).words
    text.removeAll(keepingCapacity: true)
    if style == .words {
      for _ in 0..<4 { paragraph(index, sentences: 3, isPlain: true) }
      return text
    }
    frontMatter(index)
    add("# ")
    text += captures.title(index)
    add("\n\n")
    for part in 0..<(3 + dice.roll(2)) {
      if part > 0, dice.happens(40) { heading() }
      paragraph(index, sentences: 2 + dice.roll(4), isPlain: false)
      if dice.happens(30) { list() }
    }
    wanted(index)
    return text
  }

  private mutating func add(_ string: String) { text += string.utf8 }
}

// MARK: - Front matter

extension Writer {
  private static let types = [
    "note", "note", "action", "action", "idea", "fact", "entry", "person", "gift",
  ]
  private static let names = [
    "Ada Lind", "Urs Meier", "Sarah Okafor", "Jean Tremblay", "Ines Duarte", "Piotr Nowak",
    "Mei Tanaka", "Zoë Hartmann",
  ]

  private mutating func frontMatter(_ index: Int) {
    let type = dice.pick(Self.types)
    add("---\nid: ")
    text += captures.id(index)
    add("\ntype: \(type)\nscore: \(dice.roll(4))\n")
    if dice.happens(60) {
      add("meaning: ")
      words(6 + dice.roll(6))
      add("\n")
    }
    if type == "action" {
      add("status: \(dice.pick(["open", "open", "done", "cancelled"]))\n")
      if dice.happens(70) { add("due: \(2024 + dice.roll(4))-\(month())-\(month())\n") }
    }
    add("tags: [")
    for tag in 0..<(1 + dice.roll(3)) {
      if tag > 0 { add(", ") }
      text += captures.vocabulary.words[80 + dice.roll(dice.roll(400) + 1)]
    }
    add("]\ncreated: \(captures.day(index))T\(month()):\(two(dice.roll(60))):05+01:00\n")
    switch dice.roll(6) {
    case 0: add("author: \(dice.pick(Self.names))\nyear: \(1900 + dice.roll(126))\n")
    case 1:
      add("budget: \(dice.roll(900)).\(two(dice.roll(100)))\nrecipient: \(dice.pick(Self.names))\n")
    case 2: add("url: https://example.org/a/\(dice.roll(100_000))\n")
    default: break
    }
    add("---\n")
  }

  private mutating func month() -> String { two(1 + dice.roll(12)) }
}

// MARK: - Body

extension Writer {
  private mutating func heading() {
    add("## ")
    words(2 + dice.roll(3))
    add("\n\n")
  }

  private mutating func list() {
    let isTasks = dice.happens(40)
    for _ in 0..<(2 + dice.roll(3)) {
      add(isTasks ? (dice.happens(40) ? "- [x] " : "- [ ] ") : "- ")
      words(3 + dice.roll(5))
      add("\n")
    }
    add("\n")
  }

  /// Adds sentences with occasional line breaks.
  private mutating func paragraph(_ index: Int, sentences: Int, isPlain: Bool) {
    for sentence in 0..<sentences {
      if sentence > 0 { add(sentence % 2 == 0 ? "\n" : " ") }
      let start = text.count
      words(7 + dice.roll(12))
      if text[start] < 0x80 { text[start] &-= 0x20 }
      if !isPlain { extra(index) }
      add(dice.happens(90) ? "." : "?")
    }
    add("\n\n")
  }

  /// Adds something after the words of a sentence: a link, a tag, emphasis, code, another script.
  private mutating func extra(_ index: Int) {
    switch dice.roll(100) {
    case 0..<6:
      add(" [[")
      text += captures.stem(target(index))
      add("]]")
    case 6..<10:
      add(" [[")
      text += captures.title(target(index))
      add("]]")
    case 10..<13:
      add(" [")
      words(2)
      add("](/")
      text += captures.path(target(index))
      add(")")
    case 13..<19:
      add(" #")
      text += captures.vocabulary.words[80 + dice.roll(dice.roll(400) + 1)]
    case 19..<27: emphasis("**")
    case 27..<32: emphasis("`")
    case 32: add(dice.happens(10) ? " `parseHeader`" : "")
    case 33: add(" \(characters(0x4E00, 700, 6 + dice.roll(20)))")
    case 34 where dice.happens(30):
      add(" \(characters(0x430, 32, 7)) \(characters(0x430, 32, 5))")
    default: break
    }
  }

  private mutating func emphasis(_ mark: String) {
    add(" \(mark)")
    words(2)
    add(mark)
  }

  /// Returns letters of the script that begins at `first`. Earlier letters are more frequent.
  private mutating func characters(_ first: UInt32, _ kinds: Int, _ length: Int) -> String {
    var string = ""
    for _ in 0..<length {
      let scalar = Unicode.Scalar(first + UInt32(dice.roll(dice.roll(kinds) + 1)))
      if let scalar { string.unicodeScalars.append(scalar) }
    }
    return string
  }

  /// Returns the index of another capture. Earlier captures get more links.
  private mutating func target(_ index: Int) -> Int {
    let target = dice.roll(dice.roll(count) + 1)
    return target == index ? (index + 1) % count : target
  }

  /// Adds words with natural frequencies. One in fifteen is a word that the capture is about.
  private mutating func words(_ count: Int) {
    for word in 0..<count {
      if word > 0 { text.append(.space) }
      if dice.roll(15) == 0 {
        text += dice.pick(topics)
      } else {
        text += captures.vocabulary.words[captures.vocabulary.rank(&dice)]
      }
    }
  }

  /// Adds the words that the benchmarks search for, if this capture contains them.
  private mutating func wanted(_ index: Int) {
    let (first, second) = Captures.pair
    if Captures.hasRare(index) { add("The \(Captures.rare) again.\n") }
    if index % 20 == 7 { add("An \(Captures.frequent) of it.\n") }
    switch index % 200 {
    case 11: add("Some \(first) \(second) here.\n")
    case 12: add("Some **\(first)**\n\(second) here.\n")
    case 13: add("A \(second), not of \(first).\n")
    case 14: add("Only \(first).\n")
    default: break
    }
  }
}
