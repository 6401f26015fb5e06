import CairnText

/// Puts the parts of a segment together into the bytes of its file.
struct SegmentWriter {
  /// A section with its bytes.
  typealias Entry = (section: Section, bytes: ByteWriter)

  private var image = ByteWriter()
  private var table: [(section: Section, offset: Int, count: Int)] = []

  /// The bytes of a segment's file. Sections are made side by side.
  ///
  /// - Parameters:
  ///   - parts: the documents, part by part in the order of their paths.
  ///   - folders: what lies in each folder, ordered by path.
  static func bytes(
    of parts: [FinishedPart], folders: [IndexedFolder], summary: SegmentSummary
  ) -> [UInt8] {
    let others: [() -> [Entry]] = [
      { FileSections.entries(of: folders, parts) },
      { columns(of: parts) },
      { [(.names, hashes(parts.flatMap { $0.part.names }, width: 32))] },
      { [(.links, hashes(parts.flatMap { $0.part.links }, width: 64))] },
      { [(.targets, hashes(parts.flatMap { $0.part.targets }, width: 32))] },
      { documents(of: parts) },
      { [(.lessons, lessons(of: parts))] },
      { [(.summary, Self.summary(summary, parts))] },
    ]
    let entries = TermSections.entries(of: parts) + Parallel.map(others) { $0() }.flatMap(\.self)
    var writer = SegmentWriter()
    writer.image.reserve(entries.reduce(1 << 16) { $0 + $1.bytes.count + $1.bytes.count / 512 })
    writer.image.append(contentsOf: repeatElement(0, count: Header.size))
    for entry in entries { writer.add(entry) }
    return writer.finish()
  }

  private mutating func add(_ entry: Entry) {
    // Numbers are read where they stand; eight bytes is what the widest is aligned to.
    while image.count % 8 != 0 { image.append(0) }
    let offset = image.count
    image.append(contentsOf: entry.bytes.bytes)
    table.append((entry.section, offset, image.count - offset))
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

// MARK: - Documents

extension SegmentWriter {
  private static func documents(of parts: [FinishedPart]) -> [Entry] {
    var extents = ByteWriter()
    // Two bytes do unless a capture is long.
    let isShort = parts.allSatisfy { $0.part.extents.allSatisfy { $0 <= UInt16.max } }
    for finished in parts {
      for value in finished.part.extents {
        if isShort { extents.fixed(UInt16(value)) } else { extents.fixed(value) }
      }
    }
    var created = ByteWriter()
    let isWhole = parts.allSatisfy { $0.part.created.allSatisfy { $0.nanoseconds == 0 } }
    for finished in parts {
      for time in finished.part.created {
        if isWhole { created.fixed(time.value) } else { created.time(time) }
      }
    }
    var (flags, updated, pages, racy) = (ByteWriter(), ByteWriter(), ByteWriter(), ByteWriter())
    for finished in parts {
      flags.append(contentsOf: finished.part.flags)
      for entry in finished.part.updated {
        updated.fixed(entry.document)
        updated.time(entry.time)
      }
      for page in finished.part.pages {
        pages.varint(page.document)
        pages.counted(page.bytes)
      }
      for file in finished.part.racy {
        racy.fixed(file.document)
        racy.fixed(file.hash)
      }
    }
    return [
      (.extents, extents), (.flags, flags), (.created, created), (.updated, updated),
      (.pages, pages), (.racy, racy),
    ]
  }

  private static func lessons(of parts: [FinishedPart]) -> ByteWriter {
    var lessons = parts.first?.part.lessons ?? Lessons()
    for finished in parts.dropFirst() { lessons.add(finished.part.lessons) }
    var writer = ByteWriter()
    LessonWriter.write(lessons, to: &writer)
    return writer
  }

  private static func summary(_ summary: SegmentSummary, _ parts: [FinishedPart]) -> ByteWriter {
    var summary = summary
    summary.documentCount = parts.reduce(0) { $0 + $1.part.files.count }
    var writer = ByteWriter()
    summary.write(to: &writer)
    return writer
  }
}

extension ByteWriter {
  fileprivate mutating func time(_ time: StoredTime) {
    fixed(time.value)
    fixed(time.nanoseconds)
  }
}

// MARK: - Names and values

extension SegmentWriter {
  private static func hashes(_ pairs: [HashTableWriter.Pair], width: Int) -> ByteWriter {
    var writer = ByteWriter()
    HashTableWriter.write(pairs, width: width, to: &writer)
    return writer
  }

  private static func columns(of parts: [FinishedPart]) -> [Entry] {
    let documentCount = parts.reduce(0) { $0 + $1.part.files.count }
    var columns: [String: [(part: Int, column: Int)]] = [:]
    for (index, finished) in parts.enumerated() {
      for column in finished.part.cells.columns.indices
      where !finished.part.cells.columns[column].isEmpty {
        columns[finished.part.cells.name(column), default: []].append((index, column))
      }
    }
    var names = ByteWriter()
    var values = ByteWriter()
    for (name, sources) in columns.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) {
      let offset = values.count
      ColumnWriter(documentCount: documentCount).write(
        sources.map { (parts[$0.part], $0.column) }, to: &values)
      names.counted(name.utf8)
      names.varint(offset)
      names.varint(values.count - offset)
    }
    return [(.columns, values), (.columnNames, names)]
  }
}
