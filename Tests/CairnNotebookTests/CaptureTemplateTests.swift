import CairnText
import Testing

@testable import CairnNotebook

@Suite struct CaptureTemplateTests {
  @Test(
    "A field becomes a date only if it consists of the placeholder alone",
    arguments: [
      ("{{date}}", "2026-11-21"), ("{{ date }}", "2026-11-21"),
      ("{{date}} kickoff", "\"2026-11-21 kickoff\""),
      ("{{date}}: kickoff", "\"2026-11-21: kickoff\""),
      ("on {{date}}", "\"on 2026-11-21\""), ("{{date}}{{date}}", "\"2026-11-212026-11-21\""),
    ])
  func fillsDates(value: String, written: String) {
    let template = CaptureTemplate("---\nplan: \"\(value)\"\n---\n")
    let text = template.filled(with: NewCapture(text: "x"), at: TestNotebook.clock)
    #expect(text == "---\nplan: \(written)\n---\nx")
  }
}
