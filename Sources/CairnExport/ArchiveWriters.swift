import CairnArchive
import CairnCapture
import CairnDocument
import CairnJSON
import CairnMarkup
import CairnText

/// A writer of a zip archive that contains captures as unchanged files, the files that belong to
/// the captures, and the pages of their collections.
struct MarkdownZipWriter: ExportWriter {
  private let context: ExportContext
  private var zip = ZipWriter()
  private var written: Set<NotePath> = []
  /// The collections that were already handled: their pages, if they have any, are in the archive.
  private var collections: Set<NotePath> = []

  init(_ context: ExportContext) { self.context = context }

  mutating func add(_ capture: Capture) -> [UInt8]? {
    let time = context.clock.dateTime(capture.modified)
    written.insert(capture.path)
    guard var bytes = zip.file(capture.path.bytes, capture.document.bytes, at: time) else {
      return nil
    }
    for path in context.files(capture, capture.markup) where written.insert(path).inserted {
      guard let file = context.read(path) else { continue }
      bytes += zip.file(path.bytes, file, at: time) ?? []
    }
    var folder = capture.collection
    while collections.insert(folder).inserted {
      let path = folder.appending(listed: CollectionPage.fileName.utf8)
      if let page = context.page(folder) { bytes += zip.file(path.bytes, page, at: time) ?? [] }
      folder = folder.parent
    }
    return bytes
  }

  func end() -> [UInt8] { zip.end() }
}

/// A writer of TextBundles (textbundle.org, version 2) in a zip archive: a folder for each capture,
/// with its text and its files. If there is only one folder, the archive is a TextPack.
///
/// Links in the text lead to the copies in `assets`. The member `cairn` of `info.json` contains the
/// original paths, which ``CairnImport`` uses to restore the text.
struct TextBundleWriter: ExportWriter {
  private let context: ExportContext
  private var zip = ZipWriter()
  private var folders: Set<String> = []

  init(_ context: ExportContext) { self.context = context }

  mutating func add(_ capture: Capture) -> [UInt8]? {
    let time = context.clock.dateTime(capture.modified)
    let folder = freeFolder(for: capture.path)
    let markup = capture.markup
    let assets = assets(of: capture, markup)
    let info: JSONValue = [
      "version": 2, "type": "net.daringfireball.markdown", "transient": false,
      "cairn": [
        "path": JSONValue(bytes: capture.path.bytes),
        "assets": .object(
          assets.map {
            .init(
              $0.name, ["path": JSONValue(bytes: $0.path.bytes), "written": .string($0.written)])
          }),
      ],
    ]
    var text = capture.document.bytes
    // Replaces the last link first, so that the offsets of earlier links stay the same.
    let links = markup.links.compactMap { link -> (Range<Int>, String)? in
      guard let range = link.targetRange, let path = context.destination(link, capture),
        let asset = assets.first(where: { $0.path == path })
      else { return nil }
      return (range, "assets/\(asset.name)")
    }
    for (range, target) in links.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      text.replaceSubrange(range, with: target.utf8)
    }
    var bytes = zip.file(Array("\(folder)/info.json".utf8), Array("\(info)\n".utf8), at: time) ?? []
    guard let body = zip.file(Array("\(folder)/text.md".utf8), text, at: time) else { return nil }
    bytes += body
    for asset in assets {
      bytes += zip.file(Array("\(folder)/assets/\(asset.name)".utf8), asset.bytes, at: time) ?? []
    }
    return bytes
  }

  func end() -> [UInt8] { zip.end() }

  private struct Asset {
    let path: NotePath
    /// The name in the folder `assets`, which needs no escapes in Markdown.
    let name: String
    /// The address in the first link to the file, as written in the text; the file's path if no
    /// link leads to the file.
    let written: String
    let bytes: [UInt8]
  }

  /// Returns the readable files of a capture, each with a unique name.
  private func assets(of capture: Capture, _ markup: Markup) -> [Asset] {
    let spellings = markup.links.reduce(into: [NotePath: String]()) { spellings, link in
      guard let range = link.targetRange, let path = context.destination(link, capture) else {
        return
      }
      spellings[path] =
        spellings[path] ?? String(decoding: capture.document.bytes[range], as: UTF8.self)
    }
    var names: Set<String> = []
    return context.files(capture, markup).compactMap { path in
      guard let bytes = context.read(path) else { return nil }
      let plain = String(path.name.map { $0.isASCII && $0.isNameCharacter ? $0 : "-" })
      let name =
        names.insert(plain).inserted ? plain : "\(Checksum.digits(of: path.bytes))-\(plain)"
      return Asset(
        path: path, name: name, written: spellings[path] ?? path.description, bytes: bytes)
    }
  }

  private mutating func freeFolder(for path: NotePath) -> String {
    let name = "\(path.stem).textbundle"
    if folders.insert(name).inserted { return name }
    let other = "\(path.stem)-\(Checksum.digits(of: path.bytes).prefix(8)).textbundle"
    folders.insert(other)
    return other
  }
}

extension Character {
  /// Whether the character is a letter, a digit, or one of `._-`.
  fileprivate var isNameCharacter: Bool { isLetter || isNumber || "._-".contains(self) }
}
