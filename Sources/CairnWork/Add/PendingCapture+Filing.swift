import CairnCapture
import CairnInsight
import CairnNotebook
import CairnProvider

extension PendingCapture {
  /// Whether the capture is saved without a type because its type is uncertain or not detected.
  public var isUnclassified: Bool {
    switch new.filing {
    case .unsure, .undetected: true
    case .found, nil: false
    }
  }

  /// The name to record for the program that determined the type: a provider's name, or `cairn`.
  private var finder: String { provided == nil ? "cairn" : asked?.provider.name ?? "cairn" }

  /// Whether the classifier learns from this capture. True if a person passed a type that the
  /// classifier can detect.
  var isExample: Bool { new.filing == nil && new.field("type").flatMap(CaptureKind.init) != nil }

  /// Determines the type if no person passed one, the person in the text, and the time at which an
  /// action is due.
  ///
  /// Throws the errors that adding the text would throw, so that nobody is asked about text that
  /// cannot be added.
  ///
  /// - Returns: The likely types if a person has to choose one; otherwise nil.
  mutating func findType(_ work: Workspace) throws -> Classification? {
    let mode = work.notebook.settings["classify.add"]?.text
    lacksType = false
    silence = nil
    new.found = []
    guard let said = try work.notebook.textToFile(new), case let text = said.text else {
      return nil
    }
    lacksType = said.type == nil
    guard mode != "off", provided != nil || !isFilled else { return nil }
    let isRead = provided != nil || !Silence.isTooLong(text)
    if let type = said.type {
      if isRead {
        findPerson(in: text, of: type, work)
        findTime(in: text, of: type, work)
      }
      return nil
    }
    guard isRead else { return saveUndetected(.length, work) }
    let habits = work.habits
    if provided == nil, opinion == nil, habits.isForeign,
      work.notebook.settings["classify.add"]?.origin == .default
    {
      return saveUndetected(.habits, work)
    }
    // Only an action can have the fields `due` and `repeat`.
    let isAction = ["due", "repeat"].contains { new.field($0)?.isEmpty == false }
    if !isAction, provided == nil, let label = EntryDetails.label(of: text) {
      lacksType = false
      new.filing = .found(type: "entry", maker: "cairn \(label)", fields: [])
      return nil
    }
    let found = provided ?? Classifier(habits.experience).classify(text, opinion)
    finding = found
    if isAction {
      file(text, as: .action, "cairn due", found, work)
      return nil
    }
    guard let kind = found.kind else { return saveUndetected(.language, work) }
    if !found.needsClarification(below: work.notebook.settings.threshold) {
      file(text, as: kind, "\(finder) \(found.shownConfidence)", found, work)
      findTime(in: text, of: kind.rawValue, work)
      return nil
    }
    new.filing = marksUnclassified(work) ? .unsure : nil
    // Text that accompanies a picture or an address seldom reveals the type.
    guard mode == "ask", work.context.canAsk, !isDryRun, new.media.isEmpty,
      new.field("url") == nil
    else { return nil }
    try saveBeforeAsking(work)
    return found
  }

  /// If the settings request it, marks the capture as unclassified and records the reason. Always
  /// returns nil, which means that nobody is asked for the type.
  private mutating func saveUndetected(
    _ reason: Silence, _ work: Workspace
  ) -> Classification? {
    guard marksUnclassified(work) else { return nil }
    silence = reason
    new.filing = .undetected
    return nil
  }

  /// Returns whether captures without a detected type are marked, so that they are listed until a
  /// person sets their type.
  func marksUnclassified(_ work: Workspace) -> Bool {
    work.notebook.settings.isOn("classify.unclassified")
  }

  /// Sets the type `kind`, which `maker` (a provider or `cairn`) determined. For the types `action`
  /// and `person`, also sets the field `person` to the person named in the text. For the type
  /// `person`, also sets the field `birthday`.
  private mutating func file(
    _ text: String, as kind: CaptureKind, _ maker: String, _ found: Classification,
    _ work: Workspace
  ) {
    lacksType = false
    new.filing = .found(
      type: kind.rawValue, maker: maker,
      fields: work.aboutPerson(found.person, in: text, of: kind))
  }

  /// Sets the fields about the person that the text names. Does nothing if captures of the type have
  /// no person.
  private mutating func findPerson(in text: String, of type: String, _ work: Workspace) {
    guard let kind = CaptureKind(rawValue: type.lowercased()) else { return }
    // A name ends at the end of a line: the title is a line of its own.
    let lines = text.split(whereSeparator: \.isNewline).lazy.map(String.init)
    let found = lines.compactMap { Classifier().classify($0, as: kind).person }.first
    let name = provided?.person ?? found
    new.found = work.aboutPerson(name, in: text, of: kind)
  }

  /// Sets the due time and the repeat rule that the text names. Does nothing if `type` is not
  /// `action`.
  private mutating func findTime(in text: String, of type: String, _ work: Workspace) {
    guard type.lowercased() == CaptureKind.action.rawValue,
      let words = provided?.due ?? Classifier().due(in: text, work.timeReader.language),
      let phrase = timeReader(work).due(saidAs: words)
    else { return }
    new.time = FoundTime(
      due: phrase.due, rule: phrase.rule.map(\.description), assumedHalf: phrase.assumedHalf)
  }

  /// Returns a reader that interprets times such as `tomorrow` relative to the time when the text
  /// was written. This time is the field `created` or, without one, the creation time of the
  /// capture that is being split. If both are missing, it is the present time.
  func timeReader(_ work: Workspace) -> TimeReader {
    let written = new.field("created").flatMap { FieldTime($0) } ?? origin?.created
    return written.map(work.reader(asOf:)) ?? work.timeReader
  }
}
