import CairnArchive
import CairnCapture
import CairnDocument
import CairnMarkup
import CairnText

@testable import CairnImport

/// The laws of imports: exports of other tools, HTML, and archives.
struct ImportLaws {
  private let bytes: [UInt8]

  init(_ input: [UInt8]) { bytes = input }

  // MARK: - Exports

  /// Checks an export. The first byte selects a source that is read even if it does not recognize
  /// the export. The files follow, separated by 0xFF, each as its path, a zero and its contents.
  func checkExport() {
    guard let first = bytes.first else { return }
    var contents: [String: [UInt8]] = [:]
    for part in bytes.dropFirst().split(separator: 0xFF) {
      let path = String(decoding: part.prefix { $0 != 0 }, as: UTF8.self)
      if contents.count < 50, !path.isEmpty {
        contents[path] = Array(part.drop { $0 != 0 }.dropFirst())
      }
    }
    let visible = contents.keys.filter { !$0.hasPrefix(".") }
    let files = ImportFiles(visible, isSingle: visible.count == 1) { [contents] in contents[$0] }
    let all = ImportSources.all
    let sources = [all[Int(first) % all.count], ImportSources.detected(in: files)]
    for source in sources.compactMap({ $0 }) {
      guard let found = try? source.notes(in: files, ColumnMapping()) else { continue }
      for note in found.notes { check(note) }
      let again = try? source.notes(in: files, ColumnMapping())
      precondition(
        again?.notes.map(\.key) == found.notes.map(\.key), "a second import finds other notes")
      if let settings = found.vault?.settings { check(settings) }
    }
  }

  /// Checks that the front matter of a note can be edited, and that it ends where the body begins.
  private func check(_ note: ImportedNote) {
    precondition(note.front.body.isEmpty, "the front matter has a body")
    guard let marked = try? note.front.setting("imported", to: .text(note.key)) else {
      preconditionFailure("the front matter cannot be edited")
    }
    let whole = Document(marked.bytes + note.body)
    precondition(whole["imported"]?.text == marked["imported"]?.text, "a field is not read back")
    precondition(
      Array(whole.bytes[whole.body]) == note.body, "the body does not begin where it should")
    for attachment in note.attachments { _ = attachment.content?() }
  }

  private func check(_ settings: ObsidianSettings) {
    for (key, value) in settings.settings where key == "daily.path" {
      precondition(value.contains("{{date"), "a daily note has no day")
    }
  }

  // MARK: - HTML

  /// Checks that Markdown from HTML contains no HTML.
  func checkHTML() {
    let (text, _) = HTMLMarkdown.convert(bytes) {
      $0["src"].map { "![](\(HTMLMarkdown.target($0)))" }
    }
    let body = Array(text.utf8)
    precondition(Markup(body, body: 0..<body.count).rawHTML.isEmpty, "HTML is left")
  }

  // MARK: - Archives

  /// Checks that the files of an archive have safe paths and the sizes that they should have.
  func checkArchive() {
    var limits = Archive.Limits()
    (limits.files, limits.bytes) = (1000, 64 << 20)
    guard let archive = try? Archive.open(ArchiveInput(bytes), limits) else { return }
    var size = 0
    for path in archive.paths {
      precondition(NotePath(path)?.text == path, "the path is not safe")
      size += archive.bytes(path)?.count ?? 0
      _ = archive.modified(path)
    }
    precondition(size <= archive.size && size <= limits.bytes, "the files are too large")
  }
}
