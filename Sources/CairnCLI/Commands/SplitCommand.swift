import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

struct SplitCommand: NotebookCommand {
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
    let judge = PieceJudge(session)
    var maker = try PieceMaker(judge, session.providers(providers))
    if jsonl {
      return try await JSONLines.answer(session.console, to: "split") { text in
        let (pieces, asked) = try await maker.pieces(of: text)
        return judge.document(pieces, asked, session)
      }
    }
    guard let name = capture, name != "-" else { return try await preview(&maker, judge, session) }
    let (capture, _) = try session.work.capture(named: name)
    var command = try AddCommand.parse(["-"])
    (command.common, command.providers) = (common, providers)
    (command.dryRun, command.yes) = (write.dryRun, write.yes)
    var request = AddRequest(splitting: capture, command, session)
    let isWaiting = try await request.keepPieces(session, removes: remove)
    try strictness.check(isUnclassified: isWaiting && !write.dryRun, session)
  }

  /// Prints the pieces of standard input.
  private func preview(
    _ maker: inout PieceMaker, _ judge: PieceJudge, _ session: Session
  ) async throws {
    // The fields of a note say nothing that could be a piece.
    let note = Document(try Console.readAll(limit: Self.longest))
    let text = String(decoding: note.bytes[note.body], as: UTF8.self)
    let providers = session.providers(self.providers)
    if Privacy(of: note).isPrivate, providers.isAsked(for: .split) {
      session.sayWithheld(1)
      maker = try PieceMaker(judge, providers.withoutAny)
    }
    let (pieces, asked) = try await maker.pieces(of: text, dryRun: write.dryRun)
    guard !pieces.isEmpty else {
      throw Failure("text-empty", "there is no text to split", status: .usage)
    }
    if common.json {
      return session.console.line(judge.document(pieces, asked, session).description)
    }
    for piece in pieces {
      let type = session.console.styled(judge.word(for: piece.text).padding(to: 6), .dim)
      session.console.line(
        "\(type)  \(TerminalText.line(piece.text.replacing("\n", with: " ")))")
    }
  }

  /// The bytes that are read of standard input.
  private static let longest = 1 << 20
}

extension PieceJudge {
  /// Pieces of a text, as a document.
  fileprivate func document(
    _ pieces: [ProposedPiece], _ asked: AskedProvider?, _ session: Session
  ) -> JSONValue {
    let list = JSONValue.Member(
      "pieces",
      .array(
        pieces.map { piece in
          let (found, isSure) = classify(piece.text)
          return JSONDocument.piece(
            piece.text, heading: piece.heading, joint: piece.joint, isTicked: piece.isTicked,
            found, isSure: isSure,
            due: found.due.flatMap(session.work.timeReader.due)?.due)
        }))
    return JSONDocument.document([list] + (asked.map { [$0.member] } ?? []))
  }
}
