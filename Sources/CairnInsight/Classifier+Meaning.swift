import CairnText

extension Classifier {
  /// The sentence of a note that says best what it means, as it stands there on one line. Nil where
  /// the note is one sentence, or none of it is a statement that stands alone.
  ///
  /// Of a thought, as short as those that the classifier learned from, it is the ``summary(of:_:)``. Of
  /// anything longer it is the ``KeySentences/best``: of its paragraphs, and where those state nothing,
  /// of its lists and quotations.
  public func meaning(of note: NoteText) -> String? {
    let paragraphs = note.paragraphs.flatMap(Sentences.read)
    let asides = note.asides.flatMap(Sentences.read)
    guard paragraphs.count + asides.count > 1 else { return nil }
    if asides.isEmpty, let summary = summary(ofThought: note).map(Statement.init(_:)),
      summary.standsAlone
    {
      return summary.text
    }
    return KeySentences(paragraphs, title: note.title).best
      ?? KeySentences(asides.filter { Statement($0).isEnded }, title: note.title).best
  }

  /// More bytes than this are no thought that is one thing.
  private static let longestThought = 400

  private func summary(ofThought note: NoteText) -> String? {
    let text = note.paragraphs.joined(separator: "\n")
    guard text.utf8.count <= Self.longestThought else { return nil }
    return summary(of: text, classify(text))
  }
}

/// Whether a sentence says something by itself.
struct Statement {
  /// The sentence on one line.
  let text: String

  init(_ sentence: some StringProtocol) {
    text = sentence.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether it has words enough and not too many, and does not only announce what follows.
  var standsAlone: Bool {
    guard let last = text.last, !":：,;".contains(last) else { return false }
    let letters = text.count { $0.isLetter || $0.isNumber || $0.isWhitespace }
    return Self.lengths.contains(wordCount) && letters * 10 >= text.count * 8
  }

  /// Whether it is a question.
  var isQuestion: Bool { "?？".contains(sign) }

  /// Whether it ends as a sentence does; things in a list do not.
  var isEnded: Bool { ".!…।。！".contains(sign) }

  /// What it ends with, before what closes behind it; a blank where there is nothing.
  private var sign: Character { text.last { !"\"'”’»)]）」』".contains($0) } ?? " " }

  /// Its words as people count them; where none are set apart by blanks, two characters are one.
  private var wordCount: Int {
    let dense = text.unicodeScalars.count { $0.value >= 0x2E80 && $0.properties.isAlphabetic }
    return max(text.split(separator: " ").count, dense / 2)
  }

  private static let lengths = 4...45
}
