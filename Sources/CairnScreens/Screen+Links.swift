import CairnConsole
import CairnNotebook
import CairnTerminal
import CairnText
package import CairnWork

extension Screen {
  /// Shows links. On a terminal, shows the capture at the other end of each link; in scripts, shows
  /// the position of each link.
  package func show(_ found: LinksResult) {
    display.isTerminal ? showList(of: found) : showPlaces(of: found)
  }

  /// Shows a table of links: the capture at the other end, the line, and the text of the link.
  private func showList(of found: LinksResult) {
    let rows = zip(found.edges, found.places).map { edge, place in
      [
        listed(found.otherCapture(of: edge)), found.title(of: edge), "line \(place.line)",
        found.text(of: edge),
      ]
    }
    showTable(
      [
        .init("id"), .init("title", shrinksTo: titleWidth), .init("line"),
        .init("link", shrinksTo: 12, isOptional: true),
      ], rows
    ) { cell in
      if cell.column != 1 { return .dim }
      return cell.row.map { found.edges[$0].resolution == .dead } ?? false ? .red : .bold
    }
  }

  /// Shows a table of links: the position, the text, and the target of each link.
  private func showPlaces(of found: LinksResult) {
    let rows = zip(found.edges, found.places).map { edge, place in
      [
        "\(edge.source):\(place.line):\(place.column)", found.text(of: edge),
        found.note(on: edge),
      ]
    }
    showTable([.init("place"), .init("link", shrinksTo: 20), .init("leads to")], rows)
  }
}
