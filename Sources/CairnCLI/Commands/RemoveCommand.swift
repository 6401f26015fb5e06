import ArgumentParser
import CairnNotebook
import CairnWork

struct RemoveCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Put captures into the trash.",
    discussion: """
      `cairn trash restore` brings them back. Their pictures and files in the folder `media` go with \
      them, where nothing else mentions those.

      EXAMPLES
        cairn rm k7x2
        cairn rm type:note created:..2020 --dry-run
      """,
    aliases: ["remove", "delete"])

  @OptionGroup var query: QueryArguments

  @Flag(help: "Every capture there is.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = RemoveRequest(try query.request(session.surroundings), all: all)
    let plan = try session.work.plan(request)
    try session.expect(plan.captures)
    try session.confirm(plan.questions, write)
    let report = try session.work.apply(plan, write.mode)
    session.show(report, write.mode, verb: "Removed")
    if write.mode == .write, !report.changed.isEmpty {
      session.say(
        "`cairn trash restore --last` brings \(report.changed.count == 1 ? "it" : "them") back.")
    }
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}
