import CairnDocument
import CairnMarkup
import CairnText

/// A folder of HTML files, such as exports of Apple Notes, or one HTML file.
enum HTMLSource: ImportSource {
  static let name = "html"
  static let title = "HTML files, such as those of Apple Notes"

  static func recognizes(_ files: ImportFiles) -> Bool { !pages(files).isEmpty }

  private static func pages(_ files: ImportFiles) -> [String] {
    files.paths.filter(isPage)
  }

  /// Returns whether a file has the name of an HTML page.
  fileprivate static func isPage(_ path: String) -> Bool {
    [".html", ".htm", ".xhtml"].contains { path.lowercased().hasSuffix($0) }
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    let known = Set(files.paths)
    var pages: [Page] = []
    for path in Self.pages(files) {
      guard let bytes = result.bytes(of: path, in: files) else { continue }
      let encoding = ImportText.encoding(ofXML: bytes)
      // Some programs save a page as UTF-8, but keep the name of its old encoding.
      let decoded = MailMessage.text(bytes, encoding)
      guard let text = decoded.map({ String(validating: bytes, as: UTF8.self) ?? $0 }) else {
        let reason =
          encoding.map { "the encoding \($0) is not supported" } ?? "the text is not UTF-8"
        result.skipped.append((path, reason))
        continue
      }
      if !files.isSingle, BookmarksSource.recognizes(files.only(path)) {
        result.skipped.append((path, "the file contains browser bookmarks; import it separately"))
      } else {
        pages.append(Page(text, at: path, among: known))
      }
    }
    let titles = NoteLinks.unique(
      Dictionary(pages.map { ($0.path, $0.title) }, uniquingKeysWith: { first, _ in first }))
    for page in pages { result.add(page, titles) }
    try result.requireContent("there is no HTML file")
    return result
  }
}

/// A page of an export.
private struct Page {
  let path: String
  /// The title of the page; the name of its file if it has no title.
  let title: String
  /// The text in Markdown.
  let text: String
  private let metadata: [HTMLTag]
  let attachments: [ImportedNote.Attachment]

  /// Converts the page at a path. `files` are the paths of all files of the export.
  init(_ html: String, at path: String, among files: Set<String>) {
    var attachments: [ImportedNote.Attachment] = []
    /// Attaches the file that an address leads to, if the export contains the file and the file is
    /// not an HTML page.
    func attach(_ address: String) {
      guard let file = Self.file(at: address, from: path), files.contains(file),
        !HTMLSource.isPage(file), !attachments.contains(where: { $0.mark == address })
      else { return }
      attachments.append(.init(path: file, mark: address))
    }
    let (text, found) = HTMLMarkdown.convert(Array(html.utf8)) { tag in
      guard let source = tag["src"] else { return nil }
      if source.hasPrefix("data:") {
        // The picture itself is in the address, in Base64.
        guard let comma = source.firstIndex(of: ","), source[..<comma].hasSuffix(";base64"),
          let picture = Base64.decoded(source[source.index(after: comma)...].utf8)
        else { return nil }
        let type = source.dropFirst(5).prefix { $0 != ";" }.split(separator: "/").last ?? "bin"
        let name = "picture-\(attachments.count + 1).\(type)"
        attachments.append(.init(path: name, mark: name, content: { picture }))
        return HTMLMarkdown.picture(tag, at: name)
      }
      let address = HTMLMarkdown.target(source)
      attach(address)
      return HTMLMarkdown.picture(tag, at: address)
    }
    for address in found.addresses { attach(address) }
    (self.path, self.text, self.attachments) = (path, text, attachments)
    metadata = found.metadata
    title = found.title.flatMap { $0.isEmpty ? nil : $0 } ?? NotePath(path)?.stem ?? path
  }

  /// Resolves an address in the page at `path` to a path in the export. There need not be a file at
  /// that path. Returns nil if the address does not lead to a place in the export.
  static func file(at address: String, from path: String) -> String? {
    let file = String(address.prefix { $0 != "#" }).percentDecoded
    return NotePath.resolving(file, from: NotePath(path)?.parent ?? .root)?.text
  }

  /// Returns the content of the first `meta` tag with one of these names.
  func meta(_ names: [String]) -> String? {
    metadata.first { names.contains(($0["name"] ?? "").lowercased()) }?["content"]
  }
}

extension ImportedNotes {
  /// Adds the note of a page. Links to other pages become wikilinks.
  ///
  /// - Parameter titles: The titles of the pages to which links can lead, keyed by their paths.
  fileprivate mutating func add(_ page: Page, _ titles: [String: String]) {
    let text = NoteLinks.linked(page.text) { address, _ in
      Page.file(at: address, from: page.path).flatMap { titles[$0] }
    }
    // The title is usually repeated in the first line.
    let first = String(text.prefix { !$0.isNewline }.filter { !"#*\\".contains($0) })
    let isRepeated = first.trimmed == page.title.trimmed
    let keywords = (page.meta(["keywords"]) ?? "").split(separator: ",").map(String.init)
    let created = page.meta(["created", "date", "dcterms.created", "creation-date"])
    var note = ImportedNote(
      key: page.path, title: isRepeated ? nil : page.title, text: text,
      fields: [
        ("tags", ImportText.tags(keywords)), ("created", ImportText.time(created)),
        ("updated", ImportText.time(page.meta(["updated", "modified", "dcterms.modified"]))),
        ("author", page.meta(["author"]).flatMap { $0.isEmpty ? nil : NewValue.text($0) }),
      ])
    note.file = page.path
    let folder = NotePath(page.path)?.parent ?? .root
    note.folder = folder.isRoot ? nil : folder.description
    note.attachments = page.attachments
    if note.body.isEmpty {
      skipped.append((page.path, "the note is empty"))
    } else {
      notes.append(note)
    }
  }
}
