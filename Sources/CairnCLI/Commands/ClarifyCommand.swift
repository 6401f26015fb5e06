import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct ClarifyCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "clarify",
    abstract: "Classify captures that have no type yet.",
    discussion: """
      If `add` is not sure about the type of a capture, it saves the capture without a type \
      (`type_by: unsure`). On a terminal, `cairn clarify` asks about each of these captures until \
      you enter `q`. In scripts, it lists the captures. If you use `cairn embed`, `cairn clarify` \
      also shows the types of similar captures (docs/embeddings.md). With a capture and a type, \
      `cairn clarify` classifies only that capture. If there are no unclassified captures, the \
      exit code is 1.

      EXAMPLES
        cairn clarify
        cairn clarify k7x2 idea
        cairn clarify --json
      """)

  @Argument(help: .init("The capture: an id, a path or a title.", valueName: "capture"))
  var capture: String?

  @Argument(help: .init("The type: action, idea, fact, person, …", valueName: "type"))
  var type: String?

  @OptionGroup var newType: NewTypeOption
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if let capture {
      if let type {
        var request = TypeRequest(capture, type)
        request.creates = newType.create
        return try session.finish(try session.work.setType(request, .write), .write)
      }
      let (capture, _) = try session.work.capture(named: capture)
      let similar = try session.work.typesOfSimilar(to: [capture])
      return try session.ask(about: session.work.classified([capture]), similar)
    }
    let waiting = try session.work.unclassified()
    let similar = try session.work.typesOfSimilar(to: waiting.map(\.capture))
    session.beginList(inJSON: waiting.map(\.capture.path))
    try session.show(
      .waiting(waiting, similar: similar),
      failure: waiting.isEmpty ? .nothing("all captures are classified") : nil
    ) {
      guard !session.canAsk else { return try session.ask(about: waiting, similar) }
      for capture in waiting { session.list(capture, similar[capture.capture.path]) }
      session.say("Run `cairn clarify CAPTURE TYPE` to classify a capture.")
    }
  }
}
