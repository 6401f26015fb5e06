/// A value in JSON, in TOML or in YAML's flow style, with the byte ranges of its parts.
struct PlacedValue {
  /// The range of the value, including its quotes or brackets.
  var range: Range<Int>
  var style: FieldLayout.Style
  var reading: FieldValue
  /// The elements of a list; nil if the value is not a list, or if the positions of its elements
  /// are unclear.
  var items: [FieldLayout.Item]?
  /// The fields of a map; nil if the value is not a map, or if the positions of its fields are
  /// unclear.
  var map: MapLayout?
}

/// The fields of a map, and the places for new ones.
struct MapLayout: Hashable, Sendable {
  /// The way a map is written.
  enum Form: Hashable, Sendable {
    /// Each field is on lines of its own, as in block YAML.
    case lines
    /// The fields are separated by commas. There may be braces around them.
    case entries
    /// A TOML table. A new field is a line at ``MapLayout/end`` that begins with these bytes.
    case table(prefix: [UInt8])
  }

  var form: Form
  /// The fields in the order of the file.
  var fields: [FieldLayout]
  /// The offset at which the fields may begin. In ``Form/entries``, this is after the opening
  /// brace, if any; in ``Form/lines``, at the first line. In a TOML table, it is at the first field
  /// that is not itself a table; if there is no such field, it is at ``end``.
  var start: Int
  /// The offset at which to insert a new line after the last field. Not used for ``Form/entries``.
  var end: Int
}

extension FieldLayout {
  /// Creates the layout of a field whose value is on the line of its key or in brackets.
  init(key: String, keyRange: Range<Int>, lines: Range<Int>, value: PlacedValue) {
    self.init(
      key: key, keyRange: keyRange, lines: lines, value: value.range, style: value.style,
      items: value.items, reading: value.reading, map: value.map)
  }
}

/// A problem in TOML or JSON, with its offset in the file.
struct FormatFailure: Error, Hashable {
  let offset: Int
  let reason: String
}

/// The deepest nesting of lists and maps that Cairn reads in TOML and JSON.
let deepestNesting = 100
