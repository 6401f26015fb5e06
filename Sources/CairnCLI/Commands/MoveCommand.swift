import ArgumentParser
import CairnWork

struct MoveCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mv",
    abstract: "Move captures into another collection.",
    discussion: """
      Links from and to what moves are kept: where one would lead elsewhere, its target is \
      rewritten, and no other byte. The field `collection` follows where a capture has it, and so do \
      its pictures and files in the folder `media`, unless something that stays mentions them.

      EXAMPLES
        cairn mv k7x2m9q4ab --to work/acme
        cairn mv is:inbox tag:film --to movies --create
        cairn mv in:drafts --to /            into the inbox
        cairn mv type:gift --to gifts --dry-run
      """,
    aliases: ["move"])

  @OptionGroup var query: QueryArguments

  @Option(help: ArgumentHelp("The collection; / is the inbox.", valueName: "collection"))
  var to: String

  @Flag(help: "Make the collection where there is none.")
  var create = false

  @Flag(help: "Every capture there is.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = MoveRequest(
      try query.request(session.surroundings), all: all, to: to, creates: create)
    let plan = try session.work.plan(request)
    try session.expect(plan.captures)
    try session.confirm(plan.questions, write)
    try session.finish(try session.work.apply(plan, write.mode), write.mode)
  }
}
