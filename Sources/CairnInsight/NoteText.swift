/// The text of a note, separated by kind of block, from which the note's meaning is determined.
public struct NoteText: Hashable, Sendable {
  /// The title, or empty if it is only the first line of the body.
  public let title: String
  /// The paragraphs, in order. The end of a line in a paragraph ends a sentence.
  public let paragraphs: [String]
  /// The list items and quotations, one paragraph each.
  public let asides: [String]

  /// Creates the text of a note.
  public init(title: String, paragraphs: [String], asides: [String] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.asides = asides
  }
}
