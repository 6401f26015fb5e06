import CairnText
public import CairnDocument
import Synchronization

/// The values of one field or fact in a segment: each distinct value once, and the documents that
/// have it. Immutable, and therefore thread-safe.
public final class Column: @unchecked Sendable {
  /// The number of distinct values. Values are numbered from 0.
  public let valueCount: Int
  /// The number of cells. A cell is a pair of a document and a value.
  public let cellCount: Int

  private let documentCount: Int
  private let width: Int
  /// The size of each value in bytes, or 0 if the sizes differ.
  private let valueSize: Int
  private let ends: UnsafeRawBufferPointer
  private let values: UnsafeRawBufferPointer
  private let cells: UnsafeRawBufferPointer

  /// The cells grouped by document, built on first use.
  private let table = AtomicLazyReference<Table>()

  /// The numbers of each document's values: for document n, `values[starts[n]..<starts[n + 1]]`.
  private final class Table: Sendable {
    let starts: [UInt32]
    let values: [UInt32]

    init(starts: [UInt32], values: [UInt32]) {
      self.starts = starts
      self.values = values
    }
  }

  /// The store that keeps the column's bytes valid.
  private let store: SectionStore

  init(
    _ bytes: UnsafeRawBufferPointer, in store: SectionStore, documentCount: Int
  ) throws(IndexDamage) {
    self.store = store
    var reader = ByteReader(bytes)
    valueCount = Int(try reader.fixed(as: UInt32.self))
    cellCount = Int(try reader.fixed(as: UInt32.self))
    width = Int(try reader.byte())
    _ = try reader.take(3)
    valueSize = Int(try reader.fixed(as: UInt32.self))
    ends = try reader.take(valueSize > 0 ? 0 : valueCount * 4)
    let last = ends.isEmpty ? 0 : Int(ends.number(valueCount - 1, as: UInt32.self))
    let (size, isBeyond) = valueSize.multipliedReportingOverflow(by: valueCount)
    if isBeyond { throw IndexDamage("a section ends early") }
    values = try reader.take(valueSize > 0 ? size : last)
    cells = try reader.take(bytes.count - reader.offset)
    self.documentCount = documentCount
    let isWhole =
      switch width {
      // A cell consists of two numbers of at least one byte each.
      case 0: cellCount <= cells.count / 2
      case 1, 2, 4: cells.count == documentCount * width
      case ColumnWriter.ownValues: valueCount == documentCount && cellCount == documentCount
      default: false
      }
    guard isWhole else {
      throw IndexDamage("a column has the wrong width")
    }
  }
}

// MARK: - Values

extension Column {
  /// Returns the stored bytes of the value with this number.
  public func bytes(_ number: Int) throws(IndexDamage) -> UnsafeRawBufferPointer {
    guard number < valueCount else { throw IndexDamage("a column lacks a value") }
    if valueSize > 0 {
      return UnsafeRawBufferPointer(
        rebasing: values[number * valueSize..<(number + 1) * valueSize])
    }
    let start = number == 0 ? 0 : Int(ends.number(number - 1, as: UInt32.self))
    let end = Int(ends.number(number, as: UInt32.self))
    guard start <= end, end <= values.count else { throw IndexDamage("values are out of order") }
    return UnsafeRawBufferPointer(rebasing: values[start..<end])
  }

  /// Returns the value with this number, which must be text: an id, a title, a tag or an alias.
  public func text(_ number: Int) throws(IndexDamage) -> String {
    String(decoding: try bytes(number), as: UTF8.self)
  }

  /// Returns a hash of the stored bytes of the value with this number.
  func hash(_ number: Int) throws(IndexDamage) -> UInt64 { Checksum.of(try bytes(number)) }

  /// Returns whether the value with this number, which must be text, begins with these bytes.
  public func hasPrefix(_ prefix: [UInt8], _ number: Int) throws(IndexDamage) -> Bool {
    try bytes(number).starts(with: prefix)
  }

  /// Returns the field value with this number. Returns nil if the column records only that there is
  /// a value, because the value is too long or is stored elsewhere.
  public func value(_ number: Int) throws(IndexDamage) -> FieldValue? {
    var reader = ByteReader(try bytes(number))
    return try StoredValue.read(&reader)
  }
}

// MARK: - Cells

extension Column {
  /// Calls `body` with the document and the value number of each cell. Cells are ordered by
  /// document. A document's values are in the order in which the document lists them.
  public func forEachCell(_ body: (Int, Int) -> Void) throws(IndexDamage) {
    switch width {
    case 1: try forEachDense(UInt8.self, body)
    case 2: try forEachDense(UInt16.self, body)
    case 4: try forEachDense(UInt32.self, body)
    case ColumnWriter.ownValues: for document in 0..<documentCount { body(document, document) }
    default:
      var reader = ByteReader(cells)
      var document = 0
      for _ in 0..<cellCount {
        let value = try nextCell(&reader, &document)
        body(document, value)
      }
    }
  }

  @inline(__always)
  private func forEachDense<Number: FixedWidthInteger & UnsignedInteger>(
    _ type: Number.Type, _ body: (Int, Int) -> Void
  ) throws(IndexDamage) {
    for document in 0..<documentCount {
      let number = Int(cells.number(document, as: Number.self))
      guard number <= valueCount else { throw IndexDamage("a cell is outside its column") }
      if number > 0 { body(document, number - 1) }
    }
  }

  /// Returns the text values of a document, in order.
  public func texts(of document: Int) throws(IndexDamage) -> [String] {
    var texts: [String] = []
    for number in try values(of: document) { texts.append(try text(number)) }
    return texts
  }

  /// Returns the numbers of a document's values, in order. If the column lists its cells (width 0),
  /// the first call makes one pass over all of them.
  public func values(of document: Int) throws(IndexDamage) -> [Int] {
    switch width {
    case 1: return try denseValues(of: document, UInt8.self)
    case 2: return try denseValues(of: document, UInt16.self)
    case 4: return try denseValues(of: document, UInt32.self)
    case ColumnWriter.ownValues: return [document]
    default: break
    }
    let table = try cellsByDocument()
    let (start, end) = (table.starts[document], table.starts[document + 1])
    return table.values[Int(start)..<Int(end)].map(Int.init)
  }

  private func denseValues<Number: FixedWidthInteger & UnsignedInteger>(
    of document: Int, _ type: Number.Type
  ) throws(IndexDamage) -> [Int] {
    let number = Int(cells.number(document, as: Number.self))
    guard number <= valueCount else { throw IndexDamage("a cell is outside its column") }
    return number > 0 ? [number - 1] : []
  }

  private func cellsByDocument() throws(IndexDamage) -> Table {
    if let known = table.load() { return known }
    var starts = [UInt32](repeating: 0, count: documentCount + 1)
    var values: [UInt32] = []
    values.reserveCapacity(cellCount)
    var reader = ByteReader(cells)
    var document = 0
    for _ in 0..<cellCount {
      let value = try nextCell(&reader, &document)
      starts[document + 1] &+= 1
      values.append(UInt32(truncatingIfNeeded: value))
    }
    var sum: UInt32 = 0
    for index in starts.indices {
      sum &+= starts[index]
      starts[index] = sum
    }
    return table.storeIfNil(Table(starts: starts, values: values))
  }

  /// Reads the next cell of a column that lists its cells (width 0). Sets `document` to the cell's
  /// document, and returns the number of the cell's value.
  @inline(__always)
  private func nextCell(
    _ reader: inout ByteReader, _ document: inout Int
  ) throws(IndexDamage) -> Int {
    document &+= try reader.varint()
    let value = try reader.varint()
    guard document >= 0, document < documentCount, value >= 0, value < valueCount else {
      throw IndexDamage("a cell is outside its column")
    }
    return value
  }

  /// Returns, for each document, the number of its first value plus one, or 0 if there is none.
  public func firstValues() throws(IndexDamage) -> [UInt32] {
    var numbers = [UInt32](repeating: 0, count: documentCount)
    try forEachCell { document, value in
      if numbers[document] == 0 { numbers[document] = UInt32(value) + 1 }
    }
    return numbers
  }

  /// Returns the documents that have at least one value.
  public func documents() throws(IndexDamage) -> DocumentSet {
    try documents(with: [Bool](repeating: true, count: valueCount))
  }

  /// Returns the documents with a value for which `isWanted` returns true. `isWanted` is called
  /// once per value, with its number.
  public func documents(
    where isWanted: (Int) throws(IndexDamage) -> Bool
  ) throws(IndexDamage) -> DocumentSet {
    var wanted = [Bool](repeating: false, count: valueCount)
    for number in 0..<valueCount { wanted[number] = try isWanted(number) }
    return try documents(with: wanted)
  }

  /// Returns the documents that have at least one of certain values. Value n is one of them if
  /// element n of `wanted` is true.
  public func documents(with wanted: [Bool]) throws(IndexDamage) -> DocumentSet {
    switch width {
    case 1: return try dense(wanted, UInt8.self)
    case 2: return try dense(wanted, UInt16.self)
    case 4: return try dense(wanted, UInt32.self)
    default: break
    }
    var set = DocumentSet(capacity: documentCount)
    try forEachCell { document, value in
      if wanted[value] { set.insert(document) }
    }
    return set
  }

  private func dense<Number: FixedWidthInteger & UnsignedInteger>(
    _ wanted: [Bool], _ type: Number.Type
  ) throws(IndexDamage) -> DocumentSet {
    // The number 0 means that a document has no value.
    let wanted = [false] + wanted
    return try DocumentSet(capacity: documentCount) { (document) throws(IndexDamage) in
      let number = Int(cells.number(document, as: Number.self))
      guard number < wanted.count else { throw IndexDamage("a cell is outside its column") }
      return wanted[number]
    }
  }
}
