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

  @Test(
    "Text above the front matter of a template becomes the beginning of the body",
    arguments: [
      ("Hi\n---\ndue: x\n---\n", "---\ndue: x\n---\nHi\n"),
      ("\n---\ndue:\ntags: [a]\n---\nEnd\n", "---\ndue:\ntags: [a]\n---\nEnd\n"),
      ("A\n\n---\nB\n---\ndue: x\n---\nC", "---\ndue: x\n---\nA\n\n---\nB\n\nC\n"),
      ("---\ndue: x\n---\nHi", nil), ("Hi\n---\nother: x\n---\n", nil),
      ("Hi\n---\ndue: [\n---\n", nil), ("Hi\n---\ndue: x\n", nil), ("Hi\n+++\ndue = 1\n+++\n", nil),
      ("", nil),
    ] as [(String, String?)])
  func movesFrontMatter(text: String, moved: String?) {
    let template = CaptureTemplate("---\ntype: action\ndue:\ntags: []\n---\n{{text}}\n")
    #expect(template.withFrontMatterFirst(text) == moved ?? text)
    #expect(CaptureTemplate("{{text}}\n").withFrontMatterFirst(text) == text)
  }
}
