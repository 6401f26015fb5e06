import ArgumentParser
import CairnCapture
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct OpenCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "open",
    abstract: "Open a capture, a link or a file on your desktop.",
    discussion: """
      If you pass a number, Cairn opens the link with that number; --links lists the numbers. The \
      links are the field `url`, the links in the text, and the capture's pictures and files. The \
      setting `opener` names the program that Cairn runs (default: `xdg-open`).

      Cairn opens only http, https and mailto addresses and ordinary files. Cairn never opens \
      programs, `.desktop` files, other files that a desktop may run, or links to files outside \
      the notebook.

      EXAMPLES
        cairn open k7x2                     the file, in the program for Markdown files
        cairn open k7x2 --links             list its links with their numbers
        cairn open k7x2 2                   the second link
        cairn open garden/media/plan.pdf
        cairn open https://example.org
      """)

  @Argument(
    help: .init(
      "The capture (an id, a path or a title), a file or an address.", valueName: "capture"))
  var target: String

  @Argument(help: .init("The number of a link in the capture.", valueName: "number"))
  var number: Int?

  @Flag(help: "List the links of the capture with their numbers.")
  var links = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if links, number != nil { throw ValidationError("pass either a number or --links") }
  }

  func run(_ session: Session) async throws {
    if links { return try list(session) }
    let target = try session.work.target(of: self.target, link: number)
    let opener = session.notebook.settings["opener"]?.text ?? "xdg-open"
    let program = opener.split(separator: " ").first.map(String.init) ?? opener
    guard program.contains("/") || session.surroundings.program(program) != nil else {
      throw Failure(
        "opener-missing",
        "the program `\(program)` is not installed; run `cairn config --user opener PROGRAM` to "
          + "use another program")
    }
    // Print the program's output to standard error, so that it does not get into the JSON document.
    let command = common.json ? opener + " >&2" : opener
    let code = try await Programs.run(command, [target.bytes])
    guard code == 0 else {
      throw Failure("opener-failed", "`\(program)` exited with code \(code)")
    }
    session.show(.opened(target)) {
      session.say(TerminalText.line("Opened \(target)."))
    }
  }

  private func list(_ session: Session) throws {
    let (capture, links) = try session.work.links(of: target)
    try session.show(
      .links(links, of: capture),
      failure: links.isEmpty ? Failure.nothing("`\(capture.path)` has no links to open") : nil
    ) { session.show(links) }
  }
}
