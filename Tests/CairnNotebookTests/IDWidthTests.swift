import CairnCapture
import CairnIndex
import CairnText
import Testing

@testable import CairnNotebook

/// How many characters of an id are shown, whichever part of the index it is in.
@Suite struct IDWidthTests {
  /// An id that no other one here begins like.
  private static func id(_ number: Int) -> String {
    let letters = Array("abcdefghjkmnpqrstvwxyz")
    return String([letters[number / 22], letters[number % 22]]) + "00000000"
  }

  private static func write(_ id: String, to path: String, _ disk: DiskNotebook) {
    disk.write(Array(path.utf8), Array("---\nid: \(id)\n---\n# Note\n".utf8))
  }

  /// A notebook whose index knows some captures, the first of them with this id.
  private static func indexed(_ first: String) throws -> (DiskNotebook, Notebook) {
    let disk = try DiskNotebook([])
    for number in 1..<20 { write(id(number), to: "\(number).md", disk) }
    write(first, to: "0.md", disk)
    let notebook = try IndexTests.notebook(disk)
    _ = notebook.catalog()
    return (disk, notebook)
  }

  @Test("An id is told from those in the other part", arguments: [1, 30])
  func parts(count: Int) throws {
    let (disk, notebook) = try Self.indexed("zz12345000")
    #expect(notebook.catalog().idWidth == 4)
    for number in 40..<40 + count { Self.write(Self.id(number), to: "n\(number).md", disk) }
    #expect(notebook.catalog().idWidth == 4)
    Self.write("zz12345abc", to: "new.md", disk)
    // Written down with the others, and once more from what was written.
    for _ in 0..<2 {
      let catalog = notebook.catalog()
      #expect(catalog.idWidth == 8)
      #expect(catalog.snapshot.layers.count == (count == 1 ? 1 : 2))
    }
    // One more, which is read each time.
    Self.write("zz12345ab1", to: "newer.md", disk)
    #expect(notebook.catalog().idWidth == 10)
  }

  @Test("Sorted ids have the same width as ids that are read one by one")
  func tables() throws {
    var random = SplitMix(seed: 0x1D)
    /// Ids of which many begin alike, and some are the same or not ours.
    func draw() -> String {
      let letters = Array("aaab0")
      let count = Int.random(in: 0..<20, using: &random) == 0 ? 9 : 10
      return String((0..<count).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    let disk = try DiskNotebook([])
    for number in 0..<60 { Self.write(draw(), to: "\(number).md", disk) }
    let notebook = try IndexTests.notebook(disk)
    let segments = notebook.catalog().snapshot.layers.map(\.segment)
    let tables = try segments.map { try IDWidth.Table($0) }
    for _ in 0..<200 {
      let ids = (0..<Int.random(in: 0...3, using: &random)).map { _ in draw() }
      #expect(
        try IDWidth.width(of: ids, beside: tables) == IDWidth.width(of: ids, beside: segments),
        "\(ids)")
    }
  }

  @Test("An id in an index that stays in memory is told from all others")
  func resident() throws {
    let (disk, closed) = try Self.indexed("zz12345000")
    var notebook = closed
    notebook.resident = try ResidentIndex(of: notebook)
    for (number, width) in [("40", 4), ("zz12345abc", 8), ("zz12345ab1", 10)] {
      Self.write(number == "40" ? Self.id(40) : number, to: "\(number).md", disk)
      #expect(notebook.catalog().idWidth == width)
      #expect(closed.catalog().idWidth == width)
    }
  }

  @Test("Ids that are the same, or not ours, widen nothing")
  func same() throws {
    let (disk, notebook) = try Self.indexed("zz12345000")
    Self.write("zz12345000", to: "copy.md", disk)
    Self.write("zz12345i", to: "other.md", disk)
    #expect(notebook.catalog().idWidth == 4)
  }
}
