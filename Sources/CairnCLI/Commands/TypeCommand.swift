import ArgumentParser
import CairnWork

struct TypeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "type",
    abstract: "Set the type of a capture.",
    discussion: """
      A type that you set is yours, even if it is the one that was detected: the field `type_by` \
      is removed. Detected fields of the old type are removed too, and those of an action or a \
      person are read from the text. To change many captures, use `cairn set`.

      EXAMPLES
        cairn type k7x2 idea
        cairn type 'Pay the Acme invoice' action --dry-run
      """)

  @OptionGroup var named: CaptureArgument

  @Argument(help: ArgumentHelp("The type: action, idea, fact, person, …", valueName: "type"))
  var type: String

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = TypeRequest(named.capture, type)
    try session.finish(try session.work.setType(request, preview.mode), preview.mode)
  }
}
