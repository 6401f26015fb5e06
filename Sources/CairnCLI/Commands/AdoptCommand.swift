import ArgumentParser
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWork

struct AdoptCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    name: "adopt",
    abstract: "Add an id and other missing fields to files.",
    discussion: """
      Cairn adds the fields that a file lacks: `id`, `type` (the default type of its collection), \
      `collection` and `created`. Existing values do not change, not even ids from other tools. \
      The changes are shown before anything is written.

      EXAMPLES
        cairn adopt notes/old.md
        cairn adopt no:id in:inbox --dry-run
        cairn adopt --all --yes
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every capture.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let plan = try session.work.planToAdopt(
      try query.request(session.surroundings), all: all)
    try session.expect(plan.captures)
    if write.dryRun || plan.preview.changed.isEmpty {
      return try session.finish(plan.preview, write.mode)
    }
    if !write.yes, !common.json { session.showDifferences(plan.preview) }
    try session.confirm(plan.question, write)
    let report = try session.work.apply(plan)
    try session.finish(report, .write, verb: "Adopted")
  }
}
