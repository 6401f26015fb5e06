public import CairnCapture
public import CairnText
import Glibc
import Synchronization

/// An index of some files, which answers questions about their words, fields, names and links.
///
/// Documents are numbered from 0 in path order. Facts are read from the segment's bytes on demand.
/// A function that reads facts throws ``IndexDamage`` if the bytes are damaged. Thread-safe,
/// because a segment never changes.
public final class Segment: @unchecked Sendable {
  let store: SectionStore
  /// The data about the segment as a whole.
  public let summary: SegmentSummary
  /// The number of documents, including collections' pages.
  public let count: Int

  let files: UnsafeRawBufferPointer
  let fileNames: UnsafeRawBufferPointer
  let folders: UnsafeRawBufferPointer
  let folderPaths: UnsafeRawBufferPointer
  let hiddenFolders: UnsafeRawBufferPointer
  let listing: UnsafeRawBufferPointer
  let flags: UnsafeRawBufferPointer
  private let columnTable = AtomicLazyReference<ColumnTable>()
  private let loadedColumns = Mutex<[String: Column]>([:])
  /// The number of words in all documents; -1 until the words have been counted.
  private let knownLength = Atomic(-1)

  /// The range of each column within the section of columns, keyed by column name.
  private final class ColumnTable: Sendable {
    let ranges: [String: Range<Int>]

    init(_ ranges: [String: Range<Int>]) { self.ranges = ranges }
  }

  /// Opens a segment. Checks only the parts that every use needs; other parts are checked when
  /// first read.
  public init(_ bytes: IndexBytes) throws(IndexDamage) {
    store = try SectionStore(bytes)
    var reader = ByteReader(try store.all(.summary))
    summary = try SegmentSummary(&reader)
    count = summary.documentCount
    try store.check([.files, .fileNames, .folders, .folderPaths, .hiddenFolders, .listing, .flags])
    files = try store.all(.files)
    guard count <= files.count else { throw IndexDamage("files are missing") }
    fileNames = try store.all(.fileNames)
    folders = try store.all(.folders)
    folderPaths = try store.all(.folderPaths)
    hiddenFolders = try store.all(.hiddenFolders)
    listing = try store.all(.listing)
    flags = try store.all(.flags)
    guard files.count == count * FileRecord.size, flags.count == count, listing.count == count * 4,
      [Extents.size, Extents.shortSize].contains(where: { store.count(of: .extents) == count * $0 }
      ),
      [StoredTime.size, StoredTime.wholeSize].contains(where: {
        store.count(of: .created) == count * $0
      }),
      folders.count % FolderRecord.size == 0, folders.count >= 2 * FolderRecord.size
    else { throw IndexDamage("the sections do not match each other") }
  }

  /// The size of the segment in bytes.
  public var byteCount: Int { store.count }

  /// A hash of the segment's contents.
  public var fingerprint: UInt64 { store.fingerprint }

  /// Returns the number of words in all documents. Calls `count` only the first time, and keeps its
  /// result.
  func totalLength(_ count: () -> Int) -> Int {
    let known = knownLength.load(ordering: .relaxed)
    if known >= 0 { return known }
    let total = count()
    knownLength.store(total, ordering: .relaxed)
    return total
  }

  /// Checks the whole segment. Throws ``IndexDamage`` if any of its bytes are damaged.
  public func verify() throws(IndexDamage) { try store.checkAll() }
}

// MARK: - Files

extension Segment {
  func record(_ document: Int) -> FileRecord {
    FileRecord(files, at: document * FileRecord.size)
  }

  /// Returns the identity of a document's file when it was indexed.
  public func identity(_ document: Int) -> FileIdentity {
    FileIdentity(files, at: document * FileRecord.size)
  }

  /// Returns the name of a document's file.
  public func nameBytes(_ document: Int) -> UnsafeRawBufferPointer {
    let record = record(document)
    let start = min(Int(record.nameOffset), fileNames.count)
    return UnsafeRawBufferPointer(
      rebasing: fileNames[start..<min(start + Int(record.nameCount), fileNames.count)])
  }

  /// Returns the path of a document's file. If the stored name is not a valid file name, returns
  /// the path of the folder, so that reading the file fails.
  public func path(_ document: Int) -> NotePath {
    let (folder, name) = (folderPath(folder(document)), nameBytes(document))
    return Self.isPlain(name) ? folder.appending(listed: name) : folder
  }

  /// Returns whether the bytes are a single path component that is not hidden.
  private static func isPlain(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let first = name.first, first != UInt8(ascii: ".") else { return false }
    return name.offset(of: UInt8(ascii: "/")) == nil && name.offset(of: 0) == nil
  }

  /// Returns the number of the folder that contains a document's file.
  public func folder(_ document: Int) -> Int { min(Int(record(document).folder), folderCount - 1) }

  /// The documents that are captures. Collections' pages and unreadable files are left out.
  public var captures: DocumentSet { documents { !$0.contains(.page) } }

  /// The documents whose body contains text.
  public var documentsWithBody: DocumentSet { documents { $0.contains(.body) } }

  /// The documents that contain at least one link.
  public var documentsWithLinks: DocumentSet { documents { $0.contains(.links) } }

  /// The documents with a wikilink such as `[[./work/acme.md]]`, whose key does not determine its
  /// target (`isOddPath`).
  public var documentsWithOddPaths: DocumentSet { documents { $0.contains(.oddPaths) } }

  /// The documents with an unticked task.
  public var documentsWithOpenTasks: DocumentSet { documents { $0.contains(.openTask) } }

  /// The documents whose front matter cannot be read in full.
  public var malformedDocuments: DocumentSet { documents { $0.contains(.malformed) } }

  /// The documents whose own fields exclude them from publishing.
  public var unpublishedDocuments: DocumentSet { documents { $0.contains(.unpublished) } }

  /// Returns whether a document's title is the first line of its body.
  @inline(__always)
  public func isLineTitle(_ document: Int) -> Bool {
    DocumentFlags(rawValue: flags[document]).contains(.lineTitle)
  }

  private func documents(where isWanted: (DocumentFlags) -> Bool) -> DocumentSet {
    DocumentSet(capacity: count) { isWanted(DocumentFlags(rawValue: flags[$0])) }
  }

  /// The documents that could not be read when the segment was made.
  public var unreadDocuments: [Int] {
    (0..<count).filter { flags[$0] & DocumentFlags.page.rawValue != 0 && identity($0).number == 0 }
  }

  /// Returns the documents whose files may have changed although their identity is the same, each
  /// with the hash of the indexed bytes (``contentHash(_:)``).
  public func racyDocuments() throws(IndexDamage) -> [(document: Int, hash: UInt64)] {
    var reader = ByteReader(try store.all(.racy))
    var found: [(document: Int, hash: UInt64)] = []
    while !reader.isAtEnd {
      found.append((Int(try reader.fixed(as: UInt32.self)), try reader.fixed()))
    }
    return found
  }

  /// Returns the hash used to check that a file still has the same bytes.
  public static func contentHash(_ bytes: [UInt8]) -> UInt64 { Checksum.of(bytes) }
}

// MARK: - Folders

extension Segment {
  /// The number of folders, including the root.
  public var folderCount: Int { folders.count / FolderRecord.size - 1 }

  /// Returns the path of a folder. Folders are numbered in path order.
  public func folderPath(_ number: Int) -> NotePath {
    NotePath(bytes: folderBytes(number)) ?? .root
  }

  private func folderRecord(_ number: Int) -> FolderRecord {
    FolderRecord(folders, at: number * FolderRecord.size)
  }

  private func folderBytes(_ number: Int) -> UnsafeRawBufferPointer {
    folderPaths.part(folderRecord(number).pathOffset, folderRecord(number + 1).pathOffset)
  }

  /// Returns the recorded state of a folder, or nil if no state is recorded and the folder must be
  /// listed.
  public func state(ofFolder number: Int) -> FolderState? {
    let record = folderRecord(number)
    guard let count = record.subfolderCount else { return nil }
    let hidden = hiddenFolders.part(record.hiddenOffset, folderRecord(number + 1).hiddenOffset)
    return FolderState(
      identity: record.identity, subfolderCount: Int(count),
      hiddenFolders: NameList(terminated: hidden), hasAttachments: record.hasAttachments)
  }

  /// Returns the names of a folder's subfolders, without hidden ones. Costs a comparison for each
  /// folder below this folder, at any depth.
  public func subfolders(ofFolder number: Int) -> NameList {
    let path = folderBytes(number)
    let slash = UInt8(ascii: "/")
    let prefix = path.isEmpty ? [] : Array(path) + [slash]
    var names = NameList()
    // In the order of paths, `a-b` is between `a` and `a/b`.
    for other in (number + 1..<folderCount).lazy.map({ self.folderBytes($0) }) {
      guard other.starts(with: path) else { break }
      guard other.starts(with: prefix) else { continue }
      let name = UnsafeRawBufferPointer(rebasing: other.dropFirst(prefix.count))
      if !name.contains(slash) { names.append(name.bindMemory(to: UInt8.self)) }
    }
    return names
  }

  /// Returns the places of a folder's documents in the listing, in the order in which the disk
  /// listed them. Pass each place to ``listed(_:)``.
  public func listing(ofFolder number: Int) -> Range<Int> {
    let start = Int(folderRecord(number).listingOffset)
    let end = Int(folderRecord(number + 1).listingOffset)
    return start <= end && end * 4 <= listing.count ? start..<end : 0..<0
  }

  /// Returns the names of a folder's documents in listing order, each followed by a NUL.
  public func listedNames(ofFolder number: Int) -> UnsafeRawBufferPointer {
    let places = listing(ofFolder: number)
    guard let first = places.first, let last = places.last else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    let start = min(Int(record(listed(first)).nameOffset), fileNames.count)
    let end = record(listed(last))
    let stop = min(Int(end.nameOffset) + Int(end.nameCount) + 1, fileNames.count)
    return UnsafeRawBufferPointer(rebasing: fileNames[start..<max(start, stop)])
  }

  /// Returns the document at a place in the listing.
  public func listed(_ place: Int) -> Int {
    min(Int(listing.number(place, as: UInt32.self)), max(count - 1, 0))
  }

  /// Returns the number and the bytes of each document that is a collection's page.
  public func pages() throws(IndexDamage) -> [(document: Int, bytes: [UInt8])] {
    var reader = ByteReader(try store.all(.pages))
    var pages: [(document: Int, bytes: [UInt8])] = []
    while !reader.isAtEnd {
      pages.append((try reader.varint(), Array(try reader.counted())))
    }
    return pages
  }
}

// MARK: - Finding

extension Segment {
  /// Returns the number of the folder at a path, or nil if there is none.
  public func folder(at path: NotePath) -> Int? {
    path.bytes.withUnsafeBytes { bytes in
      let place = (0..<folderCount).partitioningIndex { Self.order(folderBytes($0), bytes) >= 0 }
      return place < folderCount && Self.order(folderBytes(place), bytes) == 0 ? place : nil
    }
  }

  /// Compares bytes like `memcmp`. If one buffer is the start of the other, it is before the other.
  private static func order(
    _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Int {
    guard let start = one.baseAddress, let otherStart = other.baseAddress else {
      return one.count - other.count
    }
    let order = memcmp(start, otherStart, min(one.count, other.count))
    return order == 0 ? one.count - other.count : Int(order)
  }

  /// Returns the document at a path, or nil if there is none. Uses binary search.
  public func document(at path: NotePath) -> Int? {
    let place = path.bytes.withUnsafeBytes { bytes in
      (0..<count).partitioningIndex { !stands($0, before: bytes) }
    }
    return place < count && self.path(place) == path ? place : nil
  }

  /// Returns whether a document's path sorts before `path`. Compares the stored bytes, without
  /// creating the document's ``path(_:)``.
  private func stands(_ document: Int, before path: UnsafeRawBufferPointer) -> Bool {
    let folder = folderBytes(folder(document))
    var rest = path
    /// Compares `part` with the start of `rest`, like `memcmp`. Removes that start from `rest`.
    func compare(_ part: UnsafeRawBufferPointer) -> Int32 {
      let shared = min(part.count, rest.count)
      guard let one = part.baseAddress, let other = rest.baseAddress else {
        return part.isEmpty ? 0 : 1
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(shared))
      let order = memcmp(one, other, shared)
      return order == 0 && shared < part.count ? 1 : order
    }
    var order = compare(folder)
    if order == 0, !folder.isEmpty { order = withUnsafeBytes(of: UInt8(ascii: "/"), compare) }
    if order == 0 { order = compare(nameBytes(document)) }
    return order < 0 || order == 0 && !rest.isEmpty
  }
}

// MARK: - Columns

extension Segment {
  /// Returns the range of each column within the section of columns, keyed by column name.
  func columnNames() throws(IndexDamage) -> [String: Range<Int>] {
    if let known = columnTable.load() { return known.ranges }
    var reader = ByteReader(try store.all(.columnNames))
    var table: [String: Range<Int>] = [:]
    while !reader.isAtEnd {
      let name = String(decoding: try reader.counted(), as: UTF8.self)
      let (start, length) = (try reader.varint(), try reader.varint())
      let (end, isBeyond) = start.addingReportingOverflow(length)
      if isBeyond { throw IndexDamage("a column is outside its section") }
      table[name] = start..<end
    }
    return columnTable.storeIfNil(ColumnTable(table)).ranges
  }

  func column(_ name: String) throws(IndexDamage) -> Column? {
    if let known = loadedColumns.withLock({ $0[name] }) { return known }
    guard let range = try columnNames()[name] else { return nil }
    let column = try Column(
      try store.bytes(of: .columns, range), in: store, documentCount: count)
    loadedColumns.withLock { $0[name] = column }
    return column
  }

  /// Returns the column of a field, given its folded name, or nil if no document has the field.
  public func field(_ folded: String) throws(IndexDamage) -> Column? {
    try column(ColumnName.field(folded))
  }

  /// Returns the column of ids, or nil if no document has one.
  public func ids() throws(IndexDamage) -> Column? { try column(ColumnName.id) }

  /// Returns the column of titles, or nil if no document has one.
  public func titles() throws(IndexDamage) -> Column? { try column(ColumnName.title) }

  /// Returns the column of tags as written, or nil if no document has any.
  public func tags() throws(IndexDamage) -> Column? { try column(ColumnName.tags) }

  /// Returns the column of aliases, or nil if no document has any.
  public func aliases() throws(IndexDamage) -> Column? { try column(ColumnName.aliases) }

  /// Returns a column with the exceptions for a fact (`type`, `status`, `score` or `due`): the
  /// documents in which the fact differs from the field of the same name. For example, a field
  /// `Type` does not provide the fact `type`. The column contains the value of the fact, or null if
  /// the fact is missing. Returns nil if there are no exceptions.
  public func exceptions(_ fact: String) throws(IndexDamage) -> Column? {
    try column(ColumnName.exception(fact))
  }

  /// Returns the front-matter keys, each with a column of the documents that have the key. Every
  /// key is listed in folded form, and also as written if its spelling differs.
  public func fieldNames() throws(IndexDamage) -> [(name: String, column: Column)] {
    var names: [(name: String, column: Column)] = []
    for name in try columnNames().keys where name.hasPrefix("f") || name.hasPrefix("w") {
      if let column = try column(name) { names.append((String(name.dropFirst()), column)) }
    }
    return names
  }
}

// MARK: - Times

extension Segment {
  /// Returns the time at which a document was created, or nil if the time is unknown.
  public func created(_ document: Int) throws(IndexDamage) -> FieldTime? {
    let isWhole = store.count(of: .created) == count * StoredTime.wholeSize
    let size = isWhole ? StoredTime.wholeSize : StoredTime.size
    let bytes = try store.bytes(of: .created, document * size..<(document + 1) * size)
    if isWhole { return StoredTime(value: bytes.number(0, as: Int64.self), nanoseconds: 0).time }
    return Self.time(in: bytes, at: 0).time
  }

  /// Returns the moment at which each document was created or updated, in the order of the
  /// documents. `clock` interprets times without a UTC offset. If a time is unknown, the moment is
  /// the start of 1970.
  public func moments(_ kind: TimeKind, _ clock: LocalClock) throws(IndexDamage) -> [Instant] {
    var days: [Int64: Instant] = [:]
    return try times(kind == .created ? .created : .updated).map { stored in
      if let instant = stored.instant { return instant }
      if let known = days[stored.value], stored.nanoseconds == 0 { return known }
      let moment = stored.instant(clock) ?? Instant(seconds: 0)
      if stored.nanoseconds == 0 { days[stored.value] = moment }
      return moment
    }
  }

  /// Returns the update times that are not derived from the files' identities, usually because a
  /// field states them. The times are keyed by document number.
  public func writtenUpdates() throws(IndexDamage) -> [Int: FieldTime] {
    let bytes = try store.all(.updated)
    var updates: [Int: FieldTime] = [:]
    for start in stride(from: 0, to: bytes.count - StoredTime.size - 3, by: StoredTime.size + 4) {
      let document = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      guard document < count else {
        throw IndexDamage("an update time belongs to a document that is not in the index")
      }
      updates[document] = Self.time(in: bytes, at: start + 4).time
    }
    return updates
  }

  /// The two kinds of times that a document has.
  public enum TimeKind: Sendable {
    case created, updated
  }

  private static func time(in bytes: UnsafeRawBufferPointer, at offset: Int) -> StoredTime {
    StoredTime(
      value: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)),
      nanoseconds: UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)))
  }

  private func times(_ section: Section) throws(IndexDamage) -> [StoredTime] {
    let bytes = try store.all(section)
    func time(_ offset: Int) -> StoredTime { Self.time(in: bytes, at: offset) }
    if section == .created {
      guard bytes.count == count * StoredTime.wholeSize else {
        return (0..<count).map { time($0 * StoredTime.size) }
      }
      return (0..<count).map {
        StoredTime(value: bytes.number($0, as: Int64.self), nanoseconds: 0)
      }
    }
    var times = (0..<count).map { document in
      let modified = Instant(nanosecondsSinceEpoch: record(document).identity.modified)
      return StoredTime(.dateTime(DateTime(modified, offset: 0)))
    }
    for start in stride(from: 0, to: bytes.count - StoredTime.size - 3, by: StoredTime.size + 4) {
      let document = Int(bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      guard document < count else {
        throw IndexDamage("an update time belongs to a document that is not in the index")
      }
      times[document] = time(start + 4)
    }
    return times
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the bytes from one offset to another; none if the offsets are damaged.
  fileprivate func part(_ start: UInt32, _ end: UInt32) -> UnsafeRawBufferPointer {
    let isThere = start <= end && Int(end) <= count
    return UnsafeRawBufferPointer(rebasing: self[isThere ? Int(start)..<Int(end) : 0..<0])
  }
}
