import CairnDigest
import CairnFixtures
import CairnTemplates
import CairnText
import Testing

@Suite("Templates of digests")
struct DigestTemplatesTests {
  @Test("Parts include others, each in the language of all, but never themselves")
  func parts() throws {
    func templates(_ item: String, _ parts: [String: String]) throws -> DigestTemplates {
      try DigestTemplates(.markdown) { name in
        name == "item" ? TemplateSource(item) : parts[name].map { TemplateSource($0) }
      }
    }
    let row = try templates("{{> row}}", ["row": "<{{title}}>{{> end}}", "end": "!\n", "head": ""])
    let text = try digest(
      [capture("# a*b\n")], .markdown, grouping: [], templates: row)
    #expect(text == "<a\\*b>!\n")
    let endless = #expect(throws: Diagnostic.self) {
      try templates("{{> a}}", ["a": "{{> b}}", "b": "x {{> a}}"])
    }
    #expect(endless?.code == "template-endless")
    let unknown = #expect(throws: Diagnostic.self) { try templates("{{> nothing}}", [:]) }
    #expect(unknown?.code == "template-unknown-part")
  }

  @Test(
    "Options of a template are understood, or refused with their place",
    arguments: [
      ("query: type:a\n", nil), ("", nil), ("dates: [created, due]\ntoc: true\n", nil),
      ("grup-by: x\n", "1:1: unknown option `grup-by`; did you mean `group-by`?"),
      ("title: x\ntoc: perhaps\n", "2:6: `toc` must be true or false"),
      ("title: {a: b}\n", "1:1: `title` must be text"),
    ] as [(String, String?)])
  func options(text: String, expected: String?) {
    do throws(Diagnostic) {
      let preset = try DigestPreset(TemplateSource(text))
      #expect(expected == nil)
      if text.hasPrefix("dates") { #expect(preset["dates"] == "created,due") }
    } catch {
      let place = "\(error.location?.line ?? 0):\(error.location?.column ?? 0)"
      #expect("\(place): \(error.message)" == expected)
    }
  }

  @Test(
    "Parts count as the sections around them do",
    arguments: [(99, 0, true), (100, 0, false), (1, 98, true), (1, 99, false), (20_000, 0, false)])
  func deepParts(parts: Int, sections: Int, isFine: Bool) {
    let compile = {
      try DigestTemplates(.text) { name in
        if name == "item" { return TemplateSource("{{#title}}{{> p1}}{{/title}}") }
        guard let number = Int(name.dropFirst()) else { return nil }
        return TemplateSource(
          number < parts
            ? "{{> p\(number + 1)}}"
            : "{{#title}}".times(sections) + "x" + "{{/title}}".times(sections))
      }
    }
    if isFine {
      #expect(throws: Never.self) { try compile() }
    } else {
      let error = #expect(throws: Diagnostic.self) { try compile() }
      #expect(error?.code == "template-too-deep")
      #expect(error?.location != nil)
    }
  }
}

extension String {
  fileprivate func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
