import CairnCapture
import CairnDocument
import CairnNotebook
import CairnTemplates
import CairnText

/// The laws of templates, checked on text as a template for captures and as a template for a line.
struct TemplateLaws {
  private static let clock = LocalClock(now: Instant(seconds: 1_795_251_845)) { _ in 3600 }
  private static let capture = Capture(
    path: .root,
    document: Document(
      Array("---\nid: k7x2m9q4ab\ntags: [a]\ndue: 2026-12-01\nmap: {x: 1}\n---\n# T\ntext\n".utf8)),
    modified: clock.now)

  private let text: String

  init(_ input: [UInt8]) { text = String(decoding: input, as: UTF8.self) }

  func check() {
    checkCapture()
    if let template = try? PrintTemplate(text) {
      _ = template.render(Self.capture, clock: Self.clock)
    }
    let check = TemplateCheck(fields: ["due"], parts: ["row"])
    _ = check.problems(in: TemplateSource(text), places: Set(TemplateVariable.Place.allCases))
  }

  /// Checks that an inserted value is in the result, even if it contains braces.
  private func checkCapture() {
    let template = CaptureTemplate(text)
    _ = template.problems
    var new = NewCapture(text: "said {{date}} {{x}}")
    new.fields = [("title", TypedValue("a: {{b}}"))]
    let filled = template.filled(with: new, at: Self.clock)
    precondition(filled.contains(new.text), "the text is not in what was filled in")
    _ = template.withoutHints(filled)
  }
}
