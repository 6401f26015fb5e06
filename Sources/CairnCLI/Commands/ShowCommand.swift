import ArgumentParser
import CairnCapture
import CairnConsole
import CairnDocument
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct ShowCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "show",
    abstract: "Show a capture.",
    discussion: """
      On a terminal, the text is formatted: lines are wrapped, lists indented, tables drawn; \
      `created`, `due` and `completed` are in your time zone. In scripts, the text and the times \
      are printed unchanged. In both cases, Cairn leaves out the first heading if \
      it repeats the title.

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

  @Argument(help: .init("The captures: ids, paths or titles.", valueName: "capture"))
  var captures: [String]

  @Flag(help: "Print the file byte for byte.")
  var raw = false

  @Option(help: .init("Show the version in this git commit, or on this day.", valueName: "rev"))
  var at: String?

  @OptionGroup var common: CommonOptions

  /// A capture to show, the catalog that resolves its links, and its novelty (how different it is
  /// from all other captures).
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
      session.console.separate(found) { show($0, session) }
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
