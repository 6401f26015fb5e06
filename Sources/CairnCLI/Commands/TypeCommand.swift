import ArgumentParser
import CairnWork

struct TypeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "type",
    abstract: "Say what a capture is.",
    discussion: """
      The type is a person's from then on, also where it is the one that was found: the mark \
      `type_by` goes. So does what was found of an action or somebody, where it is none; what \
      becomes one gets the person and the time that its text says. `cairn set` changes the type of many captures.

      EXAMPLES
        cairn type k7x2 idea
        cairn type 'Pay the Acme invoice' action --dry-run
      """)

  @OptionGroup var named: CaptureArgument

  @Argument(help: ArgumentHelp("What it is: action, idea, fact, person, …", valueName: "type"))
  var type: String

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = TypeRequest(named.capture, type)
    try session.finish(try session.work.setType(request, preview.mode), preview.mode)
  }
}
