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
        + "<th scope=\"col\" class=\"right\">a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n"
        + "<td dir=\"auto\" class=\"right\">b</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
    ),
  ]

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
