import ArgumentParser
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct LogCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "log",
    abstract: "List the changes that commands made, newest first.",
    discussion: """
      If you pass the id of an operation, the log shows what the operation changed in each file, \
      as long as the old contents are still stored. The setting `journal.days` is the number of \
      days for which Cairn stores old contents (default: 30).

      EXAMPLES
        cairn log
        cairn log -n 1
        cairn log 4f1a90c2
      """)

  @Argument(help: .init("The id of the operation to show.", valueName: "id"))
  var id: String?

  @Option(name: .limit, help: "Show at most this many operations.")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let all = try session.work.operations()
    if let id {
      return try session.show(try session.work.operation(id, in: all))
    }
    let shown = try checked(limit, atLeast: 1).map { Array(all.prefix($0)) } ?? all
    try session.show(
      .operations(shown, of: session.work), none: all.isEmpty ? "The journal is empty." : nil
    ) { session.show(shown) }
  }
}
