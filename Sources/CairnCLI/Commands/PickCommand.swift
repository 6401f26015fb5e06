import ArgumentParser
import CairnConsole
import CairnFiles
import CairnIndex
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct PickCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "pick",
    abstract: "Find captures while you type, and act on them.",
    discussion: """
      The line that you type is a query (`cairn help query`), and the list changes with each \
      letter. While you type a condition, such as `due:`, the list ignores the condition until it \
      is complete. The preview is beside the list or, on a narrow terminal, below it.

      Tab marks captures. The other keys act on the marked captures or, if no capture is marked, \
      on the current capture: Enter shows it, Ctrl-E edits it, Ctrl-D marks an action as done, \
      Ctrl-O moves it, Ctrl-T changes its tags, and Ctrl-Y copies a link to the clipboard. Ctrl-N \
      adds the typed line as a new capture. Esc and Ctrl-C quit.

      If `TERM` is `dumb` or not set, you pick captures by number.

      With --print, Enter prints the absolute paths of the captures. You can use the picker in \
      scripts, because it draws on the terminal even if its output is piped.

      EXAMPLES
        cairn pick
        cairn pick type:action in:work
        vim "$(cairn pick --print)"
        cairn pick --print0 tag:film | xargs -0 wc -w
      """,
    aliases: ["p"])

  @OptionGroup var query: QueryArguments

  @Flag(help: "Print the paths of the picked captures.")
  var print = false

  @Flag(name: .customLong("print0"), help: "Print the paths, with a NUL after each path.")
  var printNUL = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let query = query.words.map { $0.contains(" ") ? "(\($0))" : $0 }.joined(separator: " ")
    let picked: [NotePath]
    if !common.noInput,
      let picker = Picker(
        session, query: query.isEmpty ? "" : query + " ", onlyPicks: print || printNUL)
    {
      picked = try await picker.run()
      if picked.isEmpty, picker.hasActed { return }
      guard !picked.isEmpty else { throw session.nothingPicked() }
    } else {
      try session.expectPerson("`cairn pick`")
      let chosen = try await session.pick(from: try session.select(self.query))
      picked = chosen.entries.map { chosen.catalog.snapshot.path($0) }
    }
    if print || printNUL {
      for path in picked {
        let bytes = session.notebook.store.absolute(path).bytes
        session.console.write(bytes + [UInt8(ascii: printNUL ? "\0" : "\n")])
      }
      return
    }
    session.beginList(picked)
    let captures = try picked.map { try session.notebook.capture(at: $0) }
    session.show(.captures(captures.map { ($0, nil) }, session.clock)) {
      session.console.separate(captures) { session.show($0) }
    }
  }
}
