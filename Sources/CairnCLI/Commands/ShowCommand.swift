import ArgumentParser
import CairnCapture
import CairnConsole
import CairnDocument
import CairnMarkup
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWire
import CairnWork

struct ShowCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a capture.",
    discussion: """
      On a terminal, the text is formatted: lines are wrapped, lists indented, tables drawn. In \
      scripts, the text is printed unchanged. If the first heading repeats the title, the heading \
      is left out.

      The line `novelty` shows how different the capture is from all others, from 0 to 1. This \
      value is not stored in the file.

      EXAMPLES
        cairn show k7x2                     by id, or the start of it
        cairn show work/acme/invoice.md     by path
        cairn show 'Pay the Acme invoice'   by title
        cairn show k7x2 m4wz                show two captures
        cairn show k7x2 --raw               print the file as it is
        cairn show k7x2 --at HEAD~3         an old version, by commit
        cairn show k7x2 --at 2026-11-01     an old version, by day
      """)

  @Argument(help: ArgumentHelp("The captures: ids, paths or titles.", valueName: "capture"))
  var captures: [String]

  @Flag(help: "Print the file byte for byte.")
  var raw = false

  @Option(
    help: ArgumentHelp("Show the version in this git commit, or on this day.", valueName: "rev"))
  var at: String?

  @OptionGroup var common: CommonOptions

  /// A capture to show, the catalog that resolves its links, and its novelty.
  private struct Named {
    let capture: Capture
    let catalog: Catalog
    let novelty: Double??
  }

  func run(_ session: Session) async throws {
    var found: [Named] = []
    for name in captures { found.append(try await named(name, session)) }
    if raw {
      for one in found { session.console.write(one.capture.document.bytes) }
      return
    }
    session.show(.captures(found.map { ($0.capture, $0.novelty) }, session.clock)) {
      for (number, one) in found.enumerated() {
        if number > 0 { session.console.line() }
        show(one, session)
      }
    }
  }

  private func named(_ name: String, _ session: Session) async throws -> Named {
    let (capture, catalog) = try session.work.capture(named: name)
    guard let at else {
      return Named(capture: capture, catalog: catalog, novelty: session.work.novelty(of: capture))
    }
    let old = try await session.work.capture(capture, at: at)
    return Named(capture: old, catalog: catalog, novelty: nil)
  }

  private func show(_ named: Named, _ session: Session) {
    let (capture, catalog) = (named.capture, named.catalog)
    for diagnostic in capture.document.diagnostics {
      session.console.say(TerminalText.escaped(diagnostic.at(capture.path)))
    }
    session.show(
      capture, session.surroundings.outputIsTerminal ? catalog.links(from: capture) : [],
      title: { path in catalog.entry(at: path).flatMap { catalog.row($0) }?.title },
      novelty: named.novelty.flatMap(\.self))
  }
}

extension Session {
  /// Shows a capture. On a terminal, the body is styled and can have clickable links. `edges`
  /// contains the capture's links; `title` returns the title of the capture at a path.
  func show(
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
      of: capture, tags: capture.tags(in: markup), novelty: novelty)
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
    if surroundings.outputIsTerminal {
      for line in lines(of: markup, in: capture, edges, title: title) {
        console.line(line)
      }
    } else {
      console.line(TerminalText.escaped(String(body), keepingLines: true))
    }
  }

  /// Shows an excerpt. On a terminal, breaks long lines between words.
  private func showWrapped(_ text: Excerpt) {
    for line in text.lines(width: width(), indent: 0, isColored: console.isColored) {
      console.line(line)
    }
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

extension String {
  func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
