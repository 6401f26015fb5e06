import CairnMarkup
import Testing

@Suite struct HTMLTests {
  static let rows: [(String, String)] = [
    ("# A", "<h2 dir=\"auto\">A</h2>\n"), ("###### A", "<h6 dir=\"auto\">A</h6>\n"),
    ("- a\n- b", "<ul>\n<li dir=\"auto\">a</li>\n<li dir=\"auto\">b</li>\n</ul>\n"),
    // The first paragraph gives its item the direction, the second has its own.
    ("- a\n\n  b", "<ul>\n<li dir=\"auto\"><p>a</p>\n<p dir=\"auto\">b</p>\n</li>\n</ul>\n"),
    ("> > a", "<blockquote dir=\"auto\">\n<blockquote>\n<p>a</p>\n</blockquote>\n</blockquote>\n"),
    (
      "- a\n  - b", "<ul>\n<li dir=\"auto\">a\n<ul>\n<li dir=\"auto\">b</li>\n</ul>\n</li>\n</ul>\n"
    ),
    ("3. a", "<ol start=\"3\">\n<li dir=\"auto\">a</li>\n</ol>\n"),
    (
      "- [x] a *b*",
      "<ul>\n<li class=\"task\" dir=\"auto\"><label><input type=\"checkbox\" disabled checked /> "
        + "a <em>b</em></label></li>\n</ul>\n"
    ),
    (
      "- [ ] a\n  - b\n",
      "<ul>\n<li class=\"task\" dir=\"auto\"><label><input type=\"checkbox\" disabled /> a</label>\n"
        + "<ul>\n<li dir=\"auto\">b</li>\n</ul>\n</li>\n</ul>\n"
    ),
    (
      "- [ ] a\n\n- [ ] b",
      "<ul>\n<li class=\"task\" dir=\"auto\"><p><label><input type=\"checkbox\" disabled /> a</label>"
        + "</p>\n</li>\n<li class=\"task\" dir=\"auto\"><p><label><input type=\"checkbox\" disabled />"
        + " b</label></p>\n</li>\n</ul>\n"
    ),
    (
      "[[a]] [[no]]",
      "<p dir=\"auto\"><a href=\"/a\">a</a> <span class=\"wikilink\">no</span></p>\n"
    ),
    ("![[a.png]]", "<p dir=\"auto\"><img src=\"/a.png\" alt=\"a.png\" /></p>\n"),
    ("[x [[a]]](b)", "<p dir=\"auto\"><a href=\"/b\">x a</a></p>\n"),
    ("[x](no) ![y](no)", "<p dir=\"auto\"><a href=\"no\">x</a> <img src=\"no\" alt=\"y\" /></p>\n"),
    ("[x](a%20b.md#c \"t\")", "<p dir=\"auto\"><a href=\"/a%20b.md\" title=\"t\">x</a></p>\n"),
    ("a <b>c</b>", "<p dir=\"auto\">a &lt;b&gt;c&lt;/b&gt;</p>\n"),
    ("a<!-- b -->", "<p dir=\"auto\">a</p>\n"),
    (
      "```sh\na<b\n```",
      "<pre dir=\"ltr\" tabindex=\"0\"><code class=\"language-sh\">a&lt;b\n</code></pre>\n"
    ),
    ("a  \nb", "<p dir=\"auto\">a<br />\nb</p>\n"),
    (
      "|a|\n|-:|\n|b|",
      "<div class=\"wide\" tabindex=\"0\">\n<table dir=\"auto\">\n<thead>\n<tr>\n"
        + "<th scope=\"col\" dir=\"auto\" class=\"right\">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
        + "<td dir=\"auto\" class=\"right\">b</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
    ),
  ]

  static let calloutRows: [(String, String)] = [
    (
      "> [!TIP]\n> a *b*",
      "<blockquote class=\"callout\" data-callout=\"tip\" dir=\"auto\">\n"
        + "<p class=\"callout-title\" dir=\"ltr\">Tip</p>\n<p>a <em>b</em></p>\n</blockquote>\n"
    ),
    (
      "> [!note]- My *own* title\n> text\n>\n> more",
      "<blockquote class=\"callout\" data-callout=\"note\" dir=\"auto\">\n"
        + "<p class=\"callout-title\">My <em>own</em> title</p>\n<p dir=\"auto\">text</p>\n"
        + "<p dir=\"auto\">more</p>\n</blockquote>\n"
    ),
    (
      "> [!see-also|left]+\n> - a",
      "<blockquote class=\"callout\" data-callout=\"see-also\" dir=\"auto\">\n"
        + "<p class=\"callout-title\" dir=\"ltr\">See also</p>\n"
        + "<ul>\n<li dir=\"auto\">a</li>\n</ul>\n</blockquote>\n"
    ),
    (
      "> [!faq] **Why?**\n> > [!note]\n> > b",
      "<blockquote class=\"callout\" data-callout=\"faq\" dir=\"auto\">\n"
        + "<p class=\"callout-title\"><strong>Why?</strong></p>\n"
        + "<blockquote class=\"callout\" data-callout=\"note\" dir=\"auto\">\n"
        + "<p class=\"callout-title\" dir=\"ltr\">Note</p>\n<p>b</p>\n"
        + "</blockquote>\n</blockquote>\n"
    ),
    ("> [!]\n> b", "<blockquote dir=\"auto\">\n<p>[!]\nb</p>\n</blockquote>\n"),
    ("> [! x]", "<blockquote dir=\"auto\">\n<p>[! x]</p>\n</blockquote>\n"),
    ("> a [!TIP]", "<blockquote dir=\"auto\">\n<p>a [!TIP]</p>\n</blockquote>\n"),
    ("[!TIP]", "<p dir=\"auto\">[!TIP]</p>\n"),
    ("> `[!TIP]`", "<blockquote dir=\"auto\">\n<p><code>[!TIP]</code></p>\n</blockquote>\n"),
  ]

  @Test("Callouts have a title in the place of their mark", arguments: calloutRows)
  func callouts(source: String, expected: String) {
    #expect(Markup(source).html() == expected)
  }

  @Test(
    "What HTML has no place for is shown, in text, code, attributes and addresses",
    arguments: [
      ("a\u{1B}[1mb\u{7}\u{7F}", "<p dir=\"auto\">a␛[1mb␇␡</p>\n"),
      ("\u{85}é\u{A0}", "<p dir=\"auto\">\\u{85}é\u{A0}</p>\n"),
      ("`\u{1B}`", "<p dir=\"auto\"><code>␛</code></p>\n"),
      ("    \u{1B}\tx", "<pre dir=\"ltr\" tabindex=\"0\"><code>␛\tx\n</code></pre>\n"),
      (
        "```a\u{1}\n```",
        "<pre dir=\"ltr\" tabindex=\"0\"><code class=\"language-a␁\"></code></pre>\n"
      ),
      (
        "![a\u{2}](b \"c\u{3}\")",
        "<p dir=\"auto\"><img src=\"b\" alt=\"a␂\" title=\"c␃\" /></p>\n"
      ),
      ("[x](<a\u{85}>)", "<p dir=\"auto\"><a href=\"a%C2%85\">x</a></p>\n"),
      ("世界，！\u{FF5E}", "<p dir=\"auto\">世界，！\u{FF5E}</p>\n"),
      ("\u{1F600}", "<p dir=\"auto\">\u{1F600}</p>\n"),
    ])
  func controls(source: String, expected: String) {
    #expect(Markup(source).html() == expected)
  }

  @Test(
    "So are noncharacters, which have no place in a source of Swift either",
    arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0xFDEF, 0x1FFFE, 0x10FFFF] as [UInt32])
  func noncharacters(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    let shown = "\\u{" + String(value, radix: 16) + "}"
    #expect(Markup("a\(scalar)b").html() == "<p dir=\"auto\">a\(shown)b</p>\n")
    let encoded = String(scalar).utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    #expect(Markup("[x](a\(scalar))").html().contains("href=\"a\(encoded)\""))
  }

  @Test("Headings say how deep they are, also where their levels come to an end")
  func depths() {
    let html = Markup("## A\n### B\n###### C\n# D").html(
      HTMLOptions(headingShift: 3, depthFrom: 2))
    let classes = html.matches(of: /<(h\d) class="(depth-\d)"/).map { "\($0.1) \($0.2)" }
    #expect(classes == ["h5 depth-1", "h6 depth-2", "h6 depth-5", "h4 depth-1"])
  }

  @Test("A body that stands elsewhere leads to its page, and names no place")
  func otherPage() {
    let html = Markup("# A\n\nb[^1]\n\n[^1]: c").html(
      HTMLOptions(idPrefix: "c_", page: "https://x.org/a%20b.html"))
    #expect(!html.contains(" id="))
    #expect(html.contains("href=\"https://x.org/a%20b.html#c_fn.1\""))
    #expect(html.contains("href=\"https://x.org/a%20b.html#c_fnref.1\""))
  }

  @Test(
    "A picture's width stands behind its description",
    arguments: [
      ("![a|50](b)", " width=\"50\" alt=\"a\""), ("![a|b|50x20](b)", " width=\"50\" alt=\"a|b\""),
      ("![|50](b)", " width=\"50\" alt=\"\""), ("![a|](b)", " alt=\"a|\""),
      ("![a|0](b)", " alt=\"a|0\""), ("![50](b)", " alt=\"50\""), ("![a|b](b)", " alt=\"a|b\""),
    ])
  func widths(source: String, expected: String) {
    #expect(Markup(source).html() == "<p dir=\"auto\"><img src=\"b\"\(expected) /></p>\n")
  }

  @Test(arguments: rows) func renders(source: String, expected: String) {
    let html = Markup(source).html(HTMLOptions(headingShift: 1)) {
      $0.target == "no" ? nil : "/" + $0.target
    }
    #expect(html == expected)
  }

  @Test func theFirstHeadingCanBeLeftOut() {
    let options = HTMLOptions(idPrefix: "c-", omitsFirstHeading: true)
    #expect(Markup("# A\n\n## A\n").html(options) == "<h2 id=\"c-a-1\" dir=\"auto\">A</h2>\n")
    #expect(Markup("A\n===\n").html(options) == "")
  }

  @Test func footnotesAndHeadingsCarryThePrefix() {
    let html = Markup("# H\n\na[^x] b[^x]\n\n[^x]: note").html(HTMLOptions(idPrefix: "c1-"))
    #expect(
      html == """
        <h1 id="c1-h" dir="auto">H</h1>
        <p dir="auto">a<sup class="footnote-ref" id="c1-fnref.1"><a href="#c1-fn.1">1</a></sup> \
        b<sup class="footnote-ref" id="c1-fnref.1-2"><a href="#c1-fn.1">1</a></sup></p>
        <section class="footnotes">
        <ol>
        <li id="c1-fn.1" dir="auto">
        <p>note <a class="footnote-backref" href="#c1-fnref.1" aria-label="Back to reference 1-1">\
        ↩<sup>1</sup></a> <a class="footnote-backref" href="#c1-fnref.1-2" \
        aria-label="Back to reference 1-2">↩<sup>2</sup></a></p>
        </li>
        </ol>
        </section>

        """)
  }

  @Test func picturesAreShownLinkedOrTold() {
    let source = "![a *b*](x.png \"t\") [![c](y.png)](z) ![[w.png]]"
    let html = Markup(source).html(picture: { link in
      link.target == "y.png" ? .text : .link("/" + link.target, note: "2 MB")
    })
    #expect(
      html == """
        <p dir="auto"><a href="/x.png" title="t">a b</a> <span class="note">2 MB</span> \
        <a href="z">c</a> <a href="/w.png">w.png</a> <span class="note">2 MB</span></p>

        """)
  }
}
