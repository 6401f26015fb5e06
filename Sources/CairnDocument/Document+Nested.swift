import CairnText

/// The place of a field that an edit sets or removes.
struct EditTarget {
  /// The keys of the maps around the field, and its own key, as they are written in the file.
  var path: [String]
  /// The innermost existing map that contains the field, or would contain it.
  var map: MapLayout
  /// The field whose value is ``map``; nil if the map is the front matter.
  var parent: FieldLayout?
  /// The field, or nil if it does not exist.
  var field: FieldLayout?
  /// If the field does not exist, the keys of the maps to create, followed by the field's own key;
  /// otherwise empty.
  var missing: ArraySlice<String> = []
  /// Whether the map that contains the field, or would contain it, is written in braces.
  var isEntry: Bool { map.form == .entries }
}

// MARK: - Reading

extension Document {
  /// Returns the value at a path of keys in nested maps, or nil if there is none.
  public subscript(path path: [String]) -> FieldValue? {
    guard let key = path.first else { return nil }
    return self[key]?.descendant(path.dropFirst())
  }

  /// Returns the path of keys that a name such as `a.b` stands for: the field `a.b` if it exists,
  /// otherwise the key `b` in the map `a`. The map need not exist; an edit creates it.
  public func path(to name: String) -> [String] {
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard field(name) == nil, keys.allSatisfy({ !$0.isEmpty }) else { return [name] }
    // A key can contain dots itself, as in `{a.b: {c: 1}}`.
    for count in stride(from: keys.count - 1, to: 0, by: -1) {
      let first = keys[..<count].joined(separator: ".")
      if let value = self[first] { return [first] + value.path(of: keys[count...]) }
    }
    return keys
  }
}

extension FieldValue {
  /// Returns the path of keys that a dotted name stands for. `parts` contains the parts of the name
  /// between the dots. An existing key that contains dots, such as `a.b`, stands for several parts;
  /// the longest such key is preferred. Any other part is a key of its own.
  fileprivate func path(of parts: ArraySlice<String>) -> [String] {
    guard case .map(let entries) = self else { return Array(parts) }
    for count in stride(from: parts.count, to: 0, by: -1) {
      let key = parts.prefix(count).joined(separator: ".")
      if let entry = entries.last(where: { KeyBytes($0.key) == KeyBytes(key) }) {
        return [key] + entry.value.path(of: parts.dropFirst(count))
      }
    }
    return Array(parts)
  }

  /// Returns the value at a path of keys in nested maps, or nil if there is none. Keys are compared
  /// byte by byte.
  fileprivate func descendant(_ keys: ArraySlice<String>) -> FieldValue? {
    guard let key = keys.first else { return self }
    guard case .map(let entries) = self,
      let entry = entries.last(where: { KeyBytes($0.key) == KeyBytes(key) })
    else { return nil }
    return entry.value.descendant(keys.dropFirst())
  }

  /// Returns this value with the part at a path of keys replaced by `new`, or removed if `new` is
  /// nil.
  fileprivate func replacing(_ keys: ArraySlice<String>, by new: FieldValue?) -> FieldValue? {
    guard let key = keys.first else { return new }
    var entries: [Entry] = []
    if case .map(let own) = self { entries = own }
    let place = entries.firstIndex { KeyBytes($0.key) == KeyBytes(key) }
    let old = place.map { entries[$0].value } ?? .map([])
    let inner = old.replacing(keys.dropFirst(), by: new)
    switch (place, inner) {
    case (let place?, let inner?): entries[place] = Entry(key, inner)
    case (let place?, nil): entries.remove(at: place)
    case (nil, let inner?): entries.append(Entry(key, inner))
    case (nil, nil): break
    }
    return .map(entries)
  }

  /// The value with the keys of all maps sorted, and without entries that are empty maps.
  fileprivate var normalized: FieldValue {
    switch self {
    case .list(let elements): .list(elements.map(\.normalized))
    case .map(let entries):
      .map(
        entries.map { Entry($0.key, $0.value.normalized) }.filter { $0.value != .map([]) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    default: self
    }
  }
}

extension Document {
  /// Returns whether `found` is the expected value of the first key of `path` after an edit. The
  /// edit sets the value at `path` to `value`, or removes that value if `value` is nil.
  func isExpected(_ found: FieldValue?, at path: [String], _ value: FieldValue?) -> Bool {
    guard path.count > 1 else { return found == value }
    let expected = (self[path[0]] ?? .map([])).replacing(path.dropFirst(), by: value)
    return (found ?? .map([])).normalized == (expected ?? .map([])).normalized
  }
}

// MARK: - Finding

extension Document {
  /// Returns whether the value at a path of keys is in quotes. False if there is no such field, or
  /// if it cannot be edited.
  package func isQuoted(at path: [String]) -> Bool {
    let style = (try? target(at: path))?.field?.style
    return style == .singleQuoted || style == .doubleQuoted
  }

  /// Returns the place of the field at a path of keys.
  ///
  /// - Throws: A `Diagnostic` if the front matter or the field cannot be edited, or if a key before
  ///   the last one is not a map.
  func target(at path: [String]) throws(Diagnostic) -> EditTarget {
    if let editRefusal { throw editRefusal }
    let content = frontMatter.content
    let root =
      root
      ?? MapLayout(form: .lines, fields: [], start: content.lowerBound, end: content.lowerBound)
    var target = EditTarget(path: path, map: root)
    target.path[0] = keyAsWritten(path[0])
    target.field = try fieldToEdit(target.path[0], among: root.fields)
    for depth in path.indices.dropFirst() {
      guard let field = target.field else { break }
      guard let map = map(in: field, self[path: Array(target.path[..<depth])]) else {
        throw Diagnostic(
          .error, "not-a-map",
          "`\(path[..<depth].joined(separator: "."))` is not a map whose fields Cairn can change; "
            + "edit this field by hand",
          at: field.value.isEmpty ? field.keyRange : field.value, in: bytes)
      }
      target.parent = field
      target.map = map
      target.field = try fieldToEdit(path[depth], among: map.fields)
    }
    if target.field == nil {
      let known = path.indices.last { self[path: Array(target.path[...$0])] != nil }
      target.missing = target.path[((known ?? -1) + 1)...]
    }
    return target
  }

  /// Returns the layout of the map in a field's value. Returns nil if the value is not a map, or if
  /// the positions of the map's fields are unclear.
  private func map(in field: FieldLayout, _ value: FieldValue?) -> MapLayout? {
    if let map = field.map { return map }
    // A map can begin where there is no value yet.
    if value == .null, field.style == .empty || field.style == .plain, notation != .toml {
      return MapLayout(
        form: .entries, fields: [], start: field.value.lowerBound, end: field.value.lowerBound)
    }
    guard notation == .yaml, field.style == .other, case .map = value else { return nil }
    let key = bytes.line(at: bytes.lineStart(of: field.keyRange.lowerBound))
    let rest = bytes[field.keyRange.upperBound..<key.end].drop(while: \.isBlank).dropFirst()
      .drop(while: \.isBlank)
    guard rest.isEmpty || rest.first == UInt8(ascii: "#") else { return nil }
    var scanner = FieldScanner(bytes, key.next..<field.lines.upperBound)
    guard let fields = try? scanner.fields(), !fields.isEmpty else { return nil }
    return MapLayout(
      form: .lines, fields: fields, start: key.next, end: field.lines.upperBound)
  }
}

// MARK: - Inserting and removing

extension Document {
  /// Returns the splices that insert a missing field; see ``setting(_:to:after:isFirst:)``.
  func inserting(
    _ value: NewValue, at target: EditTarget, after predecessors: [String], isFirst: Bool
  ) -> [Splice] {
    let (map, fields) = (target.map, target.map.fields)
    let isLine: (FieldLayout) -> Bool = { $0.style != .table }
    let named = predecessors.lazy.compactMap { name in fields.last { $0.key == name && isLine($0) }
    }
    .first
    let first = isFirst ? fields.first(where: isLine) : nil
    switch map.form {
    case .lines:
      let text = written(target.missing, value, inFlow: false)
      guard frontMatter.kind != .none else {
        let end = bytes.lineEnding(in: 0..<bytes.count)
        let fence = Array("---".utf8) + end
        return [Splice(frontMatter.end..<frontMatter.end, fence + text + end + fence)]
      }
      let offset =
        first?.lines.lowerBound ?? (named ?? fields.last)?.lines.upperBound ?? map.end
      let indent = fields.first.map { $0.keyRange.lowerBound - $0.lines.lowerBound } ?? 0
      let margin = Array(repeating: UInt8(ascii: " "), count: indent)
      return [Splice(offset..<offset, margin + text + lineEndingOfFields)]
    case .table(let prefix):
      let offset = first.map { _ in map.start } ?? named?.lines.upperBound ?? map.end
      let key = target.missing.map { notation.key($0) }.joined(separator: Array(".".utf8))
      let text = notation.scalar(value, .plain, inFlow: false)
      let line = prefix + Array(key) + notation.separator + text + lineEndingOfFields
      return [Splice(offset..<offset, line)]
    case .entries:
      return [insertingEntry(value, at: target, before: first, after: named)]
    }
  }

  /// Returns the splice that inserts an entry into a map in braces: before `first`, after `named`
  /// or, if both are nil, at the end. The new entry gets the spaces and quotes of the entry next to
  /// it.
  private func insertingEntry(
    _ value: NewValue, at target: EditTarget, before first: FieldLayout?, after named: FieldLayout?
  ) -> Splice {
    let fields = target.map.fields
    guard let model = first ?? named ?? fields.last else {
      let text = written(target.missing, value, inFlow: true)
      // If the parent field has no value yet, the braces have to be added, too.
      guard let parent = target.parent, parent.map == nil else {
        return Splice(target.map.start..<target.map.start, text)
      }
      let braces = Array("{".utf8) + text + Array("}".utf8)
      let edit = FieldEdit(document: self, field: parent, isEntry: notation != .yaml)
      return edit.replacingValue(braces).first ?? Splice(target.map.start..<target.map.start, [])
    }
    let isQuoted = bytes[model.keyRange].first == UInt8(ascii: "\"")
    let style: YAMLSpelling.Style = isQuoted ? .doubleQuoted : .plain
    let between = bytes[model.keyRange.upperBound..<model.value.lowerBound]
    let isCopied =
      between.count <= 8 && between.allSatisfy { $0.isBlank || ":=".utf8.contains($0) }
      && between.contains { ":=".utf8.contains($0) } && model.style != .empty
    let keys = target.missing
    let text: [UInt8]
    if let key = keys.first, keys.count == 1 {
      text =
        notation.key(key, style) + (isCopied ? Array(between) : notation.separator)
        + notation.scalar(value, style, inFlow: true)
    } else {
      text = written(keys, value, inFlow: true, style)
    }
    let separator = separator(of: target.map)
    if first != nil {
      return Splice(model.lines.lowerBound..<model.lines.lowerBound, text + separator)
    }
    return Splice(model.lines.upperBound..<model.lines.upperBound, separator + text)
  }

  /// Returns the text to write between the last entry of a map in braces and a new entry. If the
  /// map has several entries, this is the text between its last two. If the map has only one entry,
  /// this is a comma and a space. If that entry begins on its own line, the text is instead a
  /// comma, a line break and indentation.
  private func separator(of map: MapLayout) -> [UInt8] {
    let fields = map.fields
    let comma = [UInt8(ascii: ",")]
    guard fields.count > 1 else {
      let lead = bytes[map.start..<(fields.first?.lines.lowerBound ?? map.start)]
      return comma + (lead.contains(where: \.isLineBreak) ? Array(lead) : [UInt8(ascii: " ")])
    }
    return Array(
      bytes[fields[fields.count - 2].lines.upperBound..<fields[fields.count - 1].lines.lowerBound])
  }

  /// Returns the text of a key and its value: `a: 1`. Several keys give nested maps: `a: {b: 1}`.
  /// `inFlow` states whether the text is inside brackets or braces.
  private func written(
    _ keys: ArraySlice<String>, _ value: NewValue, inFlow: Bool,
    _ style: YAMLSpelling.Style = .plain
  ) -> [UInt8] {
    guard let key = keys.first else { return [] }
    let written: [UInt8]
    if keys.count > 1 {
      let inner = self.written(keys.dropFirst(), value, inFlow: true, style)
      written = Array("{".utf8) + inner + Array("}".utf8)
    } else {
      written = notation.scalar(value, style, inFlow: inFlow)
    }
    let name =
      notation == .yaml
      ? YAMLSpelling.scalar(.text(key), style, inFlow: inFlow) : notation.key(key, style)
    return name + (written.isEmpty ? [UInt8(ascii: ":")] : notation.separator + written)
  }

  /// The line ending of most lines of the front matter.
  private var lineEndingOfFields: [UInt8] {
    bytes.lineEnding(in: frontMatter.content.isEmpty ? 0..<frontMatter.end : frontMatter.content)
  }

  /// Returns the splice that removes a field from a map.
  func removal(of field: FieldLayout, from map: MapLayout) -> Splice {
    guard map.form == .entries, let index = map.fields.firstIndex(of: field) else {
      return Splice(field.lines, [])
    }
    // The first entry is removed with the comma after it, others with the comma before them.
    if index > 0 {
      return Splice(map.fields[index - 1].lines.upperBound..<field.lines.upperBound, [])
    }
    let next = map.fields.count > 1 ? map.fields[1].lines.lowerBound : nil
    if let next { return Splice(field.lines.lowerBound..<next, []) }
    let rest = bytes[field.lines.upperBound...].drop { $0.isBlank || $0.isLineBreak }
    let end = rest.first == UInt8(ascii: ",") ? rest.startIndex + 1 : field.lines.upperBound
    return Splice(field.lines.lowerBound..<end, [])
  }
}
