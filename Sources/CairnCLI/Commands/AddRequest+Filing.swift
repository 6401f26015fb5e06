import CairnCapture
import CairnDigest
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnText

extension AddRequest {
  /// More characters than this are a text of its own and no thought that is one thing: what the
  /// classifier learned from is shorter.
  private static let longest = 400

  /// Whether the capture waits for somebody to say what it is.
  var isWaiting: Bool {
    if case .unsure = new.filing { true } else { false }
  }

  /// Whether it teaches the classifier: a person said what it is.
  var isExample: Bool { new.filing == nil && new.field("type").flatMap(CaptureKind.init) != nil }

  /// Finds out what the capture is, where nothing says it: by its text, and where that is not sure,
  /// by asking whoever can be asked.
  ///
  /// Throws what adding it would throw: nobody is asked about what cannot be kept.
  mutating func findType(_ session: Session) throws {
    let mode = session.notebook.settings["classify.add"]?.text
    guard mode != "off", let text = try session.notebook.textToFile(new),
      text.utf8.count <= Self.longest || text.count <= Self.longest
    else { return }
    let habits = session.notebook.habits
    if habits.isForeign, session.notebook.settings["classify.add"]?.origin == .default { return }
    let found = Classifier(habits.experience).classify(text)
    finding = found
    guard let kind = found.kind else { return }
    if !found.needsClarification(below: session.notebook.settings.threshold) {
      let person = [CaptureKind.action, .person].contains(kind) ? found.person : nil
      new.filing = .found(
        type: kind.rawValue, maker: "cairn \(found.shownConfidence)",
        fields: person.map { [("person", $0)] } ?? [])
      return
    }
    // Words to a picture seldom say what it is, and whoever keeps pictures knows.
    guard new.media.isEmpty, new.field("url") == nil else { return }
    new.filing = .unsure
    guard mode == "ask", session.canAsk, !command.dryRun else { return }
    try saveBeforeAsking(session)
    guard let type = session.askType(found) else { return }
    new.fields.append(("type", TypedValue(type, isText: true)))
    new.filing = nil
    hasAnswers = true
  }
}

extension Settings {
  /// How sure the classifier has to be to be believed, from 0 to 1.
  var threshold: Double { share("classify.threshold") ?? Classifier.threshold }
}

// MARK: - Saying what was done

extension AddRequest {
  /// Says where the capture is, and what it was found to be; in a dry run, what would be written.
  func show(_ report: ChangeReport, _ session: Session) {
    session.note(report)
    if session.options.json {
      let type = report.changed.first.flatMap { Document($0.after)["type"]?.text }
      let others = JSONDocument.filing(finding, as: type, isWaiting: isWaiting)
      session.console.line(JSONDocument.changes(report, others: others).description)
    } else if command.dryRun {
      session.show(report, .dryRun)
    } else if let added = report.changed.first {
      let id = added.id ?? "-"
      session.console.line("\(id)  \(TerminalText.escaped(added.path.description))")
      if let text = explanation(id, Document(added.after)) {
        session.say(TerminalText.line(text))
      }
    }
  }

  /// What was understood of the text, in a sentence; nil where nothing had to be.
  private func explanation(_ id: String, _ document: Document) -> String? {
    switch new.filing {
    case nil: nil
    case .unsure:
      "Not sure what it is: \(finding?.likeliest ?? ""). `cairn clarify \(id) TYPE` settles it."
    case .found(let type, _, let fields):
      "Filed as \(type) (\(finding?.shownConfidence ?? ""))"
        + fields.filter { document[$0.key]?.text == $0.text }
        .map { ", \($0.key) \($0.text)" }.joined() + "."
    }
  }
}

extension Classification {
  /// The two likeliest types, for people: `idea or fact`.
  var likeliest: String { candidates.prefix(2).map(\.kind.rawValue).joined(separator: " or ") }
}
