/// A part of a longer text that makes a capture of its own.
public struct Piece: Hashable, Sendable {
  /// The text of the piece as written.
  public let text: Substring
  /// The words that only join the piece to the preceding text, as written: `oh and`. Empty if there
  /// are none.
  public let joint: Substring
  /// The heading above the piece and its neighbours, without marks: `Notes from walk`. Nil if none.
  public let heading: Substring?
  /// Whether the box before the piece is ticked, or nil if there is no box.
  public let isTicked: Bool?
}
