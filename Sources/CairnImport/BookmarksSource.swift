import CairnDocument
import CairnMarkup

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
        let name = scanner.text(until: "/h3")
        // Firefox marks the folders that it creates, whose names depend on the language.
        let isRoot = ["personal_toolbar_folder", "unfiled_bookmarks_folder"].contains {
          tag[$0] != nil
        }
        pending = isRoot ? "" : name
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
    guard let address = tag["href"], address.contains("://"),
      Markup.safeAddress(address) != nil || address.hasPrefix("file:")
    else {
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
          ("created", tag["add_date"].flatMap { Int($0) }.flatMap(time)),
        ]))
  }

  /// Returns the value for a time in seconds since 1970. Some tools write milliseconds or
  /// microseconds; a number that is too large for seconds is read as one of these.
  private static func time(_ number: Int) -> NewValue? {
    var seconds = number
    while seconds > 100_000_000_000 { seconds /= 1000 }
    return ImportText.time(seconds: seconds)
  }
}
