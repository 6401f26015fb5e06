import ArgumentParser
import CairnConsole
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct IndexCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "index",
    abstract: "Update the index, and show details about it.",
    discussion: """
      The index makes queries fast. Cairn stores the index in your cache folder, never in a \
      notebook. Every command keeps the index up to date. You can delete the index at any time, \
      because all its data comes from the files.

      EXAMPLES
        cairn index
        cairn index --verify                compare the index with the files
        cairn index --rebuild               read all files again
      """)

  @Flag(help: "Read all files again.")
  var rebuild = false

  @Flag(help: "Compare the index with all files, without changing anything.")
  var verify = false

  @OptionGroup var common: CommonOptions

  func validate() throws {
    if rebuild, verify { throw ValidationError("pass --rebuild or --verify, not both") }
  }

  func run(_ session: Session) async throws {
    if verify { return try check(session) }
    let catalog = session.work.catalog(isFresh: rebuild, keepsAll: true)
    let status = try catalog.status()
    session.show(.index(status)) {
      session.console.lines(status.lines.map { TerminalText.escaped($0) })
    }
    guard status.folder == nil else { return }
    if !common.verbose {
      for note in catalog.notes { session.console.say(.warning, note) }
    }
    session.say("There is no index on disk, so every command reads all files.")
    if rebuild { throw ExitStatus.failure.end }
  }
}

extension IndexCommand {
  private func check(_ session: Session) throws {
    let check = session.work.withReadingProgress { session.notebook.checkIndex(progress: $0) }
    session.show(.check(check)) {
      session.console.lines(check.lines.map { TerminalText.escaped($0) })
    }
    guard !check.isRight else {
      return session.say("The index matches the files of \(check.captures.of("capture")).")
    }
    session.say(
      check.exists
        ? "The index does not match the files; run `cairn index --rebuild`."
        : "There is no index; run `cairn index` to create it.")
    throw ExitStatus.failure.end
  }
}
