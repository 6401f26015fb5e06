import ArgumentParser
import CairnCapture
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork

struct EditCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open captures in your editor.",
    discussion: """
      The editor is CAIRN_EDITOR, VISUAL or EDITOR, else the setting `editor`. What it saved is \
      kept, and `cairn undo` takes it back. If other commands changed a capture meanwhile, their \
      changes are merged with yours. Afterwards the command says what is wrong with the files.

      EXAMPLES
        cairn edit k7x2
        cairn edit 'Pay the Acme invoice'
        cairn edit -i work                  pick from those with the word
        cairn edit type:idea tag:garden     all of them, after asking
      """)

  @OptionGroup var query: QueryArguments

  @Flag(name: .shortAndLong, help: "Pick from what the query matches, or from all.")
  var interactive = false

  @Flag(help: "Every capture there is.")
  var all = false

  @Flag(name: .shortAndLong, help: "Do not ask, however many there are.")
  var yes = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    guard !query.isEmpty || interactive || all else {
      throw Failure("query-missing", "say which capture to edit", status: .usage)
    }
    if interactive { try session.expectPerson() }
    let captures =
      interactive
      ? try await session.pick(from: try session.select(query)).captures : try choose(session)
    if captures.count > 1 {
      var write = WriteOptions()
      write.yes = yes
      write.dryRun = false
      try session.confirm(session.work.question("Edit", captures.map(\.path)), write)
    }
    let opened = try session.notebook.open(captures)
    let files = opened.files.map { session.notebook.store.absolute($0.path) }
    let (code, report) = try await session.keepingCopies(of: opened) {
      // Ctrl-C is for the editor; what it has saved is noted whatever happens.
      Interruption.watch()
      let code = try await Programs.run(session.editor, files)
      Interruption.unwatch()
      return (code, try session.notebook.close(opened, restoring: toRestore(opened, session)))
    }
    show(report, session)
    if code != 0, let signal = Interruption.code { throw ExitCode(signal) }
    if code != 0 { throw Failure("editor-failed", "the editor ended with \(code)") }
    if !report.report.refused.isEmpty { throw ExitStatus.failure.code }
  }

  /// The captures that were emptied and are to get their text back.
  private func toRestore(_ opened: OpenedCaptures, _ session: Session) -> Set<NotePath> {
    guard session.canAsk else { return [] }
    return Set(
      session.notebook.emptied(opened).filter { path in
        let question = TerminalText.escaped("\(path) is empty now. Restore it? [Y/n] ")
        let answer = session.console.ask(question)?.lowercased() ?? ""
        return !answer.hasPrefix("n")
      })
  }

  /// The capture that a single word names, else what the query matches.
  private func choose(_ session: Session) throws -> [Capture] {
    if query.words.count == 1, query.pathsFrom == nil,
      let one = try? session.work.capture(named: query.words[0]).capture
    {
      return [one]
    }
    return try session.someToWrite(query, all: all)
  }

  /// Says what was saved, and what is wrong with it.
  private func show(_ result: EditorReport, _ session: Session) {
    var report = result.report
    let unchanged = report.unchanged.count
    report.unchanged = []
    if !common.json {
      let told = Set(result.notes.filter(\.note.saysAll).map(\.path))
      report.changed.removeAll { told.contains($0.path) }
    }
    for changed in report.changed { warn(about: changed.path, session) }
    session.show(report, .write)
    for (path, note) in result.notes {
      session.console.say(TerminalText.escaped("\(path): \(note.sentence)"))
    }
    if unchanged > 0 { session.say("\(unchanged.of("file")) unchanged.") }
  }

  /// Says what is wrong with a capture as it was saved.
  private func warn(about path: NotePath, _ session: Session) {
    guard let capture = try? session.notebook.capture(at: path) else { return }
    let schema = try? session.notebook.nearestPage(of: capture.collection)?.schema
    let breaches = (schema ?? nil)?.breaches(by: capture) ?? []
    for diagnostic in capture.document.diagnostics + breaches {
      session.console.say(TerminalText.escaped(diagnostic.at(capture.path)))
    }
  }
}

extension EditorReport.Note {
  /// Whether it says what became of the file, too.
  fileprivate var saysAll: Bool {
    switch self {
    case .removed, .restored, .trashed: true
    default: false
    }
  }

  /// What happened, as the end of a line.
  fileprivate var sentence: String {
    switch self {
    case .emptied: "no text is left in it; `cairn undo` brings it back"
    case .restored: "its text is back"
    case .removed: "the editor removed it; `cairn undo` brings it back"
    case .merged(let operations):
      "\(Self.names(operations)) changed it meanwhile; both changes are kept"
    case .overwritten(let operations, let fields, let places):
      "\(Self.names(operations)) changed \(Self.named(fields, places)) meanwhile; "
        + "yours is kept, and `cairn undo` brings back the other"
    case .moved(let from, let operation):
      "\(Self.names([operation])) moved it here from \(from) meanwhile"
    case .trashed(let operation, isBack: true):
      "\(Self.names([operation])) removed it meanwhile, and the editor saved it again"
    case .trashed(let operation, isBack: false):
      "\(Self.names([operation])) removed it meanwhile; `cairn trash` lists it"
    case .replaced(let operation):
      "\(Self.names([operation])) put another file here meanwhile, and the editor wrote over it; "
        + "`cairn log` lists what became of both"
    }
  }

  private static func names(_ operations: [Operation]) -> String {
    let names = operations.map { "`\(CommandWords($0.words))`" }
    return names.count < 3
      ? names.joined(separator: " and ") : "\(names[0]) and \(names.count - 1) other commands"
  }

  private static func named(_ fields: [String], _ places: Int) -> String {
    let text = places == 1 ? "the same lines" : "the same \(places) places of the text"
    let parts = fields.map { "`\($0)`" } + (places > 0 ? [text] : [])
    return parts.joined(separator: ", ")
  }
}

extension Session {
  /// The command line of the user's editor.
  var editor: String { notebook.settings["editor"]?.text ?? "vi" }

  /// Whether the editor is one that works on a terminal, and there is none.
  var lacksTerminal: Bool {
    let program = editor.split(separator: " ").first?.split(separator: "/").last ?? ""
    let wantsTerminal = ["vi", "vim", "nvim", "nano", "pico", "micro", "joe", "ed"]
    return !surroundings.inputIsTerminal && wantsTerminal.contains(String(program))
  }
}
