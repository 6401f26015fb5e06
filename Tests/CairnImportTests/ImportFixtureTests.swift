import CairnDocument
import CairnImport
import Foundation
import Glibc
import Testing

/// What is read from small exports, made from the published descriptions of the formats.
///
/// Each folder in `Fixtures` has a folder `export` with the files of another tool, a file `notes.txt`
/// with what Cairn reads from them, and optionally a file `map.txt` with column mappings.
/// `CAIRN_RECORD=1` writes the files `notes.txt`.
struct ImportFixtureTests {
  /// A folder in `Fixtures`. Its name is that of its source, which may be followed by `-` and the
  /// kind of export.
  struct Fixture: Sendable, CustomTestStringConvertible {
    let folder: URL
    let files: [String: [UInt8]]

    init(_ folder: URL) {
      self.folder = folder
      let root = folder.appending(path: "export")
      var files: [String: [UInt8]] = [:]
      for path in FileManager.default.subpaths(atPath: root.path) ?? [] {
        files[path] = (try? Data(contentsOf: root.appending(path: path))).map { Array($0) }
      }
      self.files = files
    }

    var testDescription: String { folder.lastPathComponent }
    var source: String { testDescription.prefix { $0 != "-" }.description }

    /// The files, with one replaced or all as they are.
    func importFiles(replacing path: String? = nil, with bytes: [UInt8] = []) -> ImportFiles {
      var files = files
      if let path { files[path] = bytes }
      let visible = files.keys.filter { !$0.split(separator: "/").contains { $0.first == "." } }
      return ImportFiles(visible, isSingle: visible.count == 1) { [files] in files[$0] }
    }

    /// Returns what Cairn reads, as the text of `notes.txt`.
    func text() throws -> String {
      let mapping =
        (try? String(contentsOf: folder.appending(path: "map.txt"), encoding: .utf8)) ?? ""
      let files = importFiles()
      let found = try #require(ImportSources.detected(in: files))
      #expect(found.name == source)
      let notes: ImportedNotes
      do throws(ImportFailure) {
        notes = try found.notes(
          in: files, ColumnMapping(mapping.split(separator: "\n").map(String.init)))
      } catch {
        return "── refused: \(error.reason)\n"
      }
      return notes.notes.map(Self.text).joined() + notes.files.map(Self.text).joined()
        + notes.skipped.map { "── skipped \($0.item): \($0.reason)\n" }.joined()
        + notes.unchanged.map { "── unchanged \($0.item): \($0.reason)\n" }.joined()
        + notes.remarks.map { "── \($0)\n" }.joined()
    }

    private static func text(_ note: ImportedNote) -> String {
      let place = (note.path ?? note.folder).map { " in \($0)" } ?? ""
      let files = note.attachments.map(Self.text)
      return "── note \(note.key)\(place)\n"
        + String(decoding: note.front.bytes + note.body, as: UTF8.self)
        + (note.body.last == UInt8(ascii: "\n") ? "" : "\n") + files.joined()
    }

    private static func text(_ file: ImportedNote.Attachment) -> String {
      "── file \(file.path)" + (file.place.map { " as \($0)" } ?? "")
        + (file.mark.map { " for \($0)" } ?? "") + "\n"
    }
  }

  static let fixtures: [Fixture] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    return names.sorted().map { Fixture(root.appending(path: $0)) }
  }()

  @Test(arguments: fixtures)
  func reads(_ fixture: Fixture) throws {
    let file = fixture.folder.appending(path: "notes.txt")
    let text = try fixture.text()
    if getenv("CAIRN_RECORD") != nil { return try Data(text.utf8).write(to: file) }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }

  /// Every source has a fixture, and also a hostile one.
  @Test(arguments: ["", "-hostile"])
  func coversEverySource(_ kind: String) {
    let fixtures = Self.fixtures.filter { $0.testDescription.hasSuffix(kind) }
    #expect(Set(fixtures.map(\.source)) == Set(ImportSources.all.map { $0.name }))
  }

  /// Whatever an export contains, the front matter of each note can be read, and contains no field
  /// that only Cairn sets.
  @Test(arguments: fixtures.filter { $0.testDescription.hasSuffix("-hostile") })
  func makesSoundNotes(_ fixture: Fixture) throws {
    let source = try #require(ImportSources.named(fixture.source))
    let result = try? source.notes(in: fixture.importFiles(), ColumnMapping())
    for note in result?.notes ?? [] {
      #expect(note.front.editRefusal == nil, "\(note.label)")
      #expect(note.path != nil || note.front["id"] == nil, "\(note.label)")
    }
  }

  /// An export that is damaged or hostile is refused or skipped, and never stops the program.
  @Test(arguments: fixtures)
  func survivesEveryBeginning(_ fixture: Fixture) throws {
    let source = try #require(ImportSources.named(fixture.source))
    for (path, bytes) in fixture.files {
      for end in stride(from: 0, to: bytes.count, by: 7) {
        let files = fixture.importFiles(replacing: path, with: Array(bytes[..<end]) + [0xFF])
        let result = try? source.notes(in: files, ColumnMapping())
        #expect((result?.notes.count ?? 0) <= 6)
      }
    }
  }
}
