import ArgumentParser
import CairnDigest
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWork
import SystemPackage

struct LogCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List what commands did to the notebook, the last first.",
    discussion: """
      With an id, shows what became of each file, as far as its bytes are still known. Operations stay \
      for so many days as the setting `journal.days` says.

      EXAMPLES
        cairn log
        cairn log -n 1
        cairn log 4f1a90c2
      """)

  @Argument(help: ArgumentHelp("The operation to show.", valueName: "id"))
  var id: String?

  @Option(
    name: [.customShort("n", allowingJoined: true), .long], help: "Show at most so many.")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let all = try session.work.operations()
    if let id {
      return try session.show(try session.work.operation(id, in: all))
    }
    let shown = try checked(limit, atLeast: 1).map { Array(all.prefix($0)) } ?? all
    if common.json {
      let records = try shown.map { try session.json($0) }
      session.console.line(
        JSONDocument.document([.init("operations", .array(records))]).description)
    }
    guard !all.isEmpty else {
      if !common.json { session.say("The journal is empty.") }
      throw ExitStatus.nothingFound.code
    }
    if !common.json { try session.show(shown) }
  }
}

extension Session {
  fileprivate func show(_ operations: [Operation]) throws {
    let table = Table(columns: [
      .init("id"), .init("time"), .init("files", alignment: .right), .init("state"),
      .init("command", shrinksTo: 20),
    ])
    let rows = operations.map { operation in
      [
        operation.shortID, clock.shown(operation.time),
        work.fileCount(of: operation).map { $0.of("file") } ?? "damaged", operation.state ?? "",
        CommandWords(operation.words).description,
      ]
    }
    let width = surroundings.outputIsTerminal ? surroundings.columns : nil
    for line in table.lines(rows, width: width) { console.line(line) }
  }

  /// Shows an operation file by file.
  fileprivate func show(_ operation: Operation) throws {
    let changes = try notebook.state.changes(of: operation)
    if options.json {
      let files = changes.map(\.json)
      return console.line(
        JSONDocument.document([
          .init("log", try json(operation)), .init("files", .array(files)),
        ]).description)
    }
    let state = operation.state.map { ", \($0)" } ?? ""
    console.line(
      "\(CommandWords(operation.words)), \(clock.shown(operation.time))\(state)")
    for change in changes {
      console.line(change.line)
      if change.hasDifference {
        showDifferences(ChangeReport(changed: notebook.reported(change)))
      }
    }
  }

  fileprivate func json(_ operation: Operation) throws -> JSONValue {
    let time = clock.dateTime(operation.time)
    let stamp = DateTime(date: time.date, secondOfDay: time.secondOfDay, offset: time.offset)
    return [
      "id": .string(operation.shortID), "operation": .string(operation.id),
      "time": .string(stamp.description),
      "command": .array(operation.words.map { .string($0) }),
      "folder": .string(operation.folder.string), "files": JSONValue(work.fileCount(of: operation)),
      "undone": .boolean(operation.isUndone), "interrupted": .boolean(operation.isTakenBack),
      "undoes": .array(operation.undoes.map { .string($0) }),
    ]
  }
}

extension Operation {
  /// What there is to say of it besides what it did; nil for nothing.
  fileprivate var state: String? {
    if isTakenBack { return "interrupted" }
    return isUndone ? "undone" : nil
  }
}

extension OperationChange {
  /// What became of the file, in a line.
  var line: String {
    let path = TerminalText.escaped(path.description)
    let from = from.map { TerminalText.escaped($0.description) }
    return switch kind {
    case .changed: from.map { "Moved and changed \($0) → \(path)" } ?? "Changed \(path)"
    case .moved: "Moved \(from ?? path) → \(path)"
    case .added: "Added \(path)"
    case .removed: "Removed \(path)"
    case .restored: "Restored \(path)"
    }
  }

  /// Whether there are bytes to compare.
  fileprivate var hasDifference: Bool {
    switch kind {
    case .changed: before != nil && after != nil
    case .added, .restored: after != nil
    case .removed: before != nil
    case .moved: false
    }
  }

  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("path", JSONValue(bytes: path.bytes)), .init("change", .string(kind.rawValue)),
    ]
    if let from { members.append(.init("from", JSONValue(bytes: from.bytes))) }
    return .object(members)
  }
}
