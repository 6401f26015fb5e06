import CairnCapture
import CairnMarkup
import CairnText
import Testing

@testable import CairnDigest

@Suite("Templates that are filled from what they made before")
struct TemplateOutlinesTests {
  /// Captures of many shapes, some of the same.
  private static let captures = [
    invoice,
    capture(
      "---\ntype: action\nstatus: open\ndue: 2026-11-30\n---\n# Pay <it>\n\nNow & \"then\".\n"),
    capture("---\ntype: action\nstatus: done\ndue: 2026-10-30\n---\n# Sow ’n mow\n\nLater.\n"),
    capture("---\ntype: action\nstatus: open\ndue: 2026-10-30\ntags: [a]\n---\n# Late\n"),
    capture("---\nscore: 0\ntags: [a, '<b>', c]\nlist: [1, 2026-01-02, true]\nyes: true\n---\nx\n"),
    capture("---\nscore: 2\ntags: [d, e, f]\nlist: [x, y, z]\nyes: false\n---\ny\n"),
    capture("---\nlist: []\nmap: {}\nlines: |\n  a\n  b\n---\n"),
    capture("---\nlist: ''\nmap: {a: {b: <c>}, list: [[1], 2]}\nlines: |+\n  a\n\n\n---\n#t #u\n"),
    capture(
      "---\nlines: \"a\\r\\n\"\nauthor: \"\u{10FFFC}2&\u{10FFFD}\"\nid: \"{{title}}\"\n---\n[[Sarah]]\n"
    ),
    capture(
      "---\nlines: \"\\n\"\nauthor: \"\u{10FFFC}2&amp;\\n\"\nimages: [a.png, b.png]\n---\n![](c.png)\n"
    ),
    capture("", at: "x.md"), capture("- [ ] a\n", at: "ü/x & y.md"),
  ]

  private static let templates = [
    "", "{{", "text", "{{title}} {{{title}}} {{&title}}", "{{#type}}[{{type}}|{{.}}]{{/type}}",
    "{{#tags}}{{#first()}}<{{/first()}}{{.}}{{^last()}}, {{/last()}}{{/tags}}{{^tags}}none{{/tags}}",
    "{{tags}} {{comma(tags)}} {{{count(tags)}}} {{first(tags)}} {{s(tags)}} {{#many(tags)}}m{{/many(tags)}}",
    "{{list}}{{#list}}({{.}}{{{index()}}}{{#even()}}e{{/even()}}){{/list}}{{^list}}no{{/list}}",
    "{{map}} {{map.a.b}} {{{map.a}}} {{#map}}{{a}}{{#a}}{{b}}{{title}}{{/a}}{{/map}}{{^map}}-{{/map}}",
    "{{#map}}{{#list}}{{#.}}<{{.}}>{{/.}}{{/list}}{{/map}}",
    "{{yes}} {{#yes}}y{{/yes}}{{^yes}}n{{/yes}}",
    "{{field.list}} {{#field}}{{type}}{{lines}}{{/field}}{{field}}", "{{author}}{{{author}}}{{id}}",
    "{{long(due)}} {{relative(due)}} {{uppercased(cut3(title))}} {{stars(score)}} {{month(title)}}",
    "{{#due}}{{#isOverdue}}late {{/isOverdue}}{{due}}{{/due}}{{isOverdue}}",
    "{{lines.x}}{{tags.elements}}",
    "{{html}}|{{{html}}}|{{markdown}}|{{{text}}}", "{{#html}}{{{.}}}{{{html}}}{{/html}}",
    "{{#images}}{{address}} {{name}} {{title}} {{{picture}}}{{anchor}}{{/images}}{{images}}{{cover}}",
    "{{#fields}}{{name}}={{value}} {{{linked(value)}}};{{/fields}}{{#hasFields}}+{{/hasFields}}",
    "{{%CONTENT_TYPE: TEXT}}\n{{title}}{{#tags}}{{.}}{{/tags}}",
    "{{%CONTENT_TYPE: HTML}}\n{{title}}",
    "a\n  {{> part}}\nb\n", "{{> part}}{{#tags}}\n    {{> part}}\n{{/tags}}\n",
    "\u{10FFFC}1&\u{10FFFD}{{title}}", "{{> marked}}{{title}}",
    "{{nothing}}{{#nothing}}x{{/nothing}}",
    "{{created}} {{level}} {{signs}} {{number}} {{anchor}} {{path}}\n{{source}}\n",
    "{{#tags}}{{#tags}}{{#tags}}{{#tags}}{{.}}{{title}}{{/tags}}{{/tags}}{{/tags}}{{/tags}}",
  ]

  private static func part(_ name: String) -> TemplateSource? {
    switch name {
    case "part":
      TemplateSource("{{lines}}{{{lines}}}\n{{title}}\n{{#tags}}\n{{.}}\n{{/tags}}\n{{body}}")
    case "marked": TemplateSource("\u{10FFFC}2&\u{10FFFD}")
    default: nil
    }
  }

  private func scope(_ capture: Capture, _ format: DigestFormat, _ number: Int) -> CaptureScope {
    let options = DigestOptions(title: "Notes", clock: clock)
    let writer = ItemWriter(
      options: options, format: format, fileAddress: { $0.description },
      target: { _, link in NotePath(link.target) }, shown: DigestPictures(), places: DigestPlaces(),
      level: 2, title: { _ in nil })
    let item = DigestPlan.Item(
      number: number, key: "c-\(number)", place: number + 1, anchor: "c-\(number)")
    return writer.scope(of: capture, item)
  }

  private func check(_ template: Template, _ format: DigestFormat) {
    for round in 0..<3 {
      for (number, capture) in Self.captures.enumerated() {
        let made = String(
          decoding: template.render(scope(capture, format, number + round)), as: UTF8.self)
        #expect(made == template.rendered(scope(capture, format, number + round)))
      }
    }
  }

  @Test("Any template makes of any capture what the library makes", arguments: templates)
  func agree(source: String) throws {
    for (escaping, format) in [(Template.Escaping.html, DigestFormat.html), (.text, .markdown)] {
      guard
        let template = try? Template(
          TemplateSource(source), escaping: escaping, partials: Self.part)
      else {
        #expect(source == "{{")
        continue
      }
      check(template, format)
    }
  }

  @Test("So do those that come with Cairn", arguments: DigestFormat.allCases)
  func builtIn(format: DigestFormat) throws {
    let library = TemplateLibrary()
    for entry in library.entries where entry.kind == .digest {
      let part = { (name: String) in library.part(name, of: entry.name, format) }
      let source = try #require(part("item"))
      check(
        try Template(source, escaping: format == .html ? .html : .text, partials: part), format)
    }
  }

  @Test("Each name is asked for once")
  func once() throws {
    let template = try Template(
      TemplateSource("{{x}}{{#x}}{{{x}}}{{uppercased(x)}}{{/x}}"), escaping: .html)
    var asked = 0
    for text in ["<a>", "b", "c"] {
      let setting = TemplateSetting(clock: clock)
      let scope = CaptureScope(invoice, setting) { _ in
        asked += 1
        return .some(TemplateScalar(text, setting))
      }
      let made = String(decoding: template.render(scope), as: UTF8.self)
      #expect(
        made.hasSuffix(
          text + text.uppercased().replacing("<", with: "&lt;").replacing(">", with: "&gt;")))
    }
    #expect(asked == 3)
  }

  @Test("What asks for very much, or differs each time, is made all the same")
  func limits() throws {
    let setting = TemplateSetting(clock: clock)
    let template = try Template(TemplateSource("{{#x}}{{.}},{{/x}}"), escaping: .html)
    for count in [3, 2000, 5, 1000, 30] + Array(0..<300) {
      let list = TemplateList(
        elements: (0..<count).map { TemplateScalar($0, setting) }, setting: setting)
      let made = template.render(TemplateScope(["x": list]))
      #expect(String(decoding: made, as: UTF8.self) == (0..<count).map { "\($0)," }.joined())
    }
  }
}
