import ArgumentParser
import CairnNotebook
import CairnQuery
import CairnScreens
import CairnSession
import CairnText
import CairnWork

struct SetCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    name: "set",
    abstract: "Change fields and leave every other byte untouched.",
    usage: "cairn set [<options>] [<query> ...] <field>=<value> ...",
    discussion: """
      Arguments of the form FIELD=VALUE, FIELD+=VALUE and FIELD-=VALUE are changes; all other \
      arguments select captures. Cairn writes a new value in the same style as the old value. If a \
      title, an alias or an id changes, Cairn also updates the links that use it; `cairn rename` \
      renames the file, too.

      EXAMPLES
        cairn set k7x2 status=done
        cairn set type:action in:work score=great tags+=q4
        cairn set tag:old tags-=old --dry-run
        cairn set notes/x.md due='next tue 5pm' repeat='every other tuesday'
        cairn set notes/x.md --string version=1.10
        rg -l0 invoice | cairn set --paths-from - tags+=finance --yes
      """)

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every capture.")
  var all = false

  @Flag(help: "Write values as text, even if they look like numbers or dates.")
  var string = false

  @OptionGroup var newType: NewTypeOption
  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let (edit, words) = try ChangeRequest.Edit.fields(among: query.words, areTexts: string)
    try await apply(edit, among: words, session, creates: newType.create)
  }
}

extension ChangeCommand {
  /// Changes fields of the captures that match the query. If `words` is not nil, it replaces the
  /// words of the query.
  fileprivate func apply(
    _ edit: ChangeRequest.Edit, among words: [String]? = nil, _ session: Session,
    creates: Bool = false
  ) async throws {
    let selection = try await query.request(words: words, picks: change.interactive, session)
    var request = ChangeRequest(selection, all: all, edit)
    request.creates = creates
    try finish(session.work.plan(request), session) { try session.work.apply($0, $1) }
  }

  /// Carries out a plan, and shows the messages (`notes`) in its result.
  fileprivate func finish<Request>(
    _ plan: WritePlan<Request>, _ session: Session,
    _ apply: (WritePlan<Request>, Mode) throws -> WriteResult
  ) throws {
    var notes: [String] = []
    let report = try carryOut(plan, session) { plan, mode in
      let result = try apply(plan, mode)
      notes = result.notes
      return result.report
    }
    for note in notes { session.say(TerminalText.escaped(note)) }
    try session.checkRefusals(report)
  }
}

struct UnsetCommand: ChangeCommand {
  static let configuration = CommandConfiguration(
    name: "unset",
    abstract: "Remove fields.",
    discussion: """
      EXAMPLES
        cairn unset due k7x2
        cairn unset draft,layout in:blog --dry-run
      """)

  @Argument(help: "The fields to remove, separated by commas.")
  var fields: String

  @OptionGroup var query: QueryArguments

  @Flag(help: "Select every capture.")
  var all = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    try await apply(.unset(list: fields), session)
  }
}

struct TagCommand: ChangeCommand {
  static let takesSignedWords = true

  static let configuration = CommandConfiguration(
    name: "tag",
    abstract: "Add, remove and rename tags.",
    usage: "cairn tag [<options>] [--rename <old> <new>] [<query> ...] [+<tag>|-<tag> ...]",
    discussion: """
      Only tags in the front matter are added and removed. Tags in the text stay; the command \
      lists them. After the first capture, -WORD removes the tag WORD, unless -WORD is an option.

      With --rename, the first two arguments are the old and the new name of a tag. Cairn renames \
      the tag in the front matter and in the text, but not in code. It does so in every capture \
      that has the tag or, with a query, in the captures that match. Nested tags are renamed, too: \
      if `work` becomes `job`, `work/acme` becomes `job/acme`.

      EXAMPLES
        cairn tag k7x2 +finance -todo
        cairn tag k7x2 m4wz --add finance --remove todo
        cairn tag in:garden --remove todo --dry-run
        cairn tag --rename todo later --dry-run
        cairn tag --rename work job in:archive
      """)

  @OptionGroup var query: QueryArguments

  @Option(help: "A tag to add; repeatable.")
  var add: [String] = []

  @Option(help: "A tag to remove; repeatable.")
  var remove: [String] = []

  @Flag(help: "Rename a tag in the front matter and in the text of all captures or of a query.")
  var rename = false

  @Flag(help: "Select every capture.")
  var all = false

  @OptionGroup var change: ChangeOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if rename { return try await renameTag(session) }
    let (edit, words) = try ChangeRequest.Edit.tags(
      among: query.words, addingLists: add, removingLists: remove)
    try await apply(edit, among: words, session)
  }

  private func renameTag(_ session: Session) async throws {
    guard add.isEmpty, remove.isEmpty else {
      throw Failure("usage", "--rename cannot be combined with --add or --remove", status: .usage)
    }
    guard query.words.count > 1 else {
      throw Failure("usage", "--rename needs the old and the new name of a tag", status: .usage)
    }
    let selection = try await query.request(
      words: Array(query.words.dropFirst(2)), picks: change.interactive, session)
    let request = TagRenameRequest(selection, from: query.words[0], to: query.words[1])
    try finish(session.work.plan(request), session) { try session.work.apply($0, $1) }
  }
}
