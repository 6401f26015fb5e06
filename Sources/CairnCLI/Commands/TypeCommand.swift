import ArgumentParser
import CairnWork

struct TypeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "type",
    abstract: "Say what a capture is.",
    usage: "cairn type <capture> ... <type> [--dry-run]",
    discussion: """
      The type is a person's from then on, also where it is the one that was found: the mark \
      `type_by` goes. So does what was found of an action or somebody, where it is none; what \
      becomes one gets the person and the time that its text says. `cairn set` changes the type of many captures.

      EXAMPLES
        cairn type k7x2 idea
        cairn type k7x2 m4wz fact
        cairn type 'Pay the Acme invoice' action --dry-run
      """)

  @Argument(
    help: ArgumentHelp(
      "The captures (id, path or title), then the type: action, idea, fact, person, …",
      valueName: "capture"))
  var words: [String]

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if words.count < 2 { throw ValidationError("name the captures, then the type") }
  }

  func run(_ session: Session) async throws {
    let request = TypeRequest(words.dropLast(), words.last ?? "")
    try session.finish(try session.work.setType(request, preview.mode), preview.mode)
  }
}
