import CairnConsole
import CairnDaemon
import CairnFiles
import CairnNotebook
import CairnTerminal
import CairnText
package import CairnWork
import SystemPackage

/// The rows of a picker, as the resident process finds them. They appear before the index of the
/// picker's own process is in memory.
package enum ResidentPage {
  /// The command that a picker sends to the resident process. The notebook's folder and the typed
  /// text follow.
  package static let command = "__pick"
  /// The maximum number of rows of an answer. The picker's own index finds more.
  private static let mostRows = 200
  /// The longest time to wait for the resident process, in milliseconds.
  private static let patience = 400

  /// Returns the results for a text; nil if the resident process does not answer soon.
  static func results(
    for text: String, in root: FilePath, _ surroundings: Surroundings
  ) -> PickerState.Results? {
    guard let path = ResidentProcess.socket(surroundings.variable),
      let client = DaemonClient(path, patience: patience)
    else { return nil }
    var request = ClientCommand.ofThisProcess()
    request.arguments = [command, root.string, text]
    return client.ask(.run(request)).flatMap { results(in: $0, for: text) }
  }

  /// Reads the answer that ``write(_:_:)`` wrote; nil if it has another form.
  static func results(in answer: DaemonAnswer, for text: String) -> PickerState.Results? {
    guard answer.exitCode == 0, answer.pieces.count == 1 else { return nil }
    let strings = answer.pieces[0].bytes.split(separator: 0, omittingEmptySubsequences: false)
    let texts = strings.map { String(decoding: $0, as: UTF8.self) }
    guard strings.count >= 3, let total = Int(texts[0]), let count = Int(texts[2]),
      strings.count == 4 + 3 * max(count, 0)
    else { return nil }
    let rows = (0..<max(count, 0)).map { number in
      let place = 3 + 3 * number
      return PickerState.Row(
        at: NotePath(listed: strings[place]), handle: texts[place + 1], title: texts[place + 2])
    }
    return PickerState.Results(
      text: text, rows: count < 0 ? nil : rows, total: total,
      problem: texts[1].isEmpty ? nil : texts[1])
  }

  /// Writes the results for a picker. Runs in the resident process. `arguments` are the notebook's
  /// folder and the typed text.
  package static func write(_ arguments: [String], _ surroundings: Surroundings) async throws {
    guard arguments.count == 2, arguments[0].hasPrefix("/") else { throw ExitStatus.usage.end }
    let page = try await Workspace.with(
      NotebookRoot(FilePath(arguments[0])), RequestContext(ofReader: surroundings)
    ) { $0.liveQuery().page(for: arguments[1], limit: mostRows) }
    guard let page else { throw ExitStatus.failure.end }
    let results = PickerState.Results(text: arguments[1], page)
    var strings = ["\(results.total)", results.problem ?? "", "\(results.rows?.count ?? -1)"]
      .map { Array($0.utf8) }
    for row in results.rows ?? [] {
      strings += [row.path.bytes, Array(row.handle.utf8), Array(row.title.utf8)]
    }
    let console = Console(isColored: false, errorIsColored: false, to: surroundings.transcript)
    for string in strings { console.write(string.map { $0 == 0 ? UInt8(ascii: " ") : $0 } + [0]) }
    console.flush()
  }
}

extension PickerState.Results {
  /// Creates results from the answer to a query.
  init(text: String, _ page: LiveQuery.Page) {
    let rows = page.rows?.map { row in
      PickerState.Row(
        at: row.path, handle: page.catalog.entry(at: row.path).map(page.catalog.handle) ?? "",
        title: row.title)
    }
    self.init(text: text, rows: rows, total: page.total, problem: page.problem)
  }
}

extension PickerState.Row {
  fileprivate init(at path: NotePath, handle: String, title: String) {
    self.init(
      path: path, handle: handle, title: title,
      place: path.parent.isRoot ? "" : path.parent.description)
  }
}

extension RequestContext {
  /// Creates the context of a request that only reads and is not a command of the user, such as a
  /// completion. In the resident process, the request uses the index in memory.
  package init(ofReader surroundings: Surroundings) {
    self.init(surroundings)
    caller.mayWrite = false
  }
}
