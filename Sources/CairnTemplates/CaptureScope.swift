package import CairnCapture
import CairnDocument
import CairnText
package import CairnMarkup

/// The values of one capture for the names that a template uses. Each value is computed when the
/// template first uses its name, and then cached.
package final class CaptureScope: TemplateValue {
  package let capture: Capture
  let setting: TemplateSetting
  /// A callback that returns values to use instead of the capture's own. Returns the value of a
  /// name, nil if the callback does not define the name, or `.some(nil)` if the name has no value.
  package var others: (String) -> (any TemplateValue)??
  package private(set) lazy var markup = capture.markupWithMath
  private var known: [KeyBytes: (any TemplateValue)?] = [:]

  package init(
    _ capture: Capture, _ setting: TemplateSetting,
    others: @escaping (String) -> (any TemplateValue)?? = { _ in nil }
  ) {
    self.capture = capture
    self.setting = setting
    self.others = others
  }

  /// Returns the value of a name; nil if the name has no value. If ``others`` does not define the
  /// name, the value is a property of the capture, such as `path`, or otherwise a field.
  package func child(named name: String) -> (any TemplateValue)? {
    let key = KeyBytes(name)
    if let value = known[key] { return value }
    let value = others(name) ?? fact(name) ?? fields.child(named: name)
    known.updateValue(value, forKey: key)
    return value
  }

  private var fields: FieldScope { FieldScope(capture: capture, setting: setting) }

  private func fact(_ name: String) -> (any TemplateValue)? {
    switch name {
    case "path": shown(capture.path.description)
    case "stem": shown(capture.path.stem)
    case "collection": shown(capture.collection.description)
    case "title": shown(capture.title(in: markup))
    case "score": capture.score.map { TemplateScalar($0.rawValue, setting) }
    case "scoreName": capture.score.flatMap { shown($0.name) }
    case "tags":
      TemplateList(
        elements: capture.tags(in: markup).map { TemplateScalar($0, setting) }, setting: setting)
    case "created":
      TemplateScalar(
        capture.created, shown: capture.createdAsWritten(by: setting.clock), setting)
    case "updated":
      TemplateScalar(
        capture.updated, shown: capture.updatedAsWritten(by: setting.clock), setting)
    case "body": shown(String(decoding: capture.body, as: UTF8.self))
    case "field": fields
    default: nil
    }
  }

  /// Returns `text` as a template value; nil if `text` is empty, so that a section with this value
  /// is omitted.
  package func shown(_ text: String) -> TemplateScalar? {
    text.isEmpty ? nil : TemplateScalar(text, setting)
  }
}

/// The fields of the front matter, by name. Templates use the name `field` for this scope:
/// `{{field.path}}` shows the field `path`, whereas `{{path}}` shows the capture's path.
private struct FieldScope: TemplateValue {
  let capture: Capture
  let setting: TemplateSetting

  func child(named name: String) -> (any TemplateValue)? {
    guard let field = capture.document.field(name) else { return nil }
    switch field.value {
    case .date, .dateTime:
      guard let time = FieldTime(field.value), let text = capture.document.writtenText(field)
      else { return nil }
      return TemplateScalar(time, shown: text, setting)
    case .float:
      return capture.document.writtenText(field).map { TemplateScalar($0, setting) }
    default: return field.value.templateValue(setting)
    }
  }
}

extension FieldValue {
  /// Returns this value for use in a template; nil for null and for empty text.
  package func templateValue(_ setting: TemplateSetting) -> (any TemplateValue)? {
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
