import CairnCapture
import CairnDocument
import Mustache

/// A list in a template: an element at a time in a section, and all of them where it is shown.
struct TemplateList: MustacheSequence, MustacheCustomRenderable {
  let elements: [Any]
  var separator = " "

  func makeIterator() -> IndexingIterator<[Any]> { elements.makeIterator() }

  var renderText: String {
    elements.map { ($0 as? any MustacheCustomRenderable)?.renderText ?? "\($0)" }
      .joined(separator: separator)
  }
  var isNull: Bool { elements.isEmpty }
}

/// A mapping in a template: its values by their names, or all of it where it is shown.
struct TemplateMap: MustacheParent, MustacheCustomRenderable {
  let entries: [(key: String, value: Any)]

  func child(named name: String) -> Any? {
    let key = TemplateName.decoded(name)
    return entries.last { $0.key == key }?.value
  }

  var renderText: String {
    entries.map { key, value in
      "\(key): \((value as? any MustacheCustomRenderable)?.renderText ?? "\(value)")"
    }.joined(separator: ", ")
  }
  var isNull: Bool { entries.isEmpty }
}

extension FieldValue {
  /// The value for a template, nil where it has none; text is escaped by `escape`.
  func templateValue(_ escape: (String) -> String) -> Any? {
    switch self {
    case .null: nil
    case .boolean(let value): value
    case .integer(let number): number
    case .float, .date, .dateTime: text
    case .string(let text): text.isEmpty ? nil : escape(text)
    case .list(let elements):
      TemplateList(elements: elements.compactMap { $0.templateValue(escape) }, separator: ", ")
    case .map(let entries):
      TemplateMap(
        entries: entries.compactMap { entry in
          entry.value.templateValue(escape).map { (escape(entry.key), $0) }
        })
    }
  }
}

/// Values in a template by their names.
struct TemplateScope: MustacheParent {
  private let values: [String: Any]

  /// The values that are not nil.
  init(_ values: [String: Any?]) {
    self.values = values.compactMapValues(\.self)
  }

  func child(named name: String) -> Any? { values[name] }
}
