import ArgumentParser
import CairnCapture
import CairnConsole
import CairnNotebook
import CairnProvider
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct ReadCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "read",
    abstract: "Read the text in a capture's pictures and recordings.",
    discussion: """
      Cairn runs a program that you choose in your settings to read the text (docs/read.md). Then \
      Cairn adds the text to the end of the capture, sets the field `read_by`, and detects the \
      type if the capture has none. If the program is not sure of the text, Cairn asks you on a \
      terminal before it saves the text.

      `cairn add --read` does the same for a new capture. If reading fails, run `cairn read` to \
      try again.

      For a bookmark without pictures and recordings, Cairn fetches the page if your settings \
      allow that (docs/bookmarks.md).

      EXAMPLES
        cairn config --user read.image tesseract
        cairn add --image receipt.jpg --read
        cairn read k7x2
        cairn read k7x2 --dry-run           show which programs would run
      """)

  @OptionGroup var named: CaptureArgument

  @OptionGroup var providers: ProviderOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    var request = ReadRequest(named.capture)
    (request.provider, request.mode) = (providers.choice, write.mode)
    let plan = try await session.work.plan(request)
    if write.dryRun { return showPlan(plan, session) }
    guard try session.approve(plan, write) else { return }
    let report = try session.work.apply(plan)
    session.show(.read(plan, report)) { session.show(plan, report) }
    try session.askType(of: plan)
  }

  private func showPlan(_ plan: ReadPlan, _ session: Session) {
    session.show(.read(plan, ChangeReport())) {
      if let address = plan.address {
        session.console.line(TerminalText.line("would fetch \(address)"))
      }
      for (file, reader) in plan.files {
        session.console.line(
          TerminalText.line("\(reader.name) would read \(file.name)"))
      }
    }
  }
}
