import ArgumentParser
import CairnScreens
import CairnSession
import CairnWork

struct TypeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "type",
    abstract: "Set the type of captures.",
    usage: "cairn type <capture> ... <type> [--create] [--dry-run]",
    discussion: """
      Cairn removes the field `type_by`, which marks a detected type, even if you set the same \
      type again. Cairn also removes fields of the old type that it detected. If the new type is \
      action, person, gift or entry, Cairn reads the fields of this type from the text, and shows \
      what it set. To change many captures, use `cairn set`.

      EXAMPLES
        cairn type k7x2 idea
        cairn type k7x2 m4wz fact
        cairn type 'Pay the Acme invoice' action --dry-run
      """)

  @Argument(
    help: .init(
      "The captures (ids, paths or titles), then the type: action, idea, fact, person, …",
      valueName: "capture"))
  var words: [String]

  @OptionGroup var newType: NewTypeOption
  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if words.count < 2 { throw ValidationError("name the captures, then the type") }
  }

  func run(_ session: Session) async throws {
    var request = TypeRequest(words.dropLast(), words.last ?? "")
    request.creates = newType.create
    try session.finish(try session.work.setType(request, preview.mode), preview.mode)
  }
}
