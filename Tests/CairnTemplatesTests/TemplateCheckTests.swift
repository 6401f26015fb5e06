import CairnTemplates
import CairnText
import Testing

@Suite("Checking templates")
struct TemplateCheckTests {
  private let check = TemplateCheck(fields: ["author", "Invoice no"], parts: ["row"])

  @Test(
    "What is wrong is told with its place",
    arguments: [
      ("{{title}} {{author}} {{Invoice no}} {{field.author}} {{author.name}}", []),
      ("{{#tags}}{{.}}{{^last()}}, {{/last()}}{{/tags}}{{> row}}", []),
      ("{{#fields}}{{name}}: {{value}}{{/fields}}{{month(created)}} {{cut80(title)}}", []),
      ("a\n {{titel}}", ["2:4: there is no variable or field `titel`; did you mean `title`?"]),
      ("{{name}}", ["1:3: there is no variable or field `name`"]),
      (
        "{{#autor}}{{/autor}}",
        ["1:4: there is no variable or field `autor`; did you mean `author`?"]
      ),
      (
        "{{field.autor}}",
        ["1:3: there is no variable or field `autor`; did you mean `author`?"]
      ),
      ("{{mont(created)}}", ["1:3: there is no function `mont`; did you mean `month`?"]),
      ("{{#tags}}{{lst()}}{{/tags}}", ["1:12: there is no function `lst`; did you mean `last`?"]),
      ("{{> rwo}}", ["1:5: there is no part `rwo`; did you mean `row`?"]),
      ("x {{#tags}} y", ["1:3: the section `{{#tags}}` is not closed; add `{{/tags}}`"]),
      ("{{/tags}}", ["1:1: `{{/tags}}` has no matching `{{#tags}}`"]),
      (
        "{{#tags}}{{#due}}{{/tags}}{{/due}}",
        ["1:18: expected `{{/due}}` to close `{{#due}}`, not `{{/tags}}`"]
      ),
      ("{{title", ["1:1: this tag is not closed; add `}}`"]),
      ("{{{title}}", ["1:1: this tag is not closed; add `}}}`"]),
      ("{{}}", ["1:1: this tag has no name"]), ("{{# }}", ["1:1: this tag has no name"]),
      ("{{=<% %>=}}", ["1:1: templates cannot change the delimiters"]),
      (
        "{{<row}}{{/row}}",
        ["1:1: templates do not support blocks (`{{$…}}`) or parents (`{{<…}}`)"]
      ),
      ("{{> ../row}}", ["1:1: the name of a part can contain only letters, digits, `-` and `_`"]),
    ])
  func problems(template: String, expected: [String]) {
    let found = check.problems(in: TemplateSource(template), places: [.item]).map { problem in
      "\(problem.location?.line ?? 0):\(problem.location?.column ?? 0): \(problem.message)"
    }
    #expect(found == expected)
  }

  @Test(
    "A part that includes itself is told with its place",
    arguments: [
      ("a", ["1:7: the part `a` includes itself"]),
      ("b", ["1:7: the part `b` includes itself through `c`"]),
      ("c", ["2:5: the part `c` includes itself through `b`"]), ("d", []), ("item", []),
    ])
  func endless(name: String, expected: [String]) throws {
    let parts = [
      "a": "x {{> a}}", "b": "y {{> c}}", "c": "{{> d}}\n{{> b}}", "d": "z",
      "item": "{{> a}}{{> d}}",
    ]
    let check = TemplateCheck(fields: [String](), parts: Set(parts.keys)) { name in
      parts[name].map { TemplateSource($0) }
    }
    let source = TemplateSource(try #require(parts[name]))
    let found = check.problems(in: source, named: name, places: [.item])
    #expect(
      found.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0): \($0.message)" }
        == expected)
    #expect(found.allSatisfy { $0.code == "template-endless" })
  }

  @Test("Fields are none of a head's")
  func frame() {
    let found = check.problems(in: TemplateSource("{{title}}{{author}}"), places: [.frame])
    #expect(found.map(\.code) == ["template-unknown-variable"])
  }
}
