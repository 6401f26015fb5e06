import CairnCapture
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
    "Placeholders in front matter need no quotes",
    arguments: [
      ("date: {{date}} # c", "date: 2026-11-21 # c"), ("at: {{time}}", "at: \"10:04\""),
      ("year: {{date:YYYY}}", "year: 2026"), ("name: {{title}}", "name: A b"),
      ("name: {{date}} {{title}}", "name: 2026-11-21 A b"), ("name: x {{title}}", "name: x A b"),
      ("tags: [{{type}}, 'x {{date}}', y]", "tags: [idea, 'x 2026-11-21', y]"),
      ("tags:\n- {{type}} # c\n- y", "tags:\n- idea # c\n- y"),
      ("a: {{b}}\nb:", "a:\nb:"), ("a: {{nope}}", "a: {{nope}}"),
      ("a: {b: {{date}}}", "a: {b: {{date}}}"),
      ("a: {{nope}} {{date}}", "a: \"{{nope}} 2026-11-21\""),
      ("a: '{{nope}} x'", "a: '{{nope}} x'"), ("a: [{{nope}} {{type}}]", "a: [\"{{nope}} idea\"]"),
    ])
  func fillsBareFields(head: String, written: String) {
    let template = CaptureTemplate("---\n\(head)\n---\n{{text}}")
    var new = NewCapture(text: "x")
    new.fields = [("title", TypedValue("A b")), ("type", TypedValue("idea"))]
    #expect(template.filled(with: new, at: TestNotebook.clock) == "---\n\(written)\n---\nx")
  }

  @Test("A field with an unknown placeholder can be used in the body")
  func fillsBodyFromFields() {
    let template = CaptureTemplate("---\na: {{nope}} {{date}}\n---\n{{a}}: {{text}}")
    let text = template.filled(with: NewCapture(text: "x"), at: TestNotebook.clock)
    #expect(text == "---\na: \"{{nope}} 2026-11-21\"\n---\n{{nope}} 2026-11-21: x")
  }

  @Test(
    "An empty first heading gets the title or the first line",
    arguments: [
      ("# \n", nil, "Call Ann", "# Call Ann"),
      ("\n#\n\n## Notes\n", nil, "Call Ann\n\nAt ten.", "\n# Call Ann\n\n## Notes\n\nAt ten."),
      ("# \n{{text}}\n## Next\n", "Ann", "At ten.", "# Ann\nAt ten.\n## Next\n"),
      ("# \n", nil, "- a list", "#\n\n- a list"), ("# \n", nil, "", "# \n\n"),
      ("#  \r\n\r\n## Next\r\n", "Ann", "x", "# Ann\r\n\r\n## Next\n\nx"),
      ("    #\n{{text}}", "Ann", "x", "    #\nx"), ("#tag\n{{text}}", "Ann", "x", "#tag\nx"),
      ("# Log\n", "Ann", "x", "# Log\n\nx"), ("## \n", "Ann", "x", "##\n\nx"),
      ("# \n", nil, String(repeating: "long ", count: 30), nil),
      ("# \n", nil, "Name | Age\n--- | ---\nAda | 36", nil), ("# \n", nil, "Plan\n====\nx", nil),
      ("# \n", nil, "1. eggs\n\n2. milk", nil), ("# \n", nil, "    let x = 1\n\n    x", nil),
      ("# \n", nil, "Run\n\n    make test", "# Run\n\n    make test"),
    ] as [(String, String?, String, String?)])
  func fillsHeadings(body: String, title: String?, text: String, filled: String?) {
    var new = NewCapture(text: text)
    if let title { new.fields = [("title", TypedValue(title))] }
    let found = CaptureTemplate(body).filled(with: new, at: TestNotebook.clock)
    #expect(found.trimmingBlanks == (filled ?? "#\n\n\(text)").trimmingBlanks)
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
