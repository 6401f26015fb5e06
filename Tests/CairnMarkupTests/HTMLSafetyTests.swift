import CairnMarkup
import Testing

/// What a hostile note may try. No row may put an element, an attribute or an address on the page
/// that is not one of ours.
@Suite struct HTMLSafetyTests {
  static let vectors: [String] = [
    // Raw HTML, in blocks and in lines.
    "<script>alert(1)</script>", "x <script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "x <img src=x onerror=alert(1)> y", "<svg onload=alert(1)>", "<svg/onload=alert(1)//",
    "<iframe src=\"javascript:alert(1)\"></iframe>", "<body onload=alert(1)>",
    "<math><mtext></p><img src=x onerror=alert(1)>", "<a href=\"javascript:alert(1)\">x</a>",
    "<div\n onmouseover=alert(1)>\nx\n</div>", "<!--><script>alert(1)</script>-->",
    "<!-- --><script>alert(1)</script>", "x <!-- a --> <b onclick=alert(1)>y</b>",
    "<!-- a --><img src=x onerror=alert(1)><!-- b -->", "<?php echo 1 ?><script>1</script>",
    "<![CDATA[<script>alert(1)</script>]]>", "<!DOCTYPE html><script>alert(1)</script>",
    "<style>@import 'javascript:alert(1)';</style>",
    "<noscript><p title=\"</noscript><img src=x "
      + "onerror=alert(1)>\">", "<title><script>alert(1)</script></title>",
    "&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;script&#62;alert(1)&#60;/script&#62;",
    // Schemes, and what hides them.
    "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))", "[x](<javascript:alert(1)>)",
    "[x](< javascript:alert(1)>)", "[x](<java\tscript:alert(1)>)", "[x](&#x6A;avascript:alert(1))",
    "[x](javascript&colon;alert(1))", "[x](javascript&#58;alert(1))",
    "[x](java&Tab;script:alert(1))",
    "[x](java&NewLine;script:alert(1))", "[x](&#1;javascript:alert(1))",
    "[x](<\u{1}javascript:alert(1)>)", "[x](\\javascript:alert(1))", "[x](javascript\\:alert(1))",
    "[x](vbscript:msgbox(1))", "[x](data:text/html,<script>alert(1)</script>)",
    "[x](data:text/html;base64,PHNjcmlwdD4=)", "[x](data:image/svg+xml,<svg/onload=alert(1)>)",
    "[x](feed:javascript:alert(1))", "[x](view-source:javascript:alert(1))",
    "[x](blob:https://x.org/1)", "[x](file:///etc/passwd)", "[x](\u{FEFF}javascript:alert(1))",
    "[x](ｊavascript:alert(1))", "[x][r]\n\n[r]: javascript:alert(1)", "[r]\n\n[r]: <vbscript:x>",
    "<javascript:alert(1)>", "<vbscript:x>", "<data:text/html,x>",
    // Images.
    "![x](javascript:alert(1))", "![x](data:image/svg+xml;base64,PHN2Zz4=)",
    "![x](data:text/html,x)", "![x](data:image/pngx,<svg>)", "![\"onerror=\"alert(1)](a.png)",
    "![x](a.png\" onerror=\"alert(1))", "![x](<a.png\" onerror=\"alert(1)>)",
    "![x](a.png '\" onerror=\"alert(1)')", "![<script>alert(1)</script>](a.png)",
    // Attributes.
    "[x](a\"onclick=\"alert(1))", "[x](<a\" onclick=\"alert(1)>)", "[x](a '\" onclick=\"alert(1)')",
    "[x](a \"&quot; onclick=&quot;alert(1)\")", "[x](a'onclick='alert(1))", "[x](<a`onclick=`>)",
    "```\"onclick=\"alert(1)\ncode\n```", "```<script>\ncode\n```", "~~~ \"><script>\n</code>\n~~~",
    "`<script>alert(1)</script>`", "    <script>alert(1)</script>",
    "# <script>alert(1)</script>", "# x\" onclick=\"alert(1)",
    "| <script> |\n|---|\n| <img src=x onerror=1> |", "- [ ] <script>alert(1)</script>",
    // Bare addresses.
    "https://x.org/\"onclick=\"alert(1)", "www.x.org/<script>alert(1)</script>",
    "https://x.org/'onclick='1", "a\"onclick=\"b@x.org", "javascript://x.org/%0aalert(1)",
    // Footnotes.
    "x[^\"><script>]\n\n[^\"><script>]: y", "x[^a]\n\n[^a]: <script>alert(1)</script>",
    "x[^<img/src=x>] y\n\n[^<img/src=x>]: z",
    // Wikilinks.
    "[[<script>alert(1)</script>]]", "[[a|<script>alert(1)</script>]]", "[[\" onclick=\"alert(1)]]",
    "[[a#\"><script>]]", "![[x.png|\" onerror=\"alert(1)]]", "![[\"onerror=\"1.png]]",
    "[[javascript:alert(1)]]", "![[javascript:alert(1).png]]", "[[a|[x](javascript:1)]]",
    "[x [[y]] z](javascript:alert(1))", "<[[a]]>", "<a href=\"[[b]]\">", "[x]([[y]])",
    "&#xF0000;0&#xF0000; [[<b>]]", "&#xF0000;99999999999999999999&#xF0000; [[a]]",
  ]

  @Test(arguments: vectors) func letsNothingPass(source: String) throws { try check(source) }

  @Test(arguments: FilterEvasion.rows) func letsNoEvasionPass(row: FilterEvasion.Row) throws {
    try check(row.note)
  }

  @Test func theListIsThere() { #expect(FilterEvasion.rows.count > 100) }

  private func check(_ source: String) throws {
    for prefix in ["", "c1-", "\"><script>"] {
      let options = HTMLOptions(idPrefix: prefix)
      for html in [
        Markup(source).html(options), Markup(source).html(options) { $0.target },
        Markup("> - " + source).html(options) { "notes/" + $0.target + ".html" },
      ] {
        try #require(hazard(in: html) == nil, "\(hazard(in: html) ?? "") in \(html)")
      }
    }
  }

  /// The hazard test is no good if it never finds one.
  @Test(arguments: [
    "<script>", "<p onclick=\"x\">", "<a href=\"javascript:x\">", "<a href=\"x\" onclick=\"y\">",
    "<a href=\"&#106;avascript:x\">", "<img src=\"data:image/svg+xml,x\">", "<p", "<a href='x'>",
  ]) func findsHazards(html: String) {
    #expect(hazard(in: html) != nil)
  }

  static let safe: [(String, String)] = [
    (
      "[x](https://x.org/?a=1&b=2)",
      "href=\"https://x.org/?a=1&amp;b=2\" rel=\"noopener noreferrer\""
    ),
    ("[x](a%20b.md)", "href=\"a%20b.md\""), ("[x](<a b.md>)", "href=\"a%20b.md\""),
    ("[x](ü.md)", "href=\"ü.md\""), ("[x](#h)", "href=\"#h\""),
    ("[x](./a:b.md)", "href=\"./a:b.md\""),
    ("[x](a/b?c:d)", "href=\"a/b?c:d\""), ("<a@b.cc>", "href=\"mailto:a@b.cc\""),
    ("![x](data:image/png;base64,AA==)", "src=\"data:image/png;base64,AA==\""),
    ("[x](//evil.org)", "rel=\"noopener noreferrer\""),
    ("[x](tel:+491)", "href=\"tel:+491\""),
  ]

  /// What the page's maker says of a picture is held to the same rules.
  @Test(arguments: [
    HTMLPicture.address("javascript:alert(1)"), .address("data:image/svg+xml,<svg/onload=1>"),
    .address("a\" onerror=\"alert(1)"), .link("javascript:alert(1)", note: "<b>"),
    .link("a\" onclick=\"alert(1)", note: "<script>"), .text, .link("", note: ""),
  ])
  func pictures(picture: HTMLPicture) throws {
    for source in ["![<b>](x.png)", "![[x.png|<b>]]", "[a ![<b>](x.png \"t\") b](y)"] {
      let html = Markup(source).html(resolve: { $0.target }, picture: { _ in picture })
      try #require(hazard(in: html) == nil, "\(hazard(in: html) ?? "") in \(html)")
    }
  }

  @Test func anEmbeddedPictureIsItsBytesAndNothingElse() {
    let drawing = Array("<svg onload=\"alert(1)\"/>".utf8)
    let html = Markup("![a](x.svg)").html(picture: { link in
      link.target == "x.svg" ? .embedded(DataAddress(.svg, drawing)) : nil
    })
    let data = "data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+"
    #expect(html == "<p dir=\"auto\"><img src=\"\(data)\" alt=\"a\" /></p>\n")
  }

  @Test(arguments: safe) func letsTheHarmlessPass(source: String, expected: String) {
    #expect(Markup(source).html().contains(expected))
  }
}

/// The elements and attributes that we write, and no others.
private let allowed: [String: Set<String>] = [
  "a": ["href", "rel", "title", "class", "aria-label"], "img": ["src", "alt", "title"],
  "code": ["class"], "pre": ["class", "dir", "tabindex"], "li": ["class", "id", "dir"],
  "input": ["type", "disabled", "checked", "aria-label"], "ol": ["start"],
  "th": ["class", "scope", "dir"], "td": ["class", "dir"], "sup": ["class", "id"],
  "span": ["class"], "section": ["class"], "div": ["class", "tabindex"], "h1": ["id", "dir"],
  "h2": ["id", "dir"], "h3": ["id", "dir"], "p": ["class", "dir"], "em": [], "strong": [],
  "del": [], "blockquote": ["class", "data-callout", "dir"], "ul": [], "table": ["dir"],
  "thead": [], "tbody": [], "tr": [], "br": [], "hr": [], "label": [],
]

/// The first thing in `html` that a page of ours must not have, or nil: read by a strict reader of
/// its own, in which every `<` begins one of our elements with quoted attributes.
private func hazard(in html: String) -> String? {
  for piece in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
    guard let close = piece.firstIndex(of: ">") else { return "unclosed <\(piece)" }
    var tag = piece[..<close]
    if tag.hasPrefix("/") { tag = tag.dropFirst() }
    let name = String(tag.prefix { $0.isLetter || $0.isNumber })
    guard let attributes = allowed[name] else { return "element \(piece)" }
    tag = tag.dropFirst(name.count)
    while let start = tag.firstIndex(where: { $0 != " " && $0 != "/" }) {
      tag = tag[start...]
      let key = String(tag.prefix { $0.isLetter || $0 == "-" })
      guard attributes.contains(key) else { return "attribute \(tag)" }
      tag = tag.dropFirst(key.count)
      guard tag.hasPrefix("=") else { continue }
      tag = tag.dropFirst()
      guard tag.first == "\"", let end = tag.dropFirst().firstIndex(of: "\"") else {
        return "unquoted \(tag)"
      }
      let value = String(tag[..<end].dropFirst())
      if key == "href" || key == "src", let found = unsafe(value) { return "address \(found)" }
      tag = tag[tag.index(after: end)...]
    }
  }
  return nil
}

/// The address as a browser reads it, where it would run something.
private func unsafe(_ value: String) -> String? {
  if value.contains("&#") && !value.contains("&#39;") { return value }
  let address = String(
    String.UnicodeScalarView(value.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F })
  ).lowercased()
  let forbidden = ["javascript:", "vbscript:", "file:", "blob:", "feed:", "view-source:"]
  if forbidden.contains(where: address.hasPrefix) { return value }
  let images = ["png", "gif", "jpeg", "webp"].map { "data:image/\($0)" }
  guard address.hasPrefix("data:") else { return nil }
  return images.contains { address.hasPrefix($0 + ";") || address.hasPrefix($0 + ",") }
    ? nil : value
}
