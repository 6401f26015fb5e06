import ArgumentParser
import CairnDigest
import CairnFiles
import CairnJSON
import CairnNotebook
import CairnTerminal
import CairnText
import CairnWork
import SystemPackage

struct DraftsCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "drafts",
    abstract: "List texts that could not be added, the last first.",
    discussion: """
      A text that cannot be added is kept as a draft until `cairn add --retry` has added it. Drafts \
      of which no notebook is known are listed in every notebook. If `cairn edit` was killed, the \
      captures as they were before are listed too, with the command that shows what has changed since; \
      one that has not changed is not listed. So is a text that cairn was killed while writing. Remove \
      what you do not need with `rm`.

      EXAMPLES
        cairn drafts
        cairn drafts --json
      """)

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let drafts = try session.work.drafts()
    if common.json {
      let records = drafts.map { session.json($0) }
      session.console.line(
        JSONDocument.document([.init("drafts", .array(records))]).description)
    }
    guard !drafts.isEmpty else {
      if !common.json { session.say("There are no drafts.") }
      throw ExitStatus.nothingFound.code
    }
    if common.json { return }
    let table = Table(columns: [.init("time"), .init("command"), .init("text", shrinksTo: 20)])
    let rows = drafts.map { draft in
      let time = draft.time.map { session.clock.shown($0) } ?? ""
      return [time, session.command(for: draft), session.firstLine(of: draft)]
    }
    let width = session.surroundings.outputIsTerminal ? session.surroundings.columns : nil
    for line in table.lines(rows, width: width) { session.console.line(line) }
  }
}

extension Session {
  /// What to type to go on with a draft.
  fileprivate func command(for draft: Draft) -> String {
    if draft.isCapture { return "cairn add --retry \(draft.id)" }
    guard let path = draft.editedPath else {
      return CommandWords(["cat", draft.file.string]).description
    }
    // The capture may have newer text, which must not be lost.
    let note = notebook.store.absolute(path).string
    let isThere = (try? notebook.store.kind(path)) ?? nil != nil
    let words =
      isThere ? ["diff", "-u", draft.file.string, note] : ["cp", "-n", draft.file.string, note]
    return CommandWords(words).description
  }

  fileprivate func firstLine(of draft: Draft) -> String {
    let line = (try? work.text(of: draft))?.split(whereSeparator: \.isNewline).first {
      !$0.allSatisfy(\.isWhitespace)
    }
    return TerminalText.line(String(line ?? ""))
  }

  private func stamp(_ time: Instant) -> String {
    let time = clock.dateTime(time)
    return DateTime(date: time.date, secondOfDay: time.secondOfDay, offset: time.offset).description
  }

  fileprivate func json(_ draft: Draft) -> JSONValue {
    [
      "id": .string(draft.id), "file": .string(draft.file.string),
      "time": draft.time.map { JSONValue.string(stamp($0)) } ?? .null,
      "for": .string(draft.notes[Draft.purpose] ?? "add"),
      "path": draft.editedPath.map { JSONValue(bytes: $0.bytes) } ?? .null,
      "text": .string(firstLine(of: draft)), "command": .string(command(for: draft)),
    ]
  }
}
