import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText
import Mustache

/// What the names in a template stand for, said of one capture. Each is worked out when a template
/// asks for it.
final class CaptureScope: MustacheParent {
  let capture: Capture
  private let clock: LocalClock
  /// What a template knows besides, before the capture's own facts: nil for a name that is none of
  /// these, and nil within for one that has no value.
  var others: (String) -> Any??
  /// What is done to text before a template sees it.
  let escape: (String) -> String
  private(set) lazy var markup = capture.markup

  init(
    _ capture: Capture, clock: LocalClock, escape: @escaping (String) -> String = { $0 },
    others: @escaping (String) -> Any?? = { _ in nil }
  ) {
    self.capture = capture
    self.clock = clock
    self.escape = escape
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
    case "score": capture.score?.rawValue
    case "scoreName": capture.score?.name
    case "tags": TemplateList(elements: capture.tags(in: markup).map(escape))
    case "created": shown(capture.createdAsWritten(by: clock))
    case "updated": shown(capture.updatedAsWritten(by: clock))
    case "body": shown(String(decoding: capture.body, as: UTF8.self))
    default: nil
    }
  }

  private func field(_ key: String) -> Any? {
    guard let field = capture.document.field(key) else { return nil }
    switch field.value {
    case .date, .dateTime, .float: return capture.document.writtenText(field).map(escape)
    default: return field.value.templateValue(escape)
    }
  }

  /// Text for a template; none where it is empty, so that a section around it is left out.
  private func shown(_ text: String) -> Any? { text.isEmpty ? nil : escape(text) }
}
