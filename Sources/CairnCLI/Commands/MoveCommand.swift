import ArgumentParser
import CairnScreens
import CairnSession
import CairnWork

struct MoveCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    name: "mv",
    abstract: "Move captures to another collection.",
    usage: "cairn mv [<options>] [<query> ...] <collection>",
    discussion: """
      Links to and from the captures keep working: Cairn updates their targets where necessary and \
      leaves every other byte untouched. The field `collection` is updated if a capture has it. \
      Pictures and files in the folder `media` move too, unless a file that does not move also \
      refers to them.

      EXAMPLES
        cairn mv k7x2 work/acme
        cairn mv k7x2 m4wz --to work/acme
        cairn mv is:inbox tag:film --to movies --create
        cairn mv in:drafts --to /            move to the inbox
        cairn mv type:gift --to gifts --dry-run
      """,
    aliases: ["move"])

  @OptionGroup var query: QueryArguments

  @Option(
    help: .init(
      "The collection; / is the inbox. Without this option, the last argument is the collection.",
      valueName: "collection"))
  var to: String?

  @Flag(help: "Create the collection if it does not exist.")
  var create = false

  @Flag(help: "Select every capture.")
  var all = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    var words = query.words
    guard let place = to ?? words.popLast(),
      to != nil || all || change.interactive || !words.isEmpty || query.pathsFrom != nil
    else {
      let only = query.words.map { "`\($0)` is the only argument; " }.joined()
      throw Failure(
        "collection-missing", "missing collection: \(only)name the captures, then the collection",
        status: .usage)
    }
    let request = MoveRequest(
      try await query.request(words: words, picks: change.interactive, session), all: all,
      to: place,
      creates: create)
    let report = try carryOut(session.work.plan(request), session) {
      try session.work.apply($0, $1)
    }
    try session.checkRefusals(report)
  }
}
