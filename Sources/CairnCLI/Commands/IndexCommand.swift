import ArgumentParser
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

struct IndexCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "index",
    abstract: "Bring the index up to date, and say what it holds.",
    discussion: """
      The index is what makes queries fast. It lies in your cache folder, never in a notebook, is \
      kept up to date by every command, and can be removed at any time: nothing is in it that is \
      not in the files.

      EXAMPLES
        cairn index
        cairn index --verify                is it whole, and does it say what the files say?
        cairn index --rebuild               read everything anew
      """)

  @Flag(help: "Read everything anew.")
  var rebuild = false

  @Flag(help: "Check the index, and compare it with all files; change nothing.")
  var verify = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if rebuild, verify { throw ValidationError("--rebuild and --verify are two commands") }
  }

  func run(_ session: Session) async throws {
    if verify { return try check(session) }
    let catalog = session.work.catalog(isFresh: rebuild, keepsAll: true)
    let status = try catalog.status()
    session.show(.index(status)) {
      for line in status.lines { session.console.line(TerminalText.escaped(line)) }
    }
    guard status.folder == nil else { return }
    if !common.verbose {
      for note in catalog.notes { session.say("cairn: \(TerminalText.escaped(note))") }
    }
    session.say("The index is not kept: every command reads all files.")
    if rebuild { throw ExitStatus.failure.code }
  }
}

extension IndexCommand {
  private func check(_ session: Session) throws {
    let check = session.work.withReadingProgress { session.notebook.checkIndex(progress: $0) }
    session.show(.check(check)) {
      for line in check.lines { session.console.line(TerminalText.escaped(line)) }
    }
    guard !check.isRight else {
      return session.say("The index says what the files say of \(check.captures.of("capture")).")
    }
    session.say(
      check.exists
        ? "The index is wrong; `cairn index --rebuild` makes it anew."
        : "There is no index; `cairn index` makes one.")
    throw ExitStatus.failure.code
  }
}
