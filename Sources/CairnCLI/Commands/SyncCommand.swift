import ArgumentParser
import CairnConsole
import CairnGit
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct SyncCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "sync",
    abstract: "Commit changes, and exchange them with the remote.",
    discussion: """
      Commits changed captures, the files that they link to, and the notebook's settings. Then \
      Cairn fetches from the remote, merges, and pushes. Cairn lists other changed files, but does \
      not commit these files. Cairn asks before the first commit in a clone, unless you ran \
      `cairn git setup` there. Cairn also asks before it sets the upstream of a branch that has \
      none.

      If changes conflict, Cairn lists the conflicts and merges nothing. With --keep-conflicts, \
      Cairn merges and marks the conflicts in the files; resolve the conflicts with \
      `cairn resolve`.

      EXAMPLES
        cairn sync
        cairn sync --message 'After the meeting'
        cairn sync --no-exchange            only commit
      """)

  @Option(name: .shortAndLong, help: "The commit message.")
  var message: String?

  @Flag(inversion: .prefixedNo, help: "Exchange commits with the remote.")
  var exchange = true

  @Flag(help: "Merge even if changes conflict, and mark the conflicts in the files.")
  var keepConflicts = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = SyncRequest(
      subject: message, exchanges: exchange, keepsConflicts: keepConflicts)
    let plan = try await session.work.plan(request, write.mode)
    if write.dryRun {
      return session.show(.sync(plan, .init())) { session.showCommit(plan, isDone: false) }
    }
    try session.agree(to: plan, write)
    try await session.work.commit(plan)
    if !common.json { session.showCommit(plan, isDone: true) }
    let question = try await session.work.upstreamQuestion(plan)
    let done = try await session.work.exchange(
      plan, settingUpstream: question.map { session.isAgreed($0, write) } ?? false)
    session.show(.sync(plan, done)) { if exchange { session.show(done) } }
    if !common.quiet, let advice = await session.work.advice(after: plan) {
      session.console.say(.hint, advice)
    }
  }
}
