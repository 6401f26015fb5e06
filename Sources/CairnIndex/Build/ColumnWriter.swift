/// A writer of one column: its values, then the documents that have them.
///
/// | bytes | |
/// |---|---|
/// | 4 | number of values |
/// | 4 | number of cells (pairs of a document and a value) |
/// | 1 | width: 1, 2 or 4 bytes per document for a value's number; 0 if cells are listed; |
/// | | 255 if document n has value n, for every n |
/// | 3 | 0 |
/// | 4 | size of every value, or 0 if sizes differ |
/// | 4 each | end offsets of the values, only if sizes differ |
/// | | the values |
/// | | width 1, 2 or 4: for each document, 0 or the number of its value plus one |
/// | | width 0: for each cell, the distance to the previous document and the value's number |
/// | | width 255: nothing |
struct ColumnWriter {
  let documentCount: Int

  func write(
    _ sources: [(part: FinishedPart, column: Int)], to writer: inout ByteWriter
  ) {
    var ends = ByteWriter()
    var values = ByteWriter()
    var cells: [(document: UInt32, value: UInt32)] = []
    var valueCount: UInt32 = 0
    var commonSize = 0
    for (finished, column) in sources {
      var numbers: [UInt32: UInt32] = [:]
      for cell in finished.part.cells.columns[column] {
        if let known = numbers[cell.value] {
          cells.append((cell.document, known))
          continue
        }
        numbers[cell.value] = valueCount
        cells.append((cell.document, valueCount))
        let value = finished.part.cells.value(cell.value)
        commonSize = valueCount == 0 || commonSize == value.count ? value.count : 0
        values.append(value)
        ends.fixed(UInt32(values.count))
        valueCount += 1
      }
    }
    let width = width(cells, valueCount)
    writer.fixed(valueCount)
    writer.fixed(UInt32(cells.count))
    writer.append(contentsOf: [UInt8(width), 0, 0, 0])
    let size = commonSize
    writer.fixed(UInt32(size))
    if size == 0 { writer.append(contentsOf: ends.bytes) }
    writer.append(contentsOf: values.bytes)
    write(cells, width, to: &writer)
  }

  /// The width that marks a column in which document n has value n, for every n. A column with this
  /// width stores no cells.
  static let ownValues = 255

  /// Returns the width of a column, which is the number of bytes that store the value of one
  /// document.
  ///
  /// Returns 0 if a document has several values, or if at most a third of the documents have a
  /// value. Returns ``ownValues`` if each document n has the value n.
  private func width(_ cells: [(document: UInt32, value: UInt32)], _ valueCount: UInt32) -> Int {
    let isSingle = zip(cells, cells.dropFirst()).allSatisfy { $0.document < $1.document }
    guard isSingle, cells.count * 3 > documentCount else { return 0 }
    if valueCount == documentCount, cells.count == documentCount,
      cells.allSatisfy({ $0.document == $0.value })
    {
      return Self.ownValues
    }
    return valueCount < 0xFF ? 1 : valueCount < 0xFFFF ? 2 : 4
  }

  private func write(
    _ cells: [(document: UInt32, value: UInt32)], _ width: Int, to writer: inout ByteWriter
  ) {
    if width == Self.ownValues { return }
    if width == 0 {
      var last: UInt32 = 0
      for cell in cells {
        writer.varint(cell.document - last)
        writer.varint(cell.value)
        last = cell.document
      }
      return
    }
    var numbers = [UInt32](repeating: 0, count: documentCount)
    for cell in cells { numbers[Int(cell.document)] = cell.value + 1 }
    for number in numbers {
      switch width {
      case 1: writer.append(UInt8(number))
      case 2: writer.fixed(UInt16(number))
      default: writer.fixed(number)
      }
    }
  }
}
