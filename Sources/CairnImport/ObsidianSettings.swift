import CairnJSON
import CairnText

/// The settings of an Obsidian vault that Cairn can use, read from the files in the vault's folder
/// `.obsidian`. Cairn never writes into that folder.
package struct ObsidianSettings: Sendable {
  /// The name of the folder of settings.
  package static let folder = ".obsidian"

  /// The settings of Cairn that correspond to settings of the vault, each with its value.
  package private(set) var settings: [(key: String, value: String)] = []
  /// The path of the folder with templates for notes; nil if there is none.
  package private(set) var templates: String?
  /// The paths of the bookmarked notes.
  package private(set) var bookmarks: Set<String> = []
  /// The bookmarked searches as queries of Cairn, each with a name for a view.
  package private(set) var searches: [(name: String, query: String)] = []
  /// The settings without an equivalent in Cairn, each with the reason.
  package private(set) var unused: [(item: String, reason: String)] = []

  /// A file in the folder of settings.
  package enum File: String, CaseIterable, Sendable {
    case templates = "templates.json"
    case daily = "daily-notes.json"
    case app = "app.json"
    case types = "types.json"
    case bookmarks = "bookmarks.json"
  }

  /// Reads the settings in some files.
  ///
  /// - Parameters:
  ///   - files: The files to read. Only the first three cases of ``File`` contribute to
  ///     ``settings``.
  ///   - read: A function that returns the bytes of the file at a path in the vault; nil if there
  ///     is no such file.
  package init(in files: [File] = File.allCases, _ read: (String) -> [UInt8]?) {
    func json(_ file: File) -> JSONValue? {
      guard files.contains(file) else { return nil }
      return read("\(Self.folder)/\(file.rawValue)").flatMap { JSONValue(reading: $0) }
    }
    templates = json(.templates)?["folder"]?.text.flatMap { NotePath($0)?.text }
    if let daily = json(.daily) { add(daily: daily, read) }
    if let app = json(.app) { add(app: app) }
    if let types = json(.types)?["types"],
      types.names.contains(where: { !Self.own.contains($0) })
    {
      leave("types.json", "types", "in each note, Cairn detects a property's type from its value")
    }
    for item in json(.bookmarks)?["items"]?.elements ?? [] { add(bookmark: item, depth: 0) }
  }

  /// The properties that have a type by default in Obsidian.
  private static let own: Set = ["aliases", "cssclasses", "tags"]

  private mutating func leave(_ file: String, _ setting: String, _ reason: String) {
    unused.append(("`\(setting)` in \(Self.folder)/\(file)", reason))
  }

  // MARK: - Daily notes, links and attachments

  private mutating func add(daily: JSONValue, _ read: (String) -> [UInt8]?) {
    let format = daily["format"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? "YYYY-MM-DD"
    let folder = NotePath(daily["folder"]?.text?.trimmingSlashes ?? "")?.text
    if MomentFormat(format)?.namesDay != true || format.contains(where: { "{}".contains($0) }) {
      leave("daily-notes.json", "format", "Cairn cannot write a day as `\(format)`")
    } else if let folder {
      let day = format == "YYYY-MM-DD" ? "{{date}}" : "{{date:\(format)}}"
      settings.append(("daily.path", folder.isEmpty ? day : "\(folder)/\(day)"))
    } else {
      leave("daily-notes.json", "folder", "it is not a folder in the vault")
    }
    guard let template = daily["template"]?.text, !template.isEmpty else { return }
    let path = template.hasSuffix(".md") ? String(template.dropLast(3)) : template
    let parts = path.split(separator: "/").map(String.init)
    if let name = parts.last, parts.dropLast().joined(separator: "/") == templates,
      read("\(path).md") != nil
    {
      settings.append(("daily.template", name))
    } else {
      leave(
        "daily-notes.json", "template",
        "there is no template `\(template)` in the folder for templates")
    }
  }

  private mutating func add(app: JSONValue) {
    if app["useMarkdownLinks"] == true { settings.append(("link.style", "markdown")) }
    if let format = app["newLinkFormat"]?.text, format == "absolute" {
      leave("app.json", "newLinkFormat", "Cairn writes the shortest link that is not ambiguous")
    }
    if let folder = app["attachmentFolderPath"]?.text, !["", "/", "./media"].contains(folder) {
      leave(
        "app.json", "attachmentFolderPath",
        "Cairn copies new files to the folder `media` beside the note")
    }
    if app["userIgnoreFilters"]?.elements?.isEmpty == false {
      leave("app.json", "userIgnoreFilters", "list these folders in a file `.cairnignore`")
    }
  }

  // MARK: - Bookmarks

  private mutating func add(bookmark: JSONValue, depth: Int) {
    let title = bookmark["title"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    switch bookmark["type"]?.text {
    case "group" where depth < 16:
      for item in bookmark["items"]?.elements ?? [] { add(bookmark: item, depth: depth + 1) }
    case "file":
      if let path = bookmark["path"]?.text { bookmarks.insert(path) }
    case "search":
      guard let text = bookmark["query"]?.text, !text.isEmpty else { return }
      guard let query = Self.query(text) else {
        return leave("bookmarks.json", text, "Cairn has no query for this search")
      }
      searches.append((ImportText.tag(title ?? text).replacing("/", with: "-"), query))
    default:
      leave(
        "bookmarks.json", title ?? bookmark["path"]?.text ?? "a bookmark",
        "the bookmark is neither a note nor a search")
    }
  }

  /// Returns a search of Obsidian as a query of Cairn; nil if the search uses an operator without
  /// an equivalent.
  static func query(_ search: String) -> String? {
    guard let words = words(in: search) else { return nil }
    var query: [String] = []
    for word in words {
      let sign = word.hasPrefix("-") ? "-" : ""
      let bare = String(word.dropFirst(sign.count))
      guard let operand = operand(bare) else { return nil }
      query.append(sign == "" ? operand : operand.contains(":") ? "NOT \(operand)" : sign + operand)
    }
    return query.isEmpty ? nil : query.joined(separator: " ")
  }

  /// Returns a part of a search, without its leading `-`, as a query of Cairn; nil if the part has
  /// no equivalent.
  private static func operand(_ text: String) -> String? {
    if text.isEmpty || text.first == "(" { return nil }
    if text.first == "\"" || text.first == "/" || text == "OR" { return text }
    if text.first == "[" {
      guard text.last == "]" else { return nil }
      let pair = text.dropFirst().dropLast().split(separator: ":", maxSplits: 1)
      guard let key = pair.first,
        key.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) })
      else { return nil }
      return pair.count == 1 ? "has:\(key)" : "\(key):\(pair[1])"
    }
    guard let colon = text.firstIndex(of: ":") else { return text }
    let value = text[text.index(after: colon)...].drop { $0 == "#" }
    guard let first = value.first, !"(/*".contains(first) else { return nil }
    return switch text[..<colon] {
    case "tag": "tag:\(value)"
    case "path": "in:\(value)"
    case "file" where first != "\"": "path:*\(value)*"
    default: nil
    }
  }

  /// Splits a search at blanks, but not at blanks within quotes, slashes, brackets or parentheses.
  /// Returns nil if a closing quote, slash, bracket or parenthesis is missing.
  private static func words(in text: String) -> [String]? {
    var words: [String] = []
    var (word, closing): (String, Character?) = ("", nil)
    for character in text {
      if closing == nil, character.isWhitespace {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if let end = closing {
        if character == end { closing = nil }
      } else if word.isEmpty || word == "-" || word.last == ":" {
        closing = ["\"": "\"", "/": "/", "[": "]", "(": ")"][character]
      }
      word.append(character)
    }
    if !word.isEmpty { words.append(word) }
    return closing == nil ? words : nil
  }
}

extension JSONValue {
  /// The names of an object's members; empty for any other value.
  fileprivate var names: [String] {
    if case .object(let members) = self { members.map(\.name) } else { [] }
  }
}

extension String {
  /// The text without slashes at both ends.
  fileprivate var trimmingSlashes: String {
    split(separator: "/").joined(separator: "/")
  }
}
