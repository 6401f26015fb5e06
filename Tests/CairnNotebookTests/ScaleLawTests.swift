import CairnCapture
import CairnText
import Testing

@testable import CairnNotebook

/// What a stranger's notebook makes long costs no more than its length.
@Suite struct ScaleLawTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The file `a.md` with so many parts.
    let text: @Sendable (Int) -> String
    /// How many captures there are besides, all called `Same`, for each part.
    var sameCount = 0
    let work: @Sendable (Notebook, Catalog) throws -> Void

    init(
      _ name: String, _ text: @escaping @Sendable (Int) -> String, sameCount: Int = 0,
      _ work: @escaping @Sendable (Notebook, Catalog) throws -> Void
    ) {
      (testDescription, self.text, self.sameCount, self.work) = (name, text, sameCount, work)
    }
  }

  private static let rename: @Sendable (Notebook, Catalog) throws -> Void = {
    let other = try #require($1.captures.first { $0.path == note("other.md") })
    _ = try $0.rename(other, title: "Fresh", fileName: "fresh", .dryRun, in: $1)
  }

  private static let move: @Sendable (Notebook, Catalog) throws -> Void = {
    let other = $1.captures.filter { $0.path == note("other.md") }
    _ = try $0.move(other, to: note("sub"), creating: true, .dryRun, in: $1)
  }

  private static let diagnose: @Sendable (Notebook, Catalog) throws -> Void = {
    notebook, _ in #expect(!notebook.diagnose().findings.isEmpty)
  }

  static let rows = [
    Row("wikilinks on a line", { String(repeating: "[[other]] ", count: $0) }, rename),
    Row("Markdown links on a line", { String(repeating: "[a](other.md)", count: $0) }, rename),
    Row("Markdown links", { String(repeating: "[a](other.md)\n", count: $0) }, move),
    Row(
      "links in a field",
      { "---\nsee: [" + String(repeating: "\"[[other]]\", ", count: $0) + "x]\n---\n" }, rename),
    Row(
      "links that cannot be kept",
      { "---\nsee: [" + String(repeating: "\"[[other]]\", ", count: $0) + "x]\n---\n" },
      {
        let other = try #require($1.captures.first { $0.path == note("other.md") })
        _ = try $0.rename(other, title: "[x]", fileName: "[x]", .dryRun, in: $1)
      }),
    Row(
      "paths of pictures in a field",
      { "---\nimages: [" + String(repeating: "p.png, ", count: $0) + "p.png]\n---\n" },
      { notebook, catalog in
        let capture = catalog.captures.filter { $0.path == note("a.md") }
        _ = try notebook.move(capture, to: note("sub"), creating: true, .dryRun, in: catalog)
      }),
    Row(
      "pictures that are not there",
      { count in
        "---\nimages: [" + (0..<count).map { "\($0).png" }.joined(separator: ", ") + "]\n---\n"
      }, diagnose),
    Row("captures of one title, in rename", { _ in "" }, sameCount: 1) { notebook, catalog in
      let same = try #require(catalog.captures.first { $0.path == note("n1.md") })
      _ = try notebook.rename(same, title: "Fresh", .dryRun, in: catalog)
    },
    Row("captures of one title, in doctor", { _ in "" }, sameCount: 1, diagnose),
    Row("links that lead nowhere", { String(repeating: "[a](gone.md) ", count: $0) }, diagnose),
  ]

  @Test(.timeLimit(.minutes(15)), arguments: rows)
  func growsAsItsLength(row: Row) throws {
    let (few, many) = (400, 3200)
    let times = try [few, many].map { count in
      var files = ["a.md": row.text(count) + "\n", "other.md": "# Other\n", "p.png": ""]
      for number in 0..<(count * row.sameCount) { files["n\(number).md"] = "# Same\n[[same]]\n" }
      let test = try TestNotebook(files)
      let catalog = test.catalog()
      return try (0..<3).map { _ in
        try ContinuousClock().measure { try row.work(test.notebook, catalog) }
      }.min() ?? .zero
    }
    // Eight times as much would be sixty-four times as long where it grew as the square.
    #expect(times[1] < times[0] * 24 + .milliseconds(50), "\(times)")
  }
}
