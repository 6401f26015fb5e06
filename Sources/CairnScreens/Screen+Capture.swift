package import CairnCapture
import CairnConsole
import CairnDocument
import CairnMarkup
package import CairnNotebook
import CairnTerminal
package import CairnText
import CairnWork

extension Screen {
  /// Shows a capture. On a terminal, times are in the user's time zone, and the body is styled and
  /// can have clickable links. `edges` contains the capture's links; `title` returns the title of
  /// the capture at a path.
  package func show(
    _ capture: Capture, _ edges: [LinkEdge] = [],
    title: (NotePath) -> String? = { _ in nil }, novelty: Double? = nil
  ) {
    let markup = capture.markup
    showWrapped(Excerpt(capture.title(in: markup), [], .bold))
    if let meaning = capture.meaning {
      let maker = capture.maker(of: "meaning").map { "  (\($0))" } ?? ""
      showWrapped(Excerpt(meaning + maker))
    }
    for (name, value) in work.shownFields(
      of: capture, tags: capture.tags(in: markup), novelty: novelty, isExact: !display.isTerminal)
    {
      let label = TerminalText.escaped(name).padding(to: 12)
      let shown = linkedParts(of: name, in: capture) ?? TerminalText.escaped(value)
      console.line("\(console.styled(label, .dim)) \(shown)")
    }
    let repeated = capture.repeatedTitle(in: markup)?.range.upperBound
    let rest = capture.document.bytes[(repeated ?? capture.document.body.lowerBound)...]
    let body = String(decoding: rest, as: UTF8.self).trimmingBlanks
    if body.isEmpty { return }
    console.line()
    if display.isTerminal {
      console.lines(lines(of: markup, in: capture, edges, title: title))
    } else {
      console.line(TerminalText.escaped(String(body), keepingLines: true))
    }
  }

  /// Shows an excerpt. On a terminal, breaks long lines between words.
  private func showWrapped(_ text: Excerpt) {
    console.lines(text.lines(width: width(), indent: 0, isColored: console.isColored))
  }

  /// Returns the addresses, pictures or files in a field as clickable text; nil if the field
  /// contains nothing to link to.
  private func linkedParts(of field: String, in capture: Capture) -> String? {
    guard showsLinks else { return nil }
    if field == "url" { return capture.url.map { linked($0, to: $0) } }
    guard ["images", "files"].contains(field) else { return nil }
    let parts = capture.media(field).map { reference in
      let address: String? =
        if case .address(let address) = reference.place { address } else {
          reference.path.map(fileAddress)
        }
      return linked(reference.shown, to: address)
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
