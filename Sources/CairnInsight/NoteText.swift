/// The text of a note, separated into title, paragraphs, and the text of lists and quotations. The
/// classifier determines the note's meaning from it.
public struct NoteText: Hashable, Sendable {
  /// The title; empty if the note has no title apart from the first line of its body.
  public let title: String
  /// The paragraphs, in order. Each line break in a paragraph ends a sentence.
  public let paragraphs: [String]
  /// The paragraphs in list items and quotations, in order.
  public let asides: [String]

  /// Creates the text of a note from its parts.
  public init(title: String, paragraphs: [String], asides: [String] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.asides = asides
  }
}
