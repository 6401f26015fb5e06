import CairnCapture
import CairnFixtures
import CairnText
import Testing

@testable import CairnJSON
@testable import CairnSite

@Suite("What a site is searched with")
struct SiteSearchTests {
  /// A search of pages with these words in their titles and bodies.
  private func search(
    _ pages: [(title: String, body: String)], shown: String = "T"
  ) -> SiteSearch {
    var finder = SiteWords.Finder()
    for page in pages {
      let note = capture("\(page.body)\n")
      finder.add(note, note.bodyText, title: page.title, around: "", hasBody: true)
    }
    return SiteSearch(
      pages.map { _ in .init(title: shown, address: "a.html", around: "", day: "") },
      SiteWords([finder.part]))
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
    let none = [(title: String, body: String)](repeating: ("", ""), count: 38)
    let search = search([("acme", "ale"), ("", "acme")] + none + [("acme", "zoo")])
    let (parts, index) = search.files
    #expect(parts.map(\.path) == ["site/search/words-0.js", "site/search/pages-0.js"])
    #expect(
      text(parts[0].bytes).hasSuffix(
        "cairnSearch.words(0,[\"acme\",\"0! 1 13!\",\"ale\",\"0\",\"zoo\",\"14\"])\n"))
    #expect(
      text(index).hasSuffix("cairnSearch.about({\"block\":500,\"text\":0,\"starts\":[\"acme\"]})\n")
    )
  }

  @Test("Many words lie in several files, in their order")
  func shards() throws {
    let letters = Array("abcdefghijklmnopqrstuvwxyzабв")
    let words = (0..<40_000).map { number -> String in
      var (rest, word) = (number, "")
      repeat {
        word.append(letters[rest % letters.count])
        rest /= letters.count
      } while rest > 0
      return "x" + word + "xxxxxxxxxxxxxxxx"
    }
    let (parts, index) = search([("", words.joined(separator: " "))]).files
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
    let (parts, _) = search([("", "x")], shown: evil).files
    let file = text(parts[1].bytes)
    #expect(!file.contains("<") && !file.contains("\u{2028}") && !file.contains("\u{2029}"))
    #expect(try values(parts[1].bytes)[1].elements?.first?.elements?.first?.text == evil)
  }

  @Test("What is found of a capture: title, tags, names, meaning, type and body, folded")
  func capturedWords() {
    let note = capture(
      "---\ntitle: Über Köln\ntags: [Reise]\naliases: [CGN]\ntype: idea\nmeaning: weil\nsecret: hidden\n---\nDer Dom, 東京. [[x|Rhein]]\n"
    )
    func words(hasBody: Bool) -> (title: Set<String>, body: Set<String>) {
      var finder = SiteWords.Finder()
      finder.add(note, note.bodyText, title: "Über Köln", around: "Places", hasBody: hasBody)
      let words = SiteWords([finder.part]).words
      #expect(words.map(\.text) == words.map(\.text).sorted())
      let isTitle = { (word: SiteWords.Word) in word.entries == [1] }
      return (
        Set(words.filter(isTitle).map(\.text)), Set(words.filter { !isTitle($0) }.map(\.text))
      )
    }
    #expect(words(hasBody: true).title == ["cgn", "koln", "reise", "uber"])
    #expect(
      words(hasBody: true).body == ["der", "dom", "東", "京", "rhein", "idea", "weil", "places"])
    #expect(words(hasBody: false).body == ["idea", "weil", "places"])
  }

  @Test("A word counts once for each page of each part, in its title first")
  func parts() {
    func part(_ texts: [String]) -> SiteWords.Part {
      var finder = SiteWords.Finder()
      for text in texts {
        let note = capture("\(text)\n")
        finder.add(note, note.bodyText, title: "Note", around: "", hasBody: true)
      }
      return finder.part
    }
    let words = SiteWords([part(["b a b", "note a"]), part([]), part(["a c"])]).words
    #expect(words.map(\.text) == ["a", "b", "c", "note"])
    #expect(words.map(\.entries) == [[0, 2, 4], [0], [4], [1, 3, 5]])
  }
}
