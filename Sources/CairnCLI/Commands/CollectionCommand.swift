import ArgumentParser
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct CollectionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "collection",
    abstract: "Create, list, rename and remove collections.",
    discussion: """
      A collection is a folder of captures. The collection's page, `_collection.md`, can define a \
      name, an icon, a description, a default type, and fields for the captures in the collection.
      """,
    subcommands: [
      CollectionListCommand.self, CollectionShowCommand.self, CollectionCreateCommand.self,
      CollectionRenameCommand.self, CollectionIconCommand.self, CollectionDescribeCommand.self,
      CollectionRemoveCommand.self, CollectionDefaultsCommand.self,
    ],
    defaultSubcommand: CollectionListCommand.self, aliases: ["collections"])
}

struct CollectionListCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "list",
    abstract: "List collections, and count their captures.",
    discussion: """
      The number in parentheses includes the captures in nested collections.

      EXAMPLES
        cairn collection list
        cairn collection list --json
      """,
    aliases: ["ls"])

  @Flag(help: "List only collections that contain captures, directly or in nested collections.")
  var filled = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let collections = session.work.collectionTree(isFilled: filled)
    session.show(.collections(collections)) { session.show(collections) }
  }
}

struct CollectionShowCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "show",
    abstract: "Show the details of a collection.",
    discussion: """
      EXAMPLES
        cairn collection show books
        cairn collection show work/acme --json
      """)

  @Argument(help: .init("The collection; / is the inbox.", valueName: "collection"))
  var collection: String

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let catalog = session.work.catalog()
    let collection = try session.work.collection(named: collection, in: catalog)
    session.show(.collection(collection)) { session.show(collection, in: catalog) }
  }
}
