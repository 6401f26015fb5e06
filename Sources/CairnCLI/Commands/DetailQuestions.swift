import CairnCapture
import CairnText
import CairnWork

extension Session {
  /// Shows the detected fields, and lets the person change them. Returns true if the person keeps
  /// them or there are none, false if the person discards them, nil at the end of input.
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
        console.say("Say FIELD=VALUE, as in \(details.keys.last ?? "title")=…; or Enter, or n.")
      }
    }
    console.say("")
    return nil
  }

  /// Asks for the recipient of a gift if it is unknown and the collection does not require it.
  func askRecipient(_ details: inout NewDetails, _ schema: Schema?) {
    guard details.asksRecipient(schema) else { return }
    while let line = console.ask("Whom is it for? Enter leaves it open: ") {
      let text = String(line.trimmingBlanks)
      if text.isEmpty || set("recipient", text, in: &details, schema) { return }
    }
    console.say("")
  }

  private static let detailChoices =
    "Enter keeps these; FIELD=VALUE sets one, FIELD= drops it, n keeps none: "

  private func show(_ details: NewDetails) {
    for field in details.fields {
      console.say(TerminalText.line("  \(field.key.padding(to: 10)) \(field.shown)"))
    }
    let unsaid = details.unsaid.joined(separator: ", ")
    if !unsaid.isEmpty {
      console.say(console.errorStyled(TerminalText.line("  not said: \(unsaid)"), .dim))
    }
  }

  /// Sets a field to the text that was typed. If the text is invalid, says why and returns false.
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

/// An answer about detected fields.
enum DetailChoice: Hashable {
  case keep, stop
  /// A new value for a field; an empty value removes the field.
  case set(String, String)

  /// Parses an answer; nil if it is invalid.
  init?(_ answer: String) {
    let answer = answer.trimmingBlanks
    switch answer.lowercased() {
    case "", "y", "yes": self = .keep
    case "n", "no": self = .stop
    default:
      guard let sign = answer.firstIndex(of: "="), sign > answer.startIndex else { return nil }
      self = .set(
        String(answer[..<sign].trimmingBlanks),
        String(answer[answer.index(after: sign)...].trimmingBlanks))
    }
  }
}
