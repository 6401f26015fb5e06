import CairnCapture
import CairnFixtures
import CairnText
import Testing

@testable import CairnSite

@Suite("The feed of a site")
struct SiteFeedTests {
  private func feed(_ note: String, base: String = "https://example.org/notes/") -> String {
    let note = capture(note, at: "k/a b.md")
    let entry = SiteFeed.Entry(
      capture: SiteCapture(note, note.bodyText, { _, _ in nil }, clock: clock), id: note.id,
      page: "k/a-b.html", html: "<p>x & y</p>")
    let feed = SiteFeed(
      title: "A & B", language: "en", base: base, clock: clock, version: "1", entries: [entry])
    return String(decoding: feed.bytes, as: UTF8.self)
  }

  @Test(
    "An entry says what the capture says",
    arguments: [
      ("title: A <b> & c", "<title>A &lt;b&gt; &amp; c</title>"),
      ("title: \"\\x01\\uFFFE\"", "<title>\u{FFFD}\u{FFFD}</title>"),
      ("id: k7x2m9q4ab\ncreated: 2026-11-21", "<id>tag:example.org,2026-11-21:k7x2m9q4ab</id>"),
      ("id: a b\ncreated: 2026-11-21", "<id>tag:example.org,2026-11-21:a%20b</id>"),
      ("title: x", "<id>https://example.org/notes/k/a-b.html</id>"),
      ("created: 2026-11-21T10:00:00+01:00", "<published>2026-11-21T09:00:00Z</published>"),
      ("created: 2026-11-21", "<published>2026-11-20T23:00:00Z</published>"),
      ("created: 2026-11-21\nupdated: 2026-11-22", "<updated>2026-11-21T23:00:00Z</updated>"),
      ("tags: ['a\"b']", "<category term=\"a&quot;b\"/>"),
      ("meaning: because", "<summary>because</summary>"),
      ("title: x", "<content type=\"html\">&lt;p&gt;x &amp; y&lt;/p&gt;</content>"),
      (
        "title: x",
        "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://example.org/notes/feed.xml\"/>"
      ),
    ])
  func entries(_ row: (fields: String, xml: String)) {
    let feed = feed("---\n\(row.fields)\n---\nText.\n")
    #expect(feed.contains(row.xml), "\(feed)")
  }

  @Test(
    "A host that is no domain name gives no tag",
    arguments: ["https://[::1]/", "https://a_b/", "https://a%20b/"])
  func hosts(_ base: String) {
    #expect(feed("---\nid: k7x2m9q4ab\n---\n", base: base).contains("<id>\(base)k/a-b.html</id>"))
  }

  @Test("A port is no part of a tag, and a host's case does not count")
  func authority() {
    let feed = feed("---\nid: x\ncreated: 2026-01-02\n---\n", base: "http://Example.ORG:8080/")
    #expect(feed.contains("<id>tag:example.org,2026-01-02:x</id>"))
  }
}
