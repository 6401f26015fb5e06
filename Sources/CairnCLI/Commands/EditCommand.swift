import ArgumentParser
import CairnCapture
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText

struct EditCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open captures in your editor.",
    discussion: """
      The editor is CAIRN_EDITOR, VISUAL or EDITOR, else the setting `editor`. Files are kept as \
      the editor saved them; afterwards the command says what is wrong with them.

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
      ? try await session.pick(from: try session.choose(query)).captures : try choose(session)
    if captures.count > 1 {
      var write = WriteOptions()
      write.yes = yes
      write.dryRun = false
      try session.confirmIfSeveral(captures, "Edit", write)
    }
    let files = captures.map { session.notebook.store.absolute($0.path) }
    let code = try await Programs.run(session.editor, files)
    try report(captures, session)
    if code != 0 { throw Failure("editor-failed", "the editor ended with \(code)") }
  }

  /// The capture that a single word names, else what the query matches.
  private func choose(_ session: Session) throws -> [Capture] {
    if query.words.count == 1, query.pathsFrom == nil,
      let one = try? session.chooseOne(query.words[0]).capture
    {
      return [one]
    }
    return try session.some(try session.chooseToWrite(query, all: all))
  }

  /// Says what is wrong with what was saved.
  private func report(_ before: [Capture], _ session: Session) throws {
    var report = ChangeReport()
    var unchanged = 0
    for old in before {
      guard let new = try? session.notebook.capture(at: old.path) else {
        session.say(TerminalText.escaped("\(old.path): is not there any more"))
        continue
      }
      let schema = try? session.notebook.nearestPage(of: new.collection)?.schema
      let breaches = (schema ?? nil)?.breaches(by: new) ?? []
      for diagnostic in new.document.diagnostics + breaches {
        session.console.say(
          TerminalText.escaped(diagnostic.at(new.path)))
      }
      if new.document.bytes == old.document.bytes {
        unchanged += 1
      } else {
        report.changed.append(
          .init(
            id: new.id, path: new.path, before: old.document.bytes, after: new.document.bytes))
      }
    }
    session.show(report, .write)
    if !report.changed.isEmpty { session.hasWritten = true }
    if unchanged > 0 { session.say("\(unchanged.of("file")) left as before.") }
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
