package import CairnText

extension Document {
  /// A text value in the front matter: a field's value, or an element of a field that is a list.
  public struct WrittenText: Hashable, Sendable {
    /// The text without quotes and escape sequences.
    public let text: String
    /// The byte range of the text, including quotes. If the position of a list element is unclear,
    /// this is the range of the field's value. If that is unclear too, this is the range of the
    /// front matter's content.
    public let range: Range<Int>
    /// Whether ``range`` contains exactly this text.
    public let isPlaced: Bool
    /// The index of the field in ``Document/fields``.
    package let field: Int
    /// The index of the list element; nil if the text is the field's value.
    let element: Int?
  }

  /// All fields and list elements whose value is text, in the order of the file. Text inside maps
  /// and nested lists is not included.
  public var texts: [WrittenText] {
    let layout = fields.contains(where: \.isList) ? layout : nil
    return fields.indices.flatMap { index -> [WrittenText] in
      let place = fields[index].written ?? frontMatter.content
      switch fields[index].value {
      case .string(let text):
        return [
          WrittenText(
            text: text, range: place, isPlaced: fields[index].written != nil, field: index,
            element: nil)
        ]
      case .list(let elements):
        let items = clearItems(layout, ofField: index, count: elements.count)
        return elements.indices.compactMap { element in
          guard case .string(let text) = elements[element] else { return nil }
          return WrittenText(
            text: text, range: items?[element].value ?? place, isPlaced: items != nil, field: index,
            element: element)
        }
      default: return []
      }
    }
  }

  /// A replacement for one of a document's ``texts``.
  package struct TextChange {
    let written: WrittenText
    let text: String
    /// The splices that make only this change and keep all other bytes. If the array is empty, no
    /// such splices are known.
    let splices: [Splice]

    package init(_ written: WrittenText, _ text: String, with splices: [Splice] = []) {
      self.written = written
      self.text = text
      self.splices = splices
    }
  }

  /// Returns this document with some of its ``texts`` replaced. The changes must be in the order of
  /// the file.
  ///
  /// If replacing only the changed characters gives the requested values, no other byte is touched.
  /// Otherwise, the values are rewritten with their existing quotes, which is possible only if all
  /// changes are in one field. The result is verified like every edit, but only once, after all changes.
  ///
  /// - Throws: A `Diagnostic`, like ``setting(_:to:after:isFirst:)``; also if the position of an
  ///   element is unclear.
  package func replacing(_ changes: [TextChange]) throws(Diagnostic) -> Document {
    if let editRefusal { throw editRefusal }
    guard let first = changes.first else { return self }
    let values = values(with: changes)
    // If a key occurs twice, it is unclear which one is meant.
    let counts = fields.reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
    if let twice = changes.first(where: { counts[fields[$0.written.field].key] != 1 }) {
      throw unsafeEdit(of: fields[twice.written.field].key, at: twice.written.range)
    }
    if changes.allSatisfy({ !$0.splices.isEmpty }) {
      let edited = Document(bytes.applying(changes.flatMap(\.splices)))
      if isEdit(edited, saying: values) { return edited }
    }
    let key = fields[first.written.field].key
    guard changes.allSatisfy({ $0.written.field == first.written.field }) else {
      throw unsafeEdit(of: key, at: first.written.range)
    }
    guard let layout = try fieldToEdit(key) else { return self }
    let isEntry = root?.form == .entries
    let edit = FieldEdit(document: self, field: layout, isEntry: isEntry)
    var splices: [Splice] = []
    for change in changes {
      guard let element = change.written.element else {
        splices += try self.splices(setting: .text(change.text), in: layout, isEntry)
        continue
      }
      guard let items = layout.items, element < items.count else { throw listRefusal(layout) }
      splices.append(edit.replacing(items[element], by: change.text))
    }
    return try replacing(splices, [key], values[first.written.field])
  }

  /// Returns the values of all fields after the changes are applied.
  private func values(with changes: [TextChange]) -> [FieldValue] {
    var values = fields.map(\.value)
    for (field, changes) in Dictionary(grouping: changes, by: \.written.field) {
      guard case .list(var elements) = values[field] else {
        if let text = changes.last?.text { values[field] = .string(text) }
        continue
      }
      for change in changes {
        if let element = change.written.element { elements[element] = .string(change.text) }
      }
      values[field] = .list(elements)
    }
    return values
  }

  /// Returns whether an edited document has these values, and the same keys and the same body size
  /// as this document.
  private func isEdit(_ edited: Document, saying values: [FieldValue]) -> Bool {
    edited.editRefusal == nil && edited.fields.map(\.key) == fields.map(\.key)
      && edited.fields.map(\.value) == values
      && edited.bytes.count - edited.body.lowerBound == bytes.count - body.lowerBound
  }

  /// Returns the byte ranges of the elements of a field that is a list, or nil if they are unclear.
  package func elementRanges(of field: Field) -> [Range<Int>]? {
    guard case .list(let elements) = field.value, let index = fields.firstIndex(of: field) else {
      return nil
    }
    return clearItems(layout, ofField: index, count: elements.count)?.map(\.value)
  }

  /// Returns the positions of a list's elements; nil if they are unclear, because the field has no
  /// layout or its layout does not have `count` elements.
  private func clearItems(
    _ layout: [FieldLayout]?, ofField index: Int, count: Int
  ) -> [FieldLayout.Item]? {
    guard let layout, layout.count == fields.count, let items = layout[index].items,
      items.count == count
    else { return nil }
    return items
  }
}

extension Document.Field {
  fileprivate var isList: Bool {
    if case .list = value { true } else { false }
  }
}
