import CairnCapture
import CairnDocument
public import CairnText

/// The law of edits, tried on every file of a notebook, in memory only.
///
/// For each file: reading and printing gives the same bytes. For each of its fields: setting
/// another value changes nothing outside of the field's lines, and setting the old one again gives
/// the first bytes; taking the field out takes its lines out and nothing else. A new field comes
/// and goes without a trace. An edit that is refused is none, and is counted by its reason.
public struct RoundTrip: Sendable {
  /// How many files were looked at.
  public private(set) var files = 0
  /// How many edits were made.
  public private(set) var edits = 0
  /// How many values were set to another and back, and the bytes were the first ones.
  public private(set) var restored = 0
  /// How many came back as the same value, written otherwise, because the way it was written is
  /// none that cairn writes: `0x1F`, a list over several lines, `12:30` without quotes.
  public private(set) var respelled = 0
  /// How many edits were refused, by the code of the reason.
  public private(set) var refused: [String: Int] = [:]
  /// Where the law was broken: an error in cairn.
  public private(set) var violations: [Diagnostic] = []

  /// Nothing tried yet.
  public init() {}
}

extension Notebook {
  /// Tries the law of edits on every capture and every collection's page.
  ///
  /// Writes nothing. Costs about four edits for each field, each of which reads the front matter
  /// anew. `progress` is told how many files are done, and how many captures there are.
  public func roundTrip(progress: (Int, Int) -> Void = { _, _ in }) -> RoundTrip {
    var trial = RoundTrip()
    let examination = Examination(self)
    for (path, document) in examination.documents {
      trial.add(document, at: path)
      progress(trial.files, examination.captures.count)
    }
    return trial
  }
}

// MARK: - One file

extension RoundTrip {
  /// A key that no file has.
  private static let newKey = "cairn_round_trip"

  /// Tries the law on the file at `path`.
  mutating func add(_ document: Document, at path: NotePath) {
    files += 1
    expect(document.bytes == Document(document.bytes).bytes, "reading changed bytes", path)
    for field in document.fields {
      tryReplacing(field, in: document, path)
      tryRemoving(field, in: document, path)
    }
    tryAdding(to: document, path)
  }

  /// Sets a field to another value and back.
  private mutating func tryReplacing(
    _ field: Document.Field, in document: Document, _ path: NotePath
  ) {
    let other: NewValue = field.value == .string("cairn") ? .text("other") : field.value.other
    guard let edited = attempt(.set(field.key, other), on: document) else { return }
    expect(edited[field.key] == other.value, "`\(field.key)` was set and reads otherwise", path)
    expect(
      edited.differs(from: document, onlyIn: field.range),
      "setting `\(field.key)` changed bytes outside of it", path)
    guard let old = NewValue(field.value),
      let back = attempt(.set(field.key, old), on: edited)
    else { return }
    expect(back[field.key] == field.value, "`\(field.key)` was set back and reads otherwise", path)
    expect(
      back.differs(from: document, onlyIn: field.range),
      "setting `\(field.key)` back changed bytes outside of it", path)
    if back.bytes == document.bytes { restored += 1 } else { respelled += 1 }
  }

  /// Takes a field out.
  private mutating func tryRemoving(
    _ field: Document.Field, in document: Document, _ path: NotePath
  ) {
    guard let range = field.range, let edited = attempt(.unset(field.key), on: document)
    else { return }
    var expected = document.bytes
    expected.removeSubrange(range)
    // With its last field the front matter goes, too.
    let isWhole = edited.bytes == expected || edited.isWithoutFrontMatter(of: document)
    expect(isWhole, "removing `\(field.key)` changed bytes outside of it", path)
  }

  /// Adds a new field and takes it out again.
  private mutating func tryAdding(to document: Document, _ path: NotePath) {
    let value = NewValue.text("cairn")
    guard let edited = attempt(.set(Self.newKey, value), on: document),
      let back = attempt(.unset(Self.newKey), on: edited)
    else { return }
    expect(edited[Self.newKey] == value.value, "a new field reads otherwise", path)
    // An empty front matter goes with the field that was added to it.
    let isSame = back.bytes == document.bytes || back.isWithoutFrontMatter(of: document)
    expect(isSame, "a new field left a trace", path)
  }

  /// The document after an edit, or nil where that was refused.
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
  /// Another value of the same kind.
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
  /// What sets a field to a value again; nil for maps, and lists that hold more than scalars.
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
  /// Whether this is `original` without its front matter, which has no other field.
  fileprivate func isWithoutFrontMatter(of original: Document) -> Bool {
    original.fields.count <= 1 && frontMatter.kind == .none
      && bytes[body].elementsEqual(original.bytes[original.body])
      && bytes[..<body.lowerBound].elementsEqual(original.bytes.prefix(body.lowerBound))
  }

  /// Whether the bytes before and behind `range` of the original are the same here.
  fileprivate func differs(from original: Document, onlyIn range: Range<Int>?) -> Bool {
    guard let range else { return bytes == original.bytes }
    let behind = original.bytes.count - range.upperBound
    return bytes.count >= range.lowerBound + behind
      && bytes[..<range.lowerBound].elementsEqual(original.bytes[..<range.lowerBound])
      && bytes.suffix(behind).elementsEqual(original.bytes.suffix(behind))
  }
}
