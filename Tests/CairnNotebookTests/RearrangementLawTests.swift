import CairnCapture
import CairnDocument
import CairnFiles
import CairnMarkup
import CairnText
import Testing

@testable import CairnNotebook

/// What is moved, renamed and removed with the help of the index, against all files read: in notebooks
/// of odd names, links, pictures and hidden files, the same bytes change and the same is said.
@Suite struct RearrangementLawTests {
  @Test(arguments: Sample(Array(1...60 as ClosedRange<UInt64>), 12).chosen)
  func changesTheSameBytes(seed: UInt64) throws {
    var chance = SplitMix(seed: seed)
    var odd = OddNotebook(seed: seed)
    let disk = try DiskNotebook(odd.files(30) + Self.media(&chance))
    // Without a cache, all is in one segment; with one, some captures are in none or in a second.
    let notebook = try seed.isMultiple(of: 3) ? disk.notebook() : IndexTests.notebook(disk)
    var changes = 0
    for step in 1...10 {
      for file in odd.files(step.isMultiple(of: 4) ? 12 : 1) {
        disk.write(Array(file.path.utf8), Array(file.text.utf8))
      }
      let catalog = notebook.catalog(listsAttachments: true)
      let library = notebook.load(attachments: true)
      let what = "seed \(seed), step \(step)"
      #expect(
        catalog.users(of: library.attachments)
          == library.users(of: library.attachments, in: notebook))
      guard let plan = try? plan(notebook, library.captures, catalog, &chance) else { continue }
      let slow = try notebook.carryOut(plan, .dryRun, in: library.linkedContents)
      try Self.compare(notebook.carryOut(plan, .dryRun, in: catalog), slow, "\(what), planned")
      let report = try? notebook.carryOut(plan, .write, in: catalog)
      guard let report else { continue }
      changes += report.changed.count
      for changed in report.changed where !changed.after.isEmpty {
        #expect(try notebook.store.read(changed.path).bytes == changed.after, "\(what)")
      }
      if plan.media.isEmpty { Self.compare(report, slow, what) }
    }
    #expect(changes > 5, "seed \(seed)")
  }

  /// Another place for some captures or a folder, or another title for a capture.
  private func plan(
    _ notebook: Notebook, _ captures: [Capture], _ catalog: Catalog, _ chance: inout SplitMix
  ) throws -> Rearrangement? {
    let folders = catalog.collections.map(\.path)
    let folder = try #require(folders.randomElement(using: &chance))
    let capture = try #require(captures.randomElement(using: &chance))
    let stem = try #require((OddNotebook.stems + ["new", "media"]).randomElement(using: &chance))
    switch Int.random(in: 0..<6, using: &chance) {
    case 0:
      let above = try #require(folders.randomElement(using: &chance))
      let place = try #require(above.appending(stem))
      return try notebook.planToRenameCollection(
        folder, to: place, details: .init(), creating: true, in: catalog)
    case 1, 2:
      let title = try #require((OddNotebook.odd + OddNotebook.stems).randomElement(using: &chance))
      return try notebook.planToRename(
        capture, title: title, fileName: Bool.random(using: &chance) ? stem : nil)
    default:
      let some = captures.shuffled(using: &chance).prefix(Int.random(in: 1...3, using: &chance))
      return try notebook.planToMove(Array(some), to: folder, creating: true, in: catalog)
    }
  }

  /// Pictures, captures that name them in many ways, and what no listing shows.
  private static func media(_ chance: inout SplitMix) -> [(path: String, text: String)] {
    let names = ["x.png", "Y z.PNG", "a.md"]
    var files: [(path: String, text: String)] = [
      (".cairnignore", "secret.md\n"), ("work/secret.md", "[[a]] ![](media/x.png)"),
      ("work/.hidden/h.md", "h"), ("b/media/x.png", "b"), ("media/Y z.PNG", "y"),
      ("work/media/x.png", "x"),
    ]
    let ways = [
      "images: [media/NAME]", "cover: /work/media/NAME", "image: ../b/NAME", "files: [./work/NAME]",
      "see: \"[[work/secret.md]]\"",
    ]
    let bodies = [
      "<img src=\"media/NAME\">", "`'NAME'`", "![](../work/media/NAME)", "[h](/work/.hidden/h.md)",
      "[[work]] [f](work) [[NAME]]", "[a](<work/_collection.md>)",
      "[[./m1.md]] [[./m3.md]] [[work//m2.md]] [[./work/m4.md]] [[b//m5.md]] [[./m6.md]]",
    ]
    for number in 0..<12 {
      let folder = ["", "work/", "b/"].randomElement(using: &chance) ?? ""
      let texts = [ways, bodies].map { texts in
        (texts.randomElement(using: &chance) ?? "").replacingNAME(
          with: names.randomElement(using: &chance) ?? "")
      }
      files.append(("\(folder)m\(number).md", "---\n\(texts[0])\n---\n\(texts[1])\n"))
    }
    return files
  }

  private static func compare(_ one: ChangeReport, _ other: ChangeReport, _ what: String) {
    #expect(one.changed == other.changed, "\(what)")
    #expect(one.refused == other.refused, "\(what)")
    #expect(one.warnings == other.warnings, "\(what)")
    #expect(one.unchanged == other.unchanged, "\(what)")
  }
}

extension Library {
  /// Everything in which links may stand: captures, and the pages of collections.
  private var linkSources: [Capture] {
    captures
      + collections.compactMap { collection in
        collection.page.map { page in
          Capture(
            path: collection.path.appending(listed: CollectionPage.fileName.utf8),
            document: page.document, modified: Instant(seconds: 0))
        }
      }
  }

  /// Everything, as what a rearrangement has to know.
  fileprivate var linkedContents: LinkedContents {
    LinkedContents(
      names: captures.map { LinkNames($0) }, attachments: attachments, sources: linkSources)
  }

  /// The files that mention each of some files: captures and pages as Markdown, and all other text
  /// files, and captures whose front matter cannot be read, by their bytes.
  fileprivate func users(of files: [NotePath], in notebook: Notebook) -> [NotePath: Set<NotePath>] {
    let all = Set(attachments)
    let mentions = (linkSources + ignored).map { ($0.path, Mentions(of: $0)) }
    let hidden = ([.root] + notebook.store.scan().folders).flatMap {
      notebook.store.hiddenFiles(in: $0)
    }
    let texts =
      (attachments + hidden).map { ($0, (try? notebook.store.read($0).bytes) ?? []) }
      + (linkSources + ignored).filter { $0.document.editRefusal != nil }
      .map { ($0.path, $0.document.bytes) }
    return files.reduce(into: [:]) { users, file in
      let name = Self.lowercased(file.nameBytes)
      let named = texts.filter { path, bytes in
        let decoded = Array(String(decoding: bytes, as: UTF8.self).percentDecoded.utf8)
        return path != file && [bytes, decoded].contains { Self.lowercased($0).contains(name) }
      }
      let found = mentions.filter { $0.1.contain(file, among: all) }.map(\.0) + named.map(\.0)
      if !found.isEmpty { users[file] = Set(found) }
    }
  }

  private static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { (65...90).contains($0) ? $0 + 32 : $0 }
  }
}

extension String {
  fileprivate func replacingNAME(with name: String) -> String {
    split(separator: "NAME", omittingEmptySubsequences: false).joined(separator: name)
  }
}
