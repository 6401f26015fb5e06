import CairnCapture
import CairnDocument
public import CairnText

/// The result of testing whether edits follow the laws of editing. The test works in memory only.
///
/// The laws of editing are: Reading and printing a file gives the same bytes. Setting a field to
/// another value changes only the field's lines. Setting the old value again restores the bytes.
/// Removing a field removes only its lines. Adding a new field and removing it again restores the
/// bytes.
///
/// Refused edits are not counted in ``edits``, but in ``refused``, by reason.
public struct RoundTrip: Sendable {
  /// The number of files tested.
  public private(set) var files = 0
  /// The number of edits made.
  public private(set) var edits = 0
  /// The number of fields that passed this test: setting another value and then the old value
  /// restored the original bytes of the file.
  public private(set) var restored = 0
  /// The number of values restored in a different spelling, because Cairn never writes the original
  /// spelling. Examples are `0x1F`, a list over several lines, and `12:30` without quotes.
  public private(set) var respelled = 0
  /// The number of refused edits, keyed by the code of the reason.
  public private(set) var refused: [String: Int] = [:]
  /// The violations of the laws of editing. Each violation is a bug in Cairn.
  public private(set) var violations: [Diagnostic] = []

  /// Creates an empty result.
  public init() {}
}

extension Notebook {
  /// Tests the laws of editing on every capture and every collection's page.
  ///
  /// Writes nothing. Makes about four edits for each field; each edit parses the front matter
  /// again. After each file, `progress` gets the number of files tested so far and the number of
  /// all files; both include the collections' pages.
  public func roundTrip(progress: (Int, Int) -> Void = { _, _ in }) -> RoundTrip {
    var trial = RoundTrip()
    let examination = Examination(self)
    let documents = examination.documents
    for (path, document) in documents {
      trial.add(document, at: path)
      progress(trial.files, documents.count)
    }
    return trial
  }
}

// MARK: - One file

extension RoundTrip {
  /// The key of the field that the test adds. No file is expected to use it.
  private static let newKey = "cairn_round_trip"

  /// Tests the laws of editing on the file at `path`.
  mutating func add(_ document: Document, at path: NotePath) {
    files += 1
    expect(
      document.bytes == Document(document.bytes).bytes,
      "bytes of the file changed when Cairn read and printed the file", path)
    for field in document.fields {
      tryReplacing(field, in: document, path)
      tryRemoving(field, in: document, path)
    }
    tryAdding(to: document, path)
  }

  /// Tests setting a field to another value and back.
  private mutating func tryReplacing(
    _ field: Document.Field, in document: Document, _ path: NotePath
  ) {
    let other: NewValue = field.value == .string("cairn") ? .text("other") : field.value.other
    guard let edited = attempt(.set(field.key, other), on: document) else { return }
    expect(
      edited[field.key] == other.value,
      "`\(field.key)` was set, but now has a different value", path)
    expect(
      edited.differs(from: document, onlyIn: field.range),
      "bytes outside the field changed when Cairn set `\(field.key)`", path)
    guard let old = NewValue(field.value),
      let back = attempt(.set(field.key, old), on: edited)
    else { return }
    expect(
      back[field.key] == field.value, "`\(field.key)` was restored, but now has a different value",
      path)
    expect(
      back.differs(from: document, onlyIn: field.range),
      "bytes outside the field changed when Cairn restored `\(field.key)`", path)
    if back.bytes == document.bytes { restored += 1 } else { respelled += 1 }
  }

  /// Tests that removing a field changes no bytes outside the field.
  private mutating func tryRemoving(
    _ field: Document.Field, in document: Document, _ path: NotePath
  ) {
    guard let range = field.range, let edited = attempt(.unset(field.key), on: document)
    else { return }
    var expected = document.bytes
    expected.removeSubrange(range)
    // Removing the last field also removes the front matter.
    let isWhole =
      edited.bytes == expected || edited.isWithoutFrontMatter(of: document)
      || (document.isInBraces && edited.differs(from: document, onlyIn: document.room(of: field)))
    expect(isWhole, "bytes outside the field changed when Cairn removed `\(field.key)`", path)
  }

  /// Tests adding a new field and removing it again.
  private mutating func tryAdding(to document: Document, _ path: NotePath) {
    let value = NewValue.text("cairn")
    guard let edited = attempt(.set(Self.newKey, value), on: document),
      let back = attempt(.unset(Self.newKey), on: edited)
    else { return }
    expect(
      edited[Self.newKey] == value.value,
      "a field was added, but now has a different value", path)
    // Front matter that becomes empty is removed with its last field.
    let isSame = back.bytes == document.bytes || back.isWithoutFrontMatter(of: document)
    expect(isSame, "other bytes changed when Cairn added and removed a field", path)
  }

  /// Returns the document after an edit, and counts the edit. If the edit is refused, counts the
  /// refusal and returns nil.
  private mutating func attempt(_ change: FieldChange, on document: Document) -> Document? {
    do throws(Diagnostic) {
      let edited =
        switch change {
        case .set(let key, let value): try document.setting(key, to: value)
        default: try document.unsetting(change.key)
        }
      edits += 1
      return edited
    } catch {
      refused[error.code, default: 0] += 1
      return nil
    }
  }

  private mutating func expect(_ isKept: Bool, _ breach: String, _ path: NotePath) {
    if !isKept { violations.append(Diagnostic(.error, "law-broken", breach, path: path)) }
  }
}

// MARK: - Values and bytes

extension FieldValue {
  /// A different value, usually of the same kind, to set in place of this one.
  fileprivate var other: NewValue {
    switch self {
    case .boolean(let value): .literal(String(!value))
    case .integer(let number): .literal(String(number == 7 ? 8 : 7))
    case .float(let number): .literal(number == 7.5 ? "8.5" : "7.5")
    case .date: .literal("1970-01-02")
    case .dateTime: .literal("1970-01-02T03:04:05Z")
    case .list: .list([.text("cairn"), .text("round trip")])
    case .null, .string, .map: .text("cairn")
    }
  }
}

extension NewValue {
  /// Creates the value that restores a field; nil for a value that cannot be written exactly, such
  /// as a map or a list of lists.
  fileprivate init?(_ value: FieldValue) {
    switch value {
    case .null: self = .empty
    case .string(let text): self = .text(text)
    case .list(let elements):
      let new = elements.compactMap { element -> NewValue? in
        if case .list = element { nil } else { NewValue(element) }
      }
      guard new.count == elements.count else { return nil }
      self = .list(new)
    case .map: return nil
    case .boolean, .integer, .float, .date, .dateTime:
      guard let text = value.text else { return nil }
      self = .literal(text)
    }
    if self.value != value { return nil }
  }
}

extension Document {
  /// Whether commas separate the fields, so that removing a field also removes a comma.
  fileprivate var isInBraces: Bool { notation == .json || notation == .flow }

  /// Returns the byte range from the end of the field before `field` to the start of the field
  /// after it; nil if `field` has no position.
  fileprivate func room(of field: Field) -> Range<Int>? {
    guard let place = fields.firstIndex(of: field), field.range != nil else { return nil }
    let start = place > 0 ? fields[place - 1].range?.upperBound : nil
    let end = place + 1 < fields.count ? fields[place + 1].range?.lowerBound : nil
    return (start ?? frontMatter.content.lowerBound)..<(end ?? frontMatter.content.upperBound)
  }

  /// Returns whether this document is `original` without its front matter. Returns false if
  /// `original` has more than one field.
  fileprivate func isWithoutFrontMatter(of original: Document) -> Bool {
    original.fields.count <= 1 && frontMatter.kind == .none
      && bytes[body].elementsEqual(original.bytes[original.body])
      && bytes[..<body.lowerBound].elementsEqual(original.bytes.prefix(body.lowerBound))
  }

  /// Returns whether this document and `original` are equal except within `range`, which is a byte
  /// range in `original`. If `range` is nil, all bytes must be equal.
  fileprivate func differs(from original: Document, onlyIn range: Range<Int>?) -> Bool {
    guard let range else { return bytes == original.bytes }
    let behind = original.bytes.count - range.upperBound
    return bytes.count >= range.lowerBound + behind
      && bytes[..<range.lowerBound].elementsEqual(original.bytes[..<range.lowerBound])
      && bytes.suffix(behind).elementsEqual(original.bytes.suffix(behind))
  }
}
