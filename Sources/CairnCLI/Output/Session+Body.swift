import CairnCapture
import CairnDigest
import CairnFiles
import CairnMarkup
import CairnNotebook
import CairnText
import SystemPackage

extension Session {
  /// Lines longer than this are hard to read.
  private static let widest = 100

  /// A capture's body as a terminal shows it, below the title, which is not said again.
  ///
  /// - Parameter edges: Where the capture's links lead.
  func lines(of markup: Markup, in capture: Capture, _ edges: [LinkGraph.Edge]) -> [String] {
    let targets = Dictionary(edges.map { ($0.link, $0.resolution.path) }) { first, _ in first }
    return MarkdownLines(
      width: min(surroundings.columns, Self.widest), isColored: console.isColored,
      hasLinks: showsLinks,
      address: { address in
        let path = address.prefix { $0 != "#" && $0 != "?" }
        guard !path.isEmpty else { return nil }
        return NotePath.resolving(String(path).percentDecoded, from: capture.path.parent)
          .map(self.fileAddress)
      },
      wikilink: { link in targets[link].flatMap(\.self).map(self.fileAddress) }
    ).lines(of: markup, omitsFirstHeading: capture.repeatedTitle(in: markup) != nil)
  }

  /// Whether links can be clicked: where colours are shown, on terminals known to do it.
  var showsLinks: Bool { console.isColored && surroundings.terminalShowsLinks }

  /// The address of a file of the notebook (RFC 8089).
  private func fileAddress(_ path: NotePath) -> String {
    let root = Array(notebook.store.root.string.utf8)
    return "file://" + Address.encoded(root + Array("/".utf8) + path.bytes)
  }
}
