import ArgumentParser
import CairnNotebook
import CairnText
import CairnWork

struct AdoptCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Give files an id, and the fields that go with it.",
    discussion: """
      A file gets what it does not have: an id, the type that its collection's page names, its \
      collection, and the time it was made. Values that are there stay, also ids of other tools. \
      The changes are shown before anything is written.

      EXAMPLES
        cairn adopt notes/old.md
        cairn adopt no:id in:inbox --dry-run
        cairn adopt --all --yes
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Every capture there is.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let captures = try session.someToWrite(query, all: all)
    // Of a copy, so that the ids that are shown are the ids that are written.
    var chance = session.work.ids
    let preview = try session.notebook.adopt(captures, .dryRun, using: &chance)
    if write.dryRun || preview.changed.isEmpty {
      return try session.finish(preview, write.dryRun ? .dryRun : .write)
    }
    if !write.yes {
      if !common.json { session.showDifferences(preview) }
      try session.confirm("Adopt \(preview.changed.count.of("file"))?", write)
    }
    let report = try session.notebook.adopt(captures, using: &session.work.ids)
    session.show(report, .write, verb: "Adopted")
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}
