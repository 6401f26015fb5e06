import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWork

struct CollectionCreateCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "create",
    abstract: "Create a collection, and any missing parent folders.",
    discussion: """
      EXAMPLES
        cairn collection create work/acme
        cairn collection create films --name 'Film club' --icon 🎞️ --type entry
      """,
    aliases: ["add", "new"])

  @Argument(
    help: .init(
      "The path of the collection, relative to the notebook's root.", valueName: "collection"))
  var collection: String

  @Option(help: "The name that Cairn shows for the collection (default: the folder's name).")
  var name: String?

  @Option(help: "The icon of the collection: an emoji.")
  var icon: String?

  @Option(help: "The description of the collection, in a sentence.")
  var description: String?

  @Option(help: "The default type of captures in the collection.")
  var type: String?

  @Option(help: "The template for new captures in the collection.")
  var template: String?

  @Flag(help: "Create the collection's page, even if the page would be empty.")
  var page = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let details = CollectionDetails(
      name: name, icon: icon, description: description, defaultType: type, template: template)
    let report = try session.work.createCollection(
      collection, details, withPage: page, write.mode)
    session.show(report, write.mode, verb: "Created")
  }
}

struct CollectionRenameCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "rename",
    abstract: "Change the path or the name of a collection.",
    discussion: """
      The folder moves with everything in it. The field `collection` is updated in the captures \
      that have this field, and links keep working. If you pass only --name, only the collection's \
      page changes.

      EXAMPLES
        cairn collection rename movies films
        cairn collection rename work/acme archive/acme --create
        cairn collection rename movies --name 'Film club'
      """,
    aliases: ["mv", "move"])

  @Argument(help: .init("The path of the collection.", valueName: "collection"))
  var collection: String

  @Argument(
    help: .init(
      "The new path of the collection, relative to the notebook's root.", valueName: "new-path"))
  var newPath: String?

  @Option(help: "The new name that Cairn shows for the collection.")
  var name: String?

  @Flag(help: "Create missing parent folders of the new path.")
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
    name: "icon",
    abstract: "Set the icon of a collection.",
    discussion: """
      EXAMPLES
        cairn collection icon books 📚
        cairn collection icon books ''      remove the icon
      """)

  @Argument(help: .init("The path of the collection.", valueName: "collection"))
  var collection: String

  @Argument(help: "The icon of the collection: an emoji, or '' to remove the icon.")
  var icon: String

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    try session.describe(collection, CollectionDetails(icon: icon), write)
  }
}

struct CollectionDescribeCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "describe",
    abstract: "Set the description of a collection.",
    discussion: """
      EXAMPLES
        cairn collection describe books Read, half read, and given up
      """)

  @Argument(help: .init("The path of the collection.", valueName: "collection"))
  var collection: String

  @Argument(help: .init("The description of the collection, in a sentence.", valueName: "text"))
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
    name: "rm",
    abstract: "Move a collection and its captures to the trash.",
    discussion: """
      `cairn trash restore` restores everything.

      EXAMPLES
        cairn collection rm drafts
        cairn collection rm drafts --dry-run
      """,
    aliases: ["remove", "delete"])

  @Argument(help: .init("The path of the collection.", valueName: "collection"))
  var collection: String

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    try session.finish(try session.work.planToRemoveCollection(collection), write)
  }
}

struct CollectionDefaultsCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "defaults",
    abstract: "Create a set of common collections.",
    discussion: """
      Creates movies, shows, books, games, music, places, restaurants, people, gifts and recipes, \
      each with an icon and suitable fields. Existing collections are skipped.

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
    try session.finish(report, write.mode, verb: "Created")
  }
}

extension Session {
  fileprivate func describe(
    _ word: String, _ details: CollectionDetails, _ write: WriteOptions
  ) throws {
    try finish(try work.describeCollection(word, details, write.mode), write.mode)
  }
}
