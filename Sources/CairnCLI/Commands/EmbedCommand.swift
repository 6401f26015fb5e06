import ArgumentParser
import CairnConsole
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct EmbedCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "embed",
    abstract: "Update the vectors used to find similar captures.",
    discussion: """
      Sends the text of captures to the embedding server in your settings, and stores the vectors \
      next to the index (docs/embeddings.md). Only text that is new or changed is sent. Private \
      captures are never sent. The vectors are used by `cairn related`, by `cairn ask`, and by \
      `like:` in queries.

      EXAMPLES
        cairn config --user embeddings.url http://localhost:11434/v1
        cairn config --user embeddings.model nomic-embed-text
        cairn embed --dry-run               show how much would be sent
        cairn embed
        cairn list 'like:"things to repair"'
        cairn embed --rebuild               make all vectors again
        cairn embed --types                 also detect types by meaning
      """)

  @Flag(help: "Discard all vectors, and make them again.")
  var rebuild = false

  @Flag(
    help: ArgumentHelp(
      "Also prepare `cairn add` and `cairn classify` to detect types with this server. Sends about "
        + "14,500 example lines that come with Cairn. From then on, both commands send each text "
        + "that has no type."))
  var types = false

  @OptionGroup var preview: DryRunOption
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    var result = try await session.work.embed(again: rebuild, preview.mode)
    if types, result.failure == nil, !result.isStopped {
      result.types = try await session.work.embedTypes(preview.mode)
    }
    session.show(.embedded(result)) {
      session.console.lines(result.lines(preview.mode).map { TerminalText.escaped($0) })
    }
    if let code = Interruption.code { throw CommandEnd(code) }
    guard let failure = result.failure else { return }
    throw Failure(failure)
  }
}
