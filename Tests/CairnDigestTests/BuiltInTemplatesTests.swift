import CairnDigest
import Mustache
import Testing

@Suite("Built-in templates")
struct BuiltInTemplatesTests {
  private static let digests = BuiltInTemplates.files.keys.filter { $0.hasSuffix(".mustache") }

  private let context: [String: Any] = [
    "title": "A <title>", "language": "en", "theme": "green", "generated": "2026-11-21",
    "total": 2, "query": "in:books", "hasContents": true,
    "groups": [
      ["name": "Books", "anchor": "g-books", "count": 1, "icon": "📚"],
      ["name": "Films", "anchor": "g-films", "count": 1, "icon": "🎞️"],
    ],
    "name": "Books", "anchor": "g-books", "count": 1, "icon": "📚",
    "id": "k7x2m9q4ab", "path": "books/a.md", "source": "books/a.md", "type": "entry",
    "collection": "books", "status": "open", "score": 3, "scoreName": "great", "stars": "★★★",
    "meaning": "It means & says.", "created": "2026-11-20", "due": "2026-11-30",
    "hasTags": true, "tags": ["one", "two"],
    "hasFields": true, "fields": [["name": "Author", "value": "A. Writer"]],
    "html": "<p>Text.</p>", "markdown": "Text.",
  ]

  @Test("A digest template is valid Mustache", arguments: digests)
  func isValid(path: String) throws {
    _ = try MustacheTemplate(string: BuiltInTemplates.files[path] ?? "{{#missing}}")
  }

  @Test("HTML templates escape everything but the body")
  func html() throws {
    let text = try digest("html")
    #expect(text.contains("<title>A &lt;title&gt;</title>"))
    #expect(text.contains("It means &amp; says."))
    #expect(text.contains("<p>Text.</p>"))
    #expect(text.hasPrefix("<!DOCTYPE html>\n"))
    #expect(!text.contains("<script"))
  }

  @Test("A Markdown digest has its blank lines where Markdown needs them")
  func markdown() throws {
    let text = try digest("markdown")
    #expect(
      text == """
        <!-- A digest made by Cairn. -->

        # A <title>

        2 captures, 2026-11-21. Chosen by in:books.

        - [📚 Books](#g-books) (1)
        - [🎞️ Films](#g-films) (1)

        <a id="g-books"></a>

        ## 📚 Books

        <a id="g-books"></a>

        ### A <title>

        *It means & says.*

        entry · ★★★ great · open · due 2026-11-30 · 2026-11-20 · #one · #two · [books/a.md](books/a.md)

        - Author: A. Writer

        Text.

        """)
  }

  private func digest(_ format: String) throws -> String {
    try ["head", "group", "item", "foot"].map { part in
      let text = BuiltInTemplates.files["digest/\(format)/\(part).mustache"] ?? ""
      return try MustacheTemplate(string: text).render(context)
    }.joined()
  }
}
