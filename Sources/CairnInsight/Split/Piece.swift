/// A part of a longer text that becomes a separate capture.
public struct Piece: Hashable, Sendable {
  /// The text of the piece as written.
  public let text: Substring
  /// The joining words before the piece, as written, such as `oh and`. Joining words only connect
  /// the piece to the preceding text. Empty if there are none.
  public let joint: Substring
  /// The heading above the piece, without `#` or a colon: `Notes from walk`. Several pieces can
  /// have the same heading. Nil if there is none.
  public let heading: Substring?
  /// Whether the checkbox before the piece is ticked; nil if there is no checkbox.
  public let isTicked: Bool?
}
