public import CairnDocument
public import CairnText
import Synchronization

/// A file format of another tool. Notes in this format can be imported.
///
/// A source turns files into notes. A source writes nothing, and has no access to the notebook or
/// the disk.
public protocol ImportSource: Sendable {
  /// The name of the source on the command line.
  static var name: String { get }
  /// The tool or format in words, for help and messages.
  static var title: String { get }

  /// Returns whether the files look like an export of this source.
  static func recognizes(_ files: ImportFiles) -> Bool
  /// Returns the notes in the files, in a stable order.
  ///
  /// - Throws: ``ImportFailure`` if the files are not an export of this source.
  static func notes(
    in files: ImportFiles, _ mapping: ColumnMapping
  ) throws(ImportFailure) -> ImportedNotes
}

/// The sources that can be imported, in the order in which Cairn tries them to detect the format.
public enum ImportSources {
  /// All sources.
  public static var all: [any ImportSource.Type] {
    [
      JrnlSource.self, KeepSource.self, DayOneSource.self, SimplenoteSource.self,
      BookmarksSource.self, GoodreadsSource.self, LetterboxdSource.self, JSONLinesSource.self,
      CSVSource.self, EvernoteSource.self, MboxSource.self, JoplinArchiveSource.self,
      TextBundleSource.self, NotionSource.self, NbSource.self, JoplinSource.self,
      ObsidianSource.self, HTMLSource.self,
    ]
  }

  /// Returns the source with this name; nil if there is no such source.
  public static func named(_ name: String) -> (any ImportSource.Type)? {
    all.first { $0.name == name }
  }

  /// Returns the first source that recognizes the files; nil if no source does. Also returns nil if
  /// most of the files are separate exports (``separateExports(in:moreThan:)``) that cannot be
  /// imported together.
  public static func detected(in files: ImportFiles) -> (any ImportSource.Type)? {
    let source = all.first { $0.recognizes(files) }
    // A folder of tables can also contain a few Markdown files, such as README.md.
    let isVague = source is ObsidianSource.Type && !ObsidianSource.isVault(files)
    let notes = isVague ? files.paths.count(where: MarkdownFolder.isMarkdown) : Int.max
    let separate = separateExports(in: files, moreThan: notes)
    let areTables = source is CSVSource.Type && separate.allSatisfy { $0.source is CSVSource.Type }
    return separate.isEmpty || areTables ? source : nil
  }

  /// The sources whose export is one file. Several such files in a folder can be imported together
  /// only if they are tables (``CSVSource``).
  private static let single: [any ImportSource.Type] = [
    BookmarksSource.self, GoodreadsSource.self, LetterboxdSource.self, JSONLinesSource.self,
    CSVSource.self,
  ]

  /// Returns the files of a folder that are each a complete export, such as a table or a bookmarks
  /// file, with their sources. Returns an empty list if there are at most `least` of these files.
  public static func separateExports(
    in files: ImportFiles, moreThan least: Int = 0
  ) -> [(path: String, source: any ImportSource.Type)] {
    let endings = ["csv", "jsonl", "ndjson", "html", "htm"]
    let paths = endings.flatMap { files.paths(endingWith: $0) }
    guard !files.isSingle, paths.count > least else { return [] }
    let found = paths.compactMap { path in
      single.first { $0.recognizes(files.only(path)) }.map { (path: path, source: $0) }
    }
    return found.count > least ? found : []
  }
}

/// The files of an export.
public struct ImportFiles: Sendable {
  /// The sorted paths of the files relative to the export, with `/` between the parts. If the
  /// export is a single file, the name of that file.
  public let paths: [String]
  /// Whether the export contains only one file.
  public let isSingle: Bool
  /// The name of the export if it is a folder; empty otherwise.
  public var name = ""
  /// The items of the export that cannot be read, each with the reason.
  public var skipped: [(item: String, reason: String)] = []
  /// Whether files may be missing, because the export is damaged or cannot be read.
  public var isIncomplete = false
  private let reader: @Sendable (String) -> [UInt8]?
  private let times: @Sendable (String) -> DateTime?
  private let sizes: @Sendable (String) -> Int?
  private let known: Set<String>
  private let log = ReadLog()

  /// Creates the files of an export.
  ///
  /// - Parameters:
  ///   - reader: A callback that returns the bytes of the file at a path, even of a hidden file;
  ///     nil if the file cannot be read.
  ///   - times: A callback that returns the time when a file was last changed; nil if the time is
  ///     unknown. A local time has no UTC offset.
  ///   - sizes: A callback that returns the size of a file in bytes; nil if the size is unknown.
  public init(
    _ paths: [String], isSingle: Bool, reader: @escaping @Sendable (String) -> [UInt8]?,
    times: @escaping @Sendable (String) -> DateTime? = { _ in nil },
    sizes: @escaping @Sendable (String) -> Int? = { _ in nil }
  ) {
    self.paths = paths.sorted()
    known = Set(paths)
    self.isSingle = isSingle
    (self.reader, self.times, self.sizes) = (reader, times, sizes)
  }

  /// Returns the bytes of a file, or nil if it does not exist or cannot be read.
  public func bytes(_ path: String) -> [UInt8]? {
    let bytes = reader(path)
    if known.contains(path) { log.note(path, isRead: bytes != nil) }
    return bytes
  }

  /// The sorted paths of the files that could not be read so far.
  public var unread: [String] { log.state.withLock { $0.failed.sorted() } }

  /// Returns whether an attempt to read a file has failed.
  public func isUnread(_ path: String) -> Bool { log.state.withLock { $0.failed.contains(path) } }

  /// Sets the callbacks that report progress while the files are read. Replaces any earlier
  /// callbacks; nil removes a callback.
  ///
  /// - Parameters:
  ///   - body: Called each time a file is read, with the number of different files read so far.
  ///   - bytes: Called while notes are made from a large file, with the number of bytes done and
  ///     the size of the file.
  public func follow(
    _ body: (@Sendable (Int) -> Void)?, bytes: (@Sendable (Int, Int) -> Void)? = nil
  ) {
    log.state.withLock { ($0.body, $0.bytes) = (body, bytes) }
  }

  /// Reports that notes were made from the first `done` bytes of a file of `total` bytes.
  func report(_ done: Int, of total: Int) { log.state.withLock { $0.bytes }?(done, total) }

  /// Returns the size of a file in bytes, without reading the file; nil if the size is unknown.
  public func size(_ path: String) -> Int? { sizes(path) }

  /// Returns an export that consists only of the file at a path.
  func only(_ path: String) -> ImportFiles { ImportFiles([path], isSingle: true, reader: reader) }

  /// Returns the time when a file was last changed, without an offset if it is local time; nil if
  /// the time is unknown.
  public func modified(_ path: String) -> DateTime? { times(path) }

  /// Returns whether there is a file at a path.
  func contains(_ path: String) -> Bool { known.contains(path) }

  /// Returns the sorted paths of the files whose extension, in lower case, is `ending`.
  func paths(endingWith ending: String) -> [String] {
    paths.filter { $0.lowercased().hasSuffix("." + ending) }
  }

  /// Returns the reason why a file cannot be read as text, or nil if it can.
  func problem(_ path: String) -> String? {
    guard let bytes = bytes(path) else { return "the file cannot be read" }
    return String(validating: bytes, as: UTF8.self) == nil ? ImportText.encodingProblem(bytes) : nil
  }

  /// Returns the text of the only file, without a byte order mark.
  ///
  /// - Parameter wanted: The file that is expected, in words.
  func onlyText(_ wanted: String) throws(ImportFailure) -> String {
    if let singleText { return singleText }
    guard isSingle, let path = paths.first else { throw ImportFailure("expected \(wanted)") }
    throw ImportFailure("\(problem(path) ?? "the file is empty"); save it as UTF-8")
  }

  /// The text of the only file, without a byte order mark. Nil if there are several files, or if
  /// the file cannot be read or is not UTF-8.
  var singleText: String? {
    guard isSingle, let path = paths.first, let bytes = bytes(path) else { return nil }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    return String(validating: body, as: UTF8.self)
  }
}

/// The attempts to read files. All copies of an ``ImportFiles`` share them.
private final class ReadLog: Sendable {
  struct State {
    /// The paths of files that could not be read.
    var failed: Set<String> = []
    /// The paths of files that were read while there was a callback.
    var read: Set<String> = []
    /// The callbacks of ``ImportFiles/follow(_:bytes:)``.
    var body: (@Sendable (Int) -> Void)?
    var bytes: (@Sendable (Int, Int) -> Void)?
  }

  let state = Mutex(State())

  /// Records that the file at `path` was read, or could not be read.
  func note(_ path: String, isRead: Bool) {
    let (body, count) = state.withLock { state in
      if !isRead { state.failed.insert(path) }
      if state.body != nil { state.read.insert(path) }
      return (state.body, state.read.count)
    }
    body?(count)
  }
}

/// The notes of an export, and the items that cannot become notes.
public struct ImportedNotes: Sendable {
  /// The notes.
  public var notes: [ImportedNote] = []
  /// The files that belong to the export as a whole. They keep their paths.
  public var files: [ImportedNote.Attachment] = []
  /// The items that were left out, each with the reason.
  public var skipped: [(item: String, reason: String)] = []
  /// The Markdown files that are copied unchanged, because no fields can be added to them, each
  /// with the reason. They are also in ``files``.
  public var unchanged: [(item: String, reason: String)] = []
  /// Sentences about the notes for the result of the import.
  public var remarks: [String] = []
  /// Whether notes or parts of notes may be missing because the export is damaged.
  public var isIncomplete = false
  /// For an Obsidian vault (``ObsidianSource``), the settings and the path of the vault in the
  /// export; nil for other sources. The path is empty or ends with `/`.
  package var vault: (settings: ObsidianSettings, path: String)?

  /// Returns the bytes of a file. Leaves the file out and returns nil if it cannot be read.
  mutating func bytes(of path: String, in files: ImportFiles) -> [UInt8]? {
    let bytes = files.bytes(path)
    if bytes == nil { skipped.append((path, "the file cannot be read")) }
    return bytes
  }

  /// Throws an ``ImportFailure`` with this reason if there are no notes and nothing was left out.
  func requireContent(_ reason: String) throws(ImportFailure) {
    if notes.isEmpty, skipped.isEmpty { throw ImportFailure(reason) }
  }
}

/// A note from another tool.
public struct ImportedNote: Sendable {
  /// An identifier of the note in its source. The identifier is the same each time the note is
  /// exported.
  public var key: String
  /// A short name for messages.
  public var label: String
  /// The front matter, without a body.
  public var front: Document
  /// The body.
  public var body: [UInt8]
  /// The path of the note's file relative to the target folder; nil if Cairn chooses the name of
  /// the file.
  public var path: String?
  /// The folder for the note's file, relative to the target folder; nil for the target folder
  /// itself. Used only if Cairn chooses the name of the file.
  public var folder: String?
  /// Whether the note has neither a title nor text. Its title is then the day of its creation in
  /// the user's time zone.
  public var isTitledByDay = false
  /// The path, relative to the export, of the file that contains only this note; nil if there is
  /// no such file.
  public var file: String?
  /// The files that belong to the note.
  public var attachments: [Attachment] = []

  /// A file that belongs to a note.
  public struct Attachment: Sendable {
    /// The path of the file in the export, or the file's name if it has ``content``.
    public let path: String
    /// The file's address in the links of the body. Cairn replaces this address with the path of
    /// the copy. Nil if no link has to change.
    public let mark: String?
    /// The path of the copy, relative to the target folder. Nil to derive the path: the copy goes
    /// to the folder `media` if Cairn chooses the name of the note's file; otherwise, the copy
    /// keeps its path in the export.
    public var place: String?
    /// A function that returns the bytes of an attachment that is embedded in another file; nil for
    /// a separate file in the export.
    public var content: (@Sendable () -> [UInt8]?)?

    init(
      path: String, mark: String?, place: String? = nil,
      content: (@Sendable () -> [UInt8]?)? = nil
    ) {
      (self.path, self.mark, self.place, self.content) = (path, mark, place, content)
    }
  }

  /// Creates a note with a heading, a text and fields. Fields without a value are left out.
  init(
    key: String, title: String?, text: String, fields: [(key: String, value: NewValue?)]
  ) {
    self.key = key
    let heading = title.map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") }
      .flatMap { $0.isEmpty ? nil : $0 }
    label = heading ?? String(text.drop { "# ".contains($0) }.prefix { !$0.isNewline }.prefix(60))
    // Each field is written separately, because setting it in the whole front matter would read all
    // fields again.
    var places: [String: Int] = [:]
    var lines: [ArraySlice<UInt8>] = []
    for (key, value) in fields {
      guard let value, value != .list([]), value != .text(""),
        let field = try? Document([]).setting(key, to: value)
      else { continue }
      let line = field.bytes[field.frontMatter.content]
      if let place = places[key] {
        lines[place] = line
      } else {
        places[key] = lines.count
        lines.append(line)
      }
    }
    let fence = Array("---\n".utf8)
    let front = Document(lines.isEmpty ? [] : fence + lines.joined() + fence)
    let body = [heading.map { "# \($0)" }, text].compactMap(\.self).filter { !$0.isEmpty }
    self.front = front
    self.body = Array(body.joined(separator: "\n\n").utf8)
  }

  /// Creates a note from a Markdown file that keeps its path.
  init(key: String, path: String, document: Document) {
    self.key = key
    (self.path, file) = (path, path)
    front = Document(Array(document.bytes[..<document.body.lowerBound]))
    body = Array(document.bytes[document.body])
    label = path
  }
}

/// The reason why an export cannot be imported.
public struct ImportFailure: Error, Hashable, Sendable {
  /// The problem in one sentence without a period.
  public let reason: String

  /// Creates a failure with this reason.
  public init(_ reason: String) { self.reason = reason }
}
