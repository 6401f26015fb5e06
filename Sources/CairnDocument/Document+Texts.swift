package import CairnText

extension Document {
  /// A text among the front matter's values: a field's, or an element's of a field that is a list.
  public struct WrittenText: Hashable, Sendable {
    /// What it says.
    public let text: String
    /// The bytes that say so, quotes included. Where an element's place is not clear, those of the
    /// whole field; where a field's is not, those of the whole front matter.
    public let range: Range<Int>
    /// Whether these bytes say this text and nothing else.
    public let isPlaced: Bool
    /// The field it stands in, by its place among ``Document/fields``.
    package let field: Int
    /// Which element of the list it is; nil where the field is the text.
    let element: Int?
  }

  /// All values that are texts, and all elements of lists that are, in order. Those within maps and
  /// lists of lists are none of them.
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

  /// What one of a document's ``texts`` is to say.
  package struct TextChange {
    let written: WrittenText
    let text: String
    /// What alone makes it say so, and leaves its other bytes; empty where that is not known.
    let splices: [Splice]

    package init(_ written: WrittenText, _ text: String, with splices: [Splice] = []) {
      self.written = written
      self.text = text
      self.splices = splices
    }
  }

  /// This document with some of its ``texts``, in their order, saying something else.
  ///
  /// Where their splices alone make them say so, no other byte is touched. Else they are written
  /// anew in the quotes they have, which is done for those of one field. As with every edit, the
  /// result is read back. Costs the same for many as for one.
  ///
  /// - Throws: a `Diagnostic`, as ``setting(_:to:after:isFirst:)`` does; also where the place of an element
  ///   is not clear.
  package func replacing(_ changes: [TextChange]) throws(Diagnostic) -> Document {
    if let refusal { throw refusal }
    guard let first = changes.first else { return self }
    let values = values(with: changes)
    // Of a key that occurs twice nobody knows which one is meant.
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
    let edit = FieldEdit(document: self, field: layout)
    var splices: [Splice] = []
    for change in changes {
      guard let element = change.written.element else {
        splices += try self.splices(setting: .text(change.text), in: layout)
        continue
      }
      guard let items = layout.items, element < items.count else { throw listRefusal(layout) }
      splices.append(edit.replacing(items[element], by: change.text))
    }
    return try replacing(splices, key, values[first.written.field])
  }

  /// The values of all fields once some of their texts say something else.
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

  /// Whether an edited document has the same fields with these values, and the same body.
  private func isEdit(_ edited: Document, saying values: [FieldValue]) -> Bool {
    edited.refusal == nil && edited.fields.map(\.key) == fields.map(\.key)
      && edited.fields.map(\.value) == values
      && edited.bytes.count - edited.body.lowerBound == bytes.count - body.lowerBound
  }

  /// The elements of a list as they are written, where that is as many as it has.
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
