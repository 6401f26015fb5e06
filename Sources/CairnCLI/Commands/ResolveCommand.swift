import ArgumentParser
import CairnCapture
import CairnScreens
import CairnSession
import CairnWork

struct ResolveCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "resolve",
    abstract: "Resolve conflicts between two copies of the notebook.",
    discussion: """
      FIELD=SIDE resolves one field; SIDE is `ours` or `theirs`. --ours and --theirs resolve the \
      text and all other fields; --both keeps both versions of the text. If one copy removed a \
      file that the other copy changed or moved, Cairn keeps the file and its pictures, unless you \
      pass --remove.

      Without any of these arguments, Cairn asks about each conflict on a terminal. Once a file \
      has no conflicts left, Cairn marks the file as resolved in git.

      EXAMPLES
        cairn resolve k7x2 score=theirs title=ours
        cairn resolve work/acme/invoice.md --both
        cairn resolve books/dune.md --remove
        cairn resolve --all --ours
      """)

  @Argument(
    help: .init(
      "The capture (an id, a path or a title), then choices such as score=theirs.",
      valueName: "capture"))
  var words: [String] = []

  @Flag(help: "Use our version, from this copy of the notebook.")
  var ours = false

  @Flag(help: "Use their version, from the other copy of the notebook.")
  var theirs = false

  @Flag(help: "Keep both versions of pictures, of other files, and of the text (ours first).")
  var both = false

  @Flag(help: "If one copy removed a file, keep the file (default).")
  var keep = false

  @Flag(help: "If one copy removed a file, move the file to the trash.")
  var remove = false

  @Flag(help: "Select every file with conflicts.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if [ours, theirs, both].count(where: { $0 }) > 1 {
      throw ValidationError("pass only one of --ours, --theirs and --both")
    }
    if keep && remove { throw ValidationError("pass --keep or --remove, not both") }
    if all == (words.first.map { ResolveRequest.choice($0) == nil } ?? false) {
      throw ValidationError(
        all ? "pass a capture or --all, not both" : "name a capture, or pass --all")
    }
  }

  func run(_ session: Session) async throws {
    let request = ResolveRequest(
      all ? nil : words[0], side: ours ? .ours : theirs ? .theirs : both ? .both : nil,
      fields: try ResolveRequest.choices(all ? words : Array(words.dropFirst())),
      keeps: remove ? false : keep ? true : nil)
    let plan = try await session.work.plan(request)
    var answers: [ConflictAnswer]?
    if !request.isAnswered, session.canAsk, !write.yes {
      answers = plan.conflicts.map { session.ask($0) }
    }
    try session.confirm(plan.question, write)
    let result = try await session.work.apply(plan, answers: answers, write.mode)
    session.show(result, write.mode)
    try session.checkRefusals(result.report)
  }
}
