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

  /// This document with one of its ``texts`` saying something else.
  ///
  /// It is written anew in the quotes it has. Where `splice` alone makes it say so, no other byte of
  /// it is touched. As with every edit, the result is read back.
  ///
  /// - Throws: a `Diagnostic`, as ``setting(_:to:after:isFirst:)`` does; also where the place of an element
  ///   is not clear.
  package func replacing(
    _ written: WrittenText, by text: String, with splice: Splice? = nil
  ) throws(Diagnostic) -> Document {
    let key = fields[written.field].key
    guard let layout = try fieldToEdit(key) else { return self }
    var value = FieldValue.string(text)
    if let element = written.element, case .list(var elements) = fields[written.field].value {
      elements[element] = value
      value = .list(elements)
    }
    if let splice, let result = try? replacing([splice], key, value) { return result }
    let edit = FieldEdit(document: self, field: layout)
    guard let element = written.element else {
      return try replacing(splices(setting: .text(text), in: layout), key, value)
    }
    guard let items = layout.items, element < items.count else { throw listRefusal(layout) }
    return try replacing([edit.replacing(items[element], by: text)], key, value)
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
