import CairnCapture
import CairnDocument
import CairnFiles
import CairnIndex
import CairnQuery
import CairnText
import Foundation
import Glibc
import Testing

@testable import CairnNotebook

/// The index against the slow way, on files that other people wrote. They lie beside a checkout, in
/// `../shared/corpora`, and are no part of the project.
///
/// One in twelve of them is asked for a few words and fields. Where `CAIRN_LAW_ROUNDS` is set, all
/// are, for so many.
@Suite(.enabled(if: RealFiles.arePresent, "no ../shared/corpora beside this checkout"))
struct IndexCorpusTests {
  @Test func realFilesAnswerAlike() throws {
    let disk = try DiskNotebook()
    let tar = Process()
    tar.executableURL = URL(filePath: "/bin/tar")
    tar.arguments = ["-xzf", RealFiles.archive.path, "-C", disk.absolute("")]
    try tar.run()
    tar.waitUntilExit()
    let notebook = try IndexTests.notebook(disk)
    var chance = SplitMix(seed: 0xC0FFEE)
    let rounds = TestSettings.number("CAIRN_LAW_ROUNDS")
    if rounds == nil {
      // The slow way is slow; some of them will do.
      for path in notebook.load().captures.map(\.path)
      where Int.random(in: 0..<12, using: &chance) > 0 {
        unlink(disk.absolute(path.description))
      }
    }
    let library = notebook.load()
    #expect(library.captures.count > 80)
    let queries = Self.queries(library, rounds ?? 5, &chance)
    // Made now, and read from its file.
    for catalog in [notebook.catalog(), notebook.catalog()] {
      #expect(catalog.count == library.captures.count)
      #expect(catalog.problems == library.problems)
      #expect(
        Set(catalog.fieldNames.map(\.folded)) == Set(library.fieldNames.map(\.folded)))
      #expect(catalog.collections.map(\.path) == library.collections.map(\.path))
      #expect(catalog.collections.map(\.total) == library.collections.map(\.total))
    }
    let catalog = notebook.catalog()
    for (query, order) in queries { try IndexTests.compare(query, catalog, library, order: order) }
    for capture in library.captures {
      let row = catalog.entry(at: capture.path).flatMap { catalog.row($0) }
      let wanted = CaptureRow(capture)
      #expect(row.map(IndexedAnswers.row) == IndexedAnswers.row(wanted))
    }
    print("\(queries.count) queries on \(library.captures.count) real files")
  }

  /// Words, phrases, fields and values that are in the files, and orders by their fields.
  private static func queries(
    _ library: Library, _ rounds: Int, _ chance: inout SplitMix
  ) -> [(Query, Query.DefaultOrder)] {
    var queries: [(Query, Query.DefaultOrder)] = []
    func add(_ text: String, _ order: Query.DefaultOrder = .newest) {
      if let query = try? Query(text) { queries.append((query, order)) }
    }
    func quoted(_ text: some StringProtocol) -> String {
      "\"\(String(text.filter { $0 != "\\" && $0 != "\"" }))\""
    }
    for _ in 0..<rounds {
      guard let capture = library.captures.randomElement(using: &chance) else { break }
      let words = String(decoding: capture.document.bytes.prefix(20_000), as: UTF8.self)
        .split { $0.isWhitespace }
      guard let place = words.indices.randomElement(using: &chance) else { continue }
      let word = words[place]
      add(quoted(word), .relevance)
      add(quoted(words[place...].prefix(3).joined(separator: " ")), .relevance)
      let letters = word.filter { $0.isLetter }
      if !letters.isEmpty {
        add("\(letters)", .relevance)
        add("\(letters.prefix(3)) -\(letters)")
        add("*\(letters.dropFirst().prefix(3))*", .relevance)
        add("title:\(letters.prefix(2))")
        add("/\(letters.prefix(2)).\(letters.suffix(1))/")
      }
    }
    let fields = library.fieldNames.sorted()
    for _ in 0..<rounds {
      guard let field = fields.randomElement(using: &chance) else { break }
      let name = quoted(field)
      add("has:\(name) sort:-\(name)")
      add("no:\(name)")
      let owners = library.captures.filter { $0.document[field] != nil }
      if let value = owners.randomElement(using: &chance)?.document[field]?.scalars.first?.text {
        add("\(name):\(quoted(value.prefix(30)))")
        add("\(name):=\(quoted(value))")
        add("\(name):*\(value.filter { $0.isLetter }.prefix(3))*")
      }
    }
    for order in ["title", "-created", "updated", "tag,-title", "score", "type,path"] {
      add("sort:\(order)")
    }
    return queries
  }
}

/// Where the files of other people are.
private enum RealFiles {
  static let archive = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/corpora/dev.tar.gz").standardizedFileURL

  static var arePresent: Bool { FileManager.default.fileExists(atPath: archive.path) }
}
