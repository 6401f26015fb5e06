import CairnCapture
import CairnDigest
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnProvider
import CairnText
import CairnWork

extension AddRequest {
  /// More characters than this are a text of its own and no thought that is one thing: what the
  /// classifier learned from is shorter.
  private static let longest = 400

  /// Whether the capture waits for somebody to say what it is.
  var isWaiting: Bool {
    if case .unsure = new.filing { true } else { false }
  }

  /// Who found what the text is.
  private var finder: String { provided == nil ? "cairn" : asked?.provider.name ?? "cairn" }

  /// Whether it teaches the classifier: a person said what it is.
  var isExample: Bool { new.filing == nil && new.field("type").flatMap(CaptureKind.init) != nil }

  /// Finds out what the capture is, where nothing says it: by its text, and where that is not sure,
  /// by asking whoever can be asked.
  ///
  /// Throws what adding it would throw: nobody is asked about what cannot be kept.
  mutating func findType(_ session: Session) throws {
    let mode = session.notebook.settings["classify.add"]?.text
    guard mode != "off", let said = try session.notebook.textToFile(new), case let text = said.text,
      provided != nil || text.utf8.count <= Self.longest || text.count <= Self.longest
    else { return }
    if let type = said.type { return findTime(in: text, of: type, session) }
    let habits = session.notebook.habits
    if provided == nil, habits.isForeign,
      session.notebook.settings["classify.add"]?.origin == .default
    {
      return
    }
    let found = provided ?? Classifier(habits.experience).classify(text)
    finding = found
    // Who says when it is due says that it is to be done.
    if new.field("due") != nil || new.field("repeat") != nil {
      return file(text, as: .action, "cairn due", found, session)
    }
    guard let kind = found.kind else { return }
    if !found.needsClarification(below: session.notebook.settings.threshold) {
      file(text, as: kind, "\(finder) \(found.shownConfidence)", found, session)
      return findTime(in: text, of: kind.rawValue, session)
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
    findTime(in: text, of: type, session)
  }

  /// Files it as what `maker` found, with the person whom its text names.
  private mutating func file(
    _ text: String, as kind: CaptureKind, _ maker: String, _ found: Classification,
    _ session: Session
  ) {
    let isAbout = [CaptureKind.action, .person].contains(kind)
    let person = isAbout ? session.work.person(found.person, in: text) : nil
    new.filing = .found(
      type: kind.rawValue, maker: maker, fields: person.map { [("person", $0)] } ?? [])
  }

  /// Finds out when an action is due, by what its text says.
  private mutating func findTime(in text: String, of type: String, _ session: Session) {
    guard type.lowercased() == CaptureKind.action.rawValue,
      let words = provided?.due ?? Classifier().due(in: text),
      let phrase = timeReader(session).due(saidAs: words)
    else { return }
    new.time = FoundTime(due: phrase.due, rule: phrase.rule.map(\.description))
  }

  /// Reads times as they were meant when the text was written: a piece is as old as the capture that it
  /// is cut from.
  func timeReader(_ session: Session) -> TimeReader {
    let written = new.field("created").flatMap { FieldTime($0) } ?? origin?.created
    return written.map(session.work.reader(asOf:)) ?? session.work.timeReader
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
    if session.options.json {
      let others = members(of: Document(report.changed.first?.after ?? [])) + providerMembers
      session.console.line(JSONDocument.changes(report, others: others).description)
    } else if command.dryRun {
      if let asked { session.console.show(asked) }
      session.show(report, .dryRun)
      if asked != nil { session.say("1 request would be sent; nothing was.") }
    } else if let added = report.changed.first {
      show(added, session)
    }
  }

  /// What a capture was filed by, for JSON.
  func members(of added: Document) -> [JSONValue.Member] {
    JSONDocument.filing(
      finding, as: added["type"]?.text, due: added["due"]?.text, isWaiting: isWaiting)
  }

  /// Says where the capture is, and what it was found to be.
  func show(_ added: ChangeReport.Changed, _ session: Session) {
    let id = added.id ?? "-"
    session.console.line("\(id)  \(TerminalText.escaped(added.path.description))")
    if let text = explanation(id, Document(added.after), session) {
      session.say(TerminalText.line(text))
    }
    for mark in unread {
      session.say(TerminalText.line("`\(mark)` is not understood, and kept as text."))
    }
  }

  /// What a provider was asked, for scripts; nothing where none was.
  private var providerMembers: [JSONValue.Member] {
    guard let asked else { return [] }
    if !asked.isSent { return [asked.member] }
    return [.init("meaning", JSONValue(new.meaning?.text)), asked.member]
  }

  /// What was understood of the text and the options, in sentences; nil where nothing had to be.
  private func explanation(_ id: String, _ document: Document, _ session: Session) -> String? {
    var parts: [String] = []
    if case .found(let type, let maker, let fields) = new.filing {
      let reason = maker.split(separator: " ").last.map(String.init) ?? maker
      parts.append("filed as \(type) (\(reason))")
      // What a mark says is said with the marks.
      parts += fields.filter { document[$0.key]?.text == $0.text && new.field($0.key) == nil }
        .map { "\($0.key) \($0.text)" }
    }
    if let time = new.time, MachineMark(document[MachineMark.key(for: "due")]) != nil {
      parts.append("due \(session.work.spelled(time.due))")
      if let rule = time.rule { parts.append("repeat \(rule)") }
    }
    parts += understood
    let found = parts.joined(separator: ", ")
    var sentences = found.isEmpty ? [] : ["\(found.prefix(1).uppercased())\(found.dropFirst())."]
    if let meaning = new.meaning { sentences.append("It means: \(meaning.text)") }
    if isWaiting {
      sentences.append(
        "Not sure what it is: \(finding?.likeliest ?? ""). `cairn clarify \(id) TYPE` settles it.")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}

extension Classification {
  /// The two likeliest types, for people: `idea or fact`.
  var likeliest: String { candidates.prefix(2).map(\.kind.rawValue).joined(separator: " or ") }
}
