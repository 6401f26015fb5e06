import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnText
import CairnWork

struct CollectionCreateCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a collection, and those above it.",
    discussion: """
      EXAMPLES
        cairn collection create work/acme
        cairn collection create films --name 'Film club' --icon 🎞️ --type entry
      """,
    aliases: ["add", "new"])

  @Argument(help: ArgumentHelp("Its path from the notebook's root.", valueName: "collection"))
  var collection: String

  @Option(help: "What it is called, where that is not the folder's name.")
  var name: String?

  @Option(help: "An emoji.")
  var icon: String?

  @Option(help: "What it holds, in a sentence.")
  var description: String?

  @Option(help: "The type of captures added to it.")
  var type: String?

  @Option(help: "The template that captures added to it begin with.")
  var template: String?

  @Flag(help: "Write its page even where nothing stands in it.")
  var page = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let details = CollectionDetails(
      name: name, icon: icon, description: description, defaultType: type, template: template)
    let report = try session.work.createCollection(
      collection, details, withPage: page, write.mode)
    session.show(report, write.mode, verb: "Made")
  }
}

struct CollectionRenameCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a collection another path or another name.",
    discussion: """
      The folder moves with everything in it, the field `collection` follows in each capture that \
      has it, and links are kept. With --name alone only the page changes.

      EXAMPLES
        cairn collection rename movies films
        cairn collection rename work/acme archive/acme --create
        cairn collection rename movies --name 'Film club'
      """,
    aliases: ["mv", "move"])

  @Argument(help: ArgumentHelp("The collection.", valueName: "collection"))
  var collection: String

  @Argument(help: ArgumentHelp("Its new path from the notebook's root.", valueName: "new-path"))
  var newPath: String?

  @Option(help: "What its page calls it.")
  var name: String?

  @Flag(help: "Make the collections above the new path where there are none.")
  var create = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = CollectionRenameRequest(
      collection, path: newPath, name: name, creates: create)
    let plan = try session.work.plan(request)
    if let remark = plan.remark, !write.dryRun, !write.yes {
      session.say(TerminalText.escaped(remark))
    }
    try session.confirm(plan.question, write)
    try session.finish(
      try session.work.apply(plan, of: request, write.mode), write.mode)
  }
}

struct CollectionIconCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "icon",
    abstract: "Give a collection an icon.",
    discussion: """
      EXAMPLES
        cairn collection icon books 📚
        cairn collection icon books ''      take it away
      """)

  @Argument(help: ArgumentHelp("The collection.", valueName: "collection"))
  var collection: String

  @Argument(help: "An emoji; nothing, to have none.")
  var icon: String

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    try session.describe(collection, CollectionDetails(icon: icon), write)
  }
}

struct CollectionDescribeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Say in a sentence what a collection holds.",
    discussion: """
      EXAMPLES
        cairn collection describe books Read, half read, and given up
      """)

  @Argument(help: ArgumentHelp("The collection.", valueName: "collection"))
  var collection: String

  @Argument(help: ArgumentHelp("The sentence.", valueName: "text"))
  var text: [String]

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let details = CollectionDetails(description: text.joined(separator: " "))
    try session.describe(collection, details, write)
  }
}

struct CollectionRemoveCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm",
    abstract: "Put a collection with all that is in it into the trash.",
    discussion: """
      `cairn trash restore` brings everything back.

      EXAMPLES
        cairn collection rm drafts
        cairn collection rm drafts --dry-run
      """,
    aliases: ["remove", "delete"])

  @Argument(help: ArgumentHelp("The collection.", valueName: "collection"))
  var collection: String

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let plan = try session.work.planToRemoveCollection(collection)
    let path = TerminalText.escaped(plan.path.description)
    let captures = plan.total.of("capture")
    if write.dryRun {
      if common.json { return session.show(plan.preview, .dryRun) }
      for removed in plan.preview.changed {
        session.console.line(TerminalText.escaped("- \(removed.path)"))
      }
      return session.say("\(path) with \(captures) would go into the trash; nothing was written.")
    }
    try session.confirm(plan.question, write)
    let report = try session.work.removeCollection(plan)
    if common.json { return session.show(report, .write) }
    session.console.line("Removed \(path) with \(captures)")
    session.say("`cairn trash restore --last` brings it back.")
  }
}

struct CollectionDefaultsCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "defaults",
    abstract: "Make the collections that most people want.",
    discussion: """
      Movies, shows, books, games, music, places, restaurants, people, gifts and recipes, each with \
      an icon and the fields that go with it. Those that are there are left alone.

      EXAMPLES
        cairn collection defaults
        cairn collection defaults --dry-run
      """)

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    var report = try session.notebook.createDefaultCollections(write.mode)
    if !write.dryRun, !common.json {
      report.changed.removeAll { $0.path.name == CollectionPage.fileName }
    }
    try session.finish(report, write.mode, verb: "Made")
  }
}

extension Session {
  fileprivate func describe(
    _ word: String, _ details: CollectionDetails, _ write: WriteOptions
  ) throws {
    try finish(try work.describeCollection(word, details, write.mode), write.mode)
  }
}
