public import CairnText

extension Document {
  /// Returns this document with a field set to a value, in the field's existing style.
  ///
  /// An existing field keeps its place, its quotes if possible, and the comment after it. A list
  /// keeps its form (flow or block), and its remaining elements keep their spelling.
  ///
  /// A new field is written on one line. If `isFirst` is true, it comes before the first field.
  /// Otherwise, it comes after the first of `predecessors` that exists; if none exists, it comes
  /// after the last field. Creates front matter if there is none. Setting the existing value
  /// returns the same bytes.
  ///
  /// Every edit is verified by reading the new document: the field must have exactly the requested
  /// value, and all other fields must be unchanged.
  ///
  /// - Throws: A `Diagnostic` that says why the front matter, or this field in it, cannot be edited
  ///   safely.
  public func setting(
    _ key: String, to value: NewValue, after predecessors: [String] = [], isFirst: Bool = false
  ) throws(Diagnostic) -> Document {
    try setting(at: [key], to: value, after: predecessors, isFirst: isFirst)
  }

  /// Returns this document with the field at a path of keys set to a value. The keys before the
  /// last one lead to the map that contains the field; maps that do not exist are created.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``; also if a key before the last
  ///   one is not a map.
  public func setting(
    at path: [String], to value: NewValue, after predecessors: [String] = [], isFirst: Bool = false
  ) throws(Diagnostic) -> Document {
    let target = try target(at: path)
    let path = target.path
    guard let field = target.field else {
      let splices = inserting(value, at: target, after: predecessors, isFirst: isFirst)
      return try replacing(splices, path, notation.value(of: value))
    }
    let value = notation == .toml ? TOMLSpelling.timed(value, like: bytes[field.value]) : value
    let new = notation.value(of: value)
    if self[path: path] == new { return self }
    return try replacing(splices(setting: value, in: field, target.isEntry), path, new)
  }

  /// Returns this document without a field and the comment after it; unchanged if there is no such
  /// field. Empty front matter is removed too, but only if its fences are exactly as Cairn writes
  /// them.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``.
  public func unsetting(_ key: String) throws(Diagnostic) -> Document {
    try unsetting(at: [key])
  }

  /// Returns this document without the field at a path of keys, as ``unsetting(_:)`` does.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(at:to:after:isFirst:)``.
  public func unsetting(at path: [String]) throws(Diagnostic) -> Document {
    let target = try target(at: path)
    guard let field = target.field else { return self }
    let path = target.path
    if path.count == 1, target.map.fields.count == 1, isAlone(field),
      let bare = try? replacing([Splice(fences, [])], path, nil)
    {
      return bare
    }
    guard !field.isScattered else { throw tableRefusal(field) }
    if let parent = target.parent, target.map.form == .lines, target.map.fields.count == 1 {
      let edit = FieldEdit(document: self, field: parent, isEntry: false)
      return try replacing(edit.replacingValue(Array("{}".utf8)), path, nil)
    }
    let removal = removal(of: field, from: target.map)
    if path.count > 1 || notation != .yaml { return try replacing([removal], path, nil) }
    if let edited = try? replacing([removal], path, nil) { return edited }
    // The field above may end in a block scalar, which would absorb the indented lines below it.
    let (range, comments) = commentsAtMargin(behind: field)
    return try replacing(
      [Splice(field.lines.lowerBound..<range.upperBound, comments)], path, nil)
  }

  /// Returns this document with elements appended to the list at a path of keys, in the list's form
  /// (flow or block).
  ///
  /// An existing element is not added again. An empty or missing field becomes a list; a scalar
  /// becomes the list's first element.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(at:to:after:isFirst:)``; also if the field is a map.
  public func adding(
    _ new: [NewValue], at path: [String], after predecessors: [String] = []
  ) throws(Diagnostic) -> Document {
    let target = try target(at: path)
    let old = self[path: target.path] ?? .null
    var known: Set<FieldValue> = if case .list(let elements) = old { Set(elements) } else { [old] }
    let added = new.filter { known.insert(notation.value(of: $0)).inserted }
    guard let first = added.first else { return self }
    guard let field = target.field, old != .null, old != .string("") || notation != .toml else {
      return try setting(at: path, to: .list(added), after: predecessors)
    }
    let edit = FieldEdit(document: self, field: field, isEntry: target.isEntry)
    switch old {
    case .map: throw listRefusal(field)
    case .list(let elements):
      guard let splices = edit.adding(added) else { throw listRefusal(field) }
      let values = elements + added.map { notation.value(of: $0) }
      return try replacing(splices, target.path, .list(values))
    default:
      let list = try replacing(
        edit.listing(old, with: first), target.path, .list([old, notation.value(of: first)]))
      return try list.adding(Array(added.dropFirst()), at: path)
    }
  }

  /// Returns this document with all elements equal to one of `unwanted` removed from the list at a
  /// path of keys, or unchanged if no element is equal. An equal scalar becomes empty.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(at:to:after:isFirst:)``.
  public func removing(
    _ unwanted: [NewValue], at path: [String]
  ) throws(Diagnostic) -> Document {
    let gone = Set(unwanted.map { notation.value(of: $0) })
    let value = try self[path: target(at: path).path]
    guard case .list(let elements) = value else {
      return value.map(gone.contains) ?? false ? try setting(at: path, to: .empty) : self
    }
    return try removing(
      indices: elements.indices.filter { gone.contains(elements[$0]) }, at: path)
  }

  /// Returns this document with the elements at some indices removed from the list at a path of
  /// keys.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(at:to:after:isFirst:)``.
  package func removing(indices: [Int], at path: [String]) throws(Diagnostic) -> Document {
    let target = try target(at: path)
    guard !indices.isEmpty, let field = target.field,
      case .list(let elements) = self[path: target.path]
    else { return self }
    guard let items = field.items, items.count == elements.count else { throw listRefusal(field) }
    let edit = FieldEdit(document: self, field: field, isEntry: target.isEntry)
    let gone = Set(indices)
    let rest = elements.indices.filter { !gone.contains($0) }.map { elements[$0] }
    return try replacing(edit.removing(indices, of: items), target.path, .list(rest))
  }
}

// MARK: - Refusals

extension Document {
  /// Returns `key` as it is spelled in the file. The spelling can differ from `key` in Unicode
  /// normalization. If the file contains several spellings, one with the same bytes as `key` takes
  /// precedence. If the file does not contain the key, returns `key` itself.
  func keyAsWritten(_ key: String) -> String { field(key)?.key ?? key }

  /// Returns the layout of the field with exactly this key, or nil if it does not exist. Throws if
  /// the field cannot be edited.
  func fieldToEdit(_ key: String) throws(Diagnostic) -> FieldLayout? {
    if let editRefusal { throw editRefusal }
    guard let layout else { return nil }
    return try fieldToEdit(key, among: layout)
  }

  /// Returns the field of `layout` with exactly this key, or nil if it does not exist. Throws if
  /// the field cannot be edited.
  func fieldToEdit(
    _ key: String, among layout: [FieldLayout]
  ) throws(Diagnostic) -> FieldLayout? {
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
        "the key `\(key)` is written as a list, as a map or with `?`; edit this field by hand",
        at: field.value, in: bytes)
    }
    if let anchor = anchorInUse(in: field, among: layout) {
      throw Diagnostic(
        .error, "anchor-in-use",
        "another field refers to an anchor in `\(key)`; edit `\(key)` by hand",
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

  /// Returns the splices that set a field's value. `isEntry` says whether the field is in a map in
  /// braces. Throws if the field is a TOML table, or a list whose comments prevent the change.
  func splices(
    setting value: NewValue, in field: FieldLayout, _ isEntry: Bool
  ) throws(Diagnostic) -> [Splice] {
    guard field.style != .table else { throw tableRefusal(field) }
    do throws(CommentsInTheWay) {
      return try FieldEdit(document: self, field: field, isEntry: isEntry).setting(value)
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

  /// Returns the diagnostic for an edit that is refused because it would replace a TOML table, or
  /// remove one whose lines are in several places.
  private func tableRefusal(_ field: FieldLayout) -> Diagnostic {
    Diagnostic(
      .error, "table",
      "`\(field.key)` is a table; set a field in it with `\(field.key).NAME=VALUE`, or edit the "
        + "table by hand",
      at: field.keyRange, in: bytes)
  }
}

// MARK: - Applying

extension Document {
  /// The range of the front matter. Fences are included only if they are spelled exactly as Cairn
  /// writes them.
  private var fences: Range<Int> {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let content = frontMatter.content
    // For a JSON object without fences, the range includes the rest of the object's last line.
    if content.lowerBound == start { return start..<frontMatter.end }
    let mark = frontMatter.kind == .toml ? "+++" : frontMatter.kind == .json ? ";;;" : "---"
    let fence = Array(mark.utf8) + bytes.lineEnding(in: 0..<bytes.count)
    let isOurs =
      bytes[start..<content.lowerBound].elementsEqual(fence)
      && bytes[content.upperBound..<frontMatter.end].elementsEqual(fence)
    return isOurs ? start..<frontMatter.end : content
  }

  /// Returns whether this field is the only content of the front matter. White space and the braces
  /// around the field do not count.
  private func isAlone(_ field: FieldLayout) -> Bool {
    let content = frontMatter.content
    if notation == .yaml || notation == .toml { return field.lines == content }
    let isEmpty: (UInt8) -> Bool = { $0.isBlank || $0.isLineBreak || "{},".utf8.contains($0) }
    return bytes[content.lowerBound..<field.lines.lowerBound].allSatisfy(isEmpty)
      && bytes[field.lines.upperBound..<content.upperBound].allSatisfy(isEmpty)
  }

  /// Returns the range of the blank lines and comments after a field, and the text to write in
  /// their place when the field is removed. If these lines stayed unchanged, they would become part
  /// of a block scalar above the field.
  ///
  /// In the text, comments are indented like the fields, and blank lines before the first comment
  /// are left out.
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

  /// Returns the document after applying `splices`.
  ///
  /// Then reads the new document, and throws if the edit had any other effect than the requested
  /// one. The field at `path` must have the value `value`, or must not exist if `value` is nil.
  /// Every other field and the size of the body must be unchanged.
  func replacing(
    _ splices: [Splice], _ path: [String], _ value: FieldValue?
  ) throws(Diagnostic) -> Document {
    let edited = Document(bytes.applying(splices))
    let key = path[0]
    let isOther = { (field: Field) in KeyBytes(field.key) != KeyBytes(key) }
    let found = edited.fields.last(where: { !isOther($0) })?.value
    guard edited.editRefusal == nil, isExpected(found, at: path, value),
      fields.filter(isOther).map(\.entry) == edited.fields.filter(isOther).map(\.entry),
      edited.bytes.count - edited.body.lowerBound == bytes.count - body.lowerBound
    else {
      throw unsafeEdit(of: path.joined(separator: "."), at: splices.first?.range ?? 0..<0)
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

  /// Returns the line ending of most lines in `range`: CRLF if more than half of the lines end with
  /// CRLF, otherwise LF.
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
