import CairnCapture
import CairnFixtures
import CairnMarkup
import CairnText
import Testing

@testable import CairnDigest
@testable import CairnSite

@Suite("Sites")
struct SiteTests {
  private static let notes: [(path: String, text: String)] = [
    (
      "a.md",
      "---\ntitle: Alpha\ntags: [x, Y]\ncreated: 2026-01-02\nrelated: '[[c]], [[none]]'\n---\nSee [[b]] and [[kim]].\n"
    ),
    (
      "work/b.md",
      "---\ntitle: Beta\ncreated: 2026-01-03\n---\n# Beta\n\n## Part\n\n[a](../a.md) #y\n"
    ),
    (
      "work/c.md", "---\ntitle: Gamma\ncreated: 2026-01-04\n---\n[[b#Part]] [[gone]] [x](lost.md)\n"
    ),
    ("work/acme/d.md", "---\ntitle: Delta\ncreated: 2026-01-05\n---\n![p](../../p.png)\n"),
    ("people/kim.md", "---\ntitle: Kim\ntype: person\ncreated: 2026-01-06\n---\nKim.\n"),
  ]

  private static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 0]

  private func site(
    _ notes: [(path: String, text: String)] = notes, baseURL: String? = nil,
    title: String = "Notes", root: String = ""
  ) throws -> Site {
    let captures = notes.map { capture($0.text, at: $0.path) }
    let names = Dictionary(
      captures.flatMap { [($0.path.stem, $0.path), ($0.path.description, $0.path)] }
    ) { first, _ in first }
    let people = Set(captures.filter { $0.type == "person" }.map(\.path))
    let titles = Dictionary(captures.map { ($0.path, $0.title) }) { first, _ in first }
    var digest = DigestSurroundings(
      targets: { _ in
        { capture, link in
          names[link.target]
            ?? (link.kind == .wiki
              ? nil : NotePath.resolving(link.target, from: capture.collection))
        }
      }, collection: { ($0.isRoot ? root : $0.name, nil) },
      person: { people.contains($0) ? titles[$0] : nil })
    digest.pictures.read = { path, _ in
      path.description == "p.png" ? .bytes(Self.png) : .missing
    }
    return try Site(
      DigestSource(captures),
      SiteOptions(DigestOptions(title: title, clock: clock), baseURL: baseURL, version: "1"),
      SiteSurroundings(
        digest, state: { ["a.md", "p.png"].contains($0.description) ? "" : nil },
        store: { _, _ in true }))
  }

  /// All pages of a site by path.
  private func pages(_ site: Site) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: site.make(Array(site.files.indices)).map {
        (site.files[$0.number].path, String(decoding: $0.bytes, as: UTF8.self))
      })
  }

  @Test("There is a page for each capture, collection, tag and person, and for all of them")
  func files() throws {
    #expect(
      try Set(site().files.map(\.path)) == [
        "index.html", "site/style.css", "site/theme.js", "site/search.js", "site/preview.js",
        "site/search/index.js", "site/search/text-0.js", "site/charts.html", "a.html",
        "root/index.html", "work/index.html",
        "work/b.html", "work/c.html", "work/acme/index.html", "work/acme/d.html",
        "people/index.html", "people/kim.html", "tagged/index.html", "tagged/x.html",
        "tagged/y.html", "with/index.html", "with/kim.html",
      ])
  }

  @Test("Links that lead nowhere are told, and what they lead to instead")
  func deadLinks() throws {
    let site = try site([
      (
        "a.md",
        "[[b#No such]] [x](#nope) [y](gone.md)\n![p](gone.png) [z](../../out.md) [[none]] [[b#^id]]\n\n## Here\n[h](#here)\n"
      ),
      ("b.md", "# Title\n\n## Sec *two*\n\n[[b#Sec two]] [[b#sec-two]] [[b#Title]]\n"),
    ])
    #expect(
      site.deadLinks.map {
        "\($0.path?.description ?? ""):\($0.location?.line ?? 0): \($0.message)"
      } == [
        "a.md:1: `b.md` has no heading `No such`; the link goes to the top of the page",
        "a.md:1: `a.md` has no heading `nope`; the link goes to the top of the page",
        "a.md:1: the file `gone.md` does not exist; the site shows the link as plain text",
        "a.md:2: the picture `gone.png` does not exist; the site shows its description",
        "a.md:2: `../../out.md` is outside the notebook; the site shows the link as plain text",
        "a.md:2: no capture is named `none`; the site shows the link as plain text",
      ])
    let pages = pages(site)
    let page = try #require(pages["a.html"])
    #expect(
      page.contains(##"<a href="b.html">Title &gt; No such</a> <a href="#c">x</a>"##), "\(page)")
    #expect(page.contains(##"<a href="#c_here">h</a>"##))
    #expect(pages["b.html"]?.contains(##"<a href="../b.html#c_sec-two">"##) == false)
  }

  @Test("The first page lists the newest captures first, also those of one day")
  func recent() throws {
    let times = ["a": "09:00", "b": "21:00", "c": "12:00"]
    let notes = times.map { name, time in
      ("\(name).md", "---\ntitle: \(name)\ncreated: 2026-01-02T\(time):00\n---\nx\n")
    }
    let page = try #require(pages(try site(notes))["index.html"])
    let places = ["b", "c", "a"].map { page.firstRange(of: "href=\"\($0).html\"")?.lowerBound }
    #expect(
      !places.contains(nil) && places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test("A page is made anew when a heading that it links to goes, or a title that it shows")
  func headingInputs() throws {
    func inputs(_ text: String) throws -> [String: String] {
      let site = try site([("a.md", "[[b#Part]]\n"), ("c.md", "[x](b.md)\n"), ("b.md", text)])
      return Dictionary(uniqueKeysWithValues: site.files.map { ($0.path, $0.inputs) })
    }
    let before = try inputs("# B\n\n## Part\n")
    let without = try inputs("# B\n\n## Other\n")
    let renamed = try inputs("# C\n\n## Part\n")
    #expect(before["a.html"] != without["a.html"])
    #expect(before["c.html"] == without["c.html"])
    #expect(before["a.html"] != renamed["a.html"])
  }

  @Test("An embed shows another note of the site or a part of it, but not what that note embeds")
  func embeds() throws {
    let other =
      "# B\n\nIntro ![[a]]\n\n![[a]]\n\n## Part\n\n<b>x</b> [y](c.md) [z](#next)[^1]\n\n[^1]: n\n\n"
      + "### Sub\n\nLow\n\n## Next\n\nLast\n"
    func made(_ other: String) throws -> (page: String, inputs: String?) {
      let embeds = ["b", "b#Part", "b#None", "gone", "a", "a#X", "p.png"].map { "![[\($0)]]\n\n" }
      let site = try site([
        ("a.md", "# A\n\n\(embeds.joined())In ![[b]] text\n\n- ![[b]]\n- [ ] ![[b]]\n"),
        ("b.md", other), ("c.md", "![[b]]\n"),
      ])
      return (try #require(pages(site)["a.html"]), site.files.first { $0.path == "a.html" }?.inputs)
    }
    let (page, inputs) = try made(other)
    for html in [
      "<section class=\"embed\">\n<p class=\"source\" dir=\"auto\"><a href=\"b.html\">B</a></p>\n"
        + "<p dir=\"auto\">Intro <a href=\"a.html\">A</a></p>\n<p dir=\"auto\"><a href=\"a.html\">A</a></p>\n"
        + "<h2 class=\"depth-1\" dir=\"auto\">Part</h2>",
      "<a href=\"b.html#c_part\">B &gt; Part</a></p>\n<p dir=\"auto\"><b>x</b> <a href=\"c.html\">y</a> <a href=\"b.html#c_next\">z</a>"
        + "<sup class=\"footnote-ref\"><a href=\"b.html#c_fn.1\">1</a></sup></p>\n"
        + "<h2 class=\"depth-1\" dir=\"auto\">Sub</h2>\n<p dir=\"auto\">Low</p>",
      "</section>\n</section>\n<p dir=\"auto\"><a href=\"b.html\">",
      "In <a href=\"b.html\">B</a> text",
      "<li dir=\"auto\"><a href=\"b.html\">B</a></li>",
    ] {
      #expect(page.contains(html), "\(html)\n\(page)")
    }
    #expect(page.split(separator: "<section class=\"embed\">").count == 3)
    #expect(try made(other + "More\n").inputs != inputs)
  }

  @Test(
    "Pages refer to each other",
    arguments: [
      ("a.html", #"<a href="work/b.html">Beta</a>"#),
      ("work/b.html", #"<a href="../a.html">a</a>"#),
      (
        "a.html",
        #"<dd dir="auto"><a href="work/c.html">Gamma</a>, <span class="wikilink">none</span></dd>"#
      ),
      ("work/c.html", #"<a href="../work/b.html#c_part">Beta &gt; Part</a>"#),
      ("work/c.html", #"<span class="wikilink">gone</span> x</p>"#),
      ("work/b.html", #"<h2 class="group"><span class="name">Linked from</span> "#),
      ("work/b.html", #"<a href="../work/c.html">Gamma</a>"#),
      ("work/b.html", #"<a rel="next" href="../work/c.html"><bdi>Gamma</bdi></a>"#),
      ("work/c.html", #"<a rel="prev" href="../work/b.html"><bdi>Beta</bdi></a>"#),
      ("work/acme/d.html", #"<li><a href="../../work/index.html" dir="auto">"#),
      ("work/b.html", #"<a class="tag" href="../tagged/y.html">#y</a>"#),
      ("work/b.html", #"<span class="about" dir="auto">See Beta and kim.</span>"#),
      ("with/kim.html", #"<time datetime="2026-01-02">2 January 2026</time>"#),
      (
        "work/acme/d.html",
        #"<li data-level="1"><a href="../../work/index.html" aria-current="true" dir="auto">"#
      ),
      (
        "work/acme/index.html",
        #"<li data-level="2"><a href="../../work/acme/index.html" aria-current="page" dir="auto">"#
      ),
      ("a.html", #"<li><a href="tagged/index.html">Tags</a></li>"#),
      ("site/charts.html", #"<a href="../site/charts.html" aria-current="page">Charts</a>"#),
      ("site/charts.html", #"<svg xmlns="http://www.w3.org/2000/svg" class="chart""#),
      ("work/b.html", #"<li><a href="../tagged/y.html" dir="auto">#y</a></li>"#),
      ("tagged/y.html", #"<a href="../a.html">Alpha</a>"#),
      ("with/kim.html", #"<a href="../people/kim.html">About Kim</a>"#),
      ("with/kim.html", #"<a href="../a.html">Alpha</a>"#),
      ("work/acme/d.html", #"<img src="../../site/media/"#),
    ])
  func links(_ row: (page: String, html: String)) throws {
    let page = try #require(pages(site())[row.page])
    #expect(page.contains(row.html), "\(page)")
  }

  @Test("Everything that pages refer to is there, and what is not is said")
  func wholeness() throws {
    let site = try site()
    let made = site.make(Array(site.files.indices))
    #expect(made.count == site.files.count)
    #expect(made.flatMap(\.broken) == [])
    #expect(made.flatMap(\.media).filter { $0.hasPrefix("site/media/") }.count == 1)
    #expect(
      site.deadLinks.map { "\($0.path?.description ?? ""):\($0.location?.line ?? 0)" } == [
        "a.md:5", "work/c.md:5", "work/c.md:5",
      ])
    #expect(try self.site(Array(Self.notes.dropFirst())).outsideLinks == 1)
  }

  @Test("The same notes make the same bytes")
  func reproducible() throws {
    #expect(try pages(site()) == pages(site()))
  }

  /// The paths of files whose inputs differ between two sites.
  private func changed(_ one: Site, _ other: Site) -> Set<String> {
    let known = Dictionary(uniqueKeysWithValues: one.files.map { ($0.path, $0.inputs) })
    return Set(other.files.filter { known[$0.path] != $0.inputs }.map(\.path))
  }

  @Test(
    "A change changes the inputs of the pages that show it",
    arguments: [
      (1, "created: 2026-01-03", "created: 2026-01-03 ", ["work/b.html"]),
      (
        1, "title: Beta", "title: Bets",
        [
          "index.html", "work/b.html", "work/index.html", "tagged/y.html", "a.html", "work/c.html",
        ]
      ),
      (
        2, "[[gone]]", "[[kim]]",
        ["work/c.html", "with/kim.html", "with/index.html", "people/kim.html", "index.html"]
      ),
      (0, "tags: [x, Y]", "tags: [Y]", ["a.html"]),
    ])
  func incremental(_ row: (note: Int, old: String, new: String, pages: [String])) throws {
    var notes = Self.notes
    let text = notes[row.note].text
    let range = try #require(text.firstRange(of: row.old))
    notes[row.note].text.replaceSubrange(range, with: row.new)
    let (old, new) = (try site(), try site(notes))
    let changed = changed(old, new)
    #expect(changed.isSuperset(of: row.pages), "\(changed)")
    // The law: what did not change makes the same bytes.
    let (before, after) = (pages(old), pages(new))
    for file in new.files where !changed.contains(file.path) {
      #expect(before[file.path] == after[file.path], "\(file.path)")
    }
    #expect(!changed.contains("work/acme/d.html"))
  }

  @Test("The name of the root's collection changes the pages of what is in none")
  func rootName() throws {
    let (old, new) = (try site(root: "Loose"), try site(root: "Unfiled"))
    let changed = changed(old, new)
    #expect(changed.isSuperset(of: ["a.html", "root/index.html", "index.html"]), "\(changed)")
    #expect(!changed.contains("site/search.js"))
    let (before, after) = (pages(old), pages(new))
    for file in new.files where !changed.contains(file.path) {
      #expect(before[file.path] == after[file.path], "\(file.path)")
    }
  }

  @Test("A page with three headings or more has a list of them, which leads to them")
  func contents() throws {
    let headings = "# Title\n\n## One *a*\n\n### Deep\n\n#### Deeper\n\n##### Deepest\n\n## Two\n"
    let pages = try pages(site([("a.md", headings), ("b.md", "## One\n\n## Two\n")]))
    let page = try #require(pages["a.html"])
    let entries = page.matches(of: /<li data-level="(\d)"><a href="#(c_[a-z-]+)"><bdi>([^<]+)</)
    #expect(
      entries.map { "\($0.1) \($0.3)" } == ["1 One a", "2 Deep", "3 Deeper", "1 Two"], "\(page)")
    for entry in entries { #expect(page.contains(" id=\"\(entry.2)\""), "\(entry.2)") }
    #expect(pages["b.html"]?.contains("class=\"toc\"") == false)
  }

  @Test("The texts for excerpts are those of the pages, a block of them in a file")
  func texts() throws {
    let many = (0..<45).map { ("\($0).md", "# Note \($0)\n\nIt is *number*\n\($0).\n") }
    let pages = try pages(site(many))
    #expect(pages.keys.filter { $0.hasPrefix("site/search/text-") }.count == 3)
    #expect(
      pages["site/search/text-2.js"]?.hasSuffix(
        #"cairnSearch.texts(2,["It is number 40.","It is number 41.","It is number 42.","#
          + #""It is number 43.","It is number 44."])"# + "\n") == true,
      "\(pages["site/search/text-2.js"] ?? "")")
  }

  @Test("The sentence around a link stands where the link leads")
  func sentences() throws {
    let note =
      "First. The key is in [[b]], below. Last.\n\n- [[b|x]]\n\n[[c|Sea]] and *[[d]] too*! No.\n"
    let pages = try pages(
      site([("a.md", note), ("b.md", "b"), ("c.md", "c"), ("d.md", "d"), ("e.md", "- [[d]]\n")]))
    for (page, sentence) in [
      ("b.html", "The key is in b, below."), ("c.html", "Sea and d too!"),
      ("d.html", "Sea and d too!"),
    ] {
      let html = try #require(pages[page])
      #expect(html.contains("<span class=\"about\" dir=\"auto\">\(sentence)</span>"), "\(html)")
    }
    #expect(pages["d.html"]?.split(separator: "class=\"about\" dir").count == 2)
  }

  @Test("Links in fields do not use up the sentences of the links in the body")
  func sentencesAfterFields() throws {
    let fields = (0..<20).map { "see\($0): \"[[b]]\"\n" }.joined()
    let pages = try pages(
      site([("a.md", "---\n\(fields)---\nThe key is in [[b]].\n"), ("b.md", "b")]))
    let html = try #require(pages["b.html"])
    #expect(html.contains("<span class=\"about\" dir=\"auto\">The key is in b.</span>"), "\(html)")
  }

  @Test("Options change all pages")
  func options() throws {
    let (one, other) = (try site(), try site(title: "Other"))
    #expect(changed(one, other).count == other.files.count)
  }

  @Test("There is a feed where it is known where the site will be, its links absolute")
  func feed() throws {
    #expect(try pages(site())["feed.xml"] == nil)
    let site = try site(baseURL: "https://example.org/n/")
    let pages = pages(site)
    let feed = try #require(pages["feed.xml"])
    #expect(feed.split(separator: "<entry>").count == 6)
    #expect(feed.contains("&lt;a href=&quot;https://example.org/n/work/b.html&quot;"))
    #expect(feed.contains("&lt;img src=&quot;https://example.org/n/site/media/"))
    #expect(pages["work/b.html"]?.contains("href=\"../feed.xml\"") == true)
  }

  @Test("No field of a note is taken for a name of the page")
  func names() throws {
    let names = ["root", "policy", "site", "feed", "trail", "name", "theme", "anchor", "files"]
    let fields = names.map { "\($0): 'javascript:evil()'\n" }.joined()
    let site = try site([("x.md", "---\ntitle: X\n\(fields)---\n")])
    let page = try #require(pages(site)["x.html"])
    #expect(page.contains(#"<link rel="stylesheet" href="site/style.css">"#))
    #expect(!page.contains(#"="javascript"#))
  }

  @Test("No page shows the markup of a title, or the signs of marked words")
  func titles() throws {
    let pages = pages(
      try site([
        (
          "a.md",
          "---\ntitle: The *great* `escape` of ==Kim==\ntags: [x]\n---\n# The *great* `escape` of "
            + "==Kim==\n\nSee [[b]], which is ==marked==.\n"
        ), ("b.md", "---\ntags: [x]\n---\n# Two ==marked== words\n\nSee [[a]]. A ==mark==.\n"),
      ]))
    for path in ["index.html", "tagged/x.html", "a.html", "b.html", "root/index.html"] {
      let page = try #require(pages[path])
      #expect(page.contains("The great escape of Kim"), "\(path)")
      #expect(page.contains("Two marked words"), "\(path)")
    }
    for (path, page) in pages where path != "site/style.css" && !path.hasSuffix(".js") {
      #expect(!page.contains("==") && !page.contains("*great*"), "\(path)")
    }
    #expect(pages["a.html"]?.contains("<h1 id=\"c-title\">The great escape of Kim</h1>") == true)
    // The heading repeats the title, so it is not shown again.
    #expect(pages["a.html"]?.contains("<code>escape</code>") == false)
    let search = try ["site/search/text-0.js", "site/search/index.js"].map {
      try #require(pages[$0])
    }.joined()
    #expect(search.contains("See b, which is marked.") && !search.contains("=="))
  }

  @Test("Nothing of a note is markup in its page or in lists")
  func hostile() throws {
    let evil = "\"><script>alert(1)</script>"
    let note =
      "---\ntitle: '\(evil)'\ntype: '\(evil)'\nstatus: '\(evil)'\nmeaning: '\(evil)'\n"
      + "tags: ['\(evil)']\n\(evil): '\(evil)'\n---\n\(evil)\n"
    let site = try site([
      ("\(evil).md", note), ("p.md", "---\ntype: person\ntitle: '\(evil)'\n---\n[[p]]"),
    ])
    for (path, page) in pages(site) where path.hasSuffix(".html") {
      #expect(!page.contains("<script>alert"), "\(path)")
      #expect(!page.contains(evil), "\(path)")
    }
  }
}
