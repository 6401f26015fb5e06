import CairnCapture
import CairnText
import CairnWork

extension Session {
  /// Shows the fields that were read of a line, and lets the person change them; false where none of them
  /// are to be kept, nil at the end of input. Asks nothing where none were read.
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

  /// Asks whom a gift is for, where nothing says that and the collection does not ask for it anyway.
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

  /// Sets one of the fields to a value as typed; if it does not fit, says why and returns false.
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

/// What a person wants done with fields that were read.
enum DetailChoice: Hashable {
  case keep, stop
  /// Another value for a field; an empty one drops it.
  case set(String, String)

  /// Reads an answer; nil where it is none.
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
