import CairnConsole
package import CairnNotebook
import CairnProvider
import CairnText
import CairnWire
package import CairnWork

extension Screen {
  /// Shows the captures that were added, with their detected types. In a dry run, shows the changes
  /// that would be made.
  ///
  /// - Parameter saysMissingType: Whether to say which captures have no type, and why.
  package func show(_ result: AddResult, _ mode: Mode, saysMissingType: Bool = true) {
    show(.added(result)) { showText(of: result, mode, saysMissingType) }
  }

  /// Says which of the captures that were added have no type, and why.
  package func sayMissingType(of result: AddResult) {
    if isJSON { return }
    for (capture, added) in zip(result.captures, result.report.changed) {
      if let text = work.missingType(of: capture, added) { say(TerminalText.line(text)) }
    }
  }

  private func showText(of result: AddResult, _ mode: Mode, _ saysMissingType: Bool) {
    if mode == .dryRun {
      if let asked = result.asked { console.show(asked) }
      show(result.report, .dryRun)
      if result.asked != nil, !result.isSplit { say("1 request would be sent; nothing was sent.") }
      return
    }
    // Without a pager, the explanation of each capture appears directly below the capture.
    if result.isSplit { console.isHeld = false }
    for (capture, added) in zip(result.captures, result.report.changed) {
      let missing = saysMissingType ? work.missingType(of: capture, added) : nil
      show(added, capture, missing)
    }
    if let asked = result.asked, asked.failure != nil, !result.isSplit,
      let added = result.report.changed.first
    {
      let handle = added.id ?? work.handle(at: added.path)
      work.context.tell(
        .hint(
          "the capture is saved; to ask the provider again, run "
            + "`cairn meaning \(handle) --provider \(asked.provider.name)`"))
    }
    guard let removed = result.removed else { return }
    say(
      TerminalText.line(
        "Removed \(removed). To restore it and remove the new captures, run `cairn undo`."))
  }

  /// Shows the id and path of an added capture, and what Cairn detected in its text. `missing` says
  /// why it has no type.
  private func show(
    _ added: ChangeReport.Changed, _ capture: PendingCapture, _ missing: String?
  ) {
    let id = added.id ?? "-"
    console.line("\(id)  \(TerminalText.escaped(added.path.description))")
    let texts = [work.explanation(of: capture, added), missing].compactMap(\.self)
    if !texts.isEmpty { say(TerminalText.line(texts.joined(separator: " "))) }
    for mark in capture.unread where !(mark.hasPrefix("due:") && capture.new.time != nil) {
      say(TerminalText.line("`\(mark)` was not understood; it stays in the text."))
    }
  }
}
