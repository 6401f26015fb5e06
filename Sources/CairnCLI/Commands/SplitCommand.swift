import ArgumentParser
import CairnText
import CairnWire
import CairnWork

struct SplitCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Make a capture of each thought in one.",
    discussion: """
      A text that says several things is cut where list marks, lines and paragraphs part it, and \
      between sentences where the subject changes (docs/split.md). The pieces are shown first: they \
      can be edited, dropped and merged. Elsewhere than on a terminal --yes keeps them, and \
      --dry-run shows what would be written. The new captures lie beside the old one, with its tags \
      and its date; it stays, and each has a link to it in `source`. With --remove it goes into the \
      trash. `cairn undo` takes all of it back.

      With `-` a text is read from standard input, and its pieces are printed; nothing is kept. With \
      --jsonl each line is an object with a `text`, and gets a line of output. `cairn add --split` \
      keeps a new text so. With a provider (docs/providers.md) it says where to cut.

      EXAMPLES
        cairn split k7x2
        cairn split k7x2 --remove --yes
        pbpaste | cairn split -
        cairn split --jsonl < dumps.jsonl
      """)

  @Argument(
    help: ArgumentHelp(
      "The capture: id, path or title; `-` reads a text.", valueName: "capture"))
  var capture: String?

  @Flag(help: "Put the capture into the trash that the pieces are cut from.")
  var remove = false

  @Flag(help: "Cut up a stream: a JSON object with `text` in each line, one out for each.")
  var jsonl = false

  @OptionGroup var strictness: StrictOption
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if jsonl, capture != nil { throw ValidationError("--jsonl reads standard input, no capture") }
    if !jsonl, capture == nil { throw ValidationError("say which capture to split, or `-`") }
    if jsonl || capture == "-", remove || write.yes || strictness.strict {
      throw ValidationError(
        "nothing is kept of a text from standard input; leave out --remove, --yes and --strict")
    }
    if jsonl, write.dryRun { throw ValidationError("--dry-run is for a single text") }
  }

  func run(_ session: Session) async throws {
    if jsonl {
      var splitter = try session.work.splitter(providers.choice)
      return try await JSONLines.answer(session.console, to: "split") { text in
        let (pieces, asked) = try await splitter.pieces(of: text)
        return .pieces(pieces, asked, by: splitter, session.work.timeReader)
      }
    }
    guard let capture, capture != "-" else { return try await preview(session) }
    var request = SplitRequest(capture)
    (request.removesCapture, request.provider) = (remove, providers.choice)
    request.mode = write.mode
    try await session.add(write, strictness) { try await session.work.plan(request) }
  }

  private func preview(_ session: Session) async throws {
    let (pieces, asked, splitter) = try await session.work.pieces(
      ofNote: try Console.readAll(limit: Self.longest), providers.choice, dryRun: write.dryRun)
    session.show(.pieces(pieces, asked, by: splitter, session.work.timeReader)) {
      for piece in pieces {
        let type = session.console.styled(splitter.word(for: piece.text).padding(to: 6), .dim)
        session.console.line(
          "\(type)  \(TerminalText.line(piece.text.replacing("\n", with: " ")))")
      }
    }
  }

  /// The most bytes to read from standard input.
  private static let longest = 1 << 20
}
