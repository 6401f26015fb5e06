import CairnCapture
import CairnJSON
import CairnTemplates
import CairnText

/// A JSON value for the template of a page. The value's text is the same as in the answers of the
/// API; the template escapes the text for HTML.
///
/// A section of `null`, `false`, an empty string, an empty array or an empty object is not
/// rendered. The functions of docs/templates.md apply to strings, numbers and arrays. Pages have
/// three more functions: `any(x)` is true if `x` is neither empty nor 0, `initial(x)` is the first
/// character of a text, and `encoded(x)` is a text, percent-encoded as one part of an address.
struct PageValue: TemplateValue {
  let json: JSONValue
  let setting: TemplateSetting

  init(_ json: JSONValue, _ setting: TemplateSetting) {
    self.json = json
    self.setting = setting
  }

  var shown: String {
    switch json {
    case .null, .object: ""
    case .boolean(let value): value.description
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .string(let text): text
    case .array(let elements):
      elements.map { PageValue($0, setting).shown }.joined(separator: ", ")
    }
  }

  var section: TemplateSection {
    switch json {
    case .array(let elements) where !elements.isEmpty:
      .repeated(elements.map { PageValue($0, setting) })
    default: isEmpty ? .omitted : .inner
    }
  }

  private var isEmpty: Bool {
    switch json {
    case .null, .boolean(false), .string(""), .array([]), .object([]): true
    default: false
    }
  }

  func child(named name: String) -> (any TemplateValue)? {
    json[name].map { PageValue($0, setting) }
  }

  func transform(_ name: String) -> (any TemplateValue)? {
    if name == "any" { return !isEmpty && json != 0 }
    switch json {
    case .string(let text):
      if name == "encoded" { return text.percentEncoded }
      if name == "initial" { return PageValue(.string(String(text.prefix(1))), setting) }
      let scalar =
        FieldTime(text).map { TemplateScalar($0, shown: text, setting) }
        ?? TemplateScalar(text, setting)
      return scalar.transform(name)
    case .integer(let number): return TemplateScalar(number, setting).transform(name)
    case .array(let elements):
      if name == "count" { return PageValue(.integer(elements.count), setting) }
      return TemplateScalar(elements.count, setting).transform(name)
    default: return nil
    }
  }
}
