import CairnDocument
import CairnText

/// Evernote notes in Evernote's own format (ENEX): an XML file that contains any number of notes
/// with their pictures and files.
enum EvernoteSource: ImportSource {
  static let name = "evernote"
  static let title = "Evernote (ENEX)"

  static func recognizes(_ files: ImportFiles) -> Bool {
    !files.paths(endingWith: "enex").isEmpty
  }

  static func notes(
    in files: ImportFiles, _: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes {
    var result = ImportedNotes()
    let paths = files.paths(endingWith: "enex")
    for path in paths {
      guard let bytes = result.bytes(of: path, in: files) else { continue }
      if let encoding = ImportText.encoding(ofXML: bytes) {
        result.skipped.append((path, "the encoding \(encoding) is not supported"))
        continue
      }
      var reader = ENEXReader(bytes)
      // If a file contains the notes of only one notebook, Evernote names it after the notebook.
      let folder = paths.count == 1 ? nil : ImportText.fileName(NotePath(path)?.stem ?? path)
      while let note = reader.next() {
        result.add(note, in: folder, reader.scanner.bytes)
        files.report(reader.scanner.position, of: bytes.count)
        guard !note.isComplete else { continue }
        let label = note.title.isEmpty ? path : String(note.title.prefix(60))
        result.skipped.append((label, "the end of this note is missing from `\(path)`"))
        result.isIncomplete = true
      }
      if !reader.isComplete {
        result.skipped.append(
          (path, "the file ends before `</en-export>`, so some notes may be missing"))
        result.isIncomplete = true
      }
    }
    try result.requireContent("there is no file with the extension .enex")
    result.linkNotes()
    return result
  }
}

/// A note in an Evernote file.
private struct ENEXNote {
  var title = ""
  /// The byte ranges of the note's HTML text in the file.
  var content: [Range<Int>] = []
  var tags: [String] = []
  /// The names and texts of the note's simple elements, such as `created`, in order.
  var values: [(key: String, text: String)] = []
  var resources: [Resource] = []
  var tasks: [String] = []
  /// Whether the file contains the end of the note.
  var isComplete = false

  struct Resource {
    /// The byte range of the contents of the picture or file, which are in Base64.
    var data = 0..<0
    var type = ""
    var name: String?
  }

  func value(_ key: String) -> String? { values.first { $0.key == key }?.text }
}

/// A reader of the notes in an Evernote file.
private struct ENEXReader {
  private(set) var scanner: HTMLTags
  /// Whether the end of the export was read.
  private(set) var isComplete = false
  /// Whether the start of the next note was read.
  private var isInNote = false

  init(_ bytes: [UInt8]) { scanner = HTMLTags(bytes) }

  /// Returns the next note; nil if there are no more notes.
  mutating func next() -> ENEXNote? {
    while !isInNote, let tag = scanner.next() {
      if tag.name == "/en-export" { isComplete = true }
      isInNote = tag.name == "note"
    }
    return isInNote ? note() : nil
  }

  /// Reads the rest of a note: up to its end, up to the start of the next note, or up to the end of
  /// the file.
  private mutating func note() -> ENEXNote {
    var note = ENEXNote()
    isInNote = false
    while let token = scanner.token() {
      guard case .tag(let tag) = token else { continue }
      switch tag.name {
      case "/note":
        note.isComplete = true
        return note
      case "note":
        isInNote = true
        return note
      case "/en-export": isComplete = true
      case "title": note.title = scanner.text(until: "/title")
      case "tag": note.tags.append(scanner.text(until: "/tag"))
      case "content": note.content = ranges(until: "/content")
      case "resource": note.resources.append(resource())
      case "task": note.tasks.append(task())
      case "note-attributes": break
      case let name where !name.hasPrefix("/"):
        note.values.append((name, scanner.text(until: "/" + name)))
      default: break
      }
    }
    return note
  }

  /// Reads up to and including the next tag called `name`. Returns the byte ranges of the texts
  /// before that tag.
  private mutating func ranges(until name: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    while let token = scanner.token() {
      switch token {
      case .text(let range), .data(let range): ranges.append(range)
      case .tag(let tag): if tag.name == name { return ranges }
      }
    }
    return ranges
  }

  private mutating func resource() -> ENEXNote.Resource {
    var resource = ENEXNote.Resource()
    while let tag = scanner.next(), tag.name != "/resource" {
      switch tag.name {
      case "data": resource.data = ranges(until: "/data").max { $0.count < $1.count } ?? 0..<0
      case "mime": resource.type = scanner.text(until: "/mime")
      case "file-name": resource.name = scanner.text(until: "/file-name")
      // The contents of these elements are skipped, because tags in them could be mistaken for tags
      // of the note.
      case "recognition", "alternate-data": _ = ranges(until: "/" + tag.name)
      default: break
      }
    }
    return resource
  }

  private mutating func task() -> String {
    var (title, isDone) = ("", false)
    while let tag = scanner.next(), tag.name != "/task" {
      if tag.name == "title" { title = scanner.text(until: "/title") }
      if tag.name == "taskstatus" { isDone = scanner.text(until: "/taskstatus") == "completed" }
    }
    return "- [\(isDone ? "x" : " ")] \(title)"
  }
}

extension ImportedNotes {
  /// Replaces links to notes with wikilinks. Evernote exports no identifiers of notes, but the text
  /// of such a link is usually the title of the note.
  fileprivate mutating func linkNotes() {
    let start = "evernote:///view/"
    let labels = notes.enumerated().map { ("\($0.offset)", $0.element.label) }
    let titles = Set(NoteLinks.unique(Dictionary(uniqueKeysWithValues: labels)).values)
    for index in notes.indices {
      let text = String(decoding: notes[index].body, as: UTF8.self)
      guard text.contains(start) else { continue }
      let linked = NoteLinks.linked(text) { address, shown in
        address.hasPrefix(start) && titles.contains(shown) ? shown : nil
      }
      notes[index].body = Array(linked.utf8)
    }
  }

  fileprivate mutating func add(_ note: ENEXNote, in folder: String?, _ bytes: [UInt8]) {
    let attachments = note.resources.map { resource in
      let data = resource.data
      let content: @Sendable () -> [UInt8]? = { Base64.decoded(bytes[data]) }
      return (resource, content, content().map { MD5.digits(of: $0) })
    }
    var missing: [String] = []
    let html = note.content.flatMap { bytes[$0] }
    let (text, found) = HTMLMarkdown.convert(html) { tag in
      guard tag.name == "en-media", let hash = tag["hash"] else {
        return tag["src"].map { HTMLMarkdown.picture(tag, at: HTMLMarkdown.target($0)) }
      }
      guard let found = attachments.first(where: { $0.2 == hash }) else {
        missing.append(hash)
        return nil
      }
      let isPicture = found.0.type.hasPrefix("image/")
      return "\(isPicture ? "!" : "")[\(found.0.name ?? "")](evernote:\(hash))"
    }
    let known: Set = [
      "created", "updated", "source-url", "latitude", "longitude", "author", "reminder-time",
      "reminder-done-time", "reminder-order",
    ]
    let due = ImportText.compactTime(note.value("reminder-time"))
    let others = note.values.filter { !known.contains($0.key) && !$0.text.isEmpty }
    let tasks = note.tasks.joined(separator: "\n")
    var imported = ImportedNote(
      key: "\(note.value("created") ?? "") \(note.title)", title: note.title,
      text: [text, tasks].filter { !$0.isEmpty }.joined(separator: "\n\n"),
      fields: [
        ("tags", ImportText.tags(note.tags)), ("url", note.value("source-url").map(NewValue.text)),
        ("created", ImportText.compactTime(note.value("created"))),
        ("updated", ImportText.compactTime(note.value("updated"))), ("due", due),
        ("completed", ImportText.compactTime(note.value("reminder-done-time"))),
        ("author", note.value("author").map(NewValue.text)),
        ("latitude", ImportText.number(note.value("latitude"))),
        ("longitude", ImportText.number(note.value("longitude"))),
      ] + others.map { ($0.key, NewValue.text($0.text)) })
    imported.folder = folder
    if found.encryptedTexts > 0 {
      skipped.append((imported.label, "\(found.encryptedTexts.of("text")) in it is encrypted"))
    }
    for (resource, content, hash) in attachments {
      guard let hash else {
        skipped.append((resource.name ?? note.title, "this file is damaged"))
        continue
      }
      let ending = resource.type.split(separator: "/").last.map(String.init) ?? "bin"
      imported.attachments.append(
        .init(
          path: resource.name ?? "\(hash).\(ending)", mark: "evernote:\(hash)", content: content))
    }
    for hash in missing {
      skipped.append(
        (hash, "`\(imported.label)` refers to this file, but the file is not in the export"))
    }
    if imported.body.isEmpty, imported.attachments.isEmpty {
      skipped.append((imported.label.isEmpty ? imported.key : imported.label, "the note is empty"))
    } else {
      notes.append(imported)
    }
  }
}
