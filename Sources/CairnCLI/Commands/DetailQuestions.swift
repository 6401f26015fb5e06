import CairnCapture
import CairnConsole
import CairnScreens
import CairnTerminal
import CairnText
import CairnWork

extension Session {
  /// Shows the detected fields, and lets the user change them. Returns true if the user keeps them
  /// or there are none, false if the user discards them, and nil at the end of input.
  func approve(_ details: inout NewDetails, _ schema: Schema?) -> Bool? {
    guard !details.fields.isEmpty else { return true }
    show(details)
    while let line = console.ask(Self.detailChoices) {
      switch DetailChoice(line) {
      case .keep: return true
      case .stop: return false
      case .set(let key, let text):
        if set(key, text, in: &details, schema) { show(details) }
      case nil:
        console.say(
          "Type FIELD=VALUE, such as \(details.keys.last ?? "title")=…, or type n, or press Enter.")
      }
    }
    console.say("")
    return nil
  }

  /// Asks for the recipient of a gift if the recipient is unknown and the schema does not require a
  /// recipient.
  func askRecipient(_ details: inout NewDetails, _ schema: Schema?) {
    guard details.asksRecipient(schema) else { return }
    while let line = console.ask("Who is the gift for? Enter skips: ") {
      let text = String(line.trimmingBlanks)
      if text.isEmpty || set("recipient", text, in: &details, schema) { return }
    }
    console.say("")
  }

  private static let detailChoices =
    "Enter keeps these fields; or type FIELD=VALUE to set a field, FIELD= to remove a field, "
    + "n to remove all: "

  private func show(_ details: NewDetails) {
    for field in details.fields {
      console.say(TerminalText.line("  \(field.key.padding(to: 10)) \(field.shown)"))
    }
    let missingKeys = details.missingKeys.joined(separator: ", ")
    if !missingKeys.isEmpty {
      console.say(console.errorStyled(TerminalText.line("  not found: \(missingKeys)"), .dim))
    }
  }

  /// Sets a field to the text that the user typed. If the text is invalid, shows the reason and
  /// returns false.
  private func set(
    _ key: String, _ text: String, in details: inout NewDetails, _ schema: Schema?
  ) -> Bool {
    do throws(Diagnostic) {
      try work.set(key, text, in: &details, schema)
      return true
    } catch {
      console.say(TerminalText.line(error.message))
      return false
    }
  }
}
