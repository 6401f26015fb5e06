import ArgumentParser
import CairnScreens
import CairnSession
import CairnWork

struct LinkCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "link",
    abstract: "Write a link from one capture to another.",
    discussion: """
      Cairn writes the link in a new list item at the end of the first capture or, with --under, \
      at the end of the section under a heading. If the first capture already links to the second \
      one, nothing changes. The setting `link.style` determines the form of the link.

      EXAMPLES
        cairn link k7x2 m4wz
        cairn link 'Pay the Acme invoice' acme --under Related
        cairn link k7x2 m4wz --dry-run
      """)

  @Argument(help: .init("The capture in which to write the link.", valueName: "capture"))
  var source: String

  @Argument(help: .init("The capture to which the link leads.", valueName: "linked-capture"))
  var target: String

  @Option(
    help: .init(
      "The heading under which to add the link; created if it does not exist.",
      valueName: "heading"))
  var under: String?

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = LinkRequest(from: source, to: target, under: under)
    try session.finish(session.work.link(request, preview.mode), preview.mode)
  }
}
