public import ArgumentParser
import CairnArguments
public import CairnProvider
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct LookupCommand: WritingCommand, ManyWordsCommand {
  static let configuration = CommandConfiguration(
    name: "lookup",
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
