import CairnDocument

/// Browser bookmarks: the HTML file that all browsers export (Netscape's format).
enum BookmarksSource: ImportSource {
  static let name = "bookmarks"
  static let title = "browser bookmarks (HTML)"

  /// The folders that browsers create, in lower case. Bookmarks get no tags from these folders.
  private static let roots: Set = [
    "bookmarks", "bookmarks bar", "bookmarks toolbar", "bookmarks menu", "other bookmarks",
    "mobile bookmarks", "favorites", "favorites bar", "imported",
  ]

  static func recognizes(_ files: ImportFiles) -> Bool {
    files.singleText?.prefix(200).lowercased().contains("netscape-bookmark-file") == true
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    guard let text = files.singleText, recognizes(files) else {
      throw ImportFailure("expected the HTML file that a browser exports")
    }
    var result = ImportedNotes()
    var (folders, pending): ([String], String?) = ([], nil)
    var last: (tag: HTMLTag, title: String)?
    var description = ""
    func finish() {
      if let last { add(last.tag, last.title, description.trimmed, folders, to: &result) }
      (last, description) = (nil, "")
    }
    var scanner = HTMLTags(text)
    while let tag = scanner.next() {
      switch tag.name {
      case "h3":
        finish()
        pending = scanner.text(until: "/h3")
      case "a":
        finish()
        last = (tag, scanner.text(until: "/a"))
      case "dl":
        folders.append(pending ?? "")
        pending = nil
      case "/dl":
        finish()
        _ = folders.popLast()
      case "dd": description = scanner.text(before: ["dt", "dd", "dl", "/dl", "h3", "hr"])
      default: break
      }
    }
    finish()
    return result
  }

  private static func add(
    _ tag: HTMLTag, _ title: String, _ description: String, _ folders: [String],
    to result: inout ImportedNotes
  ) {
    guard let address = tag["href"], address.contains("://") else {
      let reason = "the bookmark's address is not a web address"
      result.skipped.append((title.isEmpty ? tag["href"] ?? "a bookmark" : title, reason))
      return
    }
    let path = folders.filter { !$0.isEmpty && !roots.contains($0.lowercased()) }
    let folder = path.map(ImportText.tag).joined(separator: "/")
    let tags = (tag["tags"] ?? "").split(separator: ",").map(String.init)
    result.notes.append(
      ImportedNote(
        key: address, title: title.isEmpty ? address : title, text: description,
        fields: [
          ("url", .text(address)), ("tags", ImportText.tags([folder] + tags)),
          ("created", tag["add_date"].flatMap { Int($0) }.flatMap(ImportText.time(seconds:))),
        ]))
  }
}
