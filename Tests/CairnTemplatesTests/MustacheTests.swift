import CairnCapture
import CairnFixtures
import CairnText
import Testing

@testable import CairnTemplates

/// A row for each case of the Mustache specification 1.4 (github.com/mustache/spec, MIT licence) that
/// templates here have, in the order of its files, with values of our own.
@Suite("The Mustache specification")
struct MustacheTests {
  /// One case: its title in the specification, a template, front matter, what is rendered, and parts.
  struct Row: Sendable, CustomTestStringConvertible {
    let title: String
    let template: String
    let data: String
    let expected: String
    let parts: [String: String]

    init(
      _ title: String, _ template: String, _ data: String = "", _ expected: String,
      parts: [String: String] = [:]
    ) {
      self.title = title
      self.template = template
      self.data = data
      self.expected = expected
      self.parts = parts
    }

    var testDescription: String { title }
  }

  private func check(_ row: Row) throws {
    let template = try Template(TemplateSource(row.template), escaping: .html) { name in
      row.parts[name].map { TemplateSource($0) }
    }
    let note = capture("---\n\(row.data)\n---\n", at: "note.md")
    let made = template.render(CaptureScope(note, TemplateSetting(clock: clock)))
    #expect(String(decoding: made, as: UTF8.self) == row.expected)
  }

  // MARK: - interpolation

  private static let interpolation: [Row] = [
    Row("No Interpolation", "A {plain} line, } and {\n", "", "A {plain} line, } and {\n"),
    Row("Basic Interpolation", "Dear {{who}},\n", "who: Ann", "Dear Ann,\n"),
    Row("HTML Escaping", "<{{x}}>", "x: '& \" < > '''", "<&amp; &quot; &lt; &gt; &#39;>"),
    Row("Triple Mustache", "<{{{x}}}>", "x: '& \" < >'", "<& \" < >>"),
    Row("Ampersand", "<{{&x}}>", "x: '& \" < >'", "<& \" < >>"),
    Row("Basic Integer Interpolation", "{{n}} km", "n: 12", "12 km"),
    Row("Triple Mustache Integer Interpolation", "{{{n}}} km", "n: 12", "12 km"),
    Row("Ampersand Integer Interpolation", "{{&n}} km", "n: 12", "12 km"),
    // Numbers stay as the file has them.
    Row("Basic Decimal Interpolation", "{{n}} km", "n: 3.50", "3.50 km"),
    Row("Triple Mustache Decimal Interpolation", "{{{n}}} km", "n: 3.50", "3.50 km"),
    Row("Ampersand Decimal Interpolation", "{{&n}} km", "n: 3.50", "3.50 km"),
    Row("Basic Null Interpolation", "({{x}})", "x: null", "()"),
    Row("Triple Mustache Null Interpolation", "({{{x}}})", "x: null", "()"),
    Row("Ampersand Null Interpolation", "({{&x}})", "x: null", "()"),
    Row("Basic Context Miss Interpolation", "({{none}})", "", "()"),
    Row("Triple Mustache Context Miss Interpolation", "({{{none}}})", "", "()"),
    Row("Ampersand Context Miss Interpolation", "({{&none}})", "", "()"),
    Row(
      "Dotted Names - Basic Interpolation", "{{a.b}} {{#a}}{{b}}{{/a}}", "a: {b: <x>}",
      "&lt;x&gt; &lt;x&gt;"),
    Row(
      "Dotted Names - Triple Mustache Interpolation", "{{{a.b}}} {{#a}}{{{b}}}{{/a}}",
      "a: {b: <x>}", "<x> <x>"),
    Row(
      "Dotted Names - Ampersand Interpolation", "{{&a.b}} {{#a}}{{&b}}{{/a}}", "a: {b: <x>}",
      "<x> <x>"),
    Row(
      "Dotted Names - Arbitrary Depth", "{{a.b.c.d.e}}", "a: {b: {c: {d: {e: deep}}}}", "deep"),
    Row("Dotted Names - Broken Chains", "({{a.b.c}})", "a: {x: 1}", "()"),
    Row(
      "Dotted Names - Broken Chain Resolution", "({{a.b.c.n}})", "a: {b: {x: 1}}\nc: {n: no}",
      "()"),
    Row(
      "Dotted Names - Initial Resolution", "{{#a}}{{b.c.n}}{{/a}}",
      "a: {b: {c: {n: right}}}\nb: {c: {n: wrong}}", "right"),
    Row(
      "Dotted Names - Context Precedence", "({{#a}}{{b.c}}{{/a}})",
      "a: {b: {x: 1}}\nb: {c: wrong}", "()"),
    Row("Dotted Names are never single keys", "({{a.b}})", "a.b: wrong", "()"),
    Row("Dotted Names - No Masking", "{{a.b}}", "a.b: wrong\na: {b: right}", "right"),
    Row(
      "Dotted Names - Leading Dot", "{{#a}}({{.n}}){{/a}}{{#b}}({{.n}}){{/b}}",
      "a: {x: 1}\nb: {n: right}\nn: wrong", "()(right)"),
    Row(
      "Implicit Iterators - Basic Interpolation", "{{#list}}{{.}},{{/list}}", "list: [a, 2, <]",
      "a,2,&lt;,"),
    Row(
      "Implicit Iterators - Triple Mustache", "{{#list}}{{{.}}},{{/list}}", "list: [<, '\"']",
      "<,\","),
    Row("Implicit Iterators - Ampersand", "{{#list}}{{&.}}{{/list}}", "list: [<, '\"']", "<\""),
    Row("Interpolation - Surrounding Whitespace", "| {{x}} |", "x: ---", "| --- |"),
    Row("Triple Mustache - Surrounding Whitespace", "| {{{x}}} |", "x: ---", "| --- |"),
    Row("Ampersand - Surrounding Whitespace", "| {{&x}} |", "x: ---", "| --- |"),
    Row("Interpolation - Standalone", "  {{x}}\n", "x: ---", "  ---\n"),
    Row("Triple Mustache - Standalone", "  {{{x}}}\n", "x: ---", "  ---\n"),
    Row("Ampersand - Standalone", "  {{&x}}\n", "x: ---", "  ---\n"),
    Row("Interpolation With Padding", "|{{ \tx }}|", "x: ---", "|---|"),
    Row("Triple Mustache With Padding", "|{{{ x\t}}}|", "x: ---", "|---|"),
    Row("Ampersand With Padding", "|{{& x }}|", "x: ---", "|---|"),
    Row("Values are not templates", "{{x}}", "x: '{{y}}'\ny: no", "{{y}}"),
  ]

  @Test("Variables", arguments: interpolation)
  func variables(row: Row) throws { try check(row) }

  // MARK: - sections and inverted

  private static let sections: [Row] = [
    Row("Truthy", "({{#yes}}shown{{/yes}})", "yes: true", "(shown)"),
    Row("Falsey", "({{#no}}hidden{{/no}})", "no: false", "()"),
    Row("Null is falsey", "({{#x}}hidden{{/x}})", "x: null", "()"),
    Row("Context", "{{#a}}Hi {{n}}.{{/a}}", "a: {n: Ann}", "Hi Ann."),
    Row(
      "Parent contexts", "{{#s}}{{a}}, {{b}}, {{c.d}}{{/s}}",
      "a: one\nb: wrong\ns: {b: two}\nc: {d: three}", "one, two, three"),
    Row("Variable test", "{{#x}}{{.}} is {{x}}{{/x}}", "x: it", "it is it"),
    Row(
      "List Contexts",
      "{{#as}}{{#bs}}{{a.low}}{{b}}.{{#cs}}{{a.up}}{{b}}{{c}}.{{/cs}}{{/bs}}{{/as}}",
      "as: [{a: {up: A, low: a}, bs: [{b: 1, cs: [{c: x}, {c: y}]}]}]", "a1.A1x.A1y."),
    Row(
      "Deeply Nested Contexts",
      """
      {{#a}}
      {{one}}
      {{#b}}
      {{one}}{{two}}{{one}}
      {{#c.d}}
      {{one}}{{two}}{{three}}{{two}}{{one}}
      {{#three}}
      {{two}}{{.}}4{{.}}{{two}}
      {{/three}}
      {{one}}{{two}}{{three}}
      {{/c.d}}
      {{one}}{{two}}
      {{/b}}
      {{one}}
      {{/a}}

      """, "a: {one: 1}\nb: {two: 2}\nc: {d: {three: 3}}",
      "1\n121\n12321\n23432\n123\n12\n1\n"),
    Row("List", "{{#list}}{{n}}{{/list}}", "list: [{n: 1}, {n: 2}, {n: 3}]", "123"),
    Row("Empty List", "({{#list}}hidden{{/list}})", "list: []", "()"),
    Row("Strings Not Lists", "({{#x}}once{{/x}})", "x: abc", "(once)"),
    Row(
      "Doubled", "{{#yes}}\n* one\n{{/yes}}\n* {{two}}\n{{#yes}}\n* three\n{{/yes}}\n",
      "yes: true\ntwo: 2", "* one\n* 2\n* three\n"),
    Row("Nested (Truthy)", "|a {{#x}}b {{#x}}c{{/x}} d{{/x}} e|", "x: true", "|a b c d e|"),
    Row("Nested (Falsey)", "|a {{#x}}b {{#x}}c{{/x}} d{{/x}} e|", "x: false", "|a  e|"),
    Row("Context Misses", "({{#none}}hidden{{/none}})", "", "()"),
    Row("Implicit Iterator - String", "{{#list}}({{.}}){{/list}}", "list: [a, b]", "(a)(b)"),
    Row("Implicit Iterator - Integer", "{{#list}}({{.}}){{/list}}", "list: [1, 2]", "(1)(2)"),
    Row("Implicit Iterator - Decimal", "{{#list}}({{.}}){{/list}}", "list: [1.5]", "(1.5)"),
    Row(
      "Implicit Iterator - Array", "{{#list}}({{#.}}{{.}}{{/.}}){{/list}}",
      "list: [[1, 2], [a, b]]", "(12)(ab)"),
    Row(
      "Implicit Iterator - HTML Escaping", "{{#list}}({{.}}){{/list}}", "list: ['&']",
      "(&amp;)"),
    Row("Implicit Iterator - Triple mustache", "{{#list}}{{{.}}}{{/list}}", "list: ['&']", "&"),
    Row("Implicit Iterator - Ampersand", "{{#list}}{{&.}}{{/list}}", "list: ['&']", "&"),
    Row("Dotted Names - Truthy", "({{#a.b.c}}shown{{/a.b.c}})", "a: {b: {c: true}}", "(shown)"),
    Row("Dotted Names - Falsey", "({{#a.b.c}}hidden{{/a.b.c}})", "a: {b: {c: false}}", "()"),
    Row("Dotted Names - Broken Chains", "({{#a.b.c}}hidden{{/a.b.c}})", "a: {x: 1}", "()"),
    Row("Surrounding Whitespace", " | {{#x}}\t|\t{{/x}} | \n", "x: true", " | \t|\t | \n"),
    Row(
      "Internal Whitespace", " | {{#x}} {{! blanks }}\n {{/x}} | \n", "x: true",
      " |  \n  | \n"),
    Row("Indented Inline Sections", " {{#x}}A{{/x}}\n {{#x}}B{{/x}}\n", "x: true", " A\n B\n"),
    Row("Standalone Lines", "|\n{{#x}}\n||\n{{/x}}\n|||\n", "x: true", "|\n||\n|||\n"),
    Row(
      "Indented Standalone Lines", "|\n  {{#x}}\n||\n\t{{/x}} \t\n|||\n", "x: true",
      "|\n||\n|||\n"),
    Row("Standalone Line Endings", "|\r\n{{#x}}\r\n{{/x}}\r\n|", "x: true", "|\r\n|"),
    Row("Standalone Without Previous Line", "  {{#x}}\n#{{/x}}\n/", "x: true", "#\n/"),
    Row("Standalone Without Newline", "#{{#x}}\n/\n  {{/x}}", "x: true", "#\n/\n"),
    Row("Padding", "|{{# x }}={{/ x\t}}|", "x: true", "|=|"),
    Row("Standalone behind a section", "{{#x}}a\n{{/x}}\n  {{#x}}\nb\n{{/x}}\n", "x: 1", "a\nb\n"),
    Row("Blanks at the end are text", "{{#x}}\na\n{{/x}}\n  ", "x: 1", "a\n  "),
  ]

  @Test("Sections", arguments: sections)
  func plainSections(row: Row) throws { try check(row) }

  private static let inverted: [Row] = [
    Row("Falsey", "({{^no}}shown{{/no}})", "no: false", "(shown)"),
    Row("Truthy", "({{^yes}}hidden{{/yes}})", "yes: true", "()"),
    Row("Null is falsey", "({{^x}}shown{{/x}})", "x: null", "(shown)"),
    Row("Context", "({{^a}}Hi {{n}}.{{/a}})", "a: {n: Ann}", "()"),
    Row("List", "({{^list}}{{n}}{{/list}})", "list: [{n: 1}, {n: 2}]", "()"),
    Row("Empty List", "({{^list}}none{{/list}})", "list: []", "(none)"),
    Row(
      "Doubled", "{{^no}}\n* one\n{{/no}}\n* {{two}}\n{{^no}}\n* three\n{{/no}}\n",
      "no: false\ntwo: 2", "* one\n* 2\n* three\n"),
    Row("Nested (Falsey)", "|a {{^x}}b {{^x}}c{{/x}} d{{/x}} e|", "x: false", "|a b c d e|"),
    Row("Nested (Truthy)", "|a {{^x}}b {{^x}}c{{/x}} d{{/x}} e|", "x: true", "|a  e|"),
    Row("Context Misses", "({{^none}}shown{{/none}})", "", "(shown)"),
    Row("Dotted Names - Truthy", "({{^a.b.c}}hidden{{/a.b.c}})", "a: {b: {c: true}}", "()"),
    Row("Dotted Names - Falsey", "({{^a.b.c}}shown{{/a.b.c}})", "a: {b: {c: false}}", "(shown)"),
    Row("Dotted Names - Broken Chains", "({{^a.b.c}}shown{{/a.b.c}})", "a: {x: 1}", "(shown)"),
    Row("Surrounding Whitespace", " | {{^x}}\t|\t{{/x}} | \n", "x: false", " | \t|\t | \n"),
    Row(
      "Internal Whitespace", " | {{^x}} {{! blanks }}\n {{/x}} | \n", "x: false",
      " |  \n  | \n"),
    Row(
      "Indented Inline Sections", " {{^x}}A{{/x}}\n {{^x}}B{{/x}}\n", "x: false", " A\n B\n"),
    Row("Standalone Lines", "|\n{{^x}}\n||\n{{/x}}\n|||\n", "x: false", "|\n||\n|||\n"),
    Row(
      "Standalone Indented Lines", "|\n  {{^x}}\n||\n\t{{/x}} \t\n|||\n", "x: false",
      "|\n||\n|||\n"),
    Row("Standalone Line Endings", "|\r\n{{^x}}\r\n{{/x}}\r\n|", "x: false", "|\r\n|"),
    Row("Standalone Without Previous Line", "  {{^x}}\n^{{/x}}\n/", "x: false", "^\n/"),
    Row("Standalone Without Newline", "^{{^x}}\n/\n  {{/x}}", "x: false", "^\n/\n"),
    Row("Padding", "|{{^ x }}={{/ x }}|", "x: false", "|=|"),
  ]

  @Test("Inverted sections", arguments: inverted)
  func invertedSections(row: Row) throws { try check(row) }

  // MARK: - comments

  private static let comments: [Row] = [
    Row("Inline", "one{{! words }}two", "", "onetwo"),
    Row("Multiline", "one{{!\n  several\n  lines\n}}two\n", "", "onetwo\n"),
    Row("Standalone", "one\n{{! words }}\ntwo\n", "", "one\ntwo\n"),
    Row("Indented Standalone", "one\n  {{! words }}\ntwo\n", "", "one\ntwo\n"),
    Row("Standalone Line Endings", "|\r\n{{! words }}\r\n|", "", "|\r\n|"),
    Row("Standalone Without Previous Line", "  {{! words }}\n!", "", "!"),
    Row("Standalone Without Newline", "!\n  {{! words }}", "", "!\n"),
    Row("Multiline Standalone", "one\n{{!\nlines\n}}\ntwo\n", "", "one\ntwo\n"),
    Row("Indented Multiline Standalone", "one\n  {{!\n    lines\n  }}\ntwo\n", "", "one\ntwo\n"),
    Row("Indented Inline", "  one {{! words }}\n", "", "  one \n"),
    Row("Surrounding Whitespace", "one {{! words }} two", "", "one  two"),
    Row("Variable Name Collision", "({{! x }}{{!x}})", "'! x': no\n'!x': no\n x: no", "()"),
  ]

  @Test("Comments", arguments: comments)
  func remarks(row: Row) throws { try check(row) }

  // MARK: - partials

  private static let partials: [Row] = [
    Row("Basic Behavior", "({{>p}})", "", "(from p)", parts: ["p": "from p"]),
    Row("Context", "({{>p}})", "x: it", "(*it*)", parts: ["p": "*{{x}}*"]),
    Row(
      "Nested", "{{>outer}}", "a: hello\nb: world", "*hello world!*",
      parts: ["outer": "*{{a}} {{>inner}}*", "inner": "{{b}}!"]),
    Row("Surrounding Whitespace", "| {{>p}} |", "", "| \t|\t |", parts: ["p": "\t|\t"]),
    Row(
      "Inline Indentation", "  {{x}}  {{> p}}\n", "x: '|'", "  |  >\n>\n",
      parts: ["p": ">\n>"]),
    Row("Standalone Line Endings", "|\r\n{{>p}}\r\n|", "", "|\r\n>|", parts: ["p": ">"]),
    Row(
      "Standalone Without Previous Line", "  {{>p}}\n>", "", "  >\n  >>", parts: ["p": ">\n>"]),
    Row(
      "Standalone Without Newline", ">\n  {{>p}}", "", ">\n  >\n  >", parts: ["p": ">\n>"]),
    Row(
      "Standalone Indentation", "\\\n {{>p}}\n/\n", "x: \"<\\n->\"",
      "\\\n |\n <\n->a <\n->\n |\n/\n", parts: ["p": "|\n{{{x}}}a {{{x}}}\n|\n"]),
    Row("Padding Whitespace", "|{{> p }}|", "", "|[]|", parts: ["p": "[]"]),
    Row(
      "Every line of a part is indented, also those of a list", "  {{> p}}\n.", "list: [a, b]",
      "  -\n  a\n  b\n  \n    x\n    y\n.",
      parts: ["p": "-\n{{#list}}\n{{.}}\n{{/list}}\n\n  {{> q}}\n", "q": "x\ny\n"]),
    Row(
      "A part within a line is not indented", "  {{> p}}\n.", "", "  -x\ny\n.",
      parts: ["p": "-{{> q}}\n", "q": "x\ny"]),
    Row("A part without lines has nothing to indent", "  {{> p}}\n.", "", ".", parts: ["p": ""]),
  ]

  @Test("Parts", arguments: partials)
  func parts(row: Row) throws { try check(row) }

  // MARK: - What templates here do not have

  @Test(
    "What could surprise whoever reads a template is refused",
    arguments: [
      ("delimiters: Pair Behavior", "{{=<% %>=}}(<%x%>)", "template-malformed"),
      ("delimiters: Pair with Padding", "|{{= @   @ =}}|", "template-malformed"),
      ("inheritance: Default", "{{$title}}Default{{/title}}", "template-malformed"),
      ("inheritance: Overridden content", "{{<p}}{{/p}}", "template-malformed"),
      ("partials: Failed Lookup", "({{>none}})", "template-unknown-part"),
      ("partials: Recursion", "{{>node}}", "template-endless"),
    ])
  func refused(title: String, template: String, code: String) {
    let error = #expect(throws: Diagnostic.self) {
      try Template(TemplateSource(template), escaping: .html) { name in
        name == "node" ? TemplateSource("{{x}}<{{#nodes}}{{>node}}{{/nodes}}>") : nil
      }
    }
    #expect(error?.code == code)
  }
}
