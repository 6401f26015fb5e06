import ArgumentParser
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWork

struct RemoveCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    name: "rm",
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

  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = RemoveRequest(
      try await query.request(picks: change.interactive, session), all: all)
    let report = try carryOut(session.work.plan(request), session, verb: "Removed") {
      try session.work.apply($0, $1)
    }
    if !change.dryRun, !report.changed.isEmpty {
      session.say(
        "Run `cairn trash restore --last` to restore \(report.changed.count == 1 ? "it" : "them").")
    }
    try session.checkRefusals(report)
  }
}
