/// A part of a longer text that is a thought of its own.
public struct Piece: Hashable, Sendable {
  /// What it says, as it stands in the text.
  public let text: Substring
  /// The words that join it to what stands before it and say nothing else, as they stand there: `oh and`.
  /// Empty where there are none.
  public let joint: Substring
  /// The line above it that says what it and its neighbours are, without its marks: `Notes from walk`.
  public let heading: Substring?
  /// Whether the box in front of it is ticked; nil where it has none.
  public let isTicked: Bool?
}
