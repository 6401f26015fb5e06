import ArgumentParser
import CairnConsole
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork
import SystemPackage

/// The options of commands that open the note of a day.
struct DailyOptions: ParsableArguments {
  @Flag(
    name: [.customLong("print"), .customLong("no-edit")],
    help: "Print the path of the note instead of opening the editor.")
  var prints = false

  @Flag(help: "Show what would change, without changing anything.")
  var dryRun = false
}

struct TodayCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "today",
    abstract: "Open today's note in your editor.",
    discussion: """
      If the note does not exist yet, Cairn creates it from a template. The setting `daily.path` \
      determines where daily notes are stored (default: `daily/{{date}}`), and `daily.template` \
      names the template (default: `daily`). In scripts, the command prints the path of the note. \
      To add a line without an editor, use `cairn append`.

      EXAMPLES
        cairn today
        cairn today --print
        cairn config daily.path 'journal/{{year}}/{{date}}'
        cairn template new capture/daily --from daily
      """,
    aliases: ["t"])

  @OptionGroup var daily: DailyOptions
  @OptionGroup var common: CommonOptions

  var addsCaptures: Bool { true }

  func run(_ session: Session) async throws {
    try await session.openDailyNote(on: nil, daily)
  }
}

struct DailyCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "daily",
    abstract: "Open the note of any day in your editor.",
    discussion: """
      `cairn daily` works like `cairn today`, but for any day. A weekday alone, such as `friday`, \
      means the most recent Friday, and a date without a year, such as `20 nov`, the most recent \
      20 November; both can be today.

      EXAMPLES
        cairn daily yesterday
        cairn daily 2026-11-20
        cairn daily friday --print
        cairn daily 20 nov
        cairn daily next tuesday
      """)

  @Argument(help: .init("The day, in plain words (default: today).", valueName: "day"))
  var day: [String] = []

  @OptionGroup var daily: DailyOptions
  @OptionGroup var common: CommonOptions

  var addsCaptures: Bool { true }

  func run(_ session: Session) async throws {
    try await session.openDailyNote(on: day.isEmpty ? nil : day.joined(separator: " "), daily)
  }
}

extension Session {
  /// Creates the note of a day if necessary. On a terminal, opens the note in the editor. Without a
  /// terminal, or with `--print`, prints the note's path.
  fileprivate func openDailyNote(on day: String?, _ daily: DailyOptions) async throws {
    let note = try work.dailyNote(on: day)
    let isRead = surroundings.inputIsTerminal && surroundings.outputIsTerminal
    let prints = daily.prints || options.json || options.noInput || !isRead
    if daily.dryRun {
      let result = try work.create(note, .dryRun)
      return show(.daily(result)) { show(result.report, .dryRun) }
    }
    let result = try work.create(note)
    guard prints else {
      if !result.report.changed.isEmpty { show(result.report, .write) }
      if let capture = result.note.capture { try await openEditor(on: [capture]) }
      return
    }
    show(.daily(result)) {
      console.line(TerminalText.escaped(notebook.store.absolute(note.path).string))
    }
  }
}
