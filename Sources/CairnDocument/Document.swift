public import CairnText

/// The bytes of a file, split into front matter and body. An edit changes nothing but the requested
/// value.
///
///     let document = Document(bytes)
///     document["score"]                                  // .integer(3)
///     let edited = try document.setting("score", to: .integer(2))
///     edited.bytes                                       // differs in one byte
///
/// Reading never fails: every byte sequence is a document, and ``bytes`` contains the sequence
/// unchanged. Parts that cannot be understood are kept, and reported in ``diagnostics``.
///
/// Costs one pass over the front matter. A YAML parser is used only for values other than one-line
/// scalars and lists of one-line scalars.
public struct Document: Sendable {
  /// The file's bytes.
  public let bytes: [UInt8]
  /// The position and format of the front matter.
  public let frontMatter: FrontMatter
  /// The top-level fields in the order of the file, including duplicates.
  public let fields: [Field]
  /// The problems found in the front matter. The diagnostics contain no path.
  public let diagnostics: [Diagnostic]
  /// Whether the positions of the fields are clear enough for edits.
  private let isLaidOut: Bool
  /// The reason why no field can be edited, or nil if fields can be edited.
  public let editRefusal: Diagnostic?
  /// The way the front matter is written; ``Notation/yaml`` if there is none.
  package let notation: Notation
  /// A dictionary of indices in ``fields``, keyed by the fields' keys; nil if there are so few
  /// fields that a linear search is as fast.
  private let keys: FieldPlaces?

  /// One top-level field of the front matter.
  public struct Field: Hashable, Sendable {
    /// The key as text.
    public let key: String
    /// The value.
    public let value: FieldValue
    /// The byte range of the field: its lines or, in a map in braces, the key and the value. Nil if
    /// the position is unclear, or if the field is a TOML table whose lines are in several places.
    public let range: Range<Int>?
    /// The byte range of the value in the file, including its quotes but not a comment. Nil if
    /// ``range`` is nil, or if the field is a TOML table.
    public let written: Range<Int>?

    init(key: String, value: FieldValue, range: Range<Int>? = nil, written: Range<Int>? = nil) {
      self.key = key
      self.value = value
      self.range = range
      self.written = written
    }

    /// The key with its value.
    var entry: FieldValue.Entry { FieldValue.Entry(key, value) }
  }

  /// Creates a document from a file's bytes.
  public init(_ bytes: [UInt8]) {
    let frontMatter = FrontMatter(of: bytes)
    let reading = DocumentReading(bytes, frontMatter)
    self.bytes = bytes
    self.frontMatter = frontMatter
    fields = reading.fields
    keys = fields.count > FieldPlaces.fewest ? FieldPlaces(fields.map(\.key)) : nil
    isLaidOut = reading.isLaidOut
    editRefusal = reading.refusal
    notation = reading.notation
    diagnostics = reading.diagnostics
  }
}

// MARK: - Reading

extension Document {
  /// The byte range of the body: everything after the front matter, or the whole file (without a
  /// byte order mark) if there is none.
  public var body: Range<Int> { frontMatter.end..<bytes.count }

  /// The byte range of the front matter if no field could be read from it, usually because it is
  /// malformed; otherwise nil. Searches include this range.
  public var unread: Range<Int>? {
    fields.isEmpty && !frontMatter.content.isEmpty ? frontMatter.content : nil
  }

  /// Returns the value of a field, or nil if it does not exist. If the key occurs twice, the last
  /// field counts, as in YAML readers.
  ///
  /// A key with exactly these bytes is preferred. If there is none, a key that differs only in
  /// Unicode normalization is used.
  public subscript(key: String) -> FieldValue? { field(key)?.value }

  /// Returns the field for a key, or nil if it does not exist. If several keys match, the field is
  /// chosen as in ``subscript(_:)``.
  public func field(_ key: String) -> Field? {
    if let keys { return keys[key].map { fields[$0] } }
    guard let last = fields.lastIndex(where: { $0.key == key }) else { return nil }
    if fields[last].key.utf8.elementsEqual(key.utf8) { return fields[last] }
    return fields.last { $0.key.utf8.elementsEqual(key.utf8) } ?? fields[last]
  }

  /// The layout of the front matter; nil if the layout is not clear enough for edits. In that case,
  /// ``editRefusal`` contains the reason. Costs another pass over the front matter.
  var root: MapLayout? {
    guard isLaidOut else { return nil }
    let content = frontMatter.content
    switch notation {
    case .yaml:
      var scanner = FieldScanner(bytes, content)
      return (try? scanner.fields()).map {
        MapLayout(form: .lines, fields: $0, start: content.lowerBound, end: content.upperBound)
      }
    case .flow: return FlowReader.map(bytes, content)
    case .toml: return try? TOMLTable.map(bytes, content)
    case .json: return try? JSONScanner.map(bytes, content)
    }
  }

  /// The layout of the fields, in the order of ``fields``; nil if ``root`` is nil.
  var layout: [FieldLayout]? { root?.fields }
}
