package import CairnCapture
import CairnConsole
import CairnDigest
import CairnFiles
package import CairnMarkup
package import CairnNotebook
import CairnTerminal
package import CairnText
import SystemPackage

extension Screen {
  /// The maximum width, in columns, of a line that is easy to read.
  package static let widest = 100

  /// Returns the lines of a capture's body, without its title. `edges` contains the capture's
  /// links; `title` returns the title of the capture at a path.
  package func lines(
    of markup: Markup, in capture: Capture, _ edges: [LinkEdge],
    title: (NotePath) -> String?
  ) -> [String] {
    let targets = Dictionary(edges.map { ($0.link, $0.resolution.path) }) { first, _ in first }
    let names = Dictionary(
      edges.compactMap { edge in
        edge.link.shownText({ _ in edge.resolution.path }, titled: title)
          .map { (edge.link, $0) }
      }
    ) { first, _ in first }
    return MarkdownLines(
      width: min(display.columns, Self.widest), isColored: console.isColored,
      hasLinks: showsLinks, signs: display.signs,
      numbersBoxes: true,
      address: { address in
        let path = address.prefix { $0 != "#" && $0 != "?" }
        guard !path.isEmpty else { return nil }
        return NotePath.resolving(String(path).percentDecoded, from: capture.path.parent)
          .map(self.fileAddress)
      },
      wikilink: { link in targets[link].flatMap(\.self).map(self.fileAddress) },
      name: { names[$0] }
    ).lines(of: markup, omitsFirstHeading: capture.repeatedTitle(in: markup) != nil)
  }

  /// Whether to make links clickable: colors are on, and the terminal is known to support links.
  package var showsLinks: Bool { console.isColored && display.showsLinks }

  /// Returns `text` with a clickable link to `address` if links are clickable and the address is
  /// safe; otherwise returns the text without a link. Control characters in the text are escaped.
  package func linked(_ text: String, to address: String?) -> String {
    let shown = TerminalText.escaped(text)
    guard showsLinks, let address, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      ["http", "https", "file"].contains(SafeAddress.scheme(of: address.utf8))
    else { return shown }
    return "\u{1B}]8;;\(address)\u{1B}\\\(shown)\u{1B}]8;;\u{1B}\\"
  }

  /// Returns the `file:` address of a file in the notebook (RFC 8089).
  package func fileAddress(_ path: NotePath) -> String {
    let root = Array(notebook.store.root.string.utf8)
    return "file://" + Address.encoded(root + Array("/".utf8) + path.bytes)
  }
}
