/// Where the parts of one top-level field stand in a file, and what it says where that is plain to
/// see. All ranges are byte offsets into the file.
struct FieldLayout: Hashable, Sendable {
  /// How the value is written.
  enum Style: Hashable, Sendable {
    /// Nothing behind the colon.
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
    /// What it says, from its first to behind its last byte.
    var value: Range<Int>
    /// In a block sequence the lines it stands on; in a flow sequence the same as `value`.
    var lines: Range<Int>
    /// What it says, where that is plain to see.
    var reading: FieldValue?
  }

  /// The key as text.
  var key: String
  /// The key as written.
  var keyRange: Range<Int>
  /// All the lines of the field, from the key's to the last that is part of the value. Comments
  /// and blank lines behind that belong to no field.
  var lines: Range<Int>
  /// The value as written, from its first to behind its last byte, without a comment behind it.
  /// Where there is none it is empty and stands just behind the colon.
  var value: Range<Int>
  var style: Style
  /// The elements of a sequence, in order; nil where their bounds are not clear.
  var items: [Item]?
  /// The value, or nil where a YAML parser has to be asked.
  var reading: FieldValue?
  /// Whether the key is a list or a map, or stands behind `?`. Then `keyRange` is empty, and `value` has
  /// the key in it too.
  var hasComplexKey = false
}
