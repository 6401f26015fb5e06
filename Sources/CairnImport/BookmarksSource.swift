import CairnDocument

/// The bookmarks of a browser: the HTML file that all browsers export (Netscape's format).
enum BookmarksSource: ImportSource {
  static let name = "bookmarks"
  static let title = "browser bookmarks (HTML)"

  /// The folders that browsers create, in lower case. Bookmarks get no tags from them.
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
      case "dd": description = scanner.text(until: nil)
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

/// An HTML tag with its attributes.
struct HTMLTag {
  /// The name in lower case, with a slash before it for a closing tag.
  let name: String
  private let attributes: [String: String]

  /// Creates a tag from the text between `<` and `>`.
  init(_ text: Substring) {
    var rest = text
    let name = rest.prefix { !$0.isWhitespace }
    self.name = name.lowercased()
    rest = rest.dropFirst(name.count)
    var attributes: [String: String] = [:]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      let key = rest.prefix { !$0.isWhitespace && $0 != "=" }
      rest = rest[key.endIndex...].drop(while: \.isWhitespace)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst()
      rest = rest.drop(while: \.isWhitespace)
      let value: Substring
      if let quote = rest.first, quote == "\"" || quote == "'" {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
      } else {
        value = rest.prefix { !$0.isWhitespace }
        rest = rest[value.endIndex...]
      }
      attributes[key.lowercased()] = String(value).decodingEntities
    }
    self.attributes = attributes
  }

  /// Returns the value of an attribute, or nil if the tag does not have it.
  subscript(name: String) -> String? { attributes[name] }
}

/// Reads the tags and the text of HTML, one after the other.
struct HTMLTags {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  /// Returns the next tag, or nil after the last.
  mutating func next() -> HTMLTag? {
    guard let start = rest.firstIndex(of: "<") else { return nil }
    var quote: Character?
    var end = rest.index(after: start)
    while end < rest.endIndex, rest[end] != ">" || quote != nil {
      if rest[end] == quote {
        quote = nil
      } else if quote == nil, "\"'".contains(rest[end]) {
        quote = rest[end]
      }
      end = rest.index(after: end)
    }
    let tag = HTMLTag(rest[rest.index(after: start)..<end])
    rest = rest[end...].dropFirst()
    return tag
  }

  /// Returns the text up to the tag `name`, or up to the next tag if `name` is nil, and moves past
  /// it. Tags within the text are left out.
  mutating func text(until name: String?) -> String {
    var text = ""
    while true {
      let part = rest.prefix { $0 != "<" }
      text += part
      rest = rest[part.endIndex...]
      guard let name, let tag = next(), tag.name != name else { break }
    }
    return text.decodingEntities.trimmed
  }
}

extension String {
  /// The text with the usual character references of HTML replaced by their characters.
  var decodingEntities: String {
    guard contains("&") else { return self }
    var result = ""
    var rest = self[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      let name = rest[start...].dropFirst().prefix { $0 != ";" && !$0.isWhitespace }
      if name.count <= 10, name.endIndex < rest.endIndex, rest[name.endIndex] == ";",
        let character = Self.character(named: name)
      {
        result.unicodeScalars.append(character)
        rest = rest[name.endIndex...].dropFirst()
      } else {
        result += "&"
        rest = rest[start...].dropFirst()
      }
    }
    return result + rest
  }

  private static func character(named name: Substring) -> Unicode.Scalar? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
    let known: [Substring: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]
    return known[name]
  }
}
