import CairnDocument
import CairnText

/// Joplin's own export (JEX, or the same files in a folder): a file for each note, notebook, tag
/// and picture. The end of each file contains metadata. To-dos become actions.
enum JoplinArchiveSource: ImportSource {
  static let name = "jex"
  static let title = "Joplin (JEX)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.paths.lazy.filter(isItem).prefix(5).contains { path in
      files.bytes(path).flatMap(JoplinItem.init) != nil
    }
  }

  /// Returns whether a file has the name of an item: 32 hexadecimal digits and `.md`.
  private static func isItem(_ path: String) -> Bool {
    path.hasSuffix(".md") && JoplinItem.isID(path.split(separator: "/").last?.dropLast(3) ?? "")
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    var items: [String: JoplinItem] = [:]
    for path in files.paths where isItem(path) {
      guard let item = files.bytes(path).flatMap(JoplinItem.init) else {
        result.skipped.append((path, "not a Joplin item"))
        continue
      }
      items[item["id"]] = item
    }
    if items.isEmpty { throw ImportFailure("there are no Joplin items") }
    var tags: [String: [String]] = [:]
    for item in items.values where item.kind == .noteTag {
      if let tag = items[item["tag_id"]] { tags[item["note_id"], default: []].append(tag.title) }
    }
    // The paths of the files, keyed by the identifier in their names.
    var resources: [String: String] = [:]
    for path in files.paths {
      let parts = path.split(separator: "/").suffix(2)
      if parts.first == "resources", let name = parts.last {
        resources[String(name.prefix(32))] = path
      }
    }
    for (id, item) in items.sorted(by: { $0.key < $1.key }) where item.kind == .note {
      if item["encryption_applied"] == "1" {
        result.skipped.append((id, "it is encrypted"))
        continue
      }
      if item.time("deleted_time") != nil {
        result.skipped.append((item.title, "in the trash in Joplin"))
        continue
      }
      var note = note(item, items, (tags[id] ?? []).sorted())
      for resource in item.links.compactMap({ items[$0] }) where resource.kind == .resource {
        let name = resource["id"]
        if let path = resources[name] {
          // The file is named after the item's identifier; the item's title is the file's original
          // name.
          let title = resource.title.isEmpty ? path : resource.title
          note.attachments.append(
            .init(path: title, mark: ":/\(name)") { files.bytes(path) })
        } else {
          let reason = "`\(note.label)` refers to this file, but the file is not in the export"
          result.skipped.append((resource.title, reason))
        }
      }
      if note.body.isEmpty {
        result.skipped.append((id, "the note is empty"))
      } else {
        result.notes.append(note)
      }
    }
    return result
  }

  private static func note(
    _ item: JoplinItem, _ items: [String: JoplinItem], _ tags: [String]
  ) -> ImportedNote {
    let isAction = item["is_todo"] == "1"
    let done = item.time("todo_completed")
    let known: Set = [
      "id", "parent_id", "created_time", "updated_time", "user_created_time", "user_updated_time",
      "is_todo", "todo_due", "todo_completed", "source_url", "author", "latitude", "longitude",
      "altitude", "type_", "is_conflict", "source", "source_application", "application_data",
      "order",
      "encryption_cipher_text", "encryption_applied", "markup_language", "is_shared", "share_id",
      "conflict_original_id", "master_key_id", "user_data", "deleted_time",
    ]
    // Joplin writes 0 if a note has no location.
    func place(_ key: String) -> NewValue? {
      Double(item[key]).flatMap { $0 == 0 ? nil : ImportText.number(item[key]) }
    }
    let fields: [(key: String, value: NewValue?)] = [
      ("type", isAction ? .text("action") : nil),
      ("status", isAction ? .text(done == nil ? "open" : "done") : nil),
      ("due", item.time("todo_due")), ("completed", isAction ? done : nil),
      ("tags", ImportText.tags(tags)),
      ("url", item["source_url"].isEmpty ? nil : .text(item["source_url"])),
      ("created", ImportText.time(item.either("user_created_time", "created_time"))),
      ("updated", ImportText.time(item.either("user_updated_time", "updated_time"))),
      ("author", item["author"].isEmpty ? nil : .text(item["author"])),
      ("latitude", place("latitude")), ("longitude", place("longitude")),
      ("altitude", place("altitude")),
    ]
    let others = item.metadata.filter { !known.contains($0.key) && !$0.value.isEmpty }
      .sorted { $0.key < $1.key }.map { ($0.key, Optional(NewValue.text($0.value))) }
    let body =
      item["markup_language"] == "2"
      ? HTMLMarkdown.convert(Array(item.body.utf8)) { tag in
        tag["src"].map { HTMLMarkdown.picture(tag, at: HTMLMarkdown.target($0)) }
      }.text : withMarkdownPictures(item.body)
    let linked = NoteLinks.linked(body) { address, _ in
      // The address can end with the name of a heading, which differs from the heading's text.
      guard address.hasPrefix(":/"), let target = items[String(address.dropFirst(2).prefix(32))],
        target.kind == .note, address.dropFirst(34).first ?? "#" == "#"
      else { return nil }
      return target.title
    }
    var note = ImportedNote(
      key: item["id"], title: item.title, text: linked, fields: fields + others)
    note.folder = folder(of: item, items)
    return note
  }

  /// Returns the text with a Markdown picture in place of each HTML picture that shows a file of
  /// Joplin (`<img src=":/…">`). Joplin writes such HTML when the user changes the size of a
  /// picture.
  private static func withMarkdownPictures(_ text: String) -> String {
    guard text.contains("<img") else { return text }
    return text.replacing(/<img\s[^<>]*>/) { match -> Substring in
      var scanner = HTMLTags(String(match.output))
      guard let tag = scanner.next(), let source = tag["src"], source.hasPrefix(":/") else {
        return match.output
      }
      return HTMLMarkdown.picture(tag, at: HTMLMarkdown.target(source))[...]
    }
  }

  /// Returns the names of the notebooks that contain an item, outermost first, joined to a path;
  /// nil if the item is not in a notebook.
  private static func folder(of item: JoplinItem, _ items: [String: JoplinItem]) -> String? {
    var names: [String] = []
    var next = item["parent_id"]
    // In a damaged export, a notebook could contain itself.
    while let folder = items[next], folder.kind == .folder, names.count < 16 {
      names.insert(ImportText.fileName(folder.title), at: 0)
      next = folder["parent_id"]
    }
    return names.isEmpty ? nil : names.joined(separator: "/")
  }
}

/// A Joplin item: a note, a notebook, a tag, a file, or a pair of a note and a tag.
private struct JoplinItem {
  enum Kind: String {
    case note = "1"
    case folder = "2"
    case resource = "4"
    case tag = "5"
    case noteTag = "6"
    /// An item that is not part of a note, such as an older version of a note.
    case other
  }

  let kind: Kind
  let title: String
  let body: String
  let metadata: [String: String]

  /// Reads an item; nil if the bytes are not a Joplin item.
  init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.lines
    let last = (lines.lastIndex { !$0.isEmpty } ?? -1) + 1
    let start = (lines[..<last].lastIndex { $0.isEmpty } ?? -1) + 1
    var metadata: [String: String] = [:]
    for line in lines[start..<last] {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      metadata[String(line[..<colon])] = String(line[line.index(after: colon)...]).trimmed
    }
    guard let kind = metadata["type_"].map({ Kind(rawValue: $0) ?? .other }),
      Self.isID((metadata["id"] ?? "")[...])
    else { return nil }
    (self.kind, self.metadata) = (kind, metadata)
    title = start > 0 ? lines[0].trimmed : ""
    body = lines[..<start].dropFirst().joined(separator: "\n").trimmed
  }

  /// Returns whether the text is a Joplin identifier: 32 lowercase hexadecimal digits.
  static func isID(_ text: Substring) -> Bool {
    text.utf8.count == 32 && text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
  }

  /// The value of a key; empty if the item does not have the key.
  subscript(key: String) -> String { metadata[key] ?? "" }

  func either(_ first: String, _ second: String) -> String {
    self[first].isEmpty ? self[second] : self[first]
  }

  /// Returns the time stored under a key; nil if it is 0 or missing. Joplin writes times in
  /// milliseconds since 1970.
  func time(_ key: String) -> NewValue? {
    Int(self[key]).flatMap { $0 > 0 ? ImportText.time(seconds: $0 / 1000) : nil }
  }

  /// The identifiers that links (`:/id`) lead to, in order and without duplicates.
  var links: [String] {
    body.split(separator: ":/").dropFirst()
      .map { String($0.prefix(32)) }.filter { Self.isID($0[...]) }.uniqued()
  }
}
