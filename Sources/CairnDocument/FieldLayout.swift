/// The byte ranges of the parts of a field, and the field's value if it can be read without a
/// parser.
struct FieldLayout: Hashable, Sendable {
  /// The way a value is written.
  enum Style: Hashable, Sendable {
    /// No value after the colon.
    case empty
    case plain, singleQuoted, doubleQuoted
    /// Block scalars, `|` and `>`.
    case literal, folded
    case flowSequence, flowMapping, blockSequence
    /// A nested block, or anything with an anchor, an alias or a tag. In TOML, a string over
    /// several lines.
    case other
    /// A TOML table or array of tables that is defined by headers or dotted keys, so that no value
    /// follows its key.
    case table
  }

  /// One element of a sequence.
  struct Item: Hashable, Sendable {
    /// The range of the value.
    var value: Range<Int>
    /// The range of the element's lines in a block sequence; equal to `value` in a flow sequence.
    var lines: Range<Int>
    /// The value, or nil if a YAML parser is needed to read it.
    var reading: FieldValue?
  }

  /// The key as text.
  var key: String
  /// The range of the key, including its quotes.
  var keyRange: Range<Int>
  /// The range of the field's lines, from the key to the end of the value. Comment lines and blank
  /// lines between two fields belong to neither field. In braces, the range contains only the key
  /// and the value.
  var lines: Range<Int>
  /// The range of the value, including its quotes or brackets but not a comment after it. If there
  /// is no value, this is an empty range just after the colon.
  var value: Range<Int>
  var style: Style
  /// The elements of a sequence, in order; nil if the value is not a sequence or the positions of
  /// its elements are unclear.
  var items: [Item]?
  /// The value, or nil if a YAML parser is needed to read it.
  var reading: FieldValue?
  /// The fields of a map in braces or of a TOML table, if their positions are clear; otherwise nil.
  /// It is also nil for a map in block YAML, whose fields are found when they are needed.
  var map: MapLayout?
  /// Whether lines of other fields are between the lines of this field. This can happen only to a
  /// TOML table. If true, `lines` includes the lines of those other fields.
  var isScattered = false
  /// Whether the key is a list or a map, or follows `?`. If so, `keyRange` is empty, and `value`
  /// includes the key.
  var hasComplexKey = false
}
