import Testing

@testable import CairnImport

/// What a bookmark keeps of a page on the web.
@Suite struct WebPageTests {
  /// The contents of a body, and the Markdown.
  @Test(
    arguments: [
      ("<p>One<p>Two", "One\n\nTwo"),
      (
        "<ul><li>One<li>Two<ul><li>In</ul><li>Three</ul>",
        "- One\n- Two\n  - In\n- Three"
      ),
      ("<ol><li>A</li><li>B</li></ol>", "1. A\n2. B"),
      (
        "<table><tr><th>A<th>B<tr><td>1<td>2</table>", "| A | B |\n| --- | --- |\n| 1 | 2 |"
      ),
      // Menus and sidebars are not kept, nor anything else where there is an article.
      ("<nav>Menu</nav><div>Text</div><aside>Ads<aside>in</aside>ads</aside>", "Text"),
      (
        "<header>Top</header><div>Side</div><article><header><h2>On</h2></header>Text of it.</article>",
        "## On\n\nText of it."
      ),
      (
        "<main>Small</main><article>A much longer text</article><p>Rest", "A much longer text"
      ),
      (
        "<article>A</article><p>Here is nearly all of the text of this page.",
        "A\n\nHere is nearly all of the text of this page."
      ),
      ("<script>if (a < b) alert('<p>')</script>Text<!-- no -->", "Text"),
      // What is Markdown in the text, is text.
      (
        "*a* _b_ [c](d) [[e]] &lt;f&gt; `g`",
        "\\*a\\* \\_b\\_ \\[c\\](d) \\[\\[e\\]\\] \\<f\\> \\`g\\`"
      ),
      ("#tag and C#, #1 &amp; <code>#id</code>", "\\#tag and C#, \\#1 & `#id`"),
      ("<ul><li><pre>#a</pre></ul>#b", "- ```\n  #a\n  ```\n\n\\#b"),
      ("<pre>#id\n  b</pre>", "```\n#id\n  b\n```"),
      (
        "<pre><code class='hljs language-swift'>let</code></pre><pre>a</pre>",
        "```swift\nlet\n```\n\n```\na\n```"
      ),
      (
        "<div class='language-c++ x'><div><pre class='y'><code>int</code></pre></div></div>",
        "```c++\nint\n```"
      ),
      ("<pre class='lang-`a language-'>b</pre>", "```\nb\n```"),
      ("<h2>#1</h2>", "## \\#1"),
      // Links are absolute, and run nothing.
      ("<a href='/b'>x</a> <a href='javascript:y'>y</a>", "[x](https://a/b) y"),
      ("<img src='/c (1).png' alt='A [b]'><img src='data:x'>", "![A b](https://a/c%20%281%29.png)"),
      ("", ""), ("<p></p><nav>Menu", ""), ("<article>", ""), ("<b><i>x", "***x***"),
    ])
  func bodies(_ body: String, _ markdown: String) {
    #expect(page("<body>\(body)").text == markdown)
  }

  private func page(_ html: String) -> WebPage {
    WebPage(html: Array(html.utf8)) { link in
      link.hasPrefix("/") ? "https://a\(link)".replacing(" ", with: "%20") : nil
    }
  }

  @Test func heads() {
    let full = page(
      """
      <title> A &amp; B </title><meta name=description content="Short">
      <meta property="og:description" content="Other"><link rel="icon canonical" href="/own">
      <meta itemprop="datePublished" content="2024-05-06T07:08Z"><body><h1>A & B</h1>Text
      <svg><title>No</title></svg>
      """)
    #expect(full.title == "A & B")
    #expect(full.description == "Short")
    #expect(full.canonical == "https://a/own")
    #expect(full.published == "2024-05-06")
    #expect(full.text == "Text")
    let bare = page("<meta name=date content=yesterday><time datetime='12:00'>Noon</time>")
    #expect(bare.title == nil && bare.description == nil && bare.canonical == nil)
    #expect(bare.published == nil && bare.text == "Noon")
  }

  /// Pages that are made to take long, or to nest deeply.
  @Test(
    .timeLimit(.minutes(15)),
    arguments: [
      String(repeating: "<article>", count: 10_000), String(repeating: "<ul><li>", count: 5_000),
      String(repeating: "<b>", count: 10_000) + "x", String(repeating: "<", count: 50_000),
      String(repeating: "<nav>", count: 10_000), String(repeating: "<!--", count: 10_000),
    ])
  func hostile(_ html: String) {
    #expect(page(html).text.utf8.count < html.utf8.count * 3)
  }
}
