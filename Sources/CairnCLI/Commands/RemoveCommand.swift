import ArgumentParser
import CairnNotebook
import CairnWork

struct RemoveCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Move captures to the trash.",
    discussion: """
      `cairn trash restore` restores the captures. Their pictures and files in the folder `media` \
      move to the trash too, unless another file refers to them.

      EXAMPLES
        cairn rm k7x2
        cairn rm type:note created:..2020 --dry-run
      """,
    aliases: ["remove", "delete"])

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every capture.")
  var all = false

  @OptionGroup var pick: PickOption
  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = RemoveRequest(try await query.request(pick, session), all: all)
    let plan = try session.work.plan(request)
    try session.expect(plan.captures)
    try session.confirm(plan.questions, write)
    let report = try session.work.apply(plan, write.mode)
    session.show(report, write.mode, verb: "Removed")
    if write.mode == .write, !report.changed.isEmpty {
      session.say(
        "Run `cairn trash restore --last` to restore \(report.changed.count == 1 ? "it" : "them").")
    }
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}
