/// A value in a template: it can be shown, control a section, and contain named values.
package protocol TemplateValue {
  /// The value as text, before a template escapes it.
  var shown: String { get }
  /// The way to render a section of this value.
  var section: TemplateSection { get }
  /// Returns the value of a name within this value; nil if it does not have that name.
  func child(named name: String) -> (any TemplateValue)?
  /// Returns the result of applying a function; nil if the function does not apply to this value.
  func transform(_ name: String) -> (any TemplateValue)?
}

/// The ways to render a section, depending on its value.
package enum TemplateSection {
  /// Not rendered. The inverted section is rendered instead, as for a missing value.
  case omitted
  /// Rendered once. Inside the section, `.` refers to the same value as outside it.
  case unchanged
  /// Rendered once, with the value on top of the context stack.
  case inner
  /// Rendered once for each element, with the element on top of the context stack.
  case repeated([any TemplateValue])
}

extension TemplateValue {
  package var shown: String { "" }
  package var section: TemplateSection { .inner }
  package func child(named name: String) -> (any TemplateValue)? { nil }
  package func transform(_ name: String) -> (any TemplateValue)? { nil }
}

extension Bool: TemplateValue {
  package var shown: String { description }
  package var section: TemplateSection { self ? .unchanged : .omitted }
}

/// Text produced by Cairn, shown unescaped.
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

/// A list: a section is rendered for each element, and a variable shows all of them.
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

/// A mapping of the front matter. A variable shows all of its entries.
struct TemplateMap: TemplateValue {
  let entries: [(key: String, value: any TemplateValue)]
  let setting: TemplateSetting

  var shown: String {
    entries.map { "\(setting.escape($0.key)): \($0.value.shown)" }.joined(separator: ", ")
  }
  var section: TemplateSection { entries.isEmpty ? .omitted : .inner }

  func child(named name: String) -> (any TemplateValue)? {
    entries.last { $0.key == name }?.value
  }
}

/// Values that templates look up by name.
package struct TemplateScope: TemplateValue {
  /// Values keyed by name; nil for a name that has no value.
  package typealias Values = [String: (any TemplateValue)?]

  private let values: Values

  package init(_ values: Values) { self.values = values }

  package func child(named name: String) -> (any TemplateValue)? { values[name] ?? nil }
}
