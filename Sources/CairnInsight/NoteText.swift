/// What a note says in words, by where it stands: what its meaning is looked for in.
public struct NoteText: Hashable, Sendable {
  /// What it is called; empty where nothing says that but its own first line.
  public let title: String
  /// Its paragraphs, in order. A line's end in one is the end of a sentence.
  public let paragraphs: [String]
  /// The items of its lists and what it quotes, a paragraph each.
  public let asides: [String]

  /// What a note says.
  public init(title: String, paragraphs: [String], asides: [String] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.asides = asides
  }
}
