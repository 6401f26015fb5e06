import ArgumentParser
import CairnCapture
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork

struct RemoveCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Put captures into the trash.",
    discussion: """
      `cairn trash restore` brings them back. Their pictures and files in the folder `media` go with \
      them, where nothing else mentions those.

      EXAMPLES
        cairn rm k7x2m9q4ab
        cairn rm type:note created:..2020 --dry-run
      """,
    aliases: ["remove", "delete"])

  @OptionGroup var query: QueryArguments

  @Flag(help: "Every capture there is.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let chosen = try session.selectToWrite(query, all: all, attachments: true)
    let captures = chosen.captures
    try session.expect(captures)
    try session.confirm(session.work.question("Remove", captures, by: chosen.means), write)
    try confirmProtected(captures, session)
    let mode: Mode = write.dryRun ? .dryRun : .write
    let warnings = chosen.catalog.ambiguities(of: captures)
    var report = try session.notebook.trash(
      captures, mode, in: chosen.catalog.library)
    report.warnings = warnings
    session.show(report, mode, verb: "Removed")
    if mode == .write, !report.changed.isEmpty {
      session.say(
        "`cairn trash restore --last` brings \(report.changed.count == 1 ? "it" : "them") back.")
    }
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }

  /// Asks on a terminal before write-protected files are removed, as rm(1) does.
  private func confirmProtected(_ captures: [Capture], _ session: Session) throws {
    let count = captures.count { session.notebook.store.isWriteProtected($0.path) }
    guard count > 0, session.canAsk, !write.dryRun else { return }
    try session.confirm("Remove \(count.of("write-protected capture"))?", write)
  }
}
