import CairnCapture
import CairnDigest
import CairnText

/// The inputs of a site's pages. Computes, for each page, a hash of everything from which the page
/// is made. Thread-safe.
struct SitePageInputs: Sendable {
  private let plan: SitePlan
  private let options: SiteOptions
  private let state: @Sendable (NotePath) -> String?
  /// The hash of the inputs that all pages share: Cairn's version, templates, style sheet and
  /// options.
  private let frame: String
  /// For each capture, the hash of everything that a list shows about that capture.
  private let shown: [String]

  init(
    _ plan: SitePlan, _ options: SiteOptions, loadsRemote: Bool,
    state: @escaping @Sendable (NotePath) -> String?
  ) {
    self.plan = plan
    self.options = options
    self.state = state
    let digest = options.digest
    frame =
      SiteInputs(
        options.version, SiteTemplates.digits, digest.title, digest.language, digest.theme.rawValue,
        digest.scheme.rawValue, String(digest.hasBodies), options.baseURL, String(loadsRemote),
        digest.math?.program
      ).digits
    shown = plan.captures.indices.map { plan.captures[$0].shown(at: plan.page($0)) }
  }

  /// Returns the hash of everything from which a page is made.
  func digits(of page: SitePage) -> String {
    var inputs = SiteInputs(frame, page.path)
    if page.path.hasSuffix(".html") { plan.menu(of: page).add(to: &inputs) }
    switch page.kind {
    case .style, .script: break
    case .charts: inputs.add(plan.charts)
    case .texts(let block): inputs.add(plan.block(block).map { plan.captures[$0].content })
    case .search:
      inputs.add(plan.captures.indices.flatMap { [shown[$0], plan.captures[$0].content] })
      inputs.add(plan.collections.map(\.name))
    case .feed:
      for number in plan.newest(options.digest.clock) {
        inputs.add(plan.captures[number].changed.description)
        add(number, to: &inputs)
      }
    case .capture(let number): add(number, to: &inputs)
    default:
      inputs.add(plan.list(page.kind, title: options.digest.title)?.inputs(shown))
    }
    return inputs.digits
  }

  private func add(_ number: Int, to inputs: inout SiteInputs) {
    let capture = plan.captures[number]
    inputs.add(shown[number])
    inputs.add(capture.created.description)
    addText(of: capture, to: &inputs)
    for embed in plan.embeds[number] { addText(of: plan.captures[embed], to: &inputs) }
    inputs.add(plan.backlinks[number].map { shown[$0] })
    for source in plan.backlinks[number] { inputs.add(plan.sentence(from: source, to: number)) }
    for step in [-1, 1] { inputs.add(plan.neighbour(of: number, step).map { shown[$0] }) }
    let trail = plan.trail(plan.trail(to: plan.homes[number]), options.digest.title)
    inputs.add(trail.flatMap { [$0.name, $0.page] })
    inputs.add(plan.collections[plan.homes[number]].name)
  }

  /// Adds everything that determines how the text of a capture is shown.
  private func addText(of capture: SiteCapture, to inputs: inout SiteInputs) {
    inputs.add([capture.path.description, capture.content])
    for path in capture.links + capture.media {
      // The path of a picture in the site is unknown until the picture is read, so the picture's
      // state is used instead.
      inputs.add(plan.addresses.pages[path] ?? state(path))
      inputs.add(plan.titles[path])
    }
    for link in capture.doubtfulLinks {
      guard let fragment = link.fragment, let path = link.path else { continue }
      inputs.add(plan.headings.heading(fragment, of: path))
    }
    inputs.add(capture.tags.map { plan.tagPages[$0.folded] ?? "" })
  }
}
