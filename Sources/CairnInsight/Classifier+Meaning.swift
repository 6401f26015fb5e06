import CairnText

extension Classifier {
  /// Returns the sentence of a note that best expresses its meaning, on one line. Nil if there are
  /// fewer than two sentences, or if none is a statement that makes sense by itself.
  ///
  /// For a short note without list items and quotations, prefers ``summary(of:_:)``, because the
  /// classifier was trained on short notes. Otherwise uses the best sentence of the paragraphs
  /// (``KeySentences/best``) or, failing that, of the list items and quotations.
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

  /// The maximum size of a short note, in bytes. The classifier's summary is used only for short
  /// notes.
  private static let longestThought = 400

  private func summary(ofThought note: NoteText) -> String? {
    let text = note.paragraphs.joined(separator: "\n")
    guard text.utf8.count <= Self.longestThought else { return nil }
    return summary(of: text, classify(text))
  }
}

/// A sentence, with the properties that determine whether it makes sense by itself.
struct Statement {
  /// The sentence on one line.
  let text: String

  init(_ sentence: some StringProtocol) {
    text = sentence.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Whether the sentence has 4 to 45 words, consists mostly of letters, and does not merely
  /// introduce the text after it.
  var standsAlone: Bool {
    guard let last = text.last, !":：,;".contains(last) else { return false }
    let letters = text.count { $0.isLetter || $0.isNumber || $0.isWhitespace }
    return Self.lengths.contains(wordCount) && letters * 10 >= text.count * 8
  }

  /// Whether the sentence is a question.
  var isQuestion: Bool { "?？".contains(sign) }

  /// Whether the sentence ends with a full stop or similar. List items usually do not.
  var isEnded: Bool { ".!…।。！".contains(sign) }

  /// The last character of the sentence before any closing quotation marks and brackets; a space if
  /// there is none.
  private var sign: Character { text.last { !"\"'”’»)]）」』".contains($0) } ?? " " }

  /// The number of words in the sentence. In scripts without spaces, two characters count as one
  /// word.
  private var wordCount: Int {
    let dense = text.unicodeScalars.count { $0.value >= 0x2E80 && $0.properties.isAlphabetic }
    return max(text.split(separator: " ").count, dense / 2)
  }

  private static let lengths = 4...45
}
