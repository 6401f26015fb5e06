public import CairnText

/// A file's bytes, read as front matter and body, to be edited without touching anything else.
///
///     let document = Document(bytes)
///     document["score"]                                  // .integer(3)
///     let edited = try document.setting("score", to: .integer(2))
///     edited.bytes                                       // differs in one byte
///
/// Reading never fails: every byte sequence is a document, and printing it (`bytes`) is the
/// identity. What could not be understood is said in ``diagnostics``, and is still there.
///
/// Costs one pass over the front matter; a YAML parser is asked only for values that are not
/// one-line scalars or lists of them.
public struct Document: Sendable {
  /// The file's bytes.
  public let bytes: [UInt8]
  /// Where the front matter lies and in which language it is written.
  public let frontMatter: FrontMatter
  /// The top-level fields in the order of the file, also those that occur twice.
  public let fields: [Field]
  /// What is wrong with the front matter, without a path.
  public let diagnostics: [Diagnostic]
  /// Whether it is clear enough for an edit where the fields stand.
  private let isLaidOut: Bool
  /// Why no field can be edited, or nil where they can.
  let refusal: Diagnostic?
  /// Where each key is found, where there are many; see ``subscript(_:)``.
  private let keys: FieldPlaces?

  /// One top-level field of the front matter.
  public struct Field: Hashable, Sendable {
    /// The key as text.
    public let key: String
    /// The value.
    public let value: FieldValue
    /// The lines it stands on (byte offsets), or nil where the front matter is one flow mapping.
    public let range: Range<Int>?
    /// The value as written, from its first to behind its last byte (offsets in the file): with its
    /// quotes, without a comment. Nil where ``range`` is.
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

  /// Reads a file's bytes.
  public init(_ bytes: [UInt8]) {
    let frontMatter = FrontMatter(of: bytes)
    let reading = DocumentReading(bytes, frontMatter)
    self.bytes = bytes
    self.frontMatter = frontMatter
    fields = reading.fields
    keys = fields.count > FieldPlaces.fewest ? FieldPlaces(fields.map(\.key)) : nil
    isLaidOut = reading.isLaidOut
    refusal = reading.refusal
    diagnostics = reading.diagnostics
  }
}

// MARK: - Reading

extension Document {
  /// The body's bytes: all behind the front matter, or the whole file (but a byte order mark)
  /// where there is none.
  public var body: Range<Int> { frontMatter.end..<bytes.count }

  /// The front matter's bytes where its fields could not be read: TOML, JSON, broken YAML. They
  /// are part of what a search looks through.
  public var unread: Range<Int>? {
    fields.isEmpty && !frontMatter.content.isEmpty ? frontMatter.content : nil
  }

  /// The value of a field; of the last one where the key occurs twice, as YAML readers do it.
  ///
  /// Keys that differ only by Unicode normalization are different. One that is not there stands for
  /// one that looks the same.
  public subscript(key: String) -> FieldValue? { field(key)?.value }

  /// The field that counts for a key: see ``subscript(_:)``.
  public func field(_ key: String) -> Field? {
    if let keys { return keys[key].map { fields[$0] } }
    guard let last = fields.lastIndex(where: { $0.key == key }) else { return nil }
    if fields[last].key.utf8.elementsEqual(key.utf8) { return fields[last] }
    return fields.last { $0.key.utf8.elementsEqual(key.utf8) } ?? fields[last]
  }

  /// Where the fields stand, in the order of ``fields``; nil where that is not clear enough for
  /// an edit, and `refusal` says why. Costs another pass over the front matter.
  var layout: [FieldLayout]? {
    guard isLaidOut else { return nil }
    var scanner = FieldScanner(bytes, frontMatter.content)
    return try? scanner.fields()
  }

  /// Why no field of this document can be edited, or nil where they can.
  public var editRefusal: Diagnostic? { refusal }
}
