import CairnCapture
import CairnDigest
import CairnDocument
import CairnMarkup
import CairnText

/// The headings of those captures to which a link with a fragment may lead.
struct SiteHeadings: Sendable {
  private var headings: [NotePath: HeadingTable] = [:]

  /// Reads the headings of each capture to which a link with a fragment may lead. Reads nothing if
  /// `hasBodies` is false.
  init(
    _ captures: [SiteCapture], _ byPath: [NotePath: Int], hasBodies: Bool,
    read: ([Int]) -> [Capture?]
  ) {
    guard hasBodies else { return }
    var wanted: Set<Int> = []
    for link in captures.lazy.flatMap(\.doubtfulLinks) where link.fragment != nil {
      if let number = link.path.flatMap({ byPath[$0] }) { wanted.insert(number) }
    }
    for numbers in wanted.sorted().chunked(into: DigestSource.step) {
      let found = read(Array(numbers)).compactMap(\.self)
      let known = Parallel.map(found.chunked(into: 16)) { part in
        part.map { capture in
          let body = capture.bodyText
          return (
            capture.path, HeadingTable(capture.shownHeadings(in: body)),
            HeadingTable(
              capture.repeatsTitle(in: body) ? Array(body.headingNames.prefix(1)) : [])
          )
        }
      }
      for (path, shown, title) in known.joined() {
        headings[path] = shown
        titles[path] = title
      }
    }
  }

  /// The headings that pages leave out because they repeat the title, keyed by the capture's path.
  private var titles: [NotePath: HeadingTable] = [:]

  /// Returns the anchor of the heading that `fragment` names on the page of a capture; nil if the
  /// page shows no such heading.
  func heading(_ fragment: String, of path: NotePath) -> String? {
    headings[path].flatMap { table in
      table.number(named: fragment).map { table.names[$0].slug }
    }
  }

  /// Returns whether a capture has the heading that `fragment` names; true if the capture was not
  /// read.
  func has(_ fragment: String, in path: NotePath) -> Bool {
    guard headings[path] != nil else { return true }
    return heading(fragment, of: path) != nil || titles[path]?.number(named: fragment) != nil
  }
}

// MARK: - Dead links

extension SitePlan {
  /// Returns diagnostics of the dead links among the captures' ``SiteCapture/doubtfulLinks``, keyed
  /// by capture index. Each capture with a dead link is read once more.
  ///
  /// - Parameter exists: A function that returns whether the notebook has a file at a path.
  static func deadLinks(
    _ captures: [SiteCapture], _ byPath: [NotePath: Int], _ headings: SiteHeadings,
    exists: (NotePath) -> Bool, read: ([Int]) -> [Capture?]
  ) -> [Int: [Diagnostic]] {
    var files: [NotePath: Bool] = [:]
    func isThere(_ path: NotePath) -> Bool {
      if byPath[path] != nil { return true }
      if let known = files[path] { return known }
      let found = exists(path)
      files[path] = found
      return found
    }
    func complaint(_ link: SiteCapture.DoubtfulLink) -> String? {
      guard let path = link.path else {
        return "`\(link.target)` is outside the notebook; the site shows the link as plain text"
      }
      guard link.isFound || isThere(path) else {
        return link.isPicture
          ? "the picture `\(link.target)` does not exist; the site shows its description"
          : "the file `\(link.target)` does not exist; the site shows the link as plain text"
      }
      guard let fragment = link.fragment, !headings.has(fragment, in: path) else { return nil }
      return "`\(path)` has no heading `\(fragment)`; the link goes to the top of the page"
    }
    var dead: [Int: [Diagnostic]] = [:]
    for (number, capture) in captures.enumerated() {
      let found = capture.doubtfulLinks.compactMap { link in complaint(link).map { (link, $0) } }
      guard !found.isEmpty, let document = read([number]).first??.document else { continue }
      var locator = SourceLocator(document.bytes)
      dead[number] = found.map { link, message in
        Diagnostic(
          .warning, "dead-link", message, at: link.range, in: document.bytes, path: capture.path,
          location: locator.location(of: link.range.lowerBound))
      }
    }
    return dead
  }
}
