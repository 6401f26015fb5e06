import CairnCapture
import CairnDocument
import CairnIndex
import CairnQuery
import CairnText
import Testing

@testable import CairnNotebook

/// The captures that a word names, found the slow way: every capture is asked for all its names.
struct SlowHandles {
  private let captures: [Capture]

  init(_ captures: [Capture]) { self.captures = captures }

  func paths(named word: String) -> [String] {
    let explicit = word.hasPrefix("id:") ? String(word.dropFirst(3)) : nil
    let wanted = explicit ?? word
    let isPlain = wanted.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]*/) != nil
    if explicit != nil || isPlain && !Selector.isPath(wanted) {
      let whole = captures.filter { $0.id == wanted }
      if !whole.isEmpty { return paths(whole) }
      let own = captures.filter { CaptureID($0.id ?? "")?.text == wanted.lowercased() }
      if !own.isEmpty { return paths(own) }
    }
    let called = captures.filter { LinkNames($0).inOrder.joined().contains { same($0, word) } }
    if let explicit {
      let begun = captures.filter { $0.hasID(beginningWith: explicit) }
      return paths(begun.isEmpty ? called : begun)
    }
    if Selector.isPath(word), let path = NotePath(word) {
      for ending in ["", ".md", ".markdown", ".mdx"] {
        if let found = captures.first(where: { "\($0.path)" == "\(path)\(ending)" }) {
          return paths([found])
        }
      }
    }
    let begun = captures.filter { capture in
      guard word.count >= 4 else { return false }
      let code = PathCodes.text(PathCodes.code(of: capture.path))
      return capture.hasID(beginningWith: word) || code.hasPrefix(word.lowercased())
    }
    return paths(called + begun)
  }

  private func same(_ name: String, _ word: String) -> Bool {
    !word.folded.isEmpty && name.folded == word.folded
  }

  private func paths(_ captures: [Capture]) -> [String] {
    Set(captures.map(\.path)).sorted().map(\.description)
  }
}

@Suite("Handles") struct HandleTests {
  private static let files: [(path: String, text: String)] = [
    ("work/invoice.md", "---\nid: k7x2m9q4ab\n---\n# Pay the Acme invoice\n"),
    ("work/report.md", "---\nid: k7x9000000\n---\n# Quarterly report\n"),
    ("sarah.md", "---\nid: people-0001\naliases: [Sarah Smith]\n---\n# Sárah\n"),
    ("plain.md", "No id here.\n"), ("films.md", "---\nid: 7\n---\n# Films/2026\n"),
    ("odd.md", "---\nid: m4wz81kd0p\ntitle: k7x2\n---\n"),
    ("copy.md", "---\nid: copy000000\n---\nOne\n"),
    ("copy 2.md", "---\nid: copy000000\n---\nTwo\n"),
    ("deep/report.md", "---\ntitle: \"type:action\"\n---\n"),
  ]

  @Test(arguments: [
    ("k7x2m9q4ab", "work/invoice.md"), ("K7X2M9Q4AB", "work/invoice.md"),
    ("k7x2m", "work/invoice.md"), ("K7X9", "work/report.md"), ("k7x", ""),
    ("k7x2", "odd.md work/invoice.md"), ("id:k7x2", "work/invoice.md"),
    ("id:k7", "work/invoice.md work/report.md"), ("id:", ""), ("id:zz", ""),
    ("people-0001", "sarah.md"), ("people-0002", ""), ("people", ""), ("PEOPLE-0001", "sarah.md"),
    ("sarah", "sarah.md"), ("SARAH SMITH", "sarah.md"), ("sarah sm", ""), ("7", "films.md"),
    ("films/2026", "films.md"), ("work/invoice.md", "work/invoice.md"),
    ("./work/invoice", "work/invoice.md"), ("report", "deep/report.md work/report.md"),
    ("report.md", "deep/report.md work/report.md"), ("quarterly REPORT", "work/report.md"),
    ("type:action", "deep/report.md"), ("copy000000", "copy 2.md copy.md"), ("copy", "copy.md"),
    ("No id here.", "plain.md"), ("", ""), (" ", ""), ("../plain.md", ""), ("/etc/passwd", ""),
  ])
  func names(_ word: String, _ expected: String) throws {
    let disk = try DiskNotebook(Self.files)
    // Read from files, then from the index.
    for _ in 0..<2 {
      let catalog = try IndexTests.notebook(disk).catalog()
      let found = catalog.entries(withHandle: word).map { "\(catalog.snapshot.path($0))" }
      #expect(found.joined(separator: " ") == expected)
    }
  }

  @Test(arguments: [
    ("work/invoice.md", "k7x2m"), ("work/report.md", "k7x9"), ("sarah.md", "people-0001"),
    ("films.md", "7"), ("copy.md", "u5z5"), ("plain.md", "u2hx"), ("deep/report.md", "u03f"),
  ])
  func shows(_ path: String, _ handle: String) throws {
    let disk = try DiskNotebook(Self.files)
    let catalog = try IndexTests.notebook(disk).catalog()
    let entry = try #require(NotePath(path).flatMap { catalog.entry(at: $0) })
    #expect(catalog.handle(of: entry) == handle)
  }

  @Test("A code is as long as it must be, and says no more when all of it is shared")
  func codes() throws {
    let captures = (0..<3_000).map { number in
      Capture(
        path: NotePath("n/\(number).md") ?? .root, document: Document([]),
        modified: Instant(seconds: 0))
    }
    let snapshot = Snapshot(layers: [], changed: captures)
    let codes = PathCodes(snapshot)
    let texts = captures.map { PathCodes.text(PathCodes.code(of: $0.path)) }
    var lengths: Set<Int> = []
    for (capture, text) in zip(captures, texts) {
      let beginning = try #require(codes.beginnings(of: capture.path).first)
      lengths.insert(beginning.count)
      #expect(texts.count { $0.hasPrefix(beginning) } == 1)
      let shorter = String(text.prefix(beginning.count - 1))
      if shorter.count >= 4 { #expect(texts.count { $0.hasPrefix(shorter) } > 1) }
      #expect(PathCodes.isBeginning(beginning))
      #expect(codes.entries(beginning: beginning.uppercased()).map(snapshot.path) == [capture.path])
    }
    #expect(lengths.min() == 4)
    #expect(lengths.count > 1)
    for word in [
      "u", "u12", "ua12", "k123", "u1i2", "u12 ", "u1" + String(repeating: "0", count: 13),
    ] {
      #expect(codes.entries(beginning: word).isEmpty && !PathCodes.isBeginning(word))
    }
  }
}

/// Every handle that is shown names its capture alone, and every word names what it names the slow
/// way, however odd the names are.
@Suite("Law of handles") struct HandleLawTests {
  private static let hostile = [
    "%3", "--yes", "type:action", "NOT", "\\\"x\\\"", "a\\nb", "", " ", "id:k7x2", "a/b", "a=b",
    "+x",
    "notes/0.md", "0.md", "Über", "uber", "日本語", "@open", "-", "e\\u0301", "\\t", "n 0",
  ]

  private static func word(_ chance: inout SplitMix, _ known: [String]) -> String {
    switch Int.random(in: 0..<5, using: &chance) {
    case 0: hostile.randomElement(using: &chance) ?? ""
    case 1: "n \(Int.random(in: 0..<40, using: &chance))"
    default:
      String(
        (known.randomElement(using: &chance) ?? "").prefix(.random(in: 3...14, using: &chance)))
    }
  }

  /// Writes captures with ids, codes and titles that begin like those of others.
  private static func notebook(
    _ chance: inout SplitMix
  ) throws -> (disk: DiskNotebook, words: [String]) {
    let disk = try DiskNotebook()
    var known = ["k7x2m9q4ab", "k7x2m9q4ac", "k7x2000000"]
    for number in 0..<Int.random(in: 1...60, using: &chance) {
      let path = "\(["", "n/", "n/deep/"].randomElement(using: &chance) ?? "")\(number).md"
      known.append(PathCodes.text(PathCodes.code(of: NotePath(path) ?? .root)))
      let id =
        switch Int.random(in: 0..<4, using: &chance) {
        case 0: "id: \"\(CaptureID(using: &chance).text)\"\n"
        case 1: "id: \"\(word(&chance, known))\"\n"
        case 2: "id: \"\(known.randomElement(using: &chance) ?? "")\"\n"
        default: ""
        }
      let title = Bool.random(using: &chance) ? "title: \"\(word(&chance, known))\"\n" : ""
      let alias = Bool.random(using: &chance) ? "aliases: [\"\(word(&chance, known))\"]\n" : ""
      disk.write(Array(path.utf8), Array("---\n\(id)\(title)\(alias)---\nn \(number)\n".utf8))
    }
    return (disk, known + (0..<40).map { _ in word(&chance, known) })
  }

  @Test(arguments: 0..<60)
  func holds(seed: Int) throws {
    var chance = SplitMix(seed: UInt64(seed))
    let (disk, words) = try Self.notebook(&chance)
    let notebook = try IndexTests.notebook(disk)
    for round in 0..<2 {
      let catalog = notebook.catalog()
      let slow = SlowHandles(notebook.load().captures)
      for entry in catalog.snapshot.entries {
        let path = "\(catalog.snapshot.path(entry))"
        let handle = catalog.handle(of: entry)
        #expect(slow.paths(named: handle) == [path], "seed \(seed): `\(handle)`")
        #expect(catalog.entries(withHandle: handle) == [entry], "seed \(seed): `\(handle)`")
      }
      for word in words {
        let found = catalog.entries(withHandle: word).map { "\(catalog.snapshot.path($0))" }
        #expect(found == slow.paths(named: word), "seed \(seed): `\(word)`")
      }
      if round == 0 { disk.write(Array("new.md".utf8), Array("---\nid: k7x2m9q4ad\n---\n".utf8)) }
    }
  }
}
