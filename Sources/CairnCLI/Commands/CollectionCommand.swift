import ArgumentParser
import CairnCapture
import CairnDigest
import CairnJSON
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWork

struct CollectionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collection",
    abstract: "Make, list, rename and remove collections.",
    discussion: """
      A collection is a folder of captures; its page, `_collection.md`, may give it a name, an \
      icon, a description, a default type, and the fields its captures have.
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
    commandName: "list",
    abstract: "List the collections, each with its number of captures.",
    discussion: """
      A second number counts the captures in collections below, too.

      EXAMPLES
        cairn collection list
        cairn collection list --json
      """,
    aliases: ["ls"])

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let collections = session.work.collectionTree()
    if common.json {
      let values = collections.map { JSONValue($0) }
      return session.console.line(
        JSONDocument.document([.init("collections", .array(values))]).description)
    }
    let table = Table(columns: [
      .init("collection", shrinksTo: 20), .init("captures", alignment: .right),
      .init("with those below", alignment: .right), .init("path", shrinksTo: 12, isOptional: true),
    ])
    let rows = collections.map { collection in
      let indent = String(repeating: "  ", count: max(0, collection.path.components.count - 1))
      let hasMore = collection.total > collection.count && !collection.path.isRoot
      return [
        indent + collection.shownName, String(collection.count),
        hasMore ? "(\(collection.total))" : "", collection.path.description,
      ]
    }
    let width = session.surroundings.outputIsTerminal ? session.surroundings.columns : nil
    let console = session.console
    for line in table.lines(
      rows, width: width,
      style: { $0.column == 0 ? $0.text : console.styled($0.text, .dim) })
    {
      console.line(line)
    }
  }
}

struct CollectionShowCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what is known of a collection.",
    discussion: """
      EXAMPLES
        cairn collection show books
        cairn collection show work/acme --json
      """)

  @Argument(help: ArgumentHelp("The collection; / is the inbox.", valueName: "collection"))
  var collection: String

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let catalog = session.work.catalog()
    let collection = try session.work.collection(named: collection, in: catalog)
    if common.json {
      return session.console.line(
        JSONDocument.document([.init("collection", JSONValue(collection))]).description)
    }
    let console = session.console
    console.line(console.styled(TerminalText.line(collection.shownName), .bold))
    if let description = collection.page?.description {
      console.line(TerminalText.line(description))
    }
    let below = catalog.collections.filter {
      $0.path != collection.path && $0.path.parent == collection.path
    }
    let more = collection.total - collection.count
    let facts: [(String, String?)] = [
      ("path", collection.path.isRoot ? nil : collection.path.description),
      ("captures", "\(collection.count)" + (more > 0 ? ", \(more) more below" : "")),
      ("type", collection.page?.defaultType),
      ("template", collection.page?.template),
      ("fields", collection.page?.schema.map { $0.fields.map(\.shown).joined(separator: "; ") }),
      ("below", below.isEmpty ? nil : below.map(\.shownName).joined(separator: ", ")),
    ]
    for (name, value) in facts {
      guard let value, !value.isEmpty else { continue }
      console.line(
        "\(console.styled(name.padding(to: 12), .dim)) \(TerminalText.line(value))")
    }
  }
}

// MARK: - Showing

extension CaptureCollection {
  /// The icon, where there is one, and the name.
  fileprivate var shownName: String {
    [page?.icon, name].compactMap(\.self).joined(separator: " ")
  }
}

extension Schema.Field {
  /// The field in a phrase: `author, text, required`.
  fileprivate var shown: String {
    let kind = choices.isEmpty ? kind.rawValue : "one of \(choices.joined(separator: ", "))"
    return "\(name) (\(kind)\(isRequired ? ", required" : ""))"
  }
}

extension JSONValue {
  /// A collection as docs/json.md describes it.
  fileprivate init(_ collection: CaptureCollection) {
    let fields = (collection.page?.schema?.fields ?? []).map { field -> JSONValue in
      [
        "name": .string(field.name), "kind": .string(field.kind.rawValue),
        "required": .boolean(field.isRequired),
        "choices": .array(field.choices.map { .string($0) }),
      ]
    }
    self = [
      "path": JSONValue(bytes: collection.path.bytes), "name": .string(collection.name),
      "icon": JSONValue(collection.page?.icon),
      "description": JSONValue(collection.page?.description),
      "type": JSONValue(collection.page?.defaultType),
      "template": JSONValue(collection.page?.template), "count": .integer(collection.count),
      "total": .integer(collection.total), "fields": .array(fields),
    ]
  }
}
