import CairnCapture
import CairnIndex
import CairnText
import Testing

@testable import CairnNotebook
@testable import CairnQuery

/// What is grouped, and what it is grouped by.
@Suite struct CircleTests {
  /// Notes about three things each in words of its own, with words of others among them.
  private static func notes(seed: UInt64, _ count: Int) -> [(path: String, text: String)] {
    var chance = SplitMix(seed: seed)
    return (0..<count).map { number in
      let theme = number % 3
      let words = (0..<Int.random(in: 4...20, using: &chance)).map { _ in
        let other = Int.random(in: 0..<6, using: &chance) == 0
        let of = other ? Int.random(in: 0..<3, using: &chance) : theme
        return "\(["paste", "Boot", "Étoile"][of])\(Int.random(in: 0..<9, using: &chance))"
      }
      let circle = number % 11 == 0 ? "circle: [\"\(["P", "Q"][number % 2])\", z]\n" : ""
      let link = number % 7 == 0 ? " [[\(Int.random(in: 0..<count, using: &chance))]]" : ""
      let files = number % 5 == 0 ? "images: [media/paste1-\(theme).png, boot2.png]\n" : ""
      return (
        "\(number).md",
        "---\n\(circle)\(files)x: 1\n---\n\(words.joined(separator: " "))\(link)\n"
      )
    }
  }

  private static func described(_ catalog: Catalog) throws -> [String] {
    let found = try catalog.circles()
    return found.circles.map { circle in
      let paths = circle.entries.map { catalog.snapshot.path($0).description }
      return "\(circle.name) \(circle.isNamed) \(circle.words) \(paths)"
    } + ["\(found.alone)"]
  }

  @Test(arguments: UInt64(1)...3)
  func isTheSameHoweverTheIndexLies(_ seed: UInt64) throws {
    let disk = try DiskNotebook(Self.notes(seed: seed, 60))
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    for count in [24, 4] {
      for file in Self.notes(seed: seed &+ UInt64(count), 60).prefix(count) {
        disk.write(Array(file.path.utf8), Array(file.text.utf8))
      }
      let (kept, fresh) = (notebook.catalog(), try disk.notebook().catalog())
      #expect(try Self.described(kept) == Self.described(fresh))
      try Self.compareVectors(kept, SlowLikeness(notebook.load()))
    }
    #expect(notebook.catalog().snapshot.layers.count > 1)
  }

  private static func compareVectors(_ catalog: Catalog, _ slow: SlowLikeness) throws {
    let vectors = try WordVectors(catalog.snapshot)
    #expect(vectors.entries.count == slow.library.captures.count)
    for (entry, parts) in zip(vectors.entries, vectors.parts) {
      let path = catalog.snapshot.path(entry)
      let wanted = slow.vector(path)
      let found = Dictionary(
        parts.map { (String(decoding: vectors.words[$0.word], as: UTF8.self), $0.weight) },
        uniquingKeysWith: +)
      #expect(Set(found.keys) == Set(wanted.keys), "\(path)")
      for (word, weight) in wanted {
        #expect(abs((found[word] ?? 0) - weight) < 1e-9, "\(path), \(word)")
      }
    }
  }

  /// Pictures in the same folder are not a reason to group captures.
  @Test func leavesOutTheNamesOfFiles() throws {
    let words = ["lamp", "kettle", "rope", "paint", "tent"]
    let files = words.enumerated().map { number, word in
      (
        "\(number).md",
        "---\nimages: [media/scan-photo-\(number).png]\n---\n"
          + "\(number == 0 ? "# Scan photo\n\n" : "")\(word) \(word)s\n"
      )
    }
    let found = try IndexTests.notebook(try DiskNotebook(files)).catalog().circles()
    #expect(found.circles.isEmpty)
  }

  @Test func findsWhatBelongsTogether() throws {
    let disk = try DiskNotebook(
      Self.notes(seed: 7, 60).map { file in
        (file.path, file.text.replacing("circle:", with: "other:"))
      })
    let catalog = try IndexTests.notebook(disk).catalog()
    let found = try catalog.circles()
    #expect(found.circles.count == 3 && found.alone == 0)
    let again = try catalog.kept(\.circles) { () throws(IndexDamage) in
      Issue.record("the circles are determined again")
      return ([], 0)
    }
    #expect(again.circles.count == 3 && again.alone == 0)
    for circle in found.circles {
      let themes = circle.entries.compactMap {
        Int(catalog.snapshot.path($0).stem).map { $0 % 3 }
      }
      let most = (0..<3).map { theme in themes.count { $0 == theme } }.max() ?? 0
      #expect(most * 10 >= themes.count * 9)
      #expect(!circle.words.isEmpty && circle.words.count <= 4 && !circle.isNamed)
      #expect(circle.words.joined(separator: " ") == circle.name.replacing(",", with: ""))
    }
    let words = Set(found.circles.flatMap(\.words).map { $0.prefix(4) })
    #expect(words == ["past", "Boot", "Étoi"])
  }

  /// Nor by words of the addresses of pictures.
  @Test func isNotCalledByWordsOfDates() throws {
    let words = ["lettuce", "seedling", "greenhouse", "hosepipe"]
    var notes: [(path: String, text: String)] = (1...20).map {
      (path: "\($0).md", text: "alpha\($0) beta\($0)\n")
    }
    for number in 1...9 {
      let text = "\(words[number % 4]) \(words[(number + 1) % 4])"
      let picture = "![](media/scan-photo-\(number).png)"
      notes.append(
        ("daily/\(number).md", "# Friday, \(number) November 2026\n\n\(text)\n\(picture)\n"))
    }
    let disk = try DiskNotebook(notes)
    let circles = try IndexTests.notebook(disk).catalog().circles().circles
    #expect(!circles.isEmpty)
    #expect(Set(circles.flatMap(\.words)).isSubset(of: words))
  }

  /// Titles of the notes in one circle, and the name that they give it.
  @Test(arguments: [
    (["Wheat starch paste", "Starch paste in summer", "Starch paste, too thick"], "Starch paste"),
    // A phrase that several titles share is better than one word, or a title that is a sentence.
    (
      ["Zinc harbour crane", "Yellow harbour crane", "The harbour crane fell on a ship and sank"],
      "harbour crane"
    ),
    // Parts of dates say nothing, so words of the text do.
    (["Oct 5th", "Oct 6th", "Oct 7th"], "bilby, numbat, potoroo"),
    (["京都の紙", "紙すき", "紙"], "紙"),
    // Neither symbols nor words that differ from title to title are a part of the name.
    (["🗑️ Quagga Manager", "🗑️ Quagga Manager", "🗑️ Quagga Manager"], "Quagga Manager"),
    (
      [
        "ICYMI 👉 March Zebu Crane Meetup", "ICYMI 👉 April Zebu Crane Meetup",
        "ICYMI 👉 May Zebu Crane Meetup",
      ], "Zebu Crane Meetup"
    ),
    // A phrase begins after a hyphen only if more titles share it than the whole compound.
    (["Get-ZebuCrane", "Set-ZebuCrane", "Test-ZebuCrane"], "ZebuCrane"),
    (["micro-zebu crane", "micro-zebu crane", "micro-zebu crane, old"], "micro-zebu crane"),
    // The characters of a word in a dense script stay together.
    (["헬름을 설치", "헬름은 무엇", "헬름이 실패"], "헬름"),
    // One character that becomes several words.
    (["Bilby ㍿㌔", "Bilby ㌔㌘", "㍻ Bilby"], "Bilby"),
  ])
  func name(_ titles: [String], _ name: String) throws {
    var notes = (1...30).map { (path: "\($0).md", text: "alpha\($0) beta\($0)\n") }
    for (number, title) in titles.enumerated() {
      let body = "quokka numbat bilby potoroo \(title)"
      notes.append(("in/\(number).md", "# \(title)\n\n\(body)\n"))
    }
    let disk = try DiskNotebook(notes)
    let circles = try IndexTests.notebook(disk).catalog().circles().circles
    #expect(circles.map(\.name).first == name)
  }

  @Test func isNamedAfterTheCaptureThatOthersLinkTo() throws {
    var notes = (1...30).map { (path: "\($0).md", text: "alpha\($0) beta\($0)\n") }
    notes.append(("jonas.md", "# Jonas\n\nquokka\n"))
    for (number, title) in ["Numbat gauge", "Bilby net", "Potoroo film", "Dingo"].enumerated() {
      let next = "\((number + 1) % 4)"
      notes.append(("in/\(number).md", "# \(title)\n\nquokka numbat [[jonas]] [[in/\(next)]]\n"))
    }
    let disk = try DiskNotebook(notes)
    let catalog = try IndexTests.notebook(disk).catalog()
    let circles = try catalog.circles().circles
    #expect(circles.map(\.name) == ["Jonas"] && circles.first?.words == ["Jonas"])
    #expect(circles.first?.entries.count == 5)
  }

  /// The tags of three similar notes, and the name that they give the circle. Another note with the
  /// first tag joins the circle.
  @Test(arguments: [
    (["zebu", "zebu", "zebu"], "Zebu"),
    (["meta/crane/zebu", "meta/crane/zebu", "meta/crane/zebu"], "Zebu"),
    (["crane/zebu", "crane/zebu", "crane/okapi"], "crane"),
  ])
  func isNamedAfterATag(_ tags: [String], _ name: String) throws {
    var notes = (1...30).map { (path: "\($0).md", text: "alpha\($0) beta\($0)\n") }
    for (number, tag) in tags.enumerated() {
      let body = "quokka numbat bilby potoroo, and Zebu"
      notes.append(("in/\(number).md", "---\ntags: [\(tag)]\n---\n# Gnu\(number)\n\n\(body)\n"))
    }
    notes.append(("other.md", "---\ntags: [\(tags[0])]\n---\n# Dingo\n\nalpha1 beta2\n"))
    let disk = try DiskNotebook(notes)
    let circles = try IndexTests.notebook(disk).catalog().circles().circles
    #expect(circles.map(\.name) == [name] && circles.first?.entries.count == 4)
  }

  @Test func findsWhatSharesATitleInASmallNotebook() throws {
    // Rarer words of the text connect each of the captures only with one other capture.
    let notes = (1...30).flatMap { number -> [(path: String, text: String)] in
      let words = ["alpha", "beta", "gamma", "delta"].flatMap { word in
        (1...4).map { "\(word)\(number)x\($0)" }
      }
      let text = Array(repeating: words.joined(separator: " "), count: 3).joined(separator: "\n")
      let plain = (path: "\(number).md", text: text)
      return number > 9
        ? [plain] : [plain, ("in/\(number).md", "# Announcing Zebu 1.\(number)\n\n\(text)\n")]
    }
    let disk = try DiskNotebook(notes)
    let circles = try IndexTests.notebook(disk).catalog().circles().circles
    #expect(circles.map(\.name) == ["Announcing Zebu"] && circles.first?.entries.count == 9)
  }

  @Test func leavesOutWhatOnlyMentionsTheName() throws {
    var notes = (1...30).map { (path: "\($0).md", text: "alpha\($0) beta\($0)\n") }
    for number in 0..<3 {
      let next = "\((number + 1) % 3)"
      notes.append(
        (
          "boat/\(number).md",
          "# Greta \("ABC".dropFirst(number).prefix(1))\n\nhull [[boat/\(next)]]\n"
        ))
    }
    notes.append(("food/jar.md", "---\ntags: [bread]\n---\n# Jar\n\nCalled Greta: [[Greta A]]\n"))
    let disk = try DiskNotebook(notes)
    let circles = try IndexTests.notebook(disk).catalog().circles().circles
    #expect(circles.map(\.name) == ["Greta"] && circles.first?.entries.count == 3)
  }

  @Test func keepsWhatAPersonSays() throws {
    let disk = try DiskNotebook(Self.notes(seed: 3, 60))
    let library = try disk.notebook().load()
    let catalog = try IndexTests.notebook(disk).catalog()
    let circles = try catalog.circles().circles
    #expect(circles.filter(\.isNamed).map(\.name).sorted() == ["P", "Q"])
    for capture in library.captures {
      let own = circles.filter { circle in
        circle.entries.contains { catalog.snapshot.path($0) == capture.path }
      }
      #expect(own.count <= 1)
      guard let name = capture.names(in: "circle").first else { continue }
      #expect(own.map(\.name) == [name], "\(capture.path)")
    }
  }
}
