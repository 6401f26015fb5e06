import CairnText
import Mustache

/// What the names in a page's template stand for: the page's own first, then those of its capture
/// that are listed here. A field of a note is never taken for a name of the page.
struct SiteScope: TemplateNames {
  private let values: [String: Any]
  private let capture: CaptureScope?

  private static let captureNames: Set<String> = [
    "title", "type", "stars", "scoreName", "status", "due", "isOverdue", "created", "images",
    "meaning", "hasFields", "fields", "html", "hasTags",
  ]

  init(_ values: [String: Any?], capture: CaptureScope? = nil) {
    self.values = values.compactMapValues(\.self)
    self.capture = capture
  }

  func child(named name: String) -> Any? {
    if let value = values[name] { return value }
    return Self.captureNames.contains(name) ? capture?.child(named: name) : nil
  }
}

/// Some values by name within a page: what is missing is false, so that it is not looked for around.
struct SitePart: TemplateNames {
  private let values: [String: Any?]

  init(_ values: [String: Any?]) { self.values = values }

  func child(named name: String) -> Any? { values[name].map { $0 ?? false } }
}
