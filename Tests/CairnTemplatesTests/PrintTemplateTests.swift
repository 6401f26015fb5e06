import CairnFixtures
import CairnTemplates
import CairnText
import Testing

@Suite("A line of one's own per capture")
struct PrintTemplateTests {
  @Test(
    "Names are facts and fields",
    arguments: [
      ("{{id}} {{path}} {{stem}}", "k7x2m9q4ab work/acme/2026-11-21-pay.md 2026-11-21-pay"),
      ("{{collection}}: {{ title }}", "work/acme: Pay the Acme invoice"),
      ("{{score}} {{scoreName}} {{status}} {{due}}", "3 great open 2026-11-30"),
      ("{{type}}\\t{{meaning}}\\n", "action\tAcme must be paid before the month ends.\n"),
      (
        "{{tags}}|{{#tags}}#{{.}}{{^last()}}, {{/last()}}{{/tags}}",
        "finance acme q4|#finance, #acme, #q4"
      ),
      ("{{created}}", "2026-11-21 10:04:05 +01:00"), ("{{updated}}", "2026-11-21T10:04:05+01:00"),
      ("{{Invoice no}} {{{ Größe }}}", "KN-2026-0417 1, 2.5"),
      ("{{author.name}} {{author}}", "Ann name: Ann, born: 1970-01-02"),
      ("[{{nothing}}{{#nothing}}x{{/nothing}}{{^nothing}}-{{/nothing}}]", "[-]"),
      ("{{#due}}due {{due}}{{/due}}", "due 2026-11-30"), ("{{uppercased(status)}}", "OPEN"),
      ("{{! a comment } }}{{snippet}}", "a <b> & c"), ("\\\\n \\x \\", "\\n \\x \\"),
      ("plain } { text", "plain } { text"), ("{{#Größe}}({{.}}){{/Größe}}", "(1)(2.5)"), ("", ""),
    ])
  func names(template: String, line: String) throws {
    let compiled = try PrintTemplate(template)
    #expect(compiled.render(invoice, clock: clock, snippet: "a <b> & c") == line)
  }

  @Test(
    "Four times as many tags take less than ten times as long",
    arguments: [
      "{{#tags}}#{{.}}{{^last()}}, {{/last()}}{{/tags}}", "{{tags}}",
      "{{#tags}}{{.}} {{title}} {{status}} {{gone}}{{/tags}}",
    ])
  func manyTags(template: String) throws {
    let compiled = try PrintTemplate(template)
    let isLinear = (0..<3).contains { _ in
      let times = [2_000, 8_000].map { count in
        let tags = (0..<count).map { "t\($0)" }
        let note = capture(
          "---\ntitle: Many\ntags: [\(tags.joined(separator: ", "))]\n---\n"
            + tags.map { "#b\($0)" }.joined(separator: " "))
        return ThreadTime.measure { _ = compiled.render(note, clock: clock) }
      }
      return times[1] < times[0] * 10
    }
    #expect(isLinear)
  }

  @Test("Nothing is escaped but what the caller escapes")
  func escaping() throws {
    let template = try PrintTemplate("{{title}}\\t{{x}}")
    let note = capture("---\ntitle: \"<a> & \\e[1m\"\nx: [\"\\a\"]\n---\n")
    #expect(template.render(note, clock: clock) == "<a> & \u{1B}[1m\t\u{7}")
    #expect(template.render(note, clock: clock) { TerminalText.escaped($0) } == "<a> & ␛[1m\t␇")
  }

  @Test("The body is as it stands; values are not templates")
  func body() throws {
    let note = capture("---\na: '{{b}}'\nb: 1\n---\nx {{a}}\n")
    #expect(try PrintTemplate("{{a}} {{body}}").render(note, clock: clock) == "{{b}} x {{a}}\n")
  }

  @Test(
    "A template that cannot be read says where",
    arguments: [
      ("{{", 1), ("{{title", 1), ("a\\n{{#tags}}", 2), ("{{/tags}}", 1), ("{{#a}}{{/b}}", 1),
      ("x{{=< >=}}<#a></a>", 1), ("{{>file}}", 1), ("{{<file}}{{/file}}", 1), ("{{$a}}{{/a}}", 1),
      ("{{}}", 1), ("{{%CONTENT_TYPE: NONE}}", 1), ("{{#", 1), ("{{{a}}", 1), ("{{a(b}}", 1),
      ("{{!", 1), ("{{%", 1), ("{{&", 1), ("{{^", 1), ("{{/", 1), ("{", 1),
    ])
  func malformed(template: String, line: Int) throws {
    let error = #expect(throws: Diagnostic.self) { try PrintTemplate(template) }
    #expect(["template-malformed", "template-unknown-part"].contains(error?.code))
    #expect(error?.location?.line == line)
  }

  @Test(
    "What is nested deeper than a hundred levels is refused where it begins to be",
    arguments: [
      ("{{#title}}", "x", "{{/title}}", 10), ("{{^a}}", "x", "{{/a}}", 6),
      ("{{#title}}\n", "x", "{{/title}}", nil),
    ])
  func deep(opening: String, middle: String, closing: String, width: Int?) throws {
    func nested(_ depth: Int) -> String {
      opening.times(depth) + middle + closing.times(depth)
    }
    _ = try PrintTemplate(nested(100)).render(capture("---\ntitle: A\n---\n"), clock: clock)
    for depth in [101, 4000, 100_000] {
      let error = #expect(throws: Diagnostic.self) { try PrintTemplate(nested(depth)) }
      #expect(error?.code == "template-too-deep")
      let place = error?.location
      #expect(place?.line == (width == nil ? 101 : 1))
      #expect(place?.column == (width ?? 0) * 100 + 1)
    }
  }

  @Test("Functions nest a hundred deep, and no deeper", arguments: [100, 101, 10_000])
  func deepFunctions(depth: Int) throws {
    let source = "\n{{" + "uppercased(".times(depth) + "title" + ")".times(depth) + "}}"
    if depth <= 100 {
      let note = capture("---\ntitle: a\n---\n")
      #expect(try PrintTemplate(source).render(note, clock: clock) == "\nA")
    } else {
      let error = #expect(throws: Diagnostic.self) { try PrintTemplate(source) }
      #expect(error?.code == "template-too-deep")
      #expect(error?.location == SourceLocation(line: 2, column: 1))
    }
  }
}

extension String {
  fileprivate func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
