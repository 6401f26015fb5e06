import CairnArchive
import CairnDesk
import CairnExport
import CairnNotebook
import CairnText
import CairnWork
import Testing

/// What an import must not lose, not mix up, and not pass over in silence.
struct ImportLossTests {
  private static let picture = "GIF89a\u{01}\u{00}\u{01}\u{00}\u{00}\u{00}\u{00};"

  @Test func keepsFilesAlthoughANoteIsSkipped() async throws {
    let desk = try Desk([(".in/B.md", "![[p.gif]]\n"), (".in/p.gif", Self.picture)])
    try desk.write("---\nid: x y\n---\n", to: ".in/A.md")
    let result = try await desk.importing(".in")
    #expect(result.imported == 1 && result.skipped.map(\.item) == ["A.md"])
    #expect(try desk.text("p.gif") == Self.picture)
  }

  /// A file to which no field can be added is copied with every byte, and the result says why.
  @Test func copiesMalformedFiles() async throws {
    let desk = try Desk([(".in/B.md", "b\n"), (".in/C.md", "---\na: [1\n---\nwhale\n")])
    try desk.write(Array("caf".utf8) + [0xE9], to: ".in/A.md")
    for imported in [1, 0] {
      let result = try await desk.importing(".in")
      #expect(result.imported == imported && result.skipped.isEmpty)
      #expect(
        result.suggestions == [
          "Cairn copies `A.md` unchanged, without the field `imported`: the text is not UTF-8.",
          "Cairn copies `C.md` unchanged, without the field `imported`: the front matter cannot be "
            + "edited: the front matter is not valid YAML: this bracket is not closed.",
        ])
    }
    #expect(try desk.text("C.md") == "---\na: [1\n---\nwhale\n")
    #expect(try desk.text("A.md") == "caf\u{FFFD}")
  }

  /// The rows of two tables can have the same numbers, and notes can have their own ids.
  @Test func keepsNotesWithTheSameNumbersApart() async throws {
    let desk = try Desk([
      (".films.csv", "id,title\n1,Alien\n"), (".books.csv", "id,title\n1,Emma\n"),
      (".in/A.md", "---\nid: k7x2m9q4ab\n---\na\n"), (".in/B.md", "---\nid: k7x2m9q4ab\n---\nb\n"),
    ])
    for table in [".films.csv", ".books.csv"] {
      let result = try await desk.importing(table)
      #expect(result.imported == 1 && result.updated == 0)
      #expect(try await desk.importing(table).known == 1)
    }
    let result = try await desk.importing(".in")
    #expect(result.imported == 1)
    #expect(
      result.skipped.map(\.reason) == [
        "`A.md` already has the id `k7x2m9q4ab`, so `B.md` cannot have the same id; leave out the "
          + "id, or use a different one"
      ])
  }

  /// Two bundles can have different files with the same name.
  @Test func keepsTheFilesOfBundlesApart() async throws {
    let desk = try Desk()
    for (name, file) in [("A", "a"), ("B", "b"), ("C", "a")] {
      let folder = ".in/\(name).textbundle"
      try desk.write(#"{"version":2}"#, to: "\(folder)/info.json")
      try desk.write("![](assets/p.gif)\n", to: "\(folder)/text.md")
      try desk.write(Self.picture + file, to: "\(folder)/assets/p.gif")
    }
    let result = try await desk.importing(".in")
    #expect(result.imported == 3 && result.skipped.isEmpty)
    for (name, file, path) in [
      ("A", "a", "assets/p.gif"), ("B", "b", "assets/B/p.gif"), ("C", "a", "assets/p.gif"),
    ] {
      #expect(try #require(try desk.text("\(name).md")).hasSuffix("![](\(path))\n"))
      #expect(try desk.text(path) == Self.picture + file)
    }
    #expect(try await desk.importing(".in").report.operation == nil)
  }

  /// The front matter and the body of files in a vault.
  @Test(arguments: [
    ("---\nauthor: Bob\nrating: 5\ntags: [book]\n---\n", ""), ("", ""), ("", "    code\n"),
    ("", "\n\n  a"), ("---\na: 1\n---\n", "a\r\nb\r\n"), ("---\ntype: entry\n---\n", "a\n\nb\n\n"),
  ])
  func keepsFilesAsTheyAre(_ front: String, _ body: String) async throws {
    let desk = try Desk([(".in/A.md", front + body)])
    let result = try await desk.importing(".in")
    #expect(result.imported == 1 && result.skipped.isEmpty)
    let text = try #require(try desk.text("A.md"))
    #expect(text.contains(front.isEmpty ? "---\n" : String(front.dropFirst(4).dropLast(4))))
    #expect(text.hasSuffix("\n---\n" + body))
    #expect(try await desk.importing(".in").known == 1)
  }

  /// The page of a collection keeps what it says about the collection.
  @Test func keepsThePagesOfCollections() async throws {
    let page = "---\nname: Diary\npublish: false\n---\n"
    let desk = try Desk([(".in/diary/_collection.md", page), (".in/diary/A.md", "a\n")])
    let result = try await desk.importing(".in")
    #expect(result.imported == 1 && result.skipped.isEmpty)
    #expect(try desk.text("diary/_collection.md") == page)
    for includesPrivate in [false, true] {
      let bytes = try await desk.work { work in
        var request = ExportRequest()
        (request.format, request.includesPrivate) = (.zip, includesPrivate)
        var bytes: [UInt8] = []
        _ = work.write(try work.plan(request)) { bytes += $0 }
        return bytes
      }
      let paths = try Archive.open(ArchiveInput(bytes))?.paths
      #expect(paths == (includesPrivate ? ["diary/A.md", "diary/_collection.md"] : []))
    }
  }

  /// Returns a zip archive of files.
  private static func zip(_ files: [(String, String)]) -> [UInt8] {
    var zip = ZipWriter()
    let time = DateTime(date: CalendarDate(daysSinceEpoch: 20_000), secondOfDay: 0)
    let parts = files.compactMap { zip.file(Array($0.0.utf8), Array($0.1.utf8), at: time) }
    return parts.joined() + zip.end()
  }

  @Test func skipsOnlyTheFilesThatCannotBe() async throws {
    let desk = try Desk()
    let long = String(repeating: "n", count: 260)
    let names = ["ok.md", "\(long).md", "\(long).gif", "a.md", "a.md/b.md", "a.md/c.gif"]
    try desk.write(Self.zip(names.map { ($0, "text") }), to: ".in")
    let result = try await desk.importing(".in")
    #expect(try await desk.paths() == ["a.md", "ok.md"])
    #expect(Set(result.skipped.map(\.item)) == Set(names).subtracting(["a.md", "ok.md"]))
  }

  @Test func saysThatAFileIsDamaged() async throws {
    let desk = try Desk()
    let note = #"{"title":"A","textContent":"a","userEditedTimestampUsec":1}"#
    // The byte after the local header (30 bytes) and the name (6 bytes).
    func damaged(_ files: [(String, String)]) -> [UInt8] {
      var bytes = Self.zip(files)
      bytes[36] ^= 0xFF
      return bytes
    }
    try desk.write(damaged([("A.json", note), ("B.json", note)]), to: ".in")
    let result = try await desk.importing(".in", "keep")
    #expect(result.imported == 1 && result.isIncomplete)
    #expect(
      result.skipped.map { "\($0.item): \($0.reason)" } == [
        "A.json: the file is damaged or cannot be read"
      ])
    try desk.write(damaged([("p.gif*", Self.picture), ("A.md", "![](p.gif*)")]), to: ".vault")
    let other = try await desk.importing(".vault")
    #expect(other.imported == 1 && other.isIncomplete && other.skipped.map(\.item) == ["p.gif*"])
  }

  /// Files that cannot be read, and the reason that is given.
  @Test(arguments: [
    ("keep", "A.json", "the text is not UTF-8"), ("goodreads", "g.csv", "the text is not UTF-8"),
    ("csv", "g.csv", "the text is not UTF-8"), ("jsonl", "g.jsonl", "the text is not UTF-8"),
    ("jrnl", "j.txt", "the text is not UTF-8"), ("csv", "utf16.csv", "the text is UTF-16"),
  ])
  func namesTheEncoding(_ source: String, _ name: String, _ reason: String) async throws {
    let desk = try Desk()
    let start: [UInt8] = name.hasPrefix("utf16") ? [0xFF, 0xFE] : []
    try desk.write(start + Array("caf".utf8) + [0xE9], to: ".in/\(name)")
    if source == "keep" {
      let result = try await desk.importing(".in", source)
      #expect(result.skipped.map(\.reason) == [reason])
      return
    }
    await #expect {
      try await desk.work { _ = try $0.plan(ImportRequest(source, path: ".in")) }
    } throws: { ($0 as? Refusal)?.message == ".in: \(reason); save it as UTF-8" }
  }

  @Test func saysWhyNothingCanBeImported() async throws {
    let desk = try Desk()
    var bytes = Self.zip([("A.md", "a\n")])
    // The flag for encryption in the list of files, which begins with PK 1 2.
    let list = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4B, 1, 2]) })
    bytes[list + 8] |= 1
    try desk.write(bytes, to: ".in")
    for source in [nil, "obsidian"] {
      await #expect {
        try await desk.work { _ = try $0.plan(ImportRequest(source, path: ".in")) }
      } throws: {
        ($0 as? Refusal)?.message == ".in: nothing can be imported: A.md: it is encrypted"
      }
    }
  }

  @Test func saysThatAPictureChanged() async throws {
    let desk = try Desk([(".in/A.md", "![[p.gif]]\n"), (".in/p.gif", Self.picture)])
    try await desk.importing(".in")
    try desk.write(Self.picture + "2", to: ".in/p.gif")
    let result = try await desk.importing(".in")
    #expect(result.skipped.map(\.item) == ["p.gif"] && result.report.operation == nil)
    #expect(try desk.text("p.gif") == Self.picture)
  }

  /// Bookmarks with the same address keep their captures, whatever their order.
  @Test func keepsDuplicatesApart() async throws {
    func page(_ titles: [String]) -> String {
      "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>"
        + titles.map { #"<DT><A HREF="https://a/">\#($0)</A>"# }.joined() + "</DL>"
    }
    let desk = try Desk([(".in/b.html", page(["First", "Second"]))])
    try await desk.importing(".in")
    let old = try await desk.paths()
    let texts = try old.map { try desk.text($0) }
    try desk.write(page(["Newest", "Second", "First"]), to: ".in/b.html")
    let result = try await desk.importing(".in")
    #expect(result.summary(.write) == "Imported 1 note; 2 imported before.")
    #expect(try old.map { try desk.text($0) } == texts)
    try desk.write(page(["Second", "Newest"]), to: ".in/b.html")
    #expect(
      try await desk.importing(".in").summary(.write) == "Imported 0 notes; 2 imported before.")
  }

  @Test func keepsANoteWithANewTitle() async throws {
    let note =
      #""textContent":"a","userEditedTimestampUsec":2000000,"createdTimestampUsec":1000000}"#
    let desk = try Desk([(".in/A.json", #"{"title":"Old","# + note)])
    try await desk.importing(".in", "keep")
    try desk.write(#"{"title":"New","# + note, to: ".in/A.json")
    #expect(try await desk.importing(".in", "keep").updated == 1)
    #expect(try await desk.paths().count == 1)
  }

  /// What Cairn exports as JSON Lines comes back with its fields, text and collections.
  @Test func returnsRecords() async throws {
    let files = [
      (
        "work/One.md",
        "---\nid: k7x2m9q4ab\ntype: action\ncollection: work\ntags: [a]\ncreated: 2026-01-01\n"
          + "due: 2026-02-03\nx: \"7\"\nurl: https://a/b\n---\n# One\n\nText\n"
      ),
      (
        "Two.md",
        "---\nid: p7x2m9q4ab\ntype: entry\ncreated: 2026-01-01\ntitle: Dune\nscore: 3\n---\nGood\n"
      ),
    ]
    let desk = try Desk(files)
    let bytes = try await desk.work { work in
      var request = ExportRequest()
      request.format = .jsonl
      var bytes: [UInt8] = []
      _ = work.write(try work.plan(request)) { bytes += $0 }
      return bytes
    }
    let other = try Desk()
    try other.write(bytes, to: ".in/a.jsonl")
    let result = try await other.importing(".in")
    #expect(result.imported == 2 && result.skipped.isEmpty)
    for (path, text) in files {
      let folder = path.hasPrefix("work/") ? "work/" : ""
      let found = try #require(
        try await other.paths().first { $0.hasPrefix(folder) && $0.contains("/") != folder.isEmpty }
      )
      let lines = try #require(try other.text(found)).withoutImport.split(separator: "\n")
      #expect(lines.sorted() == text.split(separator: "\n").sorted())
    }
  }
}
