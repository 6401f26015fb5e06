/// A value in a template. A value can be shown, control a section, and contain named values.
package protocol TemplateValue {
  /// The value as text, before a template escapes it for HTML.
  var shown: String { get }
  /// Whether an HTML template escapes the value even in triple braces, because the value contains
  /// the text of a note.
  var isForeign: Bool { get }
  /// The way to render a section that has this value.
  var section: TemplateSection { get }
  /// Returns the value that this value contains under a name; nil if there is no such value.
  func child(named name: String) -> (any TemplateValue)?
  /// Returns the result of applying a function; nil if the function does not apply to this value.
  func transform(_ name: String) -> (any TemplateValue)?
}

/// The way to render a section, which depends on the section's value.
package enum TemplateSection {
  /// The section is not rendered, as for a missing value. An inverted section is rendered once.
  case omitted
  /// The section is rendered once, and `.` refers to the same value as outside the section.
  case unchanged
  /// The section is rendered once, with the value on top of the context stack.
  case inner
  /// The section is rendered once for each element, with the element on top of the context stack.
  case repeated([any TemplateValue])
}

extension TemplateValue {
  package var shown: String { "" }
  package var isForeign: Bool { false }
  package var section: TemplateSection { .inner }
  package func child(named name: String) -> (any TemplateValue)? { nil }
  package func transform(_ name: String) -> (any TemplateValue)? { nil }
}

extension Bool: TemplateValue {
  package var shown: String { description }
  package var section: TemplateSection { self ? .unchanged : .omitted }
}

/// A string that Cairn itself produces. Unlike the text of captures, it does not pass through
/// ``TemplateSetting/escape``.
extension String: TemplateValue {
  package var shown: String { self }

  package func transform(_ name: String) -> (any TemplateValue)? {
    switch name {
    case "uppercased": uppercased()
    case "lowercased": lowercased()
    default: nil
    }
  }
}

/// A list value. A section is rendered once for each element, and a variable shows all elements.
package struct TemplateList: TemplateValue {
  let elements: [any TemplateValue]
  let setting: TemplateSetting
  let separator: String

  /// Creates a list, shown with `separator` between its elements.
  package init(
    elements: [any TemplateValue], setting: TemplateSetting, separator: String = " "
  ) {
    self.elements = elements
    self.setting = setting
    self.separator = separator
  }

  package var shown: String { elements.map(\.shown).joined(separator: separator) }
  package var isForeign: Bool { elements.contains(where: \.isForeign) }
  package var section: TemplateSection { elements.isEmpty ? .omitted : .repeated(elements) }

  package func transform(_ name: String) -> (any TemplateValue)? {
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

/// A mapping in the front matter. A variable shows all entries of the mapping.
struct TemplateMap: TemplateValue {
  let entries: [(key: String, value: any TemplateValue)]
  let setting: TemplateSetting

  var shown: String {
    entries.map { "\(setting.escape($0.key)): \($0.value.shown)" }.joined(separator: ", ")
  }
  var isForeign: Bool { setting.isForeign }
  var section: TemplateSection { entries.isEmpty ? .omitted : .inner }

  func child(named name: String) -> (any TemplateValue)? {
    entries.last { $0.key == name }?.value
  }
}

/// A value that is a collection of named values.
package struct TemplateScope: TemplateValue {
  /// Values keyed by name; nil for a name that has no value.
  package typealias Values = [String: (any TemplateValue)?]

  private let values: Values

  package init(_ values: Values) { self.values = values }

  package func child(named name: String) -> (any TemplateValue)? { values[name] ?? nil }
}
