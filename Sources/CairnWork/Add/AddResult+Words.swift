import CairnCapture
import CairnDocument
import CairnInsight
public import CairnNotebook
import CairnText

extension Workspace {
  /// Returns sentences that say what was detected in the text of an added capture. If the capture
  /// is not in its default collection, a sentence also says why. Returns nil if there is nothing to
  /// say.
  ///
  /// - Parameter added: The file that was written for the capture.
  public func explanation(
    of capture: PendingCapture, _ added: ChangeReport.Changed
  ) -> String? {
    let document = Document(added.after)
    let new = capture.new
    var parts: [String] = []
    var fields = new.found
    if case .found(let type, let maker, let found) = new.filing {
      let reason = maker.split(separator: " ").last.map(String.init) ?? maker
      parts.append("filed as \(type) (\(reason))")
      fields = found
    }
    // Fields set by shorthand are omitted here, because `understood` already describes them.
    parts += fields.filter { document[$0.key]?.text == $0.text && new.field($0.key) == nil }
      .map { "\($0.key) \($0.text)" }
    if let time = new.time, MachineMark(document[MachineMark.key(for: "due")]) != nil {
      let assumed = time.assumedHalf.map { " (\($0) assumed)" } ?? ""
      parts.append("due \(spelled(time.due))\(assumed)")
      if let rule = time.rule { parts.append("repeat \(rule)") }
    }
    parts += capture.understood
    let found = parts.joined(separator: ", ")
    var sentences = found.isEmpty ? [] : ["\(found.capitalizedFirst)."]
    if let setback = capture.setback { sentences.append(setback) }
    if let meaning = new.meaning { sentences.append("Meaning: \(meaning.text)") }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }

  /// Returns sentences that say why an added capture is unclassified, and how to set its type. If
  /// the text names a due date, a sentence says that the date is not stored without a type. Returns
  /// nil if the capture is not marked as unclassified.
  ///
  /// - Parameter added: The file that was written for the capture.
  public func missingType(
    of capture: PendingCapture, _ added: ChangeReport.Changed
  ) -> String? {
    guard capture.isUnclassified else { return nil }
    let handle = added.id ?? "\(added.path)".quotedForShell
    let sentences = Silence.sentences(capture.silence, capture.finding, handle: handle)
    guard let words = capture.finding?.due, capture.timeReader(self).due(saidAs: words) != nil
    else { return sentences }
    return sentences + " `\(TerminalText.line(words))` is stored as the due date if the type is "
      + "`action`."
  }
}
