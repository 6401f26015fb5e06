import CairnCapture
import CairnDocument
import CairnMarkup
public import CairnText

/// A file as it is handed to the index.
public struct IndexedFile: Sendable {
  /// Where it is.
  public let path: NotePath
  /// What tells its states apart.
  public let identity: FileIdentity
  /// When its contents last changed.
  public let modified: Instant
  /// Whether it may change once more without its identity showing it.
  public let isRacy: Bool

  /// The file at `path`.
  public init(path: NotePath, identity: FileIdentity, modified: Instant, isRacy: Bool) {
    self.path = path
    self.identity = identity
    self.modified = modified
    self.isRacy = isRacy
  }
}

/// The index of some files in a row, while it is made. Each part is made by one thread, and only read
/// from then on.
final class SegmentPart: @unchecked Sendable {
  /// The number of the first document.
  let first: Int
  private(set) var files: [IndexedFile] = []
  var postings: PostingTable
  var cells = CellTable()
  /// For each document, the positions at which its zones end and the number of its words.
  private(set) var extents: [UInt32] = []
  private(set) var flags: [UInt8] = []
  private(set) var created: [StoredTime] = []
  private(set) var updated: [(document: UInt32, time: StoredTime)] = []
  /// Hashes of what links may call a document, of what its links name, and of what stands in those
  /// that are no wikilinks.
  private(set) var names: [HashTableWriter.Pair] = []
  private(set) var links: [HashTableWriter.Pair] = []
  private(set) var targets: [HashTableWriter.Pair] = []
  private(set) var pages: [(document: UInt32, bytes: [UInt8])] = []
  private(set) var racy: [(document: UInt32, hash: UInt64)] = []

  private var fieldKeys: [String: FieldKey] = [:]
  /// For each column, which field of the document that is being added was its last.
  private var lastFields: [Int] = []
  private var folded: [UInt8] = []
  private var position: UInt32 = 0
  private var document: UInt32 = 0

  /// What is known of a front-matter key.
  private struct FieldKey {
    let folded: String
    let column: Int
    /// The column that says who writes it this way, where that is not the folded way.
    let written: Int?
    let isBrief: Bool
  }

  init(firstDocument first: Int) {
    self.first = first
    postings = PostingTable(firstDocument: UInt32(first))
  }
}

// MARK: - Adding

extension SegmentPart {
  /// Adds a file that could not be read: whoever looks next finds that it has another identity.
  func addUnread(_ path: NotePath) {
    document = UInt32(first + files.count)
    let nothing = FileIdentity(size: 0, modified: 0, changed: 0, number: 0)
    files.append(
      IndexedFile(
        path: path, identity: nothing, modified: Instant(seconds: 0), isRacy: false))
    addPlace()
  }

  /// Adds what a document has that is no capture.
  private func addPlace() {
    extents += [0, 0, 0, 0, 0, 0]
    flags.append(DocumentFlags.page.rawValue)
    created.append(StoredTime(nil))
  }

  /// Adds a file, which comes behind all others by path.
  func add(_ file: IndexedFile, _ bytes: [UInt8]) {
    document = UInt32(first + files.count)
    files.append(file)
    if file.isRacy { racy.append((document, Checksum.of(bytes))) }
    if CollectionPage.isPage(file.path) {
      pages.append((document, bytes))
      addPlace()
      return
    }
    add(Capture(path: file.path, document: Document(bytes), modified: file.modified))
  }

  private func add(_ capture: Capture) {
    let body = capture.bodyText
    let title = capture.title(in: body)
    let tags = capture.tags(in: body)
    let aliases = capture.aliases
    addTexts(capture, body, title: title, names: tags + aliases)
    addFields(capture)
    addFacts(capture, title: title, tags: tags, aliases: aliases)
    let links = capture.links(in: body)
    addFlags(capture, body, links)
    addNames(capture, title: title, aliases: aliases)
    addLinks(capture, links)
    created.append(StoredTime(capture.created))
    // Where no field says it, the file's identity does, for all but the oddest clocks.
    let known = Instant(nanosecondsSinceEpoch: capture.modified.nanosecondsSinceEpoch)
    if capture.writtenUpdate != nil || known != capture.modified {
      updated.append((document, StoredTime(capture.updated)))
    }
  }

  private func addFlags(_ capture: Capture, _ body: BodyText, _ links: [Markup.Link]) {
    var flags = DocumentFlags()
    if capture.document.diagnostics.contains(where: { $0.severity == .error }) {
      flags.insert(.malformed)
    }
    if body.tasks.contains(where: { !$0.isDone }) { flags.insert(.openTask) }
    if capture.bodyHasText(in: body) { flags.insert(.body) }
    if links.contains(where: { !$0.target.isEmpty }) { flags.insert(.links) }
    if links.contains(where: \.isOddPath) { flags.insert(.oddPaths) }
    self.flags.append(flags.rawValue)
  }
}

// MARK: - Words

extension SegmentPart {
  private func addTexts(_ capture: Capture, _ body: BodyText, title: String, names: [String]) {
    position = 0
    var words: UInt32 = 0
    func text(_ text: String) {
      let start = position
      add(text)
      words += position - start
      // No word is at the place between two texts, so that no phrase goes from one to the other.
      position += 1
    }
    text(title)
    extents.append(position)
    if let meaning = capture.meaning { text(meaning) }
    extents.append(position)
    for name in names { text(name) }
    extents.append(position)
    for value in capture.ownTexts { text(value) }
    extents.append(position)
    let start = position
    body.plainText.withUnsafeBufferPointer { add($0) }
    for part in capture.unseenTexts(in: body) { add(part) }
    extents.append(position + 1)
    extents.append(words + position - start)
  }

  /// Adds the words of a text, or of a part of one.
  private func add(_ text: String) {
    var text = text
    text.withUTF8 { add($0) }
  }

  private func add(_ text: UnsafeBufferPointer<UInt8>) {
    FoldedText.fold(text, into: &folded)
    folded.append(contentsOf: repeatElement(0, count: PostingTable.padding))
    let (document, first) = (document, position)
    var position = first
    // One access for all words of the text.
    func post(_ postings: inout PostingTable) {
      folded.withUnsafeBufferPointer { padded in
        let bytes = UnsafeBufferPointer(rebasing: padded.dropLast(PostingTable.padding))
        guard let start = bytes.baseAddress else { return }
        Words.forEachPiece(in: bytes) { piece in
          postings.add(
            start + piece.lowerBound, count: piece.count, document: document, position: position)
          position += 1
        }
        postings.flush(document: document)
      }
    }
    post(&postings)
    self.position = position
  }
}

// MARK: - Fields

extension SegmentPart {
  private func addFields(_ capture: Capture) {
    let fields = capture.document.fields
    let keys = fields.map { fieldKey($0.key) }
    // Of fields with the same name the last one counts.
    for (index, key) in keys.enumerated() {
      let missing = key.column + 1 - lastFields.count
      if missing > 0 { lastFields += [Int](repeating: 0, count: missing) }
      lastFields[key.column] = index
    }
    for (index, (field, key)) in zip(fields, keys).enumerated() {
      if let written = key.written { cells.add(ByteWriter(), to: written, of: document) }
      guard lastFields[key.column] == index else { continue }
      var value = ByteWriter()
      StoredValue.write(field.value, isBrief: key.isBrief, to: &value)
      cells.add(value, to: key.column, of: document)
    }
  }

  private func fieldKey(_ key: String) -> FieldKey {
    if let known = fieldKeys[key] { return known }
    let folded = key.folded
    let new = FieldKey(
      folded: folded, column: cells.column(ColumnName.field(folded)),
      written: folded == key ? nil : cells.column(ColumnName.written(key)),
      isBrief: ColumnName.briefFields.contains(folded))
    fieldKeys[key] = new
    return new
  }

  private func addFacts(_ capture: Capture, title: String, tags: [String], aliases: [String]) {
    func add(_ text: String, to column: String) {
      var value = ByteWriter()
      value.append(contentsOf: text.utf8)
      cells.add(value, to: cells.column(column), of: document)
    }
    if let id = capture.id { add(id, to: ColumnName.id) }
    add(title, to: ColumnName.title)
    for tag in tags { add(tag, to: ColumnName.tags) }
    for alias in aliases { add(alias, to: ColumnName.aliases) }
    // A key that is written otherwise (`Type`) is a field, but not the fact.
    guard capture.document.fields.contains(where: { fieldKey($0.key).written != nil }) else {
      return
    }
    for name in ColumnName.factNames {
      let fact = capture.document[name]
      let field = capture.document.fields.last { fieldKey($0.key).folded == name }?.value
      if fact != field {
        var value = ByteWriter()
        StoredValue.write(fact ?? .null, to: &value)
        cells.add(value, to: cells.column(ColumnName.exception(name)), of: document)
      }
    }
  }
}

// MARK: - Names and links

extension SegmentPart {
  private func addNames(_ capture: Capture, title: String, aliases: [String]) {
    let path = capture.path
    var hashes: Set<UInt32> = []
    for name in [path.description, path.withoutEnding.description, path.stem, title] + aliases {
      hashes.insert(LinkKey(name: name).brief)
    }
    if let id = capture.id { hashes.insert(LinkKey(name: id).brief) }
    for hash in hashes { names.append((UInt64(hash), document)) }
  }

  private func addLinks(_ capture: Capture, _ links: [Markup.Link]) {
    for link in links where !link.isExternal && !link.target.isEmpty {
      if let key = LinkKey(link, from: capture.collection) {
        self.links.append((key.bits, document))
      }
      if !link.namesCapture {
        targets.append((UInt64(LinkKey(name: link.target).brief), document))
      }
    }
  }
}
