import CairnDigest
import CairnTemplates
import CairnText

/// The templates of a site's pages.
struct SiteTemplates: Sendable {
  /// A kind of page.
  enum Page: String, CaseIterable {
    /// A page that shows one capture.
    case capture
    /// A page that lists captures and names in sections. Used for most pages.
    case list
    /// The page with charts.
    case charts
  }

  private let pages: [Page: Template]

  /// The hash of all templates and the style sheet.
  static let digits: String = {
    var inputs = SiteInputs(Stylesheet.siteText)
    let files = BuiltInTemplates.files.filter { $0.key.hasPrefix("site/") }
    for (path, text) in files.sorted(by: { $0.key < $1.key }) { inputs.add([path, text]) }
    return inputs.digits
  }()

  /// Compiles the templates.
  ///
  /// - Throws: A diagnostic whose code begins with `template-`.
  init() throws(Diagnostic) {
    let source = { (name: String) in
      BuiltInTemplates.files["site/\(name).mustache"].map { TemplateSource($0) }
    }
    var pages: [Page: Template] = [:]
    for page in Page.allCases {
      pages[page] = try Template(
        source(page.rawValue) ?? TemplateSource(""), named: page.rawValue, escaping: .html,
        partials: source)
    }
    self.pages = pages
  }

  /// Returns a page filled with the values of a scope.
  func render(_ page: Page, _ scope: SiteScope) -> [UInt8] {
    pages[page]?.render(scope) ?? []
  }
}
