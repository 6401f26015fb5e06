import CairnCapture
import CairnConsole
import CairnFiles
import CairnHost
import CairnNotebook
import CairnScreens
import CairnTerminal
package import CairnText
import CairnWork

/// A picker on the terminal. Its loop reads keys, receives the results of searches, and draws the
/// screen.
package final class Picker {
  private let session: Session
  private let terminal: RawTerminal
  private let worker: PickerWorker
  private var state: PickerState
  private var preview: PickerWorker.Preview?
  private var reader = KeyReader()
  private var layout = PickerLayout(columns: 80, rows: 24)
  /// Whether the person has copied, opened, changed or added captures.
  package private(set) var hasActed = false

  /// The maximum pause between the bytes of one key, in milliseconds. After a longer pause, an Esc
  /// byte is the key Esc.
  private static let escapeTime: Int32 = 40

  /// Creates a picker; nil if there is no terminal that can show it, or if the system cannot start
  /// a thread.
  ///
  /// - Parameters:
  ///   - paths: The captures to choose from; nil for all.
  ///   - onlyPicks: Whether captures can only be picked, not opened or changed, because another
  ///   command then acts on the picked captures.
  package init?(
    _ session: Session, query: String, among paths: Set<NotePath>? = nil, onlyPicks: Bool
  ) {
    guard !session.surroundings.terminalIsDumb, let terminal = RawTerminal(),
      let worker = PickerWorker(
        session.work.liveQuery(Host().index(of: session.notebook), among: paths), session,
        asksResident: paths == nil, ring: terminal.ring)
    else { return nil }
    (self.session, self.terminal, self.worker) = (session, terminal, worker)
    state = PickerState(query: query, onlyPicks: onlyPicks)
  }

  /// Lets the person pick. Returns the picked captures, in the order in which they were marked;
  /// empty if nothing was picked.
  ///
  /// Throws an exit code if a signal or a closed terminal ended the picker.
  package func run() async throws -> [NotePath] {
    Interruption.watch()
    terminal.begin()
    defer {
      terminal.suspend()
      worker.end()
      Interruption.unwatch()
    }
    worker.search(state.line.text)
    while true {
      redraw()
      let event = terminal.wait(reader.isWaiting ? Self.escapeTime : 250)
      if let code = Interruption.code { throw CommandEnd(code) }
      var keys: [Key] = []
      switch event {
      case .bytes(let bytes): keys = reader.read(bytes)
      case .wakeUp: keys = reader.flush()
      // The exit code is the same as if the terminal had sent SIGHUP.
      case .closed: throw CommandEnd(129)
      }
      var effects = takeAnswers()
      for key in keys {
        effects += state.handle(key)
        if let picked = try await carryOut(&effects) { return picked }
      }
      if let picked = try await carryOut(&effects) { return picked }
    }
  }

  private func redraw() {
    let size = terminal.size
    let layout = PickerLayout(columns: size.columns, rows: size.rows)
    if layout != self.layout {
      self.layout = layout
      state.pageSize = max(1, layout.listRows - 1)
      terminal.clear()
    }
    if let row = state.currentRow, layout.previewColumns > 0,
      preview?.path != row.path || preview?.columns != layout.previewColumns,
      asked?.path != row.path || asked?.columns != layout.previewColumns
    {
      ask(for: row.path)
    }
    let isOfCurrent = preview?.path == state.currentRow?.path
    let screen = PickerScreen(
      state, layout, preview: isOfCurrent ? preview?.lines ?? [] : [],
      isColored: session.console.errorIsColored, signs: session.surroundings.drawingSigns)
    terminal.draw(
      screen.lines.map { ($0.left, $0.right) }, rightColumn: screen.rightColumn,
      cursor: screen.cursor)
  }

  /// The preview that was requested last; nil if there is none.
  private var asked: (path: NotePath, columns: Int)?

  private func ask(for path: NotePath) {
    guard layout.previewColumns > 0 else { return }
    asked = (path, layout.previewColumns)
    worker.preview(path, columns: layout.previewColumns)
  }

  private func takeAnswers() -> [PickerState.Effect] {
    let answers = worker.answers()
    if let preview = answers.preview { self.preview = preview }
    return answers.results.map { state.take($0) } ?? []
  }

  /// Carries out effects in order, including those that other effects cause. Returns the picked
  /// captures if an effect ends the picker; otherwise nil.
  private func carryOut(_ effects: inout [PickerState.Effect]) async throws -> [NotePath]? {
    while !effects.isEmpty {
      let effect = effects.removeFirst()
      switch effect {
      case .search(let text): worker.search(text)
      case .preview(let path): ask(for: path)
      case .pick(let paths): return paths
      case .cancel: return []
      case .suspend: terminal.stop()
      case .copy(let paths):
        hasActed = true
        let text = session.work.linkTexts(to: paths)
        terminal.copy(base64: Base64.encoded(Array(text.utf8)))
        effects += state.finish("Copied \(paths.count.of("link")).")
      default:
        hasActed = true
        terminal.suspend()
        let message = await session.act(effect)
        // Ctrl-C was meant for the editor or for a question.
        Interruption.forget()
        terminal.begin()
        asked = nil
        preview = nil
        effects += state.finish(message)
      }
    }
    return nil
  }
}

// MARK: - Acting on captures

extension Session {
  /// Carries out an effect of a picker if the effect changes captures, and returns a sentence about
  /// the change or the error. The output of the change appears on the normal screen. Returns nil
  /// for any other effect.
  fileprivate func act(_ effect: PickerState.Effect) async -> String? {
    do {
      switch effect {
      case .edit(let paths):
        try await openEditor(on: paths.map { try notebook.capture(at: $0) })
        return "Edited \(paths.count.of("capture"))."
      case .done(let paths):
        let plan = try work.plan(SettleRequest(selection(of: paths), as: .done))
        return try told(work.apply(plan, .write).report, "Marked", "as done")
      case .move(let paths, let place):
        return try told(moving(paths, to: place), "Moved", "to \(place)")
      case .tag(let paths, let text):
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let removed = words.filter { $0.hasPrefix("-") }.map { String($0.dropFirst()) }
        let added = words.filter { !$0.hasPrefix("-") }.map { String($0.drop { $0 == "+" }) }
        let edit = try ChangeRequest.Edit.tags(addingLists: added, removingLists: removed)
        let plan = try work.plan(ChangeRequest(selection(of: paths), edit))
        return try told(work.apply(plan, .write).report, "Changed the tags of", "")
      case .create(let text):
        let request = AddRequest(.typed(text.split(separator: " ").map(String.init)))
        show(
          try await added(GivenAnswers(yes: true)) { try await work.plan(request) }, .write)
        return "Added a capture."
      default: return nil
      }
    } catch {
      return "Error: " + Failure(error).message
    }
  }

  /// Moves captures. If the collection does not exist, asks whether to create it.
  private func moving(_ paths: [NotePath], to place: String) throws -> ChangeReport {
    var request = MoveRequest(selection(of: paths), to: place)
    do {
      return try work.apply(work.plan(request), .write)
    } catch  where Failure(error).code == "collection-unknown" {
      guard isYes("There is no collection `\(place)`. Create it?") else { throw error }
      request.creates = true
      return try work.apply(work.plan(request), .write)
    }
  }

  private func selection(of paths: [NotePath]) -> SelectRequest {
    SelectRequest(paths: paths.map { notebook.store.absolute($0).bytes })
  }

  private func told(_ report: ChangeReport, _ verb: String, _ end: String) throws -> String {
    show(report, .write)
    if let refused = report.refused.first { throw refused }
    let count = report.changed.count.of("capture")
    return "\(verb) \(count)\(end.isEmpty ? "" : " " + end)."
  }
}
