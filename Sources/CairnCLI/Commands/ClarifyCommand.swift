import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnIndex
import CairnInsight
import CairnNotebook
import CairnQuery
import CairnText
import CairnWork

struct ClarifyCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "clarify",
    abstract: "Say what captures are that wait for it.",
    discussion: """
      A capture that `add` was not sure about has no type, and waits (`type_by: unsure`). On a \
      terminal each is shown, and asked about, until `q`; elsewhere they are listed. With a capture and a \
      type, that one is settled. Where nothing waits, the exit code is 1.

      EXAMPLES
        cairn clarify
        cairn clarify k7x2 idea
        cairn clarify --json
      """)

  @Argument(help: ArgumentHelp("A capture: id, path or title.", valueName: "capture"))
  var capture: String?

  @Argument(help: ArgumentHelp("What it is: action, idea, fact, person, …", valueName: "type"))
  var type: String?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if let capture {
      let (capture, catalog) = try session.work.capture(named: capture)
      guard let type else { return try ask(about: [capture], session) }
      try session.work.checkType(type, in: catalog)
      let report = try session.work.settle(capture, as: type)
      session.work.learn()
      return try session.finish(report, .write)
    }
    let catalog = session.work.catalog()
    let found = try catalog.select(
      try Query(Workspace.unclassifiedQuery), in: catalog.context(session.clock))
    let captures = catalog.captures(found.entries)
    let classifier = Classifier(session.notebook.habits.experience)
    let waiting = captures.map { ($0, classifier.classify($0.textToClassify)) }
    if common.json {
      session.console.line(Self.json(waiting).description)
      if waiting.isEmpty { throw ExitStatus.nothingFound.code }
      return
    }
    guard !captures.isEmpty else {
      throw Failure("nothing-found", "nothing waits", status: .nothingFound)
    }
    guard !session.canAsk else { return try ask(about: captures, session) }
    for (capture, found) in waiting {
      Self.list(capture, found, idWidth: catalog.idWidth, session)
    }
    session.say("`cairn clarify CAPTURE TYPE` settles one.")
  }
}

// MARK: - Asking

extension ClarifyCommand {
  /// Asks about one capture after the other, and writes each answer at once.
  private func ask(about captures: [Capture], _ session: Session) throws {
    guard session.canAsk else {
      throw Failure(
        "type-missing", "say what it is: cairn clarify CAPTURE TYPE", status: .usage)
    }
    defer { session.work.learn() }
    let classifier = Classifier(session.notebook.habits.experience)
    var settled = 0
    asking: for (number, capture) in captures.enumerated() {
      if number > 0 { session.console.say("") }
      if captures.count > 1 {
        let place = "\(number + 1) of \(captures.count)"
        session.console.say(session.console.errorStyled(place, .dim))
      }
      session.console.say(Self.shown(capture, session))
      let found = classifier.classify(capture.textToClassify)
      switch session.askType(found, mayQuit: captures.count > 1) {
      case .type(let type):
        session.show(try session.work.settle(capture, as: type), .write)
        settled += 1
      case .open: continue
      case .quit: break asking
      }
    }
    let open = captures.count - settled
    if open > 0 { session.say("\(open.of("capture")) left open.") }
  }

  /// How many lines of a capture are shown.
  private static let shownLines = 8

  /// The beginning of what a capture says, for whoever is to say what it is.
  private static func shown(_ capture: Capture, _ session: Session) -> String {
    let lines = capture.textToClassify.split(separator: "\n", maxSplits: shownLines)
    let shown = lines.prefix(shownLines).map { line in
      session.console.errorStyled(TerminalText.line(String(line)), .bold)
    }
    return shown.joined(separator: "\n") + (lines.count > shownLines ? "\n…" : "")
  }
}

// MARK: - Listing

extension ClarifyCommand {
  private static func list(
    _ capture: Capture, _ found: Classification, idWidth: Int, _ session: Session
  ) {
    let id = capture.id.map { String($0.prefix(idWidth)) } ?? capture.path.description
    session.console.line(
      TerminalText.line("\(id)  \(capture.title)")
        + (found.candidates.isEmpty ? "" : session.console.styled("  \(found.likeliest)", .dim)))
  }

  private static func json(_ waiting: [(Capture, Classification)]) -> JSONValue {
    JSONDocument.document([
      .init("total", .integer(waiting.count)),
      .init(
        "waiting",
        .array(
          waiting.map { capture, found in
            .object([
              .init("id", JSONValue(capture.id)),
              .init("path", JSONValue(bytes: capture.path.bytes)),
              .init("title", .string(capture.title)),
              .init("candidates", JSONDocument.candidates(of: found)),
            ])
          })),
    ])
  }
}
