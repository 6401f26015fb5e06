import CairnCapture
import CairnText
import Testing

@testable import CairnDigest

@Suite("What a site is searched with")
struct SiteSearchTests {
  private func page(
    _ number: Int, title: [String] = [], body: [String] = [], shown: String = "T"
  ) -> SiteSearch.Page {
    SiteSearch.Page(
      title: shown, address: "\(number).html", around: "", day: "", titleWords: title.sorted(),
      bodyWords: body.sorted())
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The values that a script hands to the search.
  private func values(_ bytes: [UInt8]) throws -> [JSONValue] {
    let lines = text(bytes).split(separator: "\n")
    let call = try #require(lines.last)
    let start = try #require(call.firstIndex(of: "("))
    let arguments = "[" + call[call.index(after: start)...].dropLast() + "]"
    return try #require(JSONValue(reading: Array(arguments.utf8))?.elements)
  }

  @Test("Words stand with their pages, those in titles marked")
  func words() throws {
    let search = SiteSearch([
      page(0, title: ["acme"], body: ["ale"]), page(1, body: ["acme"]),
      page(40, title: ["acme"], body: ["zoo"]),
    ])
    let (parts, index) = search.files
    #expect(parts.map(\.path) == ["site/search/words-0.js", "site/search/pages-0.js"])
    #expect(
      text(parts[0].bytes).hasSuffix(
        "cairnSearch.words(0,[\"acme\",\"0! 1 1!\",\"ale\",\"0\",\"zoo\",\"2\"])\n"))
    #expect(text(index).hasSuffix("cairnSearch.about({\"block\":500,\"starts\":[\"acme\"]})\n"))
  }

  @Test("Many words lie in several files, in their order")
  func shards() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyz日本東")
    let words = (0..<40_000).map { number -> String in
      var (rest, word) = (number, "")
      repeat {
        word.append(letters[rest % letters.count])
        rest /= letters.count
      } while rest > 0
      return word + "xxxxxxxxxxxxxxxx"
    }
    let (parts, index) = SiteSearch([page(0, body: words)]).files
    let starts = try #require(values(index).first?["starts"]?.elements).compactMap(\.text)
    #expect((5..<20).contains(starts.count))
    var found: [String] = []
    for (start, part) in zip(starts, parts) {
      #expect(part.bytes.count < SiteSearch.most + 1000)
      let list = try #require(values(part.bytes).last?.elements).compactMap(\.text)
      #expect(list.first == start)
      found += stride(from: 0, to: list.count, by: 2).map { list[$0] }
    }
    let inOrder = Set(words).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(found == inOrder)
  }

  @Test("Nothing in a file ends a script or a line of it")
  func hostile() throws {
    let evil = "</script><!--\u{2028}\u{2029}\"\\"
    let (parts, _) = SiteSearch([page(0, body: ["x"], shown: evil)]).files
    let file = text(parts[1].bytes)
    #expect(!file.contains("<") && !file.contains("\u{2028}") && !file.contains("\u{2029}"))
    #expect(try values(parts[1].bytes)[1].elements?.first?.elements?.first?.text == evil)
  }

  @Test("What is found of a capture: title, tags, names, meaning, type and body, folded")
  func capturedWords() {
    let note = capture(
      "---\ntitle: Über Köln\ntags: [Reise]\naliases: [CGN]\ntype: idea\nmeaning: weil\nsecret: hidden\n---\nDer Dom, 東京. [[x|Rhein]]\n"
    )
    let page = SiteSearch.Page(note, address: "a b.html", around: "Places", day: "", hasBody: true)
    #expect(page.titleWords == ["cgn", "koln", "reise", "uber"])
    #expect(Set(page.bodyWords) == ["der", "dom", "東", "京", "rhein", "idea", "weil", "places"])
    #expect(page.address == "a%20b.html")
    let other = SiteSearch.Page(note, address: "", around: "", day: "", hasBody: false)
    #expect(Set(other.bodyWords) == ["idea", "weil"])
  }
}
