/// The text of a note, divided by kind of block, from which the note's meaning is determined.
public struct NoteText: Hashable, Sendable {
  /// The title; empty if the note has no title apart from the first line of its body.
  public let title: String
  /// The paragraphs, in order. Each line break in a paragraph ends a sentence.
  public let paragraphs: [String]
  /// The list items and quotations, one paragraph each.
  public let asides: [String]

  /// Creates the text of a note from its parts.
  public init(title: String, paragraphs: [String], asides: [String] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.asides = asides
  }
}
