import ArgumentParser
import CairnCapture
import CairnDocument
import CairnMarkup
import CairnNotebook
import CairnQuery
import CairnText

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
    let chosen = try session.chooseToWrite(query.saying(words), all: all)
    if chosen.captures.count > 1, changes.contains(where: { $0.field == "id" }) {
      throw Failure(
        "id-shared", "an id is one capture's alone, and \(chosen.captures.count) were chosen",
        status: .usage)
    }
    if let id = changes.last(where: { $0.field == "id" && $0.operation == .set })?.value,
      let capture = chosen.captures.first, !id.isEmpty
    {
      try session.notebook.checkIsUnused(id, for: capture.path)
    }
    if !string {
      for change in changes where change.operation == .set {
        session.sayUnderstood(change.value, for: change.field)
      }
    }
    try session.change(chosen, write) { capture, schema throws(Diagnostic) in
      var result: [FieldChange] = []
      for change in changes {
        result.append(
          try session.fieldChange(change, of: capture, schema, isText: string))
      }
      return result
    }
    sayReplacedLists(changes, chosen.captures, session)
    if !write.dryRun, changes.contains(where: { $0.field == "type" }) { session.learn() }
  }
}

extension SetCommand {
  /// Says where `=` and one value replaced a list of several: `+=` may have been meant.
  private func sayReplacedLists(_ changes: [Change], _ captures: [Capture], _ session: Session) {
    for change in changes where change.operation == .set && !change.value.contains(",") {
      let count = captures.count { capture in
        guard case .list(let old)? = capture[change.field], !change.value.isEmpty else {
          return false
        }
        return old.count > 1 && old.map(\.text) != [change.value]
      }
      guard count > 0 else { continue }
      let place = captures.count == 1 ? "" : " in \(count) \(count == 1 ? "capture" : "captures")"
      session.say(
        TerminalText.escaped(
          "\(change.field) \(write.dryRun ? "would be replaced" : "was replaced")\(place): "
            + "it was a list; use \(change.field)+=\(change.value) to add to it"))
    }
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
    let chosen = try session.chooseToWrite(query, all: all)
    try session.change(chosen, write) { _, _ in keys.map(FieldChange.unset) }
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
    let chosen = try session.chooseToWrite(query, all: all)
    try session.change(chosen, write) { capture, _ in
      capture.tagChanges(adding: added, removing: removed)
    }
    for capture in chosen.captures {
      let inBody = capture.markup.tags.map(\.name).filter { name in
        removed.contains { FoldedText($0).text == FoldedText(name).text }
      }
      if !inBody.isEmpty {
        session.say(
          TerminalText.escaped(
            "\(capture.path): \(inBody.map { "#\($0)" }.joined(separator: ", ")) stands in the body and stays"
          ))
      }
    }
  }

  private func names(_ words: [String]) -> [String] {
    words.flatMap { $0.split(separator: ",") }.map { String($0.trimmingBlanks.drop { $0 == "#" }) }
      .filter { !$0.isEmpty }
  }
}
