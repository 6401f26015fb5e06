import CairnCapture
import CairnDigest
import CairnFixtures
import CairnMarkup
import Testing

/// What a body becomes in a Markdown digest, below the facts.
@Suite("Bodies in Markdown digests")
struct DigestBodyTests {
  @Test(
    "Headings stand below the capture's, labels are its own, links lead on",
    arguments: [
      ("# A\n\n## B\n\ntext\n", "#### B\n\ntext"),
      ("# A\n\n# B\n## C ##\n### D\n#### E\n", "#### B\n##### C ##\n###### D\n###### E"),
      ("x\n\nB\n===\n\nC *d*\nf\n---\ng", "x\n\n#### B\n\n##### C *d* f\ng"),
      ("> B #\n> ---\n", "> #### B # ####"),
      (
        "[[Sarah]] *a*\n[[Sarah|b]] \n===\n[[Sarah]]",
        "#### [Sarah](people/sarah.md) *a* [b](people/sarah.md)\n[Sarah](people/sarah.md)"
      ),
      ("```\n# no\n```", "```\n# no\n```"), ("A", ""), ("A\n", ""), ("A\n\nB", "A\n\nB"),
      ("A\nB\n", "A\nB"),
      ("a[^1] b[^1]\n\n[^1]: note `[^1]`\n", "a[^c-x-1] b[^c-x-1]\n\n[^c-x-1]: note `[^1]`"),
      ("a [^none] `[^1]`", #"a \[^none] `[^1]`"#),
      ("a\n\n[^1]: unused\n- [^2]: in an item", "a\n\n[^c-x-1]: unused\n- [^c-x-2]: in an item"),
      ("a [^1]: b", #"a \[^1]: b"#),
      (
        "[a][b] [b] [b][] ![b] ![i][b]\n\n[b]: https://x.org \"t\"\n",
        "[a][c-x-b] [b][c-x-b] [b][c-x-b] ![b][c-x-b] ![i][c-x-b]\n\n[c-x-b]: https://x.org \"t\""
      ),
      (
        "[[Sarah]] [[Sarah|her *x*]] [[nobody*]]",
        #"[Sarah](people/sarah.md) [her \*x\*](people/sarah.md) [nobody\*](nobody%2A)"#
      ),
      ("![[a b.png]] [[/no]]", "![a b.png](a%20b.png) /no"),
      (
        "[x](<a (b).md#h> \"t\") [y](c.md#h) [z](https://z.org/a#b)",
        #"[x](<a%20%28b%29.md#h> "t") [y](c.md#h) [z](https://z.org/a#b)"#
      ),
      (
        "[x](c.md#h(i)) [y](<c.md#h i> 't') [z](c.md#\\(h)",
        "[x](c.md#h%28i%29) [y](<c.md#h%20i> 't') [z](c.md#%28h)"
      ),
      ("[x](#b) [self](x.md#b)\n\n## b", "[x](#b) [self](#b)\n\n#### b"),
      ("[x](#no) [[#B]]\n\n## b\n\n# b", "[x](x.md) [B](#b)\n\n##### b\n\n#### b"),
      ("![[a.png|100]] ![[a.png|100x20]]", "![a.png](a.png) ![a.png](a.png)"),
      ("[x](/../etc)", "[x](/../etc)"), ("`[[Sarah]]` \\[[Sarah]]", "`[[Sarah]]` \\[[Sarah]]"),
      ("| a | [[Sarah\\|b]] |\n|---|---|\n", "| a | [b](people/sarah.md) |\n|---|---|"),
      ("a\r\n\r\n# B\r\n", "a\n\n#### B"), ("a\u{1B}\u{7}\tb\u{85}", "a␛␇\tb\\u{85}"),
      ("> [!TIP]\n> a", "> [!TIP]\n> a"), ("", ""), ("  \n\n    code\n\n", "    code"),
    ])
  func bodies(source: String, expected: String) throws {
    #expect(try body(source) == expected)
  }

  @Test(
    "What a body leaves open does not reach the next capture",
    arguments: [
      "```\ncode", "~~~~\n```\ncode", "- a\n  ```\n  b", "<!-- open", "<script>\nx", "<pre>\nx",
      "<?php", "<!DOCTYPE", "<![CDATA[", "<div>", "> ```\n> x", "```\n~~~\n<!--\n", "    ```\n",
      "[a]: <b\n", "$$\nx", "text", "- a", "| a |\n|---|", "[^1]: x", "[^1] [^1]: x",
      "a[^1]\n\n[^1]: x\n    ```\n    y", "<textarea>\n```\n", "<!-- ```", "``` -->\n<!--",
    ])
  func open(source: String) throws {
    let notes = [capture(source, at: "a.md"), capture("---\ntitle: End\n---\n", at: "b.md")]
    let text = Array(try digest(notes, .markdown, grouping: []).utf8)
    let headings = Markup(text, body: 0..<text.count).headings
    #expect(headings.last?.text == "End")
    #expect(headings.last?.level == 2)
  }

  private func body(_ source: String) throws -> String {
    let note = capture("---\nid: x\ntitle: A\n---\n" + source, at: "x.md")
    let templates = try DigestTemplates(
      .markdown, replacing: [.head: "", .group: "", .item: "{{{markdown}}}", .foot: ""])
    return try digest([note], .markdown, templates: templates)
  }
}
