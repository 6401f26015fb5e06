import CairnCapture
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnText

extension Workspace {
  /// Returns a sentence about a change of a capture's type. It lists the fields that were set from
  /// the text, and the detected fields that were removed. Returns nil if there are none.
  func explanation(ofChange capture: Capture, to changed: Document) -> String? {
    let keys = ["person", "birthday", "due", "repeat"] + NewDetails.markedKeys
    let found = keys.compactMap { key -> String? in
      guard capture[key] == nil, let text = changed[key]?.text else { return nil }
      if key == "due" { return "due \(spelled(text))\(assumption(about: text, of: capture))" }
      return "\(key) \(NewDetails.Field(key: key, value: text).shown)"
    }
    let lost = keys.filter { capture[$0] != nil && changed[$0] == nil }
    let removed = lost.isEmpty ? "" : "removed \(lost.joined(separator: ", "))"
    let sentences = [found.joined(separator: ", "), removed].filter { !$0.isEmpty }
    return sentences.isEmpty
      ? nil : sentences.map { "\($0.capitalizedFirst)." }.joined(separator: " ")
  }

  /// Returns ` (a.m. assumed)` or ` (p.m. assumed)` if Cairn assumed one of them for a due time;
  /// otherwise an empty string.
  private func assumption(about due: String, of capture: Capture) -> String {
    let words = Classifier().due(in: capture.textToClassify, timeReader.language)
    guard let time = time(words, of: capture), time.due == due, let half = time.assumedHalf else {
      return ""
    }
    return " (\(half) assumed)"
  }
}
