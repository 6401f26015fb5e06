package import CairnWork

extension Screen {
  /// The maximum number of dead links to list. `cairn doctor` lists all of them.
  private static let mostDeadLinks = 20

  /// Shows the problems of a site.
  package func showProblems(of result: SiteResult) {
    let more = result.deadLinks.count - Self.mostDeadLinks
    for diagnostic in result.deadLinks.prefix(Self.mostDeadLinks) { warn(diagnostic) }
    if more > 0 { say("\(more) more dead links; run `cairn doctor` to list them.") }
    for problem in result.problems { warn(problem) }
  }
}
