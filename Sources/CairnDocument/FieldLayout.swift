/// The byte ranges of the parts of a top-level field in the file, and its value if it can be read
/// without a parser.
struct FieldLayout: Hashable, Sendable {
  /// The way a value is written.
  enum Style: Hashable, Sendable {
    /// No value after the colon.
    case empty
    case plain, singleQuoted, doubleQuoted
    /// Block scalars, `|` and `>`.
    case literal, folded
    case flowSequence, flowMapping, blockSequence
    /// A nested block, or anything with an anchor, an alias or a tag.
    case other
  }

  /// One element of a sequence.
  struct Item: Hashable, Sendable {
    /// The range of the value.
    var value: Range<Int>
    /// The range of the element's lines in a block sequence; equal to `value` in a flow sequence.
    var lines: Range<Int>
    /// The value, if it can be read without a parser.
    var reading: FieldValue?
  }

  /// The key as text.
  var key: String
  /// The key as written.
  var keyRange: Range<Int>
  /// The lines of the field, from the key to the end of the value. Comments and blank lines after
  /// them belong to no field.
  var lines: Range<Int>
  /// The value as written, without a comment after it; empty and just after the colon if there is
  /// none.
  var value: Range<Int>
  var style: Style
  /// The elements of a sequence, in order; nil if their positions are unclear.
  var items: [Item]?
  /// The value, or nil if a YAML parser is needed.
  var reading: FieldValue?
  /// Whether the key is a list or a map, or follows `?`. Then `keyRange` is empty, and `value`
  /// includes the key.
  var hasComplexKey = false
}
