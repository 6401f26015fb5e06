import CairnCapture
import CairnFixtures
import CairnText
import Testing

@testable import CairnTemplates

@Suite("Rendering templates")
struct TemplateTests {
  private func rendered(
    _ template: String, _ note: Capture = invoice, escaping: Template.Escaping = .text,
    parts: [String: String] = [:]
  ) throws -> String {
    let template = try Template(TemplateSource(template), escaping: escaping) { name in
      parts[name].map { TemplateSource($0) }
    }
    let scope = CaptureScope(note, TemplateSetting(clock: clock))
    return String(decoding: template.render(scope), as: UTF8.self)
  }

  @Test(
    "Values are shown, repeated and left out",
    arguments: [
      ("{{yes}} {{#yes}}y{{/yes}}{{^no}}n{{/no}}", "true yn"),
      ("{{list}}|{{comma(tags)}}|{{tags}}", "1, 2026-01-02, true|a, b|a b"),
      ("{{map}}|{{map.a}}|{{map.a.b}}|{{map.list}}", "a: b: c, list: 1, 2|b: c|c|1, 2"),
      ("{{#map}}{{#a}}{{b}}{{title}}{{/a}}{{/map}}{{^none}}-{{/none}}", "cT-"),
      ("{{#empty}}x{{/empty}}{{^empty}}-{{/empty}}{{#nothing}}x{{/nothing}}", "-"),
      (
        "{{#tags}}{{#first()}}<{{/first()}}{{index()}}{{.}}{{^last()}}, {{/last()}}{{/tags}}",
        "<0a, 1b"
      ),
      ("{{#tags}}{{#even()}}e{{/even()}}{{#odd()}}o{{/odd()}}{{/tags}}", "eo"),
      ("({{last()}}{{#tags}}{{#title}}{{last()}}{{/title}}{{/tags}}{{nosuch()}})", "()"),
      ("{{#count(tags)}}{{.}}{{/count(tags)}}{{^many(tags)}}x{{/many(tags)}}", "2"),
      ("{{field.title}} {{#field}}{{title}}{{/field}}{{field}} {{title.x}}{{tags.x}}", "T T "),
      ("{{#tags}}{{uppercased(.)}}{{.x}}{{/tags}}{{.title}}", "ABT"),
      ("{{Größe (cm)}} {{a.b}}{{*C3}}{{#x}}{{/x}}", "180 star"),
    ])
  func values(template: String, text: String) throws {
    let note = capture(
      """
      ---
      title: T
      tags: [a, b]
      yes: true
      no: false
      list: [1, 2026-01-02, true]
      map: {a: {b: c}, list: [1, 2]}
      empty: {}
      nothing: []
      Größe (cm): 180
      "*C3": star
      ---
      """)
    #expect(try rendered(template, note) == text)
  }

  @Test(
    "A template says itself how values in it are escaped, up to the end of its section",
    arguments: [
      ("{{x}}{{%CONTENT_TYPE: HTML}}{{x}}{{{x}}}", "<&lt;<"),
      ("{{% CONTENT_TYPE :HTML }}\n{{x}}{{%CONTENT_TYPE:TEXT}}{{x}}", "&lt;<"),
      ("{{#x}}{{%CONTENT_TYPE: HTML}}{{x}}{{/x}}{{x}}", "&lt;<"),
      ("{{%CONTENT_TYPE: HTML}}{{#x}}{{x}}{{/x}}{{> p}}{{x}}", "&lt;<&lt;"),
    ])
  func escaping(template: String, text: String) throws {
    let note = capture("---\nx: <\n---\n")
    #expect(try rendered(template, note, parts: ["p": "{{x}}"]) == text)
  }

  @Test(
    "A tag of an unknown kind is refused at its line",
    arguments: [
      "{{##a}}{{/#a}}", "{{{{a}}}}", "{{{#a}}}", "{{{a}}b}}}", "{{a(b}}", "{{a)}}", "{{a(b)c}}",
      "{{a(b(c)}}", "{{%ESCAPING: HTML}}", "{{%CONTENT_TYPE}}", "{{%CONTENT_TYPE: html}}",
    ])
  func unknown(tag: String) {
    for lineEnd in ["\n", "\r\n"] {
      let error = #expect(throws: Diagnostic.self) {
        try rendered("one\(lineEnd)two {{title}} \(tag)\(lineEnd)")
      }
      #expect(error?.code == "template-malformed")
      #expect(error?.location == SourceLocation(line: 2, column: 1))
    }
  }

  @Test("Each name is asked for once")
  func once() throws {
    let template = try Template(
      TemplateSource("{{x}}{{#x}}{{{x}}}{{uppercased(x)}}{{/x}}{{é}}{{e\u{301}}}"),
      escaping: .html)
    let setting = TemplateSetting(clock: clock)
    for text in ["<a>", "b", "c"] {
      var asked = 0
      let scope = CaptureScope(invoice, setting) { _ in
        asked += 1
        return .some(TemplateScalar(text, setting))
      }
      let escaped = text.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      #expect(
        String(decoding: template.render(scope), as: UTF8.self)
          == escaped + text
          + escaped.uppercased().replacing("&LT;", with: "&lt;")
          .replacing("&GT;", with: "&gt;") + escaped + escaped)
      #expect(asked == 3)
    }
  }

  @Test("Several threads may render a template at once")
  func threads() async throws {
    let template = try Template(
      TemplateSource("{{#list}}{{.}}{{^last()}},{{/last()}}{{/list}}{{> p}}"), escaping: .html
    ) { _ in TemplateSource("{{x}}") }
    await withTaskGroup(of: Bool.self) { group in
      for count in 0..<100 {
        group.addTask {
          let setting = TemplateSetting(clock: clock)
          let list = TemplateList(
            elements: (0..<count).map { TemplateScalar($0, setting) }, setting: setting)
          let made = template.render(TemplateScope(["list": list, "x": "<\(count)>"]))
          return String(decoding: made, as: UTF8.self)
            == (0..<count).map(String.init).joined(separator: ",") + "&lt;\(count)&gt;"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
