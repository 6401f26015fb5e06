import CairnFixtures
import CairnText
import Testing

@testable import CairnSite

@Suite("Addresses in sites")
struct SiteNamesTests {
  @Test(
    "A name has letters and digits of any script, folded",
    arguments: [
      ("Pay the “Acme” invoice!", "pay-the-acme-invoice"),
      ("2026-06-28 Tía Carmen’s gazpacho", "2026-06-28-tia-carmens-gazpacho"),
      ("東京 2026", "東京-2026"), ("Straße", "strasse"), ("../../etc/passwd", "etc-passwd"),
      ("a.b_c", "a-b-c"), ("…", ""), ("\u{202E}x", "x"), ("-a-", "a"), ("<script>", "script"),
    ])
  func name(_ row: (text: String, name: String)) {
    #expect(SiteNames.name(row.text) == row.name)
  }

  @Test("A long name is cut between characters")
  func long() {
    let name = SiteNames.name(String(repeating: "é日", count: 200))
    #expect(name.utf8.count <= 120 && name.hasPrefix("e日e日"))
  }

  private func unique(_ texts: [String], taken: Set<String> = []) -> [String] {
    SiteNames.unique(texts.map { ($0, Array($0.utf8)) }, taken: taken)
  }

  @Test(
    "Names that meet: the one that is spelled so has it, else the first",
    arguments: [
      (["a b", "a-b", "A B"], [false, true, false]), (["A b", "a B"], [true, false]),
      (["index", "x"], [false, true]),
      (["con", "nul", "COM1", "cone"], [false, false, false, true]),
      (["…", "?"], [false, false]),
    ])
  func meetings(_ row: (texts: [String], isPlain: [Bool])) {
    let names = unique(row.texts, taken: ["index"])
    #expect(zip(row.texts, names).map { SiteNames.name($0) == $1 && !$1.isEmpty } == row.isPlain)
    #expect(Set(names).count == names.count)
  }

  @Test("A name does not depend on the order, nor on others that it does not meet")
  func stability() {
    let texts = ["A b", "a B", "ä b", "index", "x", "…"]
    let names = Dictionary(uniqueKeysWithValues: zip(texts, unique(texts, taken: ["index"])))
    let other = unique(texts.reversed() + ["y", "Z"], taken: ["index"])
    #expect(Array(other.prefix(6).reversed()) == texts.map { names[$0] })
  }

  @Test("A suffix that somebody has already is made longer")
  func suffixes() throws {
    let suffixed = try #require(unique(["A", "a"]).first)
    #expect(suffixed.hasPrefix("a-") && suffixed.utf8.count == 8)
    let names = unique(["A", "a", suffixed])
    #expect(names[1] == "a" && names[2] == suffixed && names[0].utf8.count == 9)
  }

  @Test("Pages lie where their captures do")
  func addresses() {
    let paths = [
      "a.md", "A.md", "Work/Acme/Pay.md", "work/x.md", "tagged/x.md", "site/x.md", "index.md",
      "work/index.markdown", "Kitchen/Tía.md",
    ].compactMap { NotePath($0) }
    let pages = SiteAddresses(paths).pages
    let shown = paths.map { path in
      String((pages[path] ?? "").map { $0 })
    }
    #expect(shown[0] == "a.html")
    #expect(shown[3] == "work/x.html")
    #expect(shown[8] == "kitchen/tia.html")
    #expect(Set(shown.map(\.folded)).count == paths.count)
    for (index, prefix) in [(1, "a-"), (2, "work-"), (4, "tagged-"), (5, "site-"), (6, "index-")] {
      #expect(shown[index].hasPrefix(prefix), "\(shown[index])")
    }
    #expect(shown[7].hasPrefix("work/index-"))
  }
}
