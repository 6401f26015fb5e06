import CairnTemplates

/// The values for a page's template: the page's own values and, for the names in `captureNames`,
/// the values of the page's capture. The template cannot use other fields of the capture, which it
/// could mistake for values of the page.
struct SiteScope: TemplateValue {
  private let values: TemplateScope.Values
  private let capture: CaptureScope?

  private static let captureNames: Set<String> = [
    "title", "type", "stars", "scoreName", "status", "due", "isOverdue", "created", "images",
    "meaning", "hasFields", "fields", "html", "hasTags",
  ]

  init(_ values: TemplateScope.Values, capture: CaptureScope? = nil) {
    self.values = values
    self.capture = capture
  }

  func child(named name: String) -> (any TemplateValue)? {
    if let value = values[name] ?? nil { return value }
    return Self.captureNames.contains(name) ? capture?.child(named: name) : nil
  }
}

/// Named values for a part of a page. The value nil counts as false, and keeps the template from
/// looking up the name among the values of the whole page.
struct SitePart: TemplateValue {
  private let values: TemplateScope.Values

  init(_ values: TemplateScope.Values) { self.values = values }

  func child(named name: String) -> (any TemplateValue)? { values[name].map { $0 ?? false } }
}
