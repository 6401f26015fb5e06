import CairnCapture
import CairnInsight
import CairnNotebook
import CairnProvider

extension PendingCapture {
  /// The most characters of a text whose type is found: the classifier learned from shorter ones.
  private static let longest = 400

  /// Whether its type is not certain, so that it is saved without one.
  public var isUnclassified: Bool {
    if case .unsure = new.filing { true } else { false }
  }

  /// The machine that found the type.
  private var finder: String { provided == nil ? "cairn" : asked?.provider.name ?? "cairn" }

  /// Whether it teaches the classifier: a person passed the type.
  var isExample: Bool { new.filing == nil && new.field("type").flatMap(CaptureKind.init) != nil }

  /// Finds the type if nothing names it, and the time at which an action is due.
  ///
  /// Throws what adding it would throw: nobody is asked about a text that cannot be added.
  ///
  /// - Returns: the types that it may have, if that is not certain and a person is to say which.
  mutating func findType(_ work: Workspace) throws -> Classification? {
    let mode = work.notebook.settings["classify.add"]?.text
    guard mode != "off", let said = try work.notebook.textToFile(new), case let text = said.text,
      provided != nil || text.utf8.count <= Self.longest || text.count <= Self.longest
    else { return nil }
    if let type = said.type {
      findTime(in: text, of: type, work)
      return nil
    }
    let habits = work.notebook.habits
    if provided == nil, habits.isForeign,
      work.notebook.settings["classify.add"]?.origin == .default
    {
      return nil
    }
    let found = provided ?? Classifier(habits.experience).classify(text)
    finding = found
    // Who says when it is due says that it is to be done.
    if new.field("due") != nil || new.field("repeat") != nil {
      file(text, as: .action, "cairn due", found, work)
      return nil
    }
    guard let kind = found.kind else { return nil }
    if !found.needsClarification(below: work.notebook.settings.threshold) {
      file(text, as: kind, "\(finder) \(found.shownConfidence)", found, work)
      findTime(in: text, of: kind.rawValue, work)
      return nil
    }
    // Words to a picture seldom say what it is, and whoever keeps pictures knows.
    guard new.media.isEmpty, new.field("url") == nil else { return nil }
    new.filing = .unsure
    guard mode == "ask", work.context.canAsk, !isDryRun else { return nil }
    try saveBeforeAsking(work)
    return found
  }

  /// Gives it the type that `maker` found, and the person that its text names.
  private mutating func file(
    _ text: String, as kind: CaptureKind, _ maker: String, _ found: Classification,
    _ work: Workspace
  ) {
    let isAbout = [CaptureKind.action, .person].contains(kind)
    let person = isAbout ? work.person(found.person, in: text) : nil
    new.filing = .found(
      type: kind.rawValue, maker: maker, fields: person.map { [("person", $0)] } ?? [])
  }

  /// Finds the time at which an action is due, by its text.
  private mutating func findTime(in text: String, of type: String, _ work: Workspace) {
    guard type.lowercased() == CaptureKind.action.rawValue,
      let words = provided?.due ?? Classifier().due(in: text),
      let phrase = timeReader(work).due(saidAs: words)
    else { return }
    new.time = FoundTime(due: phrase.due, rule: phrase.rule.map(\.description))
  }

  /// Reads times as they were meant when the text was written: a piece is as old as the capture that it is
  /// cut from.
  func timeReader(_ work: Workspace) -> TimeReader {
    let written = new.field("created").flatMap { FieldTime($0) } ?? origin?.created
    return written.map(work.reader(asOf:)) ?? work.timeReader
  }
}
