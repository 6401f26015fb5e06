import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnText
import CairnWork

struct CollectionCreateCommand: NotebookCommand {
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
    let path = try session.collectionPath(collection)
    let mode: Mode = write.dryRun ? .dryRun : .write
    let report = try session.notebook.createCollection(
      path,
      CollectionDetails(
        name: name, icon: icon, description: description, defaultType: type, template: template),
      withPage: page, mode)
    session.show(report, mode, verb: "Made")
  }
}

struct CollectionRenameCommand: NotebookCommand {
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
    guard newPath != nil || name != nil else {
      throw Failure("change-missing", "say its new path, or --name NAME", status: .usage)
    }
    let library = session.work.load(attachments: true)
    let found = try session.collection(collection, in: library)
    let mode: Mode = write.dryRun ? .dryRun : .write
    let place = try newPath.map { try session.collectionPath($0) } ?? found.path
    let report =
      name != nil && place == found.path
      ? try session.notebook.describeCollection(place, details, mode)
      : try rename(found, to: place, mode, library, session)
    try session.finish(report, mode)
  }

  /// What its page is to say.
  private var details: CollectionDetails { CollectionDetails(name: name) }

  /// Moves the folder, having said how much that changes.
  private func rename(
    _ collection: Library.Collection, to place: NotePath, _ mode: Mode, _ library: Library,
    _ session: Session
  ) throws -> ChangeReport {
    let move = { (details: CollectionDetails, mode: Mode) in
      try session.notebook.renameCollection(
        collection.path, to: place, details: details, creating: create, mode, in: library)
    }
    guard mode == .write else { return try move(details, .dryRun) }
    let planned = try move(CollectionDetails(), .dryRun)
    let edited = planned.changed.count { $0.before != $0.after }
    if collection.total > 1 || edited > 1, !write.yes {
      session.say(
        TerminalText.escaped(
          "\(collection.path) holds \(collection.total.of("capture")); the field `collection` or "
            + "links change in \(edited.of("file"))."))
      try session.confirm("Move it to \(TerminalText.escaped(place.description))?", write)
    }
    return try move(details, .write)
  }
}

struct CollectionIconCommand: NotebookCommand {
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

struct CollectionDescribeCommand: NotebookCommand {
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

struct CollectionRemoveCommand: NotebookCommand {
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
    let library = session.work.load()
    let found = try session.collection(collection, in: library)
    let (path, captures) = (TerminalText.escaped(found.path.description), found.total.of("capture"))
    let planned = try session.notebook.removeCollection(found.path, .dryRun, in: library)
    if write.dryRun {
      if common.json { return session.show(planned, .dryRun) }
      for removed in planned.changed {
        session.console.line(TerminalText.escaped("- \(removed.path)"))
      }
      return session.say("\(path) with \(captures) would go into the trash; nothing was written.")
    }
    try session.confirm("Remove \(path) with \(captures) and everything else in it?", write)
    let report = try session.notebook.removeCollection(found.path, in: library)
    if common.json { return session.show(report, .write) }
    session.console.line("Removed \(path) with \(captures)")
    session.say("`cairn trash restore --last` brings it back.")
  }
}

struct CollectionDefaultsCommand: NotebookCommand {
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
    let mode: Mode = write.dryRun ? .dryRun : .write
    var report = try session.notebook.createDefaultCollections(mode)
    if mode == .write, !common.json {
      report.changed.removeAll { $0.path.name == CollectionPage.fileName }
    }
    session.show(report, mode, verb: "Made")
    if !report.refused.isEmpty { throw ExitStatus.failure.code }
  }
}

extension Session {
  /// Changes what a collection's page says.
  fileprivate func describe(
    _ word: String, _ details: CollectionDetails, _ write: WriteOptions
  ) throws {
    let mode: Mode = write.dryRun ? .dryRun : .write
    let found = try collection(word, in: work.load())
    try finish(try notebook.describeCollection(found.path, details, mode), mode)
  }
}
