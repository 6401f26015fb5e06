import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork

struct SetCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change fields, and no other byte.",
    discussion: """
      Arguments FIELD=VALUE, FIELD+=VALUE and FIELD-=VALUE are changes; all others say which \
      captures. A value keeps the kind of the one it replaces.

      EXAMPLES
        cairn set k7x2m9q4ab status=done
        cairn set type:action in:work score=great tags+=q4
        cairn set tag:old tags-=old --dry-run
        cairn set notes/x.md due='next tue 5pm' repeat='every other tuesday'
        cairn set notes/x.md --string version=1.10
        rg -l0 invoice | cairn set --paths-from - tags+=finance --yes
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Every capture there is.")
  var all = false

  @Flag(help: "Values are text, whatever they look like.")
  var string = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let changes = query.words.compactMap(Change.parse)
    guard !changes.isEmpty else {
      throw Failure("change-missing", "say what to change: FIELD=VALUE", status: .usage)
    }
    let words = query.words.filter { Change.parse($0) == nil }
    try session.change(query, words: words, all: all, .fields(changes, areTexts: string), write)
    if !write.dryRun, changes.contains(where: { $0.field == "type" }) { session.work.learn() }
  }
}

extension Session {
  /// Changes fields of the captures that arguments choose: asks if it is more than one, and says what
  /// was done.
  ///
  /// Throws the exit code if nothing was found or something was refused.
  fileprivate func change(
    _ query: QueryArguments, words: [String]? = nil, all: Bool, _ edit: ChangeRequest.Edit,
    _ write: WriteOptions
  ) throws {
    let request = ChangeRequest(try query.request(words: words, surroundings), all: all, edit)
    let plan = try work.plan(request)
    try expect(plan.captures)
    try confirm(plan.questions, write)
    let result = try work.apply(plan, write.mode)
    show(result.report, write.mode)
    for note in result.notes { say(TerminalText.escaped(note)) }
    if !result.report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}

struct UnsetCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "unset",
    abstract: "Remove fields.",
    discussion: """
      EXAMPLES
        cairn unset due k7x2m9q4ab
        cairn unset draft,layout in:blog --dry-run
      """)

  @Argument(help: "The fields, with commas between them.")
  var fields: String

  @OptionGroup var query: QueryArguments

  @Flag(help: "Every capture there is.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let keys = fields.split(separator: ",").map { String($0.trimmingBlanks) }
      .filter { !$0.isEmpty }
    guard !keys.isEmpty else {
      throw Failure("change-missing", "say which fields", status: .usage)
    }
    try session.change(query, all: all, .unset(keys), write)
  }
}

struct TagCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Add and remove tags.",
    discussion: """
      Tags in the body are text, and stay; the command says which.

      EXAMPLES
        cairn tag k7x2m9q4ab --add finance --add q4
        cairn tag in:garden --remove todo --dry-run
      """)

  @OptionGroup var query: QueryArguments

  @Option(help: "A tag to add; may be said several times.")
  var add: [String] = []

  @Option(help: "A tag to remove; may be said several times.")
  var remove: [String] = []

  @Flag(help: "Every capture there is.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let (added, removed) = (names(add), names(remove))
    guard !added.isEmpty || !removed.isEmpty else {
      throw Failure("change-missing", "say what to --add or to --remove", status: .usage)
    }
    try session.change(query, all: all, .tags(adding: added, removing: removed), write)
  }

  private func names(_ words: [String]) -> [String] {
    words.flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks.drop { $0 == "#" }) }
      .filter { !$0.isEmpty }
  }
}
