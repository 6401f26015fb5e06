import CairnConsole
package import CairnNotebook
import CairnTerminal
package import CairnText
package import CairnWork

extension Screen {
  /// Shows each related capture, with the reasons on the lines below it.
  package func show(_ related: [RelatedCapture], in catalog: Catalog) {
    for related in related {
      guard let row = catalog.row(related.entry) else { continue }
      console.line(
        heading(
          row.title, row.path,
          lead: related.closeness.inHundredths))
      let reasons = related.bonds.map(\.reason).joined(separator: "; ")
      console.lines(below(Excerpt(reasons)))
    }
  }

  /// Shows the name and size of a circle, and at most `most` of its captures, the most central
  /// first. Says how many captures are not shown.
  package func show(_ circle: Circle, in catalog: Catalog, most: Int) {
    let name = console.styled(TerminalText.escaped(circle.name), .bold)
    console.line("\(name)  \(circle.entries.count.of("capture"))")
    for row in circle.entries.prefix(most).compactMap({ catalog.row($0) }) {
      console.line(
        heading(row.title, row.path, indent: 4))
    }
    if circle.entries.count > most {
      console.line("    … and \(circle.entries.count - most) more")
    }
  }

  /// Shows captures that are worth another look, each with the reason.
  package func show(_ found: DiscoveriesResult) {
    for discovery in found.discoveries {
      guard let row = found.catalog.row(discovery.entry) else { continue }
      console.line(heading(row.title, row.path))
      console.lines(below(Excerpt(discovery.reasonText)))
    }
  }

  /// Says how many circles are not shown, and how many captures are in no circle. If only the circle
  /// of the capture at `path` was wanted, says whether the capture is in a circle.
  package func sayCounts(_ shown: Int, of total: Int, alone: Int, around path: NotePath? = nil) {
    if let path {
      if total == 0 { say("`\(TerminalText.line(path.description))` is not in a circle.") }
      return
    }
    if total == 0 { return say("There are no circles.") }
    sayShown(shown, of: total)
    if alone > 0 { say("\(alone.of("capture")) \(alone == 1 ? "is" : "are") not in a circle.") }
  }

  /// Prints the name of the model that was used to find similar texts; prints nothing if `model` is
  /// nil.
  package func say(comparedWith model: String?) {
    guard let model else { return }
    say("Similar texts were found with the embedding model `\(TerminalText.line(model))`.")
  }
}
