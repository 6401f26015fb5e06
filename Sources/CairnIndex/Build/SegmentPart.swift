import CairnCapture
import CairnDocument
import CairnInsight
import CairnMarkup
public import CairnText

/// A file to be indexed.
public struct IndexedFile: Sendable {
  /// The path of the file.
  public let path: NotePath
  /// The metadata by which changes to the file are detected.
  public let identity: FileIdentity
  /// The time of the last change to the contents.
  public let modified: Instant
  /// Whether the file's contents may change again without a change of ``identity``.
  public let isRacy: Bool

  /// Creates a file to be indexed.
  public init(path: NotePath, identity: FileIdentity, modified: Instant, isRacy: Bool) {
    self.path = path
    self.identity = identity
    self.modified = modified
    self.isRacy = isRacy
  }
}

/// The index of a run of consecutive files, while one thread builds it.
struct SegmentPart: ~Copyable {
  /// The number of the first document.
  let first: Int
  private(set) var files: [(path: NotePath, identity: FileIdentity)] = []
  var postings: PostingTable
  var cells = CellTable()
  /// Six numbers for each document: the end of each of its five zones (title, meaning, names,
  /// fields, body), and its number of words.
  private(set) var extents: [UInt32] = []
  private(set) var flags: [UInt8] = []
  private(set) var created: [StoredTime] = []
  private(set) var updated: [(document: UInt32, time: StoredTime)] = []
  /// Pairs of a hash and a document. `names` has a pair for each name that links can use for the
  /// document. `links` has a pair for each link in the document. `targets` has a pair for the
  /// target of each link that is not a wikilink.
  private(set) var names: [HashTableWriter.Pair<UInt32>] = []
  private(set) var links: [HashTableWriter.Pair<UInt64>] = []
  private(set) var targets: [HashTableWriter.Pair<UInt32>] = []
  private(set) var pages: [(document: UInt32, bytes: [UInt8])] = []
  private(set) var racy: [(document: UInt32, hash: UInt64)] = []
  private(set) var lessons = Lessons()
  /// For captures that are indexed again, the types chosen by a person, keyed by path, as recorded
  /// in the base segment.
  private let taught: [NotePath: CaptureKind]

  private let columns: FactColumns
  private var fieldKeys: [String: FieldKey] = [:]
  /// The front-matter keys of the document being added, in order. Kept for the next document, which
  /// usually has the same keys.
  private var keyNames: [String] = []
  /// The facts about each of ``keyNames``.
  private var keys: [FieldKey] = []
  /// For each column, the index of the current document's last field whose value belongs in the
  /// column.
  private var lastFields: [Int] = []
  private var folded: [UInt8] = []
  private var position: UInt32 = 0
  private var document: UInt32 = 0

  /// The facts about one spelling of a front-matter key.
  private struct FieldKey {
    let column: Int
    /// The column that lists the documents with this spelling of the key, or nil if the spelling is
    /// the folded form.
    let written: Int?
    let isBrief: Bool
    let isOwn: Bool
  }

  /// The numbers of the columns with ids, titles, tags and aliases.
  private struct FactColumns {
    let id, title, tags, aliases: Int

    init(of cells: inout CellTable) {
      id = cells.column(ColumnName.id)
      title = cells.column(ColumnName.title)
      tags = cells.column(ColumnName.tags)
      aliases = cells.column(ColumnName.aliases)
    }
  }

  init(firstDocument first: Int, taught: [NotePath: CaptureKind]) {
    self.first = first
    self.taught = taught
    postings = PostingTable(firstDocument: UInt32(first))
    columns = FactColumns(of: &cells)
  }
}

/// A complete part, which no longer changes. The postings of the part are kept separately.
final class FinishedPart: @unchecked Sendable {
  let part: SegmentPart

  /// Finishes a part. Returns the finished part and its postings.
  static func finish(_ part: consuming SegmentPart) -> (part: FinishedPart, run: PostingRun) {
    let run = part.postings.takeRun()
    part.seal()
    return (FinishedPart(part), run)
  }

  private init(_ part: consuming SegmentPart) {
    self.part = part
  }
}

// MARK: - Adding

extension SegmentPart {
  /// Releases the memory that is only needed to add files.
  fileprivate mutating func seal() {
    cells.seal()
    files.trim()
    extents.trim()
    created.trim()
    names.trim()
    links.trim()
    targets.trim()
  }

  /// Adds a file that cannot be read. Its identity is all zeros, so that a later comparison finds
  /// that the file has changed.
  mutating func addUnread(_ path: NotePath) {
    document = UInt32(first + files.count)
    files.append((path, FileIdentity(size: 0, modified: 0, changed: 0, number: 0)))
    addPlace()
  }

  /// Adds empty values for a document that is not a capture: a collection's page or an unreadable
  /// file.
  private mutating func addPlace() {
    extents += [0, 0, 0, 0, 0, 0]
    flags.append(DocumentFlags.page.rawValue)
    created.append(StoredTime(nil))
  }

  /// Adds a file. Files must be added in path order.
  mutating func add(_ file: IndexedFile, _ bytes: [UInt8]) {
    document = UInt32(first + files.count)
    files.append((file.path, file.identity))
    if file.isRacy { racy.append((document, Checksum.of(bytes))) }
    if CollectionPage.isPage(file.path) {
      pages.append((document, bytes))
      addPlace()
      return
    }
    add(Capture(path: file.path, document: Document(bytes), modified: file.modified))
  }

  private mutating func add(_ capture: Capture) {
    let body = capture.bodyText
    let title = capture.title(in: body)
    let tags = capture.tags(in: body)
    let aliases = capture.aliases
    let isLineTitle = capture.titleIsFirstLine(of: body)
    addFields(capture)
    addTexts(capture, body, title: title, isLineTitle: isLineTitle, names: tags + aliases)
    addFacts(capture, title: title, tags: tags, aliases: aliases)
    let links = capture.links(in: body)
    addFlags(capture, body, links, isLineTitle: isLineTitle)
    addNames(capture, title: title, aliases: aliases)
    addLinks(capture, links)
    lessons.add(capture, before: taught[capture.path])
    created.append(StoredTime(capture.created))
    // The update time is stored only if a field states it or if nanoseconds since 1970 cannot
    // represent it. Otherwise it is derived from the file's identity.
    let known = Instant(nanosecondsSinceEpoch: capture.modified.nanosecondsSinceEpoch)
    if capture.writtenUpdate != nil || known != capture.modified {
      updated.append((document, StoredTime(capture.updated)))
    }
  }

  private mutating func addFlags(
    _ capture: Capture, _ body: BodyText, _ links: [Markup.Link], isLineTitle: Bool
  ) {
    var flags = DocumentFlags()
    if isLineTitle { flags.insert(.lineTitle) }
    if capture.document.diagnostics.contains(where: { $0.severity == .error }) {
      flags.insert(.malformed)
    }
    if body.tasks.contains(where: { !$0.isDone }) { flags.insert(.openTask) }
    if capture.bodyHasText(in: body) { flags.insert(.body) }
    if links.contains(where: { !$0.target.isEmpty }) { flags.insert(.links) }
    if links.contains(where: \.isOddPath) { flags.insert(.oddPaths) }
    if capture.privacy.isUnpublished { flags.insert(.unpublished) }
    self.flags.append(flags.rawValue)
  }
}

// MARK: - Words

extension SegmentPart {
  private mutating func addTexts(
    _ capture: Capture, _ body: BodyText, title: String, isLineTitle: Bool, names: [String]
  ) {
    position = 0
    var words: UInt32 = 0
    func text(_ text: String) {
      let start = position
      add(text)
      words += position - start
      // Leave a gap between two strings so that no phrase matches across them.
      position += 1
    }
    text(title)
    // A title that is the first line of the body is counted with the body.
    if isLineTitle { words = 0 }
    extents.append(position)
    if let meaning = capture.meaning { text(meaning) }
    extents.append(position)
    for name in names { text(name) }
    extents.append(position)
    for value in capture.ownTexts(where: { keys[$0].isOwn }) { text(value) }
    extents.append(position)
    let start = position
    body.plainText.withUnsafeBufferPointer { add($0) }
    for part in capture.unseenTexts(in: body) { add(part) }
    extents.append(position + 1)
    extents.append(words + position - start)
  }

  /// Adds the words of a string, starting at the current position.
  private mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  private mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    var folded: [UInt8] = []
    swap(&folded, &self.folded)
    FoldedText.fold(text, into: &folded)
    folded.append(contentsOf: repeatElement(0, count: PostingTable.padding))
    folded.withUnsafeBufferPointer { padded in
      let bytes = UnsafeBufferPointer(rebasing: padded.dropLast(PostingTable.padding))
      guard let start = bytes.baseAddress else { return }
      Words.forEachPiece(in: bytes) { piece in
        postings.add(
          start + piece.lowerBound, count: piece.count, document: document, position: position)
        position += 1
      }
      postings.endText()
    }
    swap(&folded, &self.folded)
  }
}

// MARK: - Fields

extension SegmentPart {
  private mutating func addFields(_ capture: Capture) {
    let fields = capture.document.fields
    let surplus = max(0, keys.count - fields.count)
    keyNames.removeLast(surplus)
    keys.removeLast(surplus)
    for index in fields.indices {
      // Most captures have the same keys as the one before, in the same order.
      if index == keys.count {
        keyNames.append(fields[index].key)
        keys.append(fieldKey(fields[index].key))
      } else if keyNames[index] != fields[index].key {
        keyNames[index] = fields[index].key
        keys[index] = fieldKey(fields[index].key)
      }
      // Of fields with the same name, the last one counts.
      let column = keys[index].column
      let missing = column + 1 - lastFields.count
      if missing > 0 { lastFields += [Int](repeating: 0, count: missing) }
      lastFields[column] = index
    }
    for index in fields.indices {
      let key = keys[index]
      if let written = key.written { cells.add("", to: written, of: document) }
      if lastFields[key.column] == index {
        cells.add(fields[index].value, isBrief: key.isBrief, to: key.column, of: document)
      }
    }
  }

  private mutating func fieldKey(_ key: String) -> FieldKey {
    if let known = fieldKeys[key] { return known }
    let folded = key.folded
    let new = FieldKey(
      column: cells.column(ColumnName.field(folded)),
      written: folded == key ? nil : cells.column(ColumnName.written(key)),
      isBrief: ColumnName.briefFields.contains(folded), isOwn: Capture.isOwnField(key))
    fieldKeys[key] = new
    return new
  }

  private mutating func addFacts(
    _ capture: Capture, title: String, tags: [String], aliases: [String]
  ) {
    if let id = capture.id { cells.add(id, to: columns.id, of: document) }
    cells.add(title, to: columns.title, of: document)
    for tag in tags { cells.add(tag, to: columns.tags, of: document) }
    for alias in aliases { cells.add(alias, to: columns.aliases, of: document) }
    // A field whose key has another spelling (`Type`) does not provide the fact.
    guard keys.contains(where: { $0.written != nil }) else { return }
    for name in ColumnName.factNames {
      let fact = capture.document[name]
      let field = capture.document.fields.last { $0.key.folded == name }?.value
      if fact != field {
        cells.add(fact ?? .null, to: cells.column(ColumnName.exception(name)), of: document)
      }
    }
  }
}

// MARK: - Names and links

extension SegmentPart {
  private mutating func addNames(_ capture: Capture, title: String, aliases: [String]) {
    let path = capture.path
    func add(_ name: String) { names.append((LinkKey(name: name).brief, document)) }
    add(path.description)
    add(path.withoutEnding.description)
    add(path.stem)
    add(path.name)
    add(title)
    for alias in aliases { add(alias) }
    if let id = capture.id { add(id) }
  }

  private mutating func addLinks(_ capture: Capture, _ links: [Markup.Link]) {
    for link in links where !link.isExternal && !link.target.isEmpty {
      if let key = LinkKey(link, from: capture.collection) {
        self.links.append((key.bits, document))
      }
      if !link.isWikilink {
        targets.append((LinkKey(name: link.target).brief, document))
      }
    }
  }
}
