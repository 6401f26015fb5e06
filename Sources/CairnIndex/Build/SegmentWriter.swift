import CairnText

/// A writer that combines the parts of a segment and writes the segment's file.
enum SegmentWriter {
  /// A section and the pieces of its bytes, to be concatenated.
  typealias Entry = (section: Section, pieces: [[UInt8]])

  /// Builds several sections at the same time, writes them in order, and finishes the file. Writes
  /// all sections except the sections of ``TermSections``.
  ///
  /// - Parameters:
  ///   - parts: the documents, in path order.
  ///   - folders: the folders, ordered by path, each with its files.
  static func write(
    _ parts: [FinishedPart], folders: [IndexedFolder], summary: SegmentSummary,
    to stream: SegmentStream
  ) {
    let others: [@Sendable () -> [Entry]] = [
      { FileSections.entries(of: folders, parts) },
      { columns(of: parts) },
      { [hashes(.names, parts.map { $0.part.names })] },
      { [hashes(.links, parts.map { $0.part.links })] },
      { [hashes(.targets, parts.map { $0.part.targets })] },
      { documents(of: parts) },
      { [(.lessons, [lessons(of: parts).bytes])] },
      { [(.summary, [Self.summary(summary, parts).bytes])] },
    ]
    Parallel.inOrder(others.count) {
      others[$0]()
    } _: { entries in
      for entry in entries { stream.add(entry) }
    }
    stream.finish()
  }
}

// MARK: - Documents

extension SegmentWriter {
  private static func documents(of parts: [FinishedPart]) -> [Entry] {
    var extents = ByteWriter()
    // Two bytes suffice unless a capture is long.
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
      (.extents, [extents.bytes]), (.flags, [flags.bytes]), (.created, [created.bytes]),
      (.updated, [updated.bytes]), (.pages, [pages.bytes]), (.racy, [racy.bytes]),
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
  private static func hashes<Hash: FixedWidthInteger>(
    _ section: Section, _ pairs: [[HashTableWriter.Pair<Hash>]]
  ) -> Entry {
    var writer = ByteWriter()
    HashTableWriter.write(pairs, to: &writer)
    return (section, [writer.bytes])
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
    return [(.columns, [values.bytes]), (.columnNames, [names.bytes])]
  }
}
