import CairnCapture
import CairnDocument
import Mustache

/// Values in a template by their names; where all of them are to be shown, nothing is.
protocol TemplateNames: MustacheParent, MustacheCustomRenderable {}

extension TemplateNames {
  var renderText: String { "" }
  var isNull: Bool { false }
}

/// A list in a template: an element at a time in a section, and all of them where it is shown.
struct TemplateList:
  MustacheSequence, MustacheParent, MustacheCustomRenderable, MustacheTransformable
{
  let elements: [Any]
  let setting: TemplateSetting
  var separator = " "

  func makeIterator() -> IndexingIterator<[Any]> { elements.makeIterator() }

  /// Nothing: its elements have names, it has none.
  func child(named name: String) -> Any? { nil }

  var renderText: String {
    elements.map { ($0 as? any MustacheCustomRenderable)?.renderText ?? "\($0)" }
      .joined(separator: separator)
  }
  var isNull: Bool { elements.isEmpty }

  func transform(_ name: String) -> Any? {
    switch name {
    case "first": elements.first
    case "last": elements.last
    case "count": TemplateScalar(elements.count, setting)
    case "comma": TemplateList(elements: elements, setting: setting, separator: ", ")
    case "linked":
      TemplateList(
        elements: elements.map { ($0 as? TemplateScalar)?.transform(name) ?? $0 },
        setting: setting, separator: separator)
    default: TemplateScalar(elements.count, setting).transform(name)
    }
  }
}

/// A mapping in a template: its values by their names, or all of it where it is shown.
struct TemplateMap: MustacheParent, MustacheCustomRenderable {
  let entries: [(key: String, value: Any)]
  let setting: TemplateSetting

  func child(named name: String) -> Any? {
    let key = TemplateName.decoded(name)
    return entries.last { $0.key == key }?.value
  }

  var renderText: String {
    entries.map { key, value in
      "\(setting.escape(key)): \((value as? any MustacheCustomRenderable)?.renderText ?? "\(value)")"
    }.joined(separator: ", ")
  }
  var isNull: Bool { entries.isEmpty }
}

extension FieldValue {
  /// The value for a template, nil where it has none.
  func templateValue(_ setting: TemplateSetting) -> Any? {
    switch self {
    case .null: nil
    case .boolean(let value): value
    case .integer(let number): TemplateScalar(number, setting)
    case .float: text.map { TemplateScalar($0, setting) }
    case .date, .dateTime:
      FieldTime(self).map { TemplateScalar($0, shown: text, setting) }
    case .string(let text):
      text.isEmpty
        ? nil
        : FieldTime(text).map { TemplateScalar($0, shown: text, setting) }
          ?? TemplateScalar(text, setting)
    case .list(let elements):
      TemplateList(
        elements: elements.compactMap { $0.templateValue(setting) }, setting: setting,
        separator: ", ")
    case .map(let entries):
      TemplateMap(
        entries: entries.compactMap { entry in
          entry.value.templateValue(setting).map { (entry.key, $0) }
        }, setting: setting)
    }
  }
}

/// Values in a template by their names.
struct TemplateScope: TemplateNames {
  private let values: [String: Any]

  /// The values that are not nil.
  init(_ values: [String: Any?]) {
    self.values = values.compactMapValues(\.self)
  }

  func child(named name: String) -> Any? { values[name] }
}
