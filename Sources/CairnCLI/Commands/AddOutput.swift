import CairnCapture
import CairnDigest
import CairnDocument
import CairnInsight
import CairnNotebook
import CairnText
import CairnWire
import CairnWork

extension Session {
  /// Shows the captures that were added, and the types that were found; in a dry run, what would be
  /// written.
  func show(_ result: AddResult, _ mode: Mode) {
    show(.added(result)) { showText(of: result, mode) }
  }

  private func showText(of result: AddResult, _ mode: Mode) {
    if mode == .dryRun {
      if let asked = result.asked { console.show(asked) }
      show(result.report, .dryRun)
      if result.asked != nil, !result.isSplit { say("1 request would be sent; nothing was.") }
      return
    }
    // What each was found to be stands below it, also if long output goes to a pager.
    if result.isSplit { console.isHeld = false }
    for (capture, added) in zip(result.captures, result.report.changed) { show(added, capture) }
    guard let removed = result.removed else { return }
    say(
      TerminalText.line("Removed \(removed); `cairn undo` brings it back, and takes these away."))
  }

  /// Shows where a capture is, and what was understood of it.
  private func show(_ added: ChangeReport.Changed, _ capture: PendingCapture) {
    let id = added.id ?? "-"
    console.line("\(id)  \(TerminalText.escaped(added.path.description))")
    if let text = explanation(of: capture, id, Document(added.after)) {
      say(TerminalText.line(text))
    }
    for mark in capture.unread {
      say(TerminalText.line("`\(mark)` is not understood, and kept as text."))
    }
  }

  /// What was understood of the text and the options, in sentences; nil if nothing had to be.
  private func explanation(
    of capture: PendingCapture, _ id: String, _ document: Document
  ) -> String? {
    let new = capture.new
    var parts: [String] = []
    if case .found(let type, let maker, let fields) = new.filing {
      let reason = maker.split(separator: " ").last.map(String.init) ?? maker
      parts.append("filed as \(type) (\(reason))")
      // Fields of the shorthand are shown with the shorthand.
      parts += fields.filter { document[$0.key]?.text == $0.text && new.field($0.key) == nil }
        .map { "\($0.key) \($0.text)" }
    }
    if let time = new.time, MachineMark(document[MachineMark.key(for: "due")]) != nil {
      parts.append("due \(work.spelled(time.due))")
      if let rule = time.rule { parts.append("repeat \(rule)") }
    }
    parts += capture.understood
    let found = parts.joined(separator: ", ")
    var sentences = found.isEmpty ? [] : ["\(found.prefix(1).uppercased())\(found.dropFirst())."]
    if let meaning = new.meaning { sentences.append("It means: \(meaning.text)") }
    if capture.isUnclassified {
      let types = capture.finding?.likeliest ?? ""
      sentences.append("Not sure what it is: \(types). `cairn clarify \(id) TYPE` settles it.")
    }
    return sentences.isEmpty ? nil : sentences.joined(separator: " ")
  }
}
