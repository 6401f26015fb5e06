import CairnText

/// Puts the parts of a segment together into the bytes of its file.
struct SegmentWriter {
  private var image = ByteWriter()
  private var table: [(section: Section, offset: Int, count: Int)] = []

  /// The bytes of a segment's file.
  ///
  /// - Parameters:
  ///   - parts: the documents, part by part in the order of their paths.
  ///   - folders: what lies in each folder, ordered by path.
  static func bytes(
    of parts: [SegmentPart], folders: [IndexedFolder], summary: SegmentSummary
  ) -> [UInt8] {
    var writer = SegmentWriter()
    writer.begin(parts)
    writer.addTerms(parts)
    writer.addFolders(folders, parts)
    writer.addDocuments(parts)
    writer.addColumns(parts)
    writer.add(.names) { HashTableWriter.write(parts.flatMap(\.names), width: 32, to: &$0) }
    writer.add(.links) { HashTableWriter.write(parts.flatMap(\.links), width: 64, to: &$0) }
    writer.add(.targets) { HashTableWriter.write(parts.flatMap(\.targets), width: 32, to: &$0) }
    writer.addRest(parts, summary)
    return writer.finish()
  }

  private mutating func begin(_ parts: [SegmentPart]) {
    let size = parts.reduce(0) { $0 + $1.postings.byteCount + $1.files.count * 200 }
    image.reserve(Header.size + size + size / 8)
    image.append(contentsOf: repeatElement(0, count: Header.size))
  }

  private mutating func add(_ section: Section, _ bytes: borrowing ByteWriter) {
    add(section) { $0.append(contentsOf: bytes.bytes) }
  }

  private mutating func add(_ section: Section, _ body: (inout ByteWriter) -> Void) {
    // Numbers are read where they stand; eight bytes is what the widest is aligned to.
    while image.count % 8 != 0 { image.append(0) }
    let offset = image.count
    body(&image)
    table.append((section, offset, image.count - offset))
  }

  /// Adds the checksums, and the header that makes it a segment.
  private mutating func finish() -> [UInt8] {
    while image.count % 8 != 0 { image.append(0) }
    let end = image.count
    var checksums = ByteWriter()
    image.bytes.withUnsafeBytes { bytes in
      for start in stride(from: Header.size, to: end, by: Header.blockSize) {
        let block = bytes[start..<min(start + Header.blockSize, end)]
        checksums.fixed(
          UInt32(truncatingIfNeeded: Checksum.of(UnsafeRawBufferPointer(rebasing: block))))
      }
    }
    image.append(contentsOf: checksums.bytes)
    var header = ByteWriter()
    header.append(contentsOf: Header.magic)
    header.fixed(Header.version)
    header.fixed(UInt32(table.count))
    header.fixed(UInt64(end))
    header.fixed(UInt64(image.count))
    header.fixed(Checksum.of(checksums.bytes))
    header.fixed(0 as UInt64)
    for entry in table {
      header.fixed(entry.section.rawValue)
      header.fixed(0 as UInt32)
      header.fixed(UInt64(entry.offset))
      header.fixed(UInt64(entry.count))
    }
    header.append(contentsOf: repeatElement(0, count: Header.size - 8 - header.count))
    header.fixed(Checksum.of(header.bytes))
    var bytes = image.bytes
    image = ByteWriter()
    bytes.replaceSubrange(0..<Header.size, with: header.bytes)
    return bytes
  }
}

// MARK: - Terms

extension SegmentWriter {
  /// How many terms have one entry in the table by which they are found.
  static let termsPerBlock = 16

  private mutating func addTerms(_ parts: [SegmentPart]) {
    var terms = ByteWriter()
    var blocks = ByteWriter()
    add(.postings) { postings in
      let start = postings.count
      var previous: [UInt8] = []
      var count = 0
      SortedTerms.merge(parts) { key, sources in
        let offset = postings.count
        if count % Self.termsPerBlock == 0 {
          blocks.fixed(UInt32(terms.count))
          blocks.fixed(UInt64(offset - start))
          previous.removeAll(keepingCapacity: true)
        }
        let shared = zip(previous, key).prefix { $0 == $1 }.count
        terms.varint(shared)
        terms.varint(key.count - shared)
        terms.append(contentsOf: key[shared...])
        var last = -1
        for source in sources {
          last = parts[source.part].postings.append(source.term, behind: last, to: &postings)
        }
        terms.varint(postings.count - offset)
        previous = key
        count += 1
      }
    }
    add(.termBlocks, blocks)
    add(.terms, terms)
  }
}

/// The terms of several parts in one order.
private enum SortedTerms {
  struct Source {
    let part: Int
    let term: Int
  }

  /// Calls `body` with each different term in byte order, and where it is, in the order of parts.
  static func merge(
    _ parts: [SegmentPart], _ body: ([UInt8], [Source]) -> Void
  ) {
    let orders = Parallel.map(parts) { $0.postings.sorted() }
    var next = parts.map { _ in 0 }
    var sources: [Source] = []
    while true {
      sources.removeAll(keepingCapacity: true)
      for part in parts.indices where next[part] < orders[part].count {
        let term = Int(orders[part][next[part]])
        if let least = sources.first {
          let order = parts[part].postings.order(term, parts[least.part].postings, least.term)
          if order > 0 { continue }
          if order < 0 { sources.removeAll(keepingCapacity: true) }
        }
        sources.append(Source(part: part, term: term))
      }
      guard let least = sources.first else { return }
      body(parts[least.part].postings.key(least.term), sources)
      for source in sources { next[source.part] += 1 }
    }
  }
}

// MARK: - Files and folders

extension SegmentWriter {
  /// Adds the folders, and the files by folder in the order in which the disk lists them, so that
  /// one comparison tells whether a folder still has the same names.
  private mutating func addFolders(_ folders: [IndexedFolder], _ parts: [SegmentPart]) {
    let documents = DocumentNumbers(parts)
    var places = [(folder: UInt32, name: UInt32)](repeating: (0, 0), count: documents.count)
    var records = ByteWriter()
    var paths = ByteWriter()
    var listing = ByteWriter()
    var names = ByteWriter()
    var attachments = ByteWriter()
    func mark() {
      records.fixed(UInt32(paths.count))
      records.fixed(UInt32(listing.count / 4))
      records.fixed(UInt32(attachments.count))
    }
    for (number, folder) in folders.enumerated() {
      mark()
      paths.append(contentsOf: folder.path.bytes)
      for name in folder.files {
        guard let document = documents.number(of: name, in: folder.path) else { continue }
        places[document] = (UInt32(number), UInt32(names.count))
        listing.fixed(UInt32(document))
        names.append(contentsOf: name)
        names.append(0)
      }
      attachments.varint(folder.attachments.count)
      for name in folder.attachments { attachments.counted(name) }
    }
    mark()
    add(.folders, records)
    add(.folderPaths, paths)
    add(.listing, listing)
    add(.fileNames, names)
    add(.attachments, attachments)
    add(.files) { records in
      for (file, place) in zip(parts.lazy.flatMap(\.files), places) {
        FileRecord(
          identity: file.identity, folder: place.folder, nameOffset: place.name,
          nameCount: UInt16(clamping: file.path.nameBytes.count)
        ).write(to: &records)
      }
    }
  }
}

/// The numbers of documents by folder and name.
private struct DocumentNumbers {
  private var folders: [NotePath: [ArraySlice<UInt8>: Int]] = [:]
  private(set) var count = 0

  init(_ parts: [SegmentPart]) {
    var path = NotePath.root
    var names: [ArraySlice<UInt8>: Int] = [:]
    for file in parts.lazy.flatMap(\.files) {
      let name = file.path.nameBytes
      if !path.holds(file.path, named: name) {
        folders[path, default: [:]].merge(names) { $1 }
        names.removeAll(keepingCapacity: true)
        path = file.path.parent
      }
      names[name] = count
      count += 1
    }
    folders[path, default: [:]].merge(names) { $1 }
  }

  func number(of name: [UInt8], in folder: NotePath) -> Int? { folders[folder]?[name[...]] }
}

extension NotePath {
  /// Whether this is the folder of the file at `path`, whose name is `name`.
  fileprivate func holds(_ path: NotePath, named name: ArraySlice<UInt8>) -> Bool {
    let length = max(path.bytes.count - name.count - 1, 0)
    return bytes.count == length && path.bytes.prefix(length).elementsEqual(bytes)
  }
}

// MARK: - Documents

extension SegmentWriter {
  private mutating func addDocuments(_ parts: [SegmentPart]) {
    // Two bytes do unless a capture is long.
    let isShort = parts.allSatisfy { $0.extents.allSatisfy { $0 <= UInt16.max } }
    add(.extents) { writer in
      for value in parts.lazy.flatMap(\.extents) {
        if isShort { writer.fixed(UInt16(value)) } else { writer.fixed(value) }
      }
    }
    add(.flags) { writer in
      for part in parts { writer.append(contentsOf: part.flags) }
    }
    let isWhole = parts.allSatisfy { $0.created.allSatisfy { $0.nanoseconds == 0 } }
    add(.created) { writer in
      for time in parts.lazy.flatMap(\.created) {
        if isWhole { writer.fixed(time.value) } else { writer.time(time) }
      }
    }
    add(.updated) { writer in
      for entry in parts.lazy.flatMap(\.updated) {
        writer.fixed(entry.document)
        writer.time(entry.time)
      }
    }
  }

  private mutating func addRest(_ parts: [SegmentPart], _ summary: SegmentSummary) {
    add(.pages) { writer in
      for page in parts.lazy.flatMap(\.pages) {
        writer.varint(page.document)
        writer.counted(page.bytes)
      }
    }
    add(.racy) { writer in
      for file in parts.lazy.flatMap(\.racy) {
        writer.fixed(file.document)
        writer.fixed(file.hash)
      }
    }
    var summary = summary
    summary.documentCount = parts.reduce(0) { $0 + $1.files.count }
    summary.idWidth = IDWidth.width(of: parts)
    add(.summary) { summary.write(to: &$0) }
  }
}

extension ByteWriter {
  fileprivate mutating func time(_ time: StoredTime) {
    fixed(time.value)
    fixed(time.nanoseconds)
  }
}

// MARK: - Columns

extension SegmentWriter {
  private mutating func addColumns(_ parts: [SegmentPart]) {
    let documentCount = parts.reduce(0) { $0 + $1.files.count }
    var columns: [String: [(part: Int, column: Int)]] = [:]
    for (index, part) in parts.enumerated() {
      for column in part.cells.columns.indices {
        columns[part.cells.name(column), default: []].append((index, column))
      }
    }
    var names = ByteWriter()
    add(.columns) { writer in
      let start = writer.count
      for (name, sources) in columns.sorted(by: {
        $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
      }) {
        let offset = writer.count - start
        ColumnWriter(documentCount: documentCount).write(
          sources.map { (parts[$0.part], $0.column) }, to: &writer)
        names.counted(name.utf8)
        names.varint(offset)
        names.varint(writer.count - start - offset)
      }
    }
    add(.columnNames, names)
  }
}
