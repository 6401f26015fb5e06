import ArgumentParser
import CairnConsole
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct SplitCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "split",
    abstract: "Split a capture into several captures.",
    discussion: """
      The text is split at list items, lines and paragraphs, and between sentences if the subject \
      changes (docs/split.md). On a terminal, you can edit, drop and merge the parts before they \
      are saved; in scripts, pass --yes to save the parts, or --dry-run to see the parts without \
      saving them.

      The new captures are saved in the folder of the old one, with the same tags and date. The \
      field `source` of each new capture links to the old one. The old capture stays, unless you \
      pass --remove. `cairn undo` undoes the whole split.

      With `-`, Cairn reads text from standard input and prints the parts without saving them. \
      With --jsonl, each line of standard input is a JSON object with the key `text`, and Cairn \
      prints one line for each object. `cairn add --split` splits new text. With a provider \
      (docs/providers.md), the provider decides where to split.

      EXAMPLES
        cairn split k7x2
        cairn split k7x2 --remove --yes
        pbpaste | cairn split -
        cairn split --jsonl < dumps.jsonl
      """)

  @Argument(
    help: .init(
      "The capture: an id, a path or a title; `-` reads standard input.", valueName: "capture"))
  var capture: String?

  @Flag(help: "Move the old capture to the trash.")
  var remove = false

  @Option(
    name: [.customLong("field"), .customLong("set")],
    help: .init("A field to set in each new capture; repeatable.", valueName: "key=value"))
  var fields: [String] = []

  @Flag(
    help: .init(
      "Read JSON objects, one per line, and print the parts of each text as one JSON object."))
  var jsonl = false

  @OptionGroup var strictness: StrictOption
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if jsonl, capture != nil {
      throw ValidationError("--jsonl reads standard input; leave out the capture")
    }
    if !jsonl, capture == nil { throw ValidationError("name the capture to split, or pass `-`") }
    if jsonl || capture == "-", remove || write.yes || strictness.strict || !fields.isEmpty {
      throw ValidationError(
        "text from standard input is not saved, so --remove, --set, --yes and --strict cannot be "
          + "used with it")
    }
    if jsonl, write.dryRun { throw ValidationError("--dry-run does not work with --jsonl") }
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
    (request.fields, request.mode) = (fields, write.mode)
    try await session.add(write, isStrict: strictness.strict) {
      try await session.work.plan(request)
    }
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

  /// The maximum number of bytes to read from standard input.
  private static let longest = 1 << 20
}
