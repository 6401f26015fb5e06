import CairnCapture
import CairnFiles
import CairnInsight
import CairnJSON
import CairnMarkup
import CairnNotebook
import CairnTemplates
import CairnText
import CairnWork
import HTTPTypes
import SystemPackage

/// A page: a template, and the API documents that the page shows.
struct WebPage {
  /// The name of the template.
  let template: String
  /// The title of the page.
  let title: String
  /// The current entry of the navigation; nil if no entry is current.
  var section: String?
  var status = 200
  /// Headers besides those of every page.
  var headers: [(name: String, value: String)] = []
  /// The values that the template can use, as the members of an object.
  var values: JSONValue = [:]
  /// Further values, such as the parts of a capture.
  var others: TemplateScope.Values = [:]

  init(_ template: String, _ title: String, section: String? = nil) {
    (self.template, self.title, self.section) = (template, title, section)
  }
}

extension Call {
  /// Returns the answer that contains a page, inside the frame that all pages for logged-in people
  /// have.
  func page(_ page: WebPage, _ work: Workspace) throws -> Answer {
    let settings = work.notebook.settings
    let frame: JSONValue = [
      "pageTitle": .string(page.title), "section": JSONValue(page.section),
      "theme": JSONValue(settings["web.theme"]?.text),
      "scheme": JSONValue(settings["web.scheme"]?.text),
      "notebook": JSONValue(work.notebook.store.root.lastComponent?.string),
      "isReadOnly": .boolean(app.settings.isReadOnly),
      "formToken": JSONValue(formToken), "here": .string(here),
      "version": .string(PageFiles.version), "now": .string(work.clock.today.description),
      "justDone": try done(work), "kinds": Self.kinds,
      "remarks": JSONValue(sentences: query[Self.done].flatMap { app.remarks[$0]?.all } ?? []),
    ]
    return try rendered(page, frame, work.clock)
  }

  /// The types that Cairn detects, with their descriptions.
  private static let kinds = JSONValue.array(
    CaptureKind.allCases.map { kind in
      [
        "type": .string(kind.rawValue), "name": .string(kind.rawValue.capitalizedFirst),
        "description": .string(kind.meaning.capitalizedFirst),
      ]
    })

  /// Returns the answer with a page that does not depend on the notebook.
  func plainPage(_ page: WebPage) throws -> Answer {
    try rendered(
      page, ["pageTitle": .string(page.title), "version": .string(PageFiles.version)],
      app.settings.context().clock)
  }

  private func rendered(
    _ page: WebPage, _ frame: JSONValue, _ clock: LocalClock
  ) throws -> Answer {
    let scope = PageScope(
      frame: PageValue(frame, TemplateSetting(clock: clock)),
      values: PageValue(page.values, TemplateSetting(clock: clock)),
      others: TemplateScope(page.others))
    let bytes = try PageFiles.template(page.template).render(scope)
    return Answer(page.status, Self.pageHeaders + page.headers, .bytes(bytes))
  }

  /// The headers of every page. Browsers reveal the address of a page only to this server, not to
  /// other sites. A page may record sound if the person permits it.
  private static let pageHeaders: [(name: String, value: String)] = [
    ("content-type", "text/html; charset=utf-8"), ("referrer-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(self), geolocation=()"),
    (
      "content-security-policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        + "media-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
        + "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
  ]

  /// The address of this page without the parameter ``done``.
  var here: String {
    let query = self.query.filter { $0.key != Self.done }.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.percentEncoded)" }
    return query.isEmpty ? address : "\(address)?\(query.joined(separator: "&"))"
  }

  /// The parameter with the id of the operation that a form carried out.
  static let done = "done"

  /// Returns the operation that a form of the page carried out, as JSON; null if there is no such
  /// operation.
  private func done(_ work: Workspace) throws -> JSONValue {
    guard let id = query[Self.done] else { return .null }
    guard let found = try? work.operation(id, in: work.operations()) else { return .null }
    return [
      "id": .string(found.id), "isUndone": .boolean(found.isUndone),
      "sentence": JSONValue(app.remarks[id]?.sentence),
    ]
  }
}

extension Route.Parameter {
  static let done = Route.Parameter.query(
    Call.done, "The id of the operation that the last form carried out.")
}

/// The values that a page's template can use. The page's own values take precedence over the values
/// of the frame around the page.
private struct PageScope: TemplateValue {
  let frame: PageValue
  let values: PageValue
  let others: TemplateScope

  func child(named name: String) -> (any TemplateValue)? {
    others.child(named: name) ?? values.child(named: name) ?? frame.child(named: name)
      ?? flag(name)
  }

  /// Returns the value of a name such as `isActions`, which is true if `actions` is the current
  /// section. Returns nil for any other name, or if there is no current section.
  private func flag(_ name: String) -> (any TemplateValue)? {
    guard name.hasPrefix("is"), let section = frame.json["section"],
      case .string(let section) = section
    else { return nil }
    return name.dropFirst(2).lowercased() == section
  }
}

extension PageAddresses {
  /// The addresses of captures and files on this server.
  static let ofServer = PageAddresses(
    capture: { id, path in "/captures/\((id ?? path.description).percentEncoded)" },
    file: { "/api/v1/media/\($0.description.percentEncoded)" })
}

extension HTMLTaskForm {
  /// Creates the form whose buttons tick and clear the tasks of a capture.
  init(of capture: Capture) {
    let path = capture.path.description
    self.init(id: "do", name: "request") { line, isDone in
      "POST /api/v1/actions/\("\(path):\(line)".percentEncoded)/\(isDone ? "reopen" : "done")"
    }
  }
}
