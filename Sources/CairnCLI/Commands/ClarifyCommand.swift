import ArgumentParser
import CairnSession
import CairnCapture
import CairnConsole
import CairnInsight
import CairnNotebook
import CairnScreens
import CairnText
import CairnWire
import CairnWork

struct ClarifyCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "clarify",
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

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if let capture {
      if let type {
        return try session.finish(
          try session.work.setType(TypeRequest(capture, type), .write), .write)
      }
      let (capture, _) = try session.work.capture(named: capture)
      let similar = try session.work.typesOfSimilar(to: [capture])
      return try ask(about: session.work.classified([capture]), similar, session)
    }
    let waiting = try session.work.unclassified()
    let similar = try session.work.typesOfSimilar(to: waiting.map(\.capture))
    session.beginList(inJSON: waiting.map(\.capture.path))
    try session.show(
      .waiting(waiting, similar: similar),
      failure: waiting.isEmpty ? .nothing("all captures are classified") : nil
    ) {
      guard !session.canAsk else { return try ask(about: waiting, similar, session) }
      for capture in waiting { Self.list(capture, similar[capture.capture.path], session) }
      session.say("Run `cairn clarify CAPTURE TYPE` to classify a capture.")
    }
  }
}

extension ClarifyCommand {
  /// Asks for the type of each capture, and writes each answer before asking the next question.
  private func ask(
    about waiting: [UnclassifiedCapture], _ similar: [NotePath: SimilarType], _ session: Session
  ) throws {
    guard session.canAsk else {
      throw Failure(
        "type-missing", "there is no terminal to ask on; run `cairn clarify CAPTURE TYPE`",
        status: .usage)
    }
    defer { session.work.learn() }
    var settled = 0
    asking: for (number, unclassified) in waiting.enumerated() {
      if number > 0 { session.console.say("") }
      if waiting.count > 1 {
        let place = "\(number + 1) of \(waiting.count)"
        session.console.say(session.console.errorStyled(place, .dim))
      }
      session.console.say(Self.shown(unclassified.capture, session))
      if let similar = similar[unclassified.capture.path] {
        session.console.say(TerminalText.line("Types of \(similar.words)."))
      }
      switch session.askType(unclassified.found, mayQuit: waiting.count > 1) {
      case .type(let type):
        session.show(try session.work.settle([unclassified.capture], as: type), .write)
        settled += 1
      case .open: continue
      case .quit: break asking
      }
    }
    let open = waiting.count - settled
    if open > 0 { session.say("Skipped \(open.of("capture")).") }
  }

  private static let shownLines = 8

  /// Returns the first lines of a capture, which are shown before the question about its type.
  private static func shown(_ capture: Capture, _ session: Session) -> String {
    let lines = capture.textToClassify.split(separator: "\n", maxSplits: shownLines)
    let shown = lines.prefix(shownLines).map { line in
      session.console.errorStyled(TerminalText.line(String(line)), .bold)
    }
    return shown.joined(separator: "\n") + (lines.count > shownLines ? "\n…" : "")
  }

  private static func list(
    _ unclassified: UnclassifiedCapture, _ similar: SimilarType?, _ session: Session
  ) {
    let (capture, found) = (unclassified.capture, unclassified.found)
    let id = session.listed(capture.path)
    let opinions = [found.candidates.isEmpty ? nil : found.likeliest, similar?.words]
      .compactMap(\.self).joined(separator: "; ")
    session.console.line(
      TerminalText.line("\(id)  \(capture.title)")
        + (opinions.isEmpty ? "" : session.console.styled("  \(TerminalText.line(opinions))", .dim))
    )
  }
}
