import ArgumentParser
import CairnArguments
import CairnCapture
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWork

/// The options of commands that insert text in a capture.
struct InsertOptions: ParsableArguments {
  @Option(
    help: .init(
      "The capture, by id, path or title; or the note of this day (default: today's note).",
      valueName: "capture"))
  var to: String?

  @Option(
    help: .init(
      "The heading under which to add the text; created if it does not exist.",
      valueName: "heading"))
  var under: String?

  @Flag(
    help: """
      Add the text of all drafts, or of the drafts that you name. With --to or --under, add only \
      the text of the newest draft.
      """)
  var retry = false

  @Flag(help: "Show what would change, without changing anything.")
  var dryRun = false
}

/// A command that inserts text in a capture.
protocol InsertCommand: WritingCommand, ManyWordsCommand {
  static var place: BodyInsertion.Place { get }
  var insert: InsertOptions { get }
}

extension InsertCommand {
  var addsCaptures: Bool { insert.to == nil }

  var takesFreeText: Bool { !insert.retry }

  func run(_ session: Session) async throws {
    if insert.retry { return try retryDrafts(session) }
    var request = request
    if isPiped(session.surroundings) {
      let input = session.readText()
      (request.text, request.shortfall) = (input.bytes, input.shortfall)
    }
    try session.insert(request)
  }

  private var request: InsertRequest {
    var request = InsertRequest(
      Array(words.joined(separator: " ").utf8), Self.place, in: insert.to, under: insert.under)
    request.mode = insert.dryRun ? .dryRun : .write
    return request
  }

  /// Inserts the text of drafts, the oldest first. Stops at the first draft that cannot be
  /// inserted.
  private func retryDrafts(_ session: Session) throws {
    let isCorrected = insert.to != nil || insert.under != nil
    for draft in try session.work.insertionDrafts(named: words, onlyLast: isCorrected) {
      try session.insert(
        session.work.request(
          toInsert: draft, in: insert.to, under: insert.under, request.mode))
    }
  }

  var draftNotes: [String: String] { request.notes }

  func textToRescue(_ surroundings: Surroundings) -> [UInt8]? {
    if insert.dryRun || insert.retry { return nil }
    guard isPiped(surroundings) else { return Array(words.joined(separator: " ").utf8) }
    return surroundings.inputIsTerminal ? nil : TextToRescue.fromInput()
  }

  private func isPiped(_ surroundings: Surroundings) -> Bool { words.isEmpty || words == ["-"] }
}

extension Session {
  /// Inserts text in a capture, and shows the change.
  func insert(_ request: InsertRequest) throws {
    do {
      let plan = try work.plan(request)
      try finish(work.apply(plan), request.mode, verb: plan.createsNote ? "Added" : nil)
    } catch let failure as AddFailure {
      throw ended(by: failure)
    }
  }
}

struct AppendCommand: InsertCommand {
  static let configuration = CommandConfiguration(
    name: "append",
    abstract: "Add text to the end of today's note.",
    discussion: """
      --to names another capture, or the day of a daily note, such as `yesterday`. --under adds \
      the text at the end of the section under a heading, before the next heading. If the note \
      does not have the heading, Cairn adds the heading at the end of the note. The level of the \
      heading is 2, unless you type another level, as in `### Log`.

      A blank line separates the new text from the text before it, unless the new text continues \
      a list or a table. All other bytes of the file stay unchanged. Without text, or with `-`, \
      Cairn reads standard input. If Cairn cannot add the text, it keeps the text as a draft, \
      which --retry adds.

      EXAMPLES
        cairn append Rang the framer
        cairn append --under Log '- 12:30 rang the framer'
        cairn append --to k7x2 'Paid on Friday.'
        cairn append --to yesterday 'Rang the framer'
        date | cairn append --to 'Pay the Acme invoice'
        cairn append --retry --to k7x2      add the text of the newest draft
      """,
    aliases: ["j", "ap"])

  static let place = BodyInsertion.Place.end

  @Argument(help: .init("The text to add; `-` reads standard input.", valueName: "text"))
  var words: [String] = []

  @OptionGroup var insert: InsertOptions
  @OptionGroup var common: CommonOptions
}

struct PrependCommand: InsertCommand {
  static let configuration = CommandConfiguration(
    name: "prepend",
    abstract: "Add text to the start of today's note.",
    discussion: """
      `cairn prepend` works like `cairn append`, but adds the text before the existing text. If \
      the note begins with a heading of level 1, the text is added below that heading. --under \
      adds the text directly below a heading.

      EXAMPLES
        cairn prepend Call the framer first
        cairn prepend --under Log '- woke at six'
        cairn prepend --to k7x2 'Paid on Friday.'
      """)

  static let place = BodyInsertion.Place.start

  @Argument(help: .init("The text to add; `-` reads standard input.", valueName: "text"))
  var words: [String] = []

  @OptionGroup var insert: InsertOptions
  @OptionGroup var common: CommonOptions
}
