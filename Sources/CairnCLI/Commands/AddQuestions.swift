import CairnCapture
import CairnDocument
import CairnText
import CairnWork

extension Session {
  /// What the person says for a field that a capture must have, asked for until it fits; nil at the
  /// end of input.
  func answer(for field: Schema.Field) -> TypedValue? {
    let question = TerminalText.line("\(field.name) (\(field.wanted)): ")
    while true {
      guard let line = console.ask(question) else {
        console.say("")
        return nil
      }
      let text = String(line.trimmingBlanks)
      if text.isEmpty {
        console.say(
          TerminalText.line("`\(field.name)` is required here; Ctrl-D stops, and keeps the text."))
        continue
      }
      do throws(Diagnostic) {
        let value = try work.typed(text, for: field.name, kind: field.kind)
        _ = try value.value(for: field.name, existing: nil, schema: Schema(fields: [field]))
        return value
      } catch {
        console.say(TerminalText.line(error.message))
      }
    }
  }
}
