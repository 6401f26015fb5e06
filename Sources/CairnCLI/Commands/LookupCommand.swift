public import ArgumentParser
import CairnCapture
import CairnConsole
import CairnNotebook
public import CairnProvider
import CairnScreens
import CairnShell
import CairnText
import CairnWire
import CairnWork

struct LookupCommand: WritingCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    commandName: "lookup",
    abstract: "Look up a movie, book, game, show or album.",
    discussion: """
      Asks the services that you chose in your settings (docs/lookup.md), and lists what they \
      find. With --fill, Cairn fills the empty fields of a capture from the result that you pick, \
      and adds pictures. Your own values are never replaced. To add a new entry, use \
      `cairn add --lookup`.

      EXAMPLES
        cairn config --user lookup.use openlibrary,musicbrainz
        cairn config --user lookup.contact you@example.org
        cairn lookup Solaris
        cairn lookup Solaris --kind book --json
        cairn lookup --fill k7x2            look up the title of a capture
        cairn lookup --fill k7x2 --pick 1 Solaris Lem
        cairn add Solaris -c books --lookup
      """)

  var takesFreeText: Bool { true }

  @Argument(help: .init("The title; it needs no quotes.", valueName: "title"))
  var words: [String] = []

  @Option(help: "Only this kind: movie, book, game, show, tv or music.")
  var kind: LookupOption.Kind?

  @Option(help: .init("Fill the empty fields of this capture.", valueName: "capture"))
  var fill: String?

  @Option(
    help: .init(
      "With --fill, use the result with this number, without asking.", valueName: "number"))
  var pick: Int?

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  var asksForChange: Bool { fill != nil }

  func validate() throws {
    if words.isEmpty, fill == nil { throw ValidationError("pass a title, or --fill CAPTURE") }
    if pick != nil, fill == nil { throw ValidationError("--pick needs --fill") }
  }

  func run(_ session: Session) async throws {
    let query = words.joined(separator: " ")
    guard let fill else {
      let options = try await session.work.lookUp(query, kind)
      return try session.show(
        .lookup(options), failure: options.isEmpty ? .nothing("nothing was found") : nil
      ) {
        session.list(options)
      }
    }
    let (capture, title, count) = try session.work.captureToFill(fill)
    let options = try await session.work.lookUp(query.isEmpty ? title : query, kind)
    if options.isEmpty { throw Failure.nothing("nothing was found") }
    guard let option = try session.choose(options, pick) else {
      return session.say("The capture is unchanged.")
    }
    let work = try await session.work.complete(option, pictures: count)
    let report = try session.work.fill(capture, with: work, preview.mode)
    try session.finish(report, preview.mode)
  }
}

extension LookupOption.Kind: ExpressibleByArgument {}

extension Session {
  /// Returns the work with the number `number`, counted from 1. If `number` is nil, the user picks
  /// a work on a terminal, or none (nil). If the user cannot be asked, returns the only work.
  ///
  /// Throws a ``Failure`` if there is no work with this number, or if the user cannot be asked and
  /// there are several works.
  func choose(_ options: [LookupOption], _ number: Int?) throws -> LookupOption? {
    if let number {
      guard options.indices.contains(number - 1) else {
        throw Failure(
          "lookup-number", "--pick: there are only \(options.count.of("result"))", status: .usage)
      }
      return options[number - 1]
    }
    guard canAsk else {
      if options.count == 1 { return options.first }
      throw Failure(
        "lookup-ambiguous",
        "\(options.count.of("work")) were found; pass --pick NUMBER to choose one", status: .usage)
    }
    for (number, option) in options.enumerated() {
      console.say(line(of: option, number + 1))
    }
    while let answer = console.ask("Which one? Type a number; Enter for none: ") {
      let word = String(answer.trimmingBlanks)
      if word.isEmpty { return nil }
      if let number = Int(word), options.indices.contains(number - 1) { return options[number - 1] }
    }
    return nil
  }

  /// Looks up a new entry, and fills its empty fields from the work that the user picks. If the
  /// search fails, prints a warning, leaves the entry unchanged, and returns false. Throws only a
  /// cancellation or an exit code.
  func lookUp(_ pending: inout PendingCapture, _ number: Int?) async throws -> Bool {
    guard !work.isPrivate(pending) else {
      say("The title was not looked up, because the capture is private.")
      return true
    }
    do {
      let query = work.queryToLookUp(pending)
      // Without a title, adding the entry fails.
      if query.isBlank { return true }
      try work.keep(&pending)
      let options = try await work.lookUp(query, work.kindToLookUp(pending))
      guard !options.isEmpty else {
        say("Nothing was found; the entry is added as it is.")
        return true
      }
      guard let option = try choose(options, number) else { return true }
      let found = try await work.complete(option, pictures: work.picturesToLookUp(pending))
      work.take(found, into: &pending)
      return true
    } catch let error where !(error is CancellationError || error is ExitCode) {
      let failure = Failure(error)
      warn(
        Diagnostic(
          .warning, failure.code, "\(failure.message); the entry is added as it is"))
      return false
    }
  }

  /// Shows the command that looks up an added entry again.
  func hintToLookUp(_ result: AddResult) {
    guard let added = result.report.changed.first else { return }
    let handle = added.id ?? work.handle(at: added.path)
    work.context.tell(.hint("to look up the title again, run `cairn lookup --fill \(handle)`"))
  }
}
