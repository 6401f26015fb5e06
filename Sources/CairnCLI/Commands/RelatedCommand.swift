import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct RelatedCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "related",
    abstract: "Show the captures related to a capture, closest first.",
    discussion: """
      Captures are related if they share uncommon words, link to each other, or share a tag, a \
      person or a circle. The number (at most 1) shows how closely a capture is related; the line \
      below explains why (docs/related.md). After `cairn embed`, captures with similar texts are \
      related too (docs/embeddings.md).

      EXAMPLES
        cairn related k7x2
        cairn related 'Pay the Acme invoice' -n 3
        cairn related work/acme/invoice.md --json
      """)

  @OptionGroup var named: CaptureArgument

  @Option(name: .limit, help: "Show at most this many captures (default: 10).")
  var limit: Int?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(self.limit, atLeast: 0) ?? 10
    let found = try session.work.related(to: named.capture, limit: limit)
    let failure =
      found.total > 0
      ? nil
      : Failure.nothing(
        "no capture is related to `\(found.capture.path)`: \(found.reasonForNone)")
    session.beginList(inJSON: found.related.map { found.catalog.row($0.entry)?.path })
    try session.show(.related(found, session.clock), failure: failure) {
      session.show(found.related, in: found.catalog)
      session.say(comparedWith: found.model)
      session.sayShown(found.related.count, of: found.total)
    }
  }
}
