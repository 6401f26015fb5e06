import CairnFixtures
import Testing

@testable import CairnMarkup

/// What HTML shows beyond GitHub Flavored Markdown: marked words, links of tags, folded callouts
/// and highlighted code.
@Suite("Rich HTML") struct RichTests {
  private func html(_ text: String, isRich: Bool = true) -> String {
    var options = HTMLOptions()
    options.isRich = isRich
    if isRich { options.tagPage = { $0 == "none" ? nil : "tagged/\($0).html" } }
    return Markup(text).html(options, resolve: { $0.target == "a" ? "a.html" : nil })
  }

  /// The content of the only paragraph.
  private func paragraph(_ text: String) -> String {
    html(text).replacing("<p dir=\"auto\">", with: "").replacing("</p>\n", with: "")
  }

  @Test(
    "Marked words",
    arguments: [
      ("==a==", "<mark>a</mark>"), ("x ==a *b* c== y", "x <mark>a <em>b</em> c</mark> y"),
      ("*==a== b*", "<em><mark>a</mark> b</em>"),
      ("(==a==), ==b==", "(<mark>a</mark>), <mark>b</mark>"),
      ("==a\nb==", "<mark>a\nb</mark>"), ("==重要==です", "<mark>重要</mark>です"),
      ("==a [[a]]==", "<mark>a <a href=\"a.html\">a</a></mark>"),
      // Not marked: signs within words, with blanks beside them, in code, alone, or across elements.
      ("a==b==c", "a==b==c"), ("a == b == c", "a == b == c"), ("`==a==`", "<code>==a==</code>"),
      ("==a", "==a"), ("===a===", "===a==="), ("==a *b==*", "==a <em>b==</em>"),
      ("*==a* b==", "<em>==a</em> b=="), ("====", "===="),
    ])
  func marked(_ text: String, _ expected: String) {
    #expect(paragraph(text) == expected)
  }

  @Test(
    "Simple elements in raw HTML are shown",
    arguments: [
      ("<kbd>Ctrl</kbd>+<KBD>*C*</KBD>", "<kbd>Ctrl</kbd>+<kbd><em>C</em></kbd>"),
      ("H<sub>2</sub>O<br>a<br/>b<BR />c", "H<sub>2</sub>O<br />a<br />b<br />c"),
      ("x <b>a <i>b</i></b>", "x <b>a <i>b</i></b>"),
      ("x ==a <u>b</u>==", "x <mark>a <u>b</u></mark>"),
      // Shown as text: other elements, attributes, tags without a partner, and overlaps.
      ("x <a>b</a>", "x &lt;a&gt;b&lt;/a&gt;"), ("x <b id=c>d</b>", "x &lt;b id=c&gt;d&lt;/b&gt;"),
      ("x <b>a", "x &lt;b&gt;a"), ("x </b>a", "x &lt;/b&gt;a"),
      ("x <b>*a</b>*", "x &lt;b&gt;<em>a&lt;/b&gt;</em>"),
      ("x <b>a <i>b</b></i>", "x <b>a &lt;i&gt;b</b>&lt;/i&gt;"),
      ("x ==a <b>c== d</b>", "x <mark>a &lt;b&gt;c</mark> d&lt;/b&gt;"),
      ("x <script>a</script>", "x &lt;script&gt;a&lt;/script&gt;"),
    ])
  func elements(_ text: String, _ expected: String) {
    #expect(paragraph(text) == expected)
  }

  @Test(
    "Formulas are found, and no markup is read within them",
    arguments: [
      ("a $x_1*y_1*z$ b", ["x_1*y_1*z"]), ("the $n$th, ($m$)", ["n", "m"]),
      ("$a\\$b$ and $$c$d$$", ["a\\$b", "c$d"]), ("> $$\n> a\n> = b\n> $$", ["a\n= b"]),
      ("- $$\n  a \\\\\n  > 0\n  $$\n- b", ["a \\\\\n> 0"]), ("$$a\\\nb$$\n# c", ["a\\\nb"]),
      ("| $a\\|b$ | $c$ |\n|-|-|", ["a\\|b", "c"]),
      ("$P(A|B)$\n\n|a|\n|-|\n\n$|a|$", ["P(A|B)", "|a|"]),
      ("# $a$\r\n\r\n$$a\r\n---\r\nb$$", ["a", "a\n---\nb"]),
      ("$[0, 1)$, $(0, 1]$ [$a$](b)", ["[0, 1)", "(0, 1]", "a"]),
      ("$[[1, 2], [3, 4]]$", ["[[1, 2], [3, 4]]"]), ("$$\na\n- b\n+ c\n$$", ["a\n- b\n+ c"]),
      ("-\t$$\n\ta\n\t$$\n\nb", ["a"]), ("1. > $$a\n   > b$$", []), ("$[[a]]$ [[b$c$]]", []),
      // Prices, variables, code, addresses, and signs without a partner.
      ("$5 and $6, US$5 and A$", []), ("5$ and 6$", []), ("`$a` and `b$`, `$a$`", []),
      ("$a\n\nb$", []),
      ("$5/$6 $ a$ $$ $$ $$$a$$$", []), ("    $a$\n\n```\n$$\nb\n$$\n```", []),
      ("$a\\", []), ("<b c=\"$a$\"> [x](y$a$z)", []), ("\\$a$", []), ("$", []), ("$$a", []),
    ])
  func formulas(_ text: String, _ expected: [String]) {
    let bytes = Array(text.utf8)
    let markup = Markup(bytes, body: 0..<bytes.count, readsMath: true)
    #expect(markup.formulas.map(\.tex) == expected)
    #expect(Markup(text).formulas.isEmpty)
    // Whatever is hidden comes back, and the lines of the tree stay those of the file.
    #expect(markup.links == Markup(text).links)
  }

  @Test(
    "Dollar signs that are not formulas never hide list items, rows, fences or links",
    arguments: [
      "- Apple ($AAPL)\n- Google ($GOOG)", "Apple ($AAPL)\n# Google ($GOOG)", "$a\rb.$",
      "|a|b|\n|-|-|\n| Apple ($AAPL) | 3 |\n| Google ($GOOG) | 4 |", "$A | a.$\n-|-",
      "> | a | b |\r\n> |:-|-:|\r\n> | $A | a.$ |", "|a|b|\n|-|-|\n| $$a | b.$$ |",
      "~~~\necho $x\n~~~\ncosts (a$)", "~~~\n$$\n~~~\n$$\na",
      "[A ($AAPL)](a.md) vs [B ($GOOG)](b.md)", "[A $AAPL](a.md) vs [B .$](b.md)",
      "[A $AAPL][a] vs [B .$][a]\n\n[a]: b.md", "($A) [B .$ c](b.md)", "$A [[b]] .$",
      "$A [[b.$c]]", "$A[^1] .$\n\n[^1]: b", "$A https://a.b/?c=$d",
      "**Apple ($AAPL)** and **Google ($GOOG)**", "$5 to $10",
      "- $$\n- $$", "- a\n  $$\n- $$", "> - $$ a\n> - b $$", "a $$\n- b $$", "$$ a\n- b\n- c $$",
      "$$\n- a\n- b $$", "$$ a\n1. b $$", "$$ a\n> b $$", "$$\n# a\n$$", "$$\n##\n$$",
      "$$\n|a|\n|-|\n$$",
    ])
  func notFormulas(_ text: String) {
    let bytes = Array(text.utf8)
    let markup = Markup(bytes, body: 0..<bytes.count, readsMath: true)
    #expect(markup.formulas.isEmpty)
    #expect(markup.html() == Markup(text).html())
  }

  @Test("Formulas are shown as written, or as safe MathML")
  func math() throws {
    let bytes = Array("a $x*y*z$\n\n$$\n<b>\n$$".utf8)
    let markup = Markup(bytes, body: 0..<bytes.count, readsMath: true)
    #expect(
      markup.html() == """
        <p dir="auto">a <span class="math" dir="ltr">$x*y*z$</span></p>
        <p dir="auto"><span class="math block" tabindex="0" dir="ltr">$$&lt;b&gt;$$</span>

        </p>

        """)
    var options = HTMLOptions()
    let math = try #require(MathML(in: "<math><mi>x</mi></math>"))
    options.formulas[markup.formulas[0]] = math
    #expect(
      markup.html(options).hasPrefix(
        "<p dir=\"auto\">a <span class=\"math\" dir=\"ltr\"><math><mi>x</mi></math></span></p>\n"))
  }

  @Test(
    "MathML is read from the output of a program, and loses whatever could load or run something",
    arguments: [
      ("<p>1</p><p><math xmlns=\"x\"><mi>a</mi></math></p>", "<math><mi>a</mi></math>"),
      (
        "<math display=\"block\" style=\"x\" onclick=\"y\"><mspace width=\"1em\"/></math>",
        "<math display=\"block\"><mspace width=\"1em\"/></math>"
      ),
      ("<math><mi href=\"javascript:a\" xlink:href=\"b\">a</mi></math>", "<math><mi>a</mi></math>"),
      ("<math><mtext>&lt;script&gt;</mtext></math>", "<math><mtext>&lt;script&gt;</mtext></math>"),
      ("<math><script>a</script></math>", nil), ("<math><mi></math>", nil),
      ("<math></mi></math>", nil), ("<math><!-- a --></math>", nil),
      ("<math><mi a=b></mi></math>", nil),
      ("<math></math><math></math>", nil), ("<span>$a$</span>", nil),
      ("<math><annotation-xml><svg></svg></annotation-xml></math>", nil),
      ("<math><MI>a</MI></math>", nil), ("</math><math>", nil),
    ])
  func mathML(_ output: String, _ expected: String?) {
    #expect(MathML(in: output[...])?.html == expected)
  }

  @Test("Marks never overlap other elements, whatever the signs")
  func markLaw() {
    var chance = SystemRandomNumberGenerator()
    let pieces = [
      "==", "a", " ", "*", "[x](y)", "`", "\n", "> ", "[!tip] ", "\n\n", "- ", "=", "_", "<b>",
      "</b>",
      "<kbd>", "</kbd>", "<br>", "$",
    ]
    for _ in 0..<2000 {
      let text = (0..<12).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
      var open: [Substring] = []
      for tag in html(text).matches(of: /<(\/?)([a-z0-9]+)[^>]*?(\/?)>/) where tag.3.isEmpty {
        if tag.1.isEmpty {
          open.append(tag.2)
        } else {
          #expect(open.popLast() == tag.2, "\(text.debugDescription)")
        }
      }
      #expect(open.isEmpty, "\(text.debugDescription)")
    }
  }

  @Test(
    "Tags lead to their pages",
    arguments: [
      ("a #b c", "a <a class=\"tag\" href=\"tagged/b.html\">#b</a> c"),
      ("#a/b", "<a class=\"tag\" href=\"tagged/a/b.html\">#a/b</a>"),
      ("*#b*", "<em><a class=\"tag\" href=\"tagged/b.html\">#b</a></em>"),
      ("#none #12 x#b `#b`", "#none #12 x#b <code>#b</code>"),
      ("[t #b](https://a.b)", "<a href=\"https://a.b\" rel=\"noopener noreferrer\">t #b</a>"),
      ("==a #b==", "<mark>a <a class=\"tag\" href=\"tagged/b.html\">#b</a></mark>"),
    ])
  func tags(_ text: String, _ expected: String) {
    #expect(paragraph(text) == expected)
  }

  @Test("Callouts fold if a sign says so")
  func callouts() {
    #expect(
      html("> [!tip]- A *b*\n> c") == """
        <details class="callout" data-callout="tip" dir="auto">
        <summary class="callout-title">A <em>b</em></summary>
        <p dir="auto">c</p>
        </details>

        """)
    #expect(
      html("> [!tip]+\n> c").hasPrefix(
        "<details class=\"callout\" data-callout=\"tip\" dir=\"auto\" open>"))
    #expect(html("> [!tip]\n> c").hasPrefix("<blockquote"))
    #expect(html("> [!tip]- a", isRich: false).hasPrefix("<blockquote"))
    // A mark does not begin in a title that ends without it.
    #expect(html("> [!tip] ==a\n> b==").contains("mark") == false)
  }

  @Test(
    "Code",
    arguments: [
      ("swift", "let x = 1 // one", "<k>let</k> x = <n>1</n> <c>// one</c>"),
      ("swift", "\"a \\\" b\" as Any", "<s>\"a \\\" b\"</s> <k>as</k> Any"),
      ("swift", "a /* b\nc */ d", "a <c>/* b\nc */</c> d"),
      (
        "python", "def f(x): # it's\n  return '''a\nb'''",
        "<k>def</k> f(x): <c># it's</c>\n  <k>return</k> <s>'''a\nb'''</s>"
      ),
      ("js", "const a = `b\n${c}`", "<k>const</k> a = <s>`b\n${c}`</s>"),
      (
        "c++", "#include <x>\nint a = 0x1F;",
        "<k>#include</k> &lt;x&gt;\n<k>int</k> a = <n>0x1F</n>;"
      ),
      ("bash", "if a#b; then # c", "<k>if</k> a#b; <k>then</k> <c># c</c>"),
      ("sql", "SELECT a -- b\nFrom c", "<k>SELECT</k> a <c>-- b</c>\n<k>From</k> c"),
      ("yaml", "a-b: \"c: d\" # e", "<k>a-b</k>: <s>\"c: d\"</s> <c># e</c>"),
      ("json", "{\"a\": [1, true]}", "{<k>\"a\"</k>: [<n>1</n>, <k>true</k>]}"),
      ("toml", "a.b = 'c'", "<k>a.b</k> = <s>'c'</s>"),
      ("html", "<p class=\"a\">don't</p>", "&lt;p <k>class</k>=<s>\"a\"</s>&gt;don't&lt;/p&gt;"),
      ("css", "a:hover { color: red }", "<k>a</k>:hover { <k>color</k>: red }"),
      ("diff", "-a\n+b\n c", "<n>-a\n</n><s>+b\n</s> c"),
      ("rust", "let c = 'x'; fn f<'a>() {}", "<k>let</k> c = 'x'; <k>fn</k> f&lt;'a&gt;() {}"),
      ("swift", "let open = \"abc", "<k>let</k> <k>open</k> = \"abc"),
      ("unknown", "let x = 1", "let x = 1"),
    ])
  func code(_ language: String, _ code: String, _ expected: String) {
    let all = html("```\(language)\n\(code)\n```")
    let start = "<pre dir=\"ltr\" tabindex=\"0\"><code class=\"language-\(language)\">"
    var shown = all.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
      .replacing(start, with: "").replacing("\n</code></pre>\n", with: "")
      .replacing("</code></pre>\n", with: "")
    for (name, letter) in [("hl-c", "c"), ("hl-s", "s"), ("hl-n", "n"), ("hl-k", "k")] {
      shown = shown.replacing("<span class=\"\(name)\">", with: "<\(letter)>")
    }
    // The closing tags are alike; a letter tells which one they close.
    var result = ""
    var open: Character?
    for part in shown.split(separator: "</span>", omittingEmptySubsequences: false) {
      if let letter = open { result += "</\(letter)>" }
      result += part
      open = part.matches(of: /<([csnk])>/).last?.1.first
    }
    #expect(result.trimmingSuffix { $0 == "\n" } == expected)
  }

  @Test("Code that describes a diagram has a caption, because Cairn draws no diagrams")
  func diagrams() {
    let code =
      "<pre dir=\"ltr\" tabindex=\"0\"><code class=\"language-Mermaid\">a--&gt;b\n</code></pre>\n"
    #expect(
      html("```Mermaid\na-->b\n```")
        == "<figure class=\"diagram\">\n<figcaption>Mermaid diagram, as text</figcaption>\n"
        + "\(code)</figure>\n")
  }

  /// Unclosed strings with escaped quotation marks, of which each may begin a string itself.
  @Test(arguments: ["`", "'", "\""])
  func unclosedStrings(quote: String) throws {
    let times = try [4000, 32_000].map { count in
      let code = Array((quote + String(repeating: "\\" + quote, count: count)).utf8)
      return try (0..<3).map { _ in
        try ThreadTime.measure {
          let found = try #require(CodeHighlighter(code, language: "js")).pieces
          #expect(found.count == 1)
        }
      }.min() ?? .zero
    }
    #expect(times[1] < times[0] * 24 + .milliseconds(50), "\(times)")
  }

  @Test("The pieces of code are the whole code, for any bytes and each language")
  func codeLaw() throws {
    var chance = SystemRandomNumberGenerator()
    let pieces = [
      "\"", "'", "`", "/*", "*/", "//", "#", "--", "\\", "\n", "é", "let", "1.5", " ", "<!--", "+",
      ":", "=",
    ]
    for language in ["swift", "python", "js", "sh", "sql", "html", "css", "yaml", "diff", "lua"] {
      for _ in 0..<200 {
        let code = (0..<15).map { _ in pieces.randomElement(using: &chance) ?? "" }.joined()
        let found = try #require(CodeHighlighter(code.utf8, language: language)).pieces
        var end = 0
        for (_, range) in found {
          #expect(range.lowerBound == end && !range.isEmpty, "\(language) \(code.debugDescription)")
          end = range.upperBound
        }
        #expect(end == code.utf8.count, "\(language) \(code.debugDescription)")
      }
    }
  }
}

extension RichTests {
  @Test("A body embeds a limited number of notes, and the other embeds stay")
  func embeds() {
    let body = String(repeating: "![[a]]\n\n", count: 301)
    let html = Markup(body).html(embedded: { link in "<!-- \(link.target) -->" })
    #expect(html.split(separator: "<!-- a -->", omittingEmptySubsequences: false).count == 301)
    #expect(html.split(separator: "<p").count == 2)
  }
}

extension String {
  fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, condition(last) { rest.removeLast() }
    return rest
  }
}
