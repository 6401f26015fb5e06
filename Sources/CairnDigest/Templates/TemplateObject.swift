import Mustache

/// A value that a template asks for, as far as the Mustache library tells values apart.
enum TemplateObject {
  /// There is none.
  case missing
  case flag(Bool)
  case scalar(TemplateScalar)
  /// A text of the program's own.
  case text(String)
  case list(TemplateList)
  case map(TemplateMap)
  /// Values by their names.
  case scope(any MustacheParent)
  /// What another value is shown as, before it is escaped.
  case shown(String)
  /// A value that is none of these.
  case other

  /// What a template, or the library that fills it, may ask of a value.
  enum Step: Hashable {
    case child(String)
    case element(Int)
    case transform(String)
    /// What it is shown as.
    case shown
  }

  /// All of a value that decides what the library does next. Two values of the same shape are
  /// handled the same, but for what is asked of them then.
  enum Shape: Hashable {
    case missing, value, scope, emptyMap, map, other
    case flag(Bool)
    case list(Int)
    /// A text: whether it is empty, and whether a line ends with it; by these it is indented.
    case shown(isEmpty: Bool, endsLine: Bool)
  }
}

// MARK: - Values

extension TemplateObject {
  /// The value that a name or a function gave.
  init(_ value: Any?) {
    self =
      switch value {
      case nil: .missing
      case let scalar as TemplateScalar: .scalar(scalar)
      case let flag as Bool: .flag(flag)
      case let text as String: .text(text)
      case let list as TemplateList: .list(list)
      case let map as TemplateMap: .map(map)
      case let text as Substring: .text(String(text))
      case let scope as any MustacheParent: .scope(scope)
      default: .other
      }
  }

  /// What is found where a value is asked for something.
  func answer(_ step: Step) -> TemplateObject {
    switch (self, step) {
    case (.scope(let scope), .child(let name)): TemplateObject(scope.child(named: name))
    case (.map(let map), .child(let name)): TemplateObject(map.child(named: name))
    case (.list(let list), .element(let index)): TemplateObject(list.elements[index])
    case (.list(let list), .transform(let name)): TemplateObject(list.transform(name))
    case (.scalar(let scalar), .transform(let name)): TemplateObject(scalar.transform(name))
    case (.text(let text), .transform(let name)): TemplateObject(text.transform(name))
    case (.scalar(let scalar), .shown): .shown(scalar.renderText)
    case (.text(let text), .shown): .shown(text)
    case (.list(let list), .shown): .shown(list.renderText)
    case (.map(let map), .shown): .shown(map.renderText)
    case (_, .shown): .shown("")
    default: .missing
    }
  }

  /// What decides how it is handled.
  var shape: Shape {
    switch self {
    case .missing: .missing
    case .flag(let flag): .flag(flag)
    case .scalar, .text: .value
    case .list(let list): .list(list.elements.count)
    case .map(let map): map.isNull ? .emptyMap : .map
    case .scope: .scope
    case .shown(let text): .shown(isEmpty: text.utf8.isEmpty, endsLine: text.endsLine)
    case .other: .other
    }
  }
}

extension String {
  /// Whether a line feed alone is its last character.
  var endsLine: Bool { utf8.last == UInt8(ascii: "\n") && last == "\n" }
}
