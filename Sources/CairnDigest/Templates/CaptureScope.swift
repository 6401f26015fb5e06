import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText
import Mustache

/// What the names in a template stand for, said of one capture. Each is worked out when a template
/// asks for it.
final class CaptureScope: TemplateNames {
  let capture: Capture
  let setting: TemplateSetting
  /// What a template knows besides, before the capture's own facts: nil for a name that is none of
  /// these, and nil within for one that has no value.
  var others: (String) -> Any??
  private(set) lazy var markup = capture.markup

  init(
    _ capture: Capture, _ setting: TemplateSetting,
    others: @escaping (String) -> Any?? = { _ in nil }
  ) {
    self.capture = capture
    self.setting = setting
    self.others = others
  }

  /// The value of a name, nil where there is none: a fact of the capture, else any field.
  func child(named name: String) -> Any? {
    let key = TemplateName.decoded(name)
    if let other = others(key) { return other }
    return fact(key) ?? field(key)
  }

  private func fact(_ name: String) -> Any? {
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
    case "created": time(capture.created, capture.createdAsWritten(by: setting.clock))
    case "updated": time(capture.updated, capture.updatedAsWritten(by: setting.clock))
    case "body": shown(String(decoding: capture.body, as: UTF8.self))
    case "field": FieldScope(scope: self)
    default: nil
    }
  }

  fileprivate func field(_ key: String) -> Any? {
    guard let field = capture.document.field(key) else { return nil }
    switch field.value {
    case .date, .dateTime:
      guard let time = FieldTime(field.value), let text = capture.document.writtenText(field)
      else { return nil }
      return self.time(time, text)
    case .float:
      return capture.document.writtenText(field).map { TemplateScalar($0, setting) }
    default: return field.value.templateValue(setting)
    }
  }

  private func time(_ time: FieldTime, _ text: String) -> TemplateScalar {
    TemplateScalar(time, shown: text, setting)
  }

  /// Text for a template; none where it is empty, so that a section around it is left out.
  func shown(_ text: String) -> TemplateScalar? {
    text.isEmpty ? nil : TemplateScalar(text, setting)
  }
}

/// The fields of the front matter by their names alone, also where a fact is called the same:
/// `{{field.level}}`.
private struct FieldScope: TemplateNames {
  let scope: CaptureScope

  func child(named name: String) -> Any? { scope.field(TemplateName.decoded(name)) }
}
