public import CairnText

extension Document {
  /// Returns this document with a field set to a value, in the field's existing style.
  ///
  /// An existing field keeps its place, its quotes if possible, and the comment after it. A list
  /// keeps its form (flow or block), and its remaining elements keep their spelling.
  ///
  /// A new field is written on one line: before the first field if `isFirst`, otherwise after the
  /// first of `predecessors` that exists, or after the last field if none does. Creates front
  /// matter if there is none. Setting the existing value returns the same bytes.
  ///
  /// Every edit is verified by reading the new document. The edit is refused unless the field has
  /// exactly the requested value and all other fields are unchanged.
  ///
  /// - Throws: A `Diagnostic` that says why the front matter, or this field in it, cannot be edited
  ///   safely.
  public func setting(
    _ key: String, to value: NewValue, after predecessors: [String] = [], isFirst: Bool = false
  ) throws(Diagnostic) -> Document {
    let key = keyAsWritten(key)
    if let field = try fieldToEdit(key) {
      if self[key] == value.value { return self }
      return try replacing(splices(setting: value, in: field), key, value.value)
    }
    return try inserting(key, value, after: predecessors, isFirst: isFirst)
  }

  /// Returns this document without a field and the comment after it, or unchanged if the field does
  /// not exist. If the front matter becomes empty, it is removed too, but only if its fences are as
  /// Cairn writes them.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``.
  public func unsetting(_ key: String) throws(Diagnostic) -> Document {
    let key = keyAsWritten(key)
    guard let field = try fieldToEdit(key) else { return self }
    if field.lines == frontMatter.content, let bare = try? replacing([Splice(fences, [])], key, nil)
    {
      return bare
    }
    if let edited = try? replacing([Splice(field.lines, [])], key, nil) { return edited }
    // The field above may end in a block scalar, which would absorb the indented lines below it.
    let (range, comments) = commentsAtMargin(behind: field)
    return try replacing(
      [Splice(field.lines.lowerBound..<range.upperBound, comments)], key, nil)
  }

  /// Returns this document with an element appended to a list, in the list's form (flow or block).
  ///
  /// An existing element is not added again. An empty or missing field becomes a list; a scalar
  /// becomes the list's first element.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``; also if the field is a map.
  public func adding(
    _ element: NewValue, to key: String, after predecessors: [String] = []
  ) throws(Diagnostic) -> Document {
    let key = keyAsWritten(key)
    guard let field = try fieldToEdit(key) else {
      return try inserting(key, .list([element]), after: predecessors)
    }
    let edit = FieldEdit(document: self, field: field)
    switch self[key] {
    case .list:
      return try adding([element], to: key)
    case .map:
      throw listRefusal(field)
    case .null, nil:
      return try setting(key, to: .list([element]))
    case .some(let single):
      if single == element.value { return self }
      return try replacing(edit.listing(with: element), key, .list([single, element.value]))
    }
  }

  /// Returns this document with elements appended to a list in one edit, in the list's form;
  /// existing elements are not added again.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``; also if the field is a map.
  public func adding(_ new: [NewValue], to key: String) throws(Diagnostic) -> Document {
    let key = keyAsWritten(key)
    guard let field = try fieldToEdit(key), case .list(let elements) = self[key] else {
      var document = self
      for element in new { document = try document.adding(element, to: key) }
      return document
    }
    var known = Set(elements)
    let added = new.filter { known.insert($0.value).inserted }
    if added.isEmpty { return self }
    guard let splices = FieldEdit(document: self, field: field).adding(added) else {
      throw listRefusal(field)
    }
    return try replacing(splices, key, .list(elements + added.map(\.value)))
  }

  /// Returns this document with every element equal to `element` removed from a list, or unchanged
  /// if there is no such element. A scalar field equal to `element` becomes empty.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``.
  public func removing(_ element: NewValue, from key: String) throws(Diagnostic) -> Document {
    try removing([element], from: key)
  }

  /// Returns this document with all elements equal to one of `unwanted` removed from a list.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``.
  public func removing(_ unwanted: [NewValue], from key: String) throws(Diagnostic) -> Document {
    let key = keyAsWritten(key)
    guard let field = try fieldToEdit(key) else { return self }
    let gone = Set(unwanted.map(\.value))
    guard case .list(let elements) = self[key] else {
      return self[key].map(gone.contains) ?? false ? try setting(key, to: .empty) : self
    }
    let doomed = elements.indices.filter { gone.contains(elements[$0]) }
    if doomed.isEmpty { return self }
    guard let items = field.items, items.count == elements.count else { throw listRefusal(field) }
    let edit = FieldEdit(document: self, field: field)
    return try replacing(
      edit.removing(doomed, of: items), key, .list(elements.filter { !gone.contains($0) }))
  }
}

// MARK: - Refusals

extension Document {
  /// Returns the spelling of `key` in the file.
  ///
  /// A key with the same bytes is preferred to one that differs only in Unicode normalization. If
  /// there is neither, returns `key`.
  private func keyAsWritten(_ key: String) -> String { field(key)?.key ?? key }

  /// Returns the layout of the field with exactly this key, or nil if it does not exist. Throws if
  /// the field cannot be edited.
  func fieldToEdit(_ key: String) throws(Diagnostic) -> FieldLayout? {
    if let refusal { throw refusal }
    guard let layout else { return nil }
    let found = layout.filter { KeyBytes($0.key) == KeyBytes(key) }
    guard found.count <= 1 else {
      throw Diagnostic(
        .error, "duplicate-key", "the field `\(key)` occurs twice; remove one of them first",
        at: found[1].keyRange, in: bytes)
    }
    guard let field = found.first else { return nil }
    if field.hasComplexKey {
      throw Diagnostic(
        .error, "complex-key",
        "the key `\(key)` is a list, a map or a `?` key; edit this field by hand",
        at: field.value, in: bytes)
    }
    if let anchor = anchorInUse(in: field, among: layout) {
      throw Diagnostic(
        .error, "anchor-in-use",
        "another field refers to an anchor in `\(key)`; edit this field by hand",
        at: anchor, in: bytes)
    }
    return field
  }

  /// Returns the range of the first anchor in `field` that an alias in another field refers to, or
  /// nil if there is none.
  private func anchorInUse(in field: FieldLayout, among fields: [FieldLayout]) -> Range<Int>? {
    // Values that can be read without a parser contain neither anchors nor aliases.
    guard field.reading == nil else { return nil }
    let anchors = YAMLReader.references(in: bytes[field.lines]).filter { !$0.isAlias }
    guard !anchors.isEmpty else { return nil }
    let others = fields.lazy.filter { $0.reading == nil && $0.lines != field.lines }
      .flatMap { YAMLReader.references(in: bytes[$0.lines]) }
    let aliases = Set(others.lazy.filter(\.isAlias).map(\.name))
    return anchors.first { aliases.contains($0.name) }?.range
  }

  /// Returns the splices that set a field's value.
  func splices(
    setting value: NewValue, in field: FieldLayout
  ) throws(Diagnostic) -> [Splice] {
    do throws(CommentsInTheWay) {
      return try FieldEdit(document: self, field: field).setting(value)
    } catch {
      throw Diagnostic(
        .error, "comments-in-list",
        "the list `\(field.key)` contains comments, so Cairn cannot reorder it safely; edit this "
          + "field by hand",
        at: field.value, in: bytes)
    }
  }

  func listRefusal(_ field: FieldLayout) -> Diagnostic {
    Diagnostic(
      .error, "not-a-list",
      "because of the way `\(field.key)` is written, Cairn cannot change individual items in it; "
        + "set the whole field with `\(field.key)=VALUE`",
      at: field.value.isEmpty ? field.keyRange : field.value, in: bytes)
  }
}

// MARK: - Applying

extension Document {
  /// The range of the front matter, including its fences only if they are exactly as Cairn writes
  /// them.
  private var fences: Range<Int> {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let fence = Array("---".utf8) + bytes.lineEnding(in: 0..<bytes.count)
    let isOurs =
      bytes[start..<frontMatter.content.lowerBound].elementsEqual(fence)
      && bytes[frontMatter.content.upperBound..<frontMatter.end].elementsEqual(fence)
    return isOurs ? start..<frontMatter.end : frontMatter.content
  }

  /// Returns the range of the blank lines and comments after a field, and the text that replaces
  /// them if the field is removed and the field above it ends in a block scalar.
  ///
  /// The replacement indents comments like the fields and omits blank lines before the first one,
  /// so that they do not become part of the block scalar.
  private func commentsAtMargin(behind field: FieldLayout) -> (Range<Int>, [UInt8]) {
    let scanner = FieldScanner(bytes, frontMatter.content)
    let start = field.lines.upperBound
    let end = scanner.nextContentLine(from: start)?.start ?? frontMatter.content.upperBound
    let margin = bytes[field.lines.lowerBound...].prefix { $0 == UInt8(ascii: " ") }
    var text: [UInt8] = []
    var offset = start
    while offset < end {
      let line = scanner.line(at: offset)
      let comment = bytes[line.start..<line.next].drop(while: \.isBlank)
      if let first = comment.first, !first.isLineBreak {
        text += margin + comment
      } else if !text.isEmpty {
        text += bytes[line.start..<line.next]
      }
      offset = line.next
    }
    return (start..<end, text)
  }

  /// Returns this document with a new field on its own line; see ``setting(_:to:after:isFirst:)``.
  private func inserting(
    _ key: String, _ value: NewValue, after predecessors: [String], isFirst: Bool = false
  ) throws(Diagnostic) -> Document {
    let written = YAMLSpelling.scalar(.text(key), .plain, inFlow: false) + Array(":".utf8)
    let text = YAMLSpelling.scalar(value, .plain, inFlow: false)
    let line = written + (text.isEmpty ? [] : [UInt8(ascii: " ")] + text)
    guard frontMatter.kind != .none else {
      let end = bytes.lineEnding(in: 0..<bytes.count)
      let fence = Array("---".utf8) + end
      let start = frontMatter.end..<frontMatter.end
      return try replacing([Splice(start, fence + line + end + fence)], key, value.value)
    }
    let fields = layout ?? []
    let place =
      predecessors.lazy.compactMap { name in fields.last { $0.key == name } }.first ?? fields.last
    let first = isFirst ? fields.first?.lines.lowerBound : nil
    let offset = first ?? place?.lines.upperBound ?? frontMatter.content.upperBound
    let indent = fields.first.map { $0.keyRange.lowerBound - $0.lines.lowerBound } ?? 0
    let end = bytes.lineEnding(
      in: frontMatter.content.isEmpty ? 0..<frontMatter.end : frontMatter.content)
    let whole = Array(repeating: UInt8(ascii: " "), count: indent) + line + end
    return try replacing([Splice(offset..<offset, whole)], key, value.value)
  }

  /// Returns the document after applying `splices`.
  ///
  /// Throws unless `key` then reads as `value`, or does not exist if `value` is nil, and every
  /// other field and the size of the body are unchanged.
  func replacing(
    _ splices: [Splice], _ key: String, _ value: FieldValue?
  ) throws(Diagnostic) -> Document {
    let edited = Document(bytes.applying(splices))
    let isOther = { (field: Field) in KeyBytes(field.key) != KeyBytes(key) }
    guard edited.refusal == nil, edited.fields.last(where: { !isOther($0) })?.value == value,
      fields.filter(isOther).map(\.entry) == edited.fields.filter(isOther).map(\.entry),
      edited.bytes.count - edited.body.lowerBound == bytes.count - body.lowerBound
    else {
      throw unsafeEdit(of: key, at: splices.first?.range ?? 0..<0)
    }
    return edited
  }

  /// Returns the diagnostic for an edit that is refused because its result would not be exactly as
  /// requested.
  func unsafeEdit(of key: String, at range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .error, "edit-not-safe",
      "Cairn cannot write this value of `\(key)` without changing something else; edit this field "
        + "by hand",
      at: range, in: bytes)
  }
}

/// A range of bytes and its replacement.
package struct Splice {
  package let range: Range<Int>
  package let replacement: [UInt8]

  package init(_ range: Range<Int>, _ replacement: [UInt8]) {
    self.range = range
    self.replacement = replacement
  }
}

extension [UInt8] {
  /// Returns the bytes with all splices applied. The splices must be in order and not overlap.
  package func applying(_ splices: [Splice]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for splice in splices {
      result += self[position..<splice.range.lowerBound]
      result += splice.replacement
      position = splice.range.upperBound
    }
    return result + self[position...]
  }

  /// Returns the line ending of most lines in `range`: CRLF if more than half of them have it,
  /// otherwise LF.
  package func lineEnding(in range: Range<Int>) -> [UInt8] {
    var pairs = 0
    var feeds = 0
    for offset in range where self[offset] == UInt8(ascii: "\n") {
      feeds += 1
      if offset > 0, self[offset - 1] == UInt8(ascii: "\r") { pairs += 1 }
    }
    return pairs * 2 > feeds ? Array("\r\n".utf8) : Array("\n".utf8)
  }
}
