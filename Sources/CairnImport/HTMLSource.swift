import CairnDocument
import CairnMarkup
import CairnText

/// A folder of HTML files, such as exports of Apple Notes, or one HTML file.
enum HTMLSource: ImportSource {
  static let name = "html"
  static let title = "HTML files, such as those of Apple Notes"

  static func recognizes(_ files: ImportFiles) -> Bool { !pages(files).isEmpty }

  private static func pages(_ files: ImportFiles) -> [String] {
    files.paths.filter { path in
      [".html", ".htm", ".xhtml"].contains { path.lowercased().hasSuffix($0) }
    }
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    let known = Set(files.paths)
    for path in pages(files) {
      guard let bytes = files.bytes(path) else {
        result.skipped.append((path, "the file cannot be read"))
        continue
      }
      if let encoding = ImportText.encoding(ofXML: bytes) {
        result.skipped.append((path, "the encoding \(encoding) is not supported"))
      } else if String(validating: bytes, as: UTF8.self) == nil {
        result.skipped.append((path, "the text is not UTF-8"))
      } else if !files.isSingle, BookmarksSource.recognizes(files.only(path)) {
        result.skipped.append((path, "the file contains browser bookmarks; import it separately"))
      } else {
        add(bytes, at: path, among: known, to: &result)
      }
    }
    if result.notes.isEmpty, result.skipped.isEmpty { throw ImportFailure("there is no HTML file") }
    return result
  }

  private static func add(
    _ bytes: [UInt8], at path: String, among files: Set<String>, to result: inout ImportedNotes
  ) {
    let folder = NotePath(path)?.parent ?? .root
    var attachments: [ImportedNote.Attachment] = []
    /// Attaches the file that an address leads to, if the export contains the file and the file is
    /// not an HTML page.
    func attach(_ address: String) {
      guard let file = NotePath.resolving(address.percentDecoded, from: folder)?.text,
        files.contains(file), !file.lowercased().hasSuffix(".html"),
        !attachments.contains(where: { $0.mark == address })
      else { return }
      attachments.append(.init(path: file, mark: address))
    }
    let (text, found) = HTMLMarkdown.convert(bytes) { tag in
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
    func meta(_ names: [String]) -> String? {
      found.metadata.first { names.contains(($0["name"] ?? "").lowercased()) }?["content"]
    }
    let title = found.title.flatMap { $0.isEmpty ? nil : $0 } ?? NotePath(path)?.stem ?? path
    // The title is usually repeated in the first line.
    let first = String(text.prefix { !$0.isNewline }.filter { !"#*\\".contains($0) })
    let isRepeated = first.trimmed == title.trimmed
    var note = ImportedNote(
      key: path, title: isRepeated ? nil : title, text: text,
      fields: [
        (
          "tags", ImportText.tags((meta(["keywords"]) ?? "").split(separator: ",").map(String.init))
        ),
        (
          "created", ImportText.time(meta(["created", "date", "dcterms.created", "creation-date"]))
        ),
        ("updated", ImportText.time(meta(["updated", "modified", "dcterms.modified"]))),
        ("author", meta(["author"]).flatMap { $0.isEmpty ? nil : NewValue.text($0) }),
      ])
    note.file = path
    note.folder = folder.isRoot ? nil : folder.description
    note.attachments = attachments
    if note.body.isEmpty {
      result.skipped.append((path, "the note is empty"))
    } else {
      result.notes.append(note)
    }
  }
}
