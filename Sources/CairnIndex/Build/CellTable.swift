import CairnDocument

/// The columns of a run of consecutive documents. A column stores each of its distinct values only
/// once.
struct CellTable: ~Copyable {
  /// A document and one of its values in a column.
  struct Cell {
    let document: UInt32
    /// The value's number. The values of all columns are numbered in one sequence, from 0.
    let value: UInt32
  }

  private var names = KeyTable()
  private var values = KeyTable()
  private(set) var columns: [[Cell]] = []
  private var scratch = ByteWriter()

  /// The number of distinct values in all columns. A value that occurs in two columns counts twice.
  var valueCount: Int { values.count }

  /// Returns the number of the column with this name, creating the column if necessary.
  mutating func column(_ name: String) -> Int {
    var name = name
    let number = name.withUTF8 { names.number(of: UnsafeRawBufferPointer($0)) }
    if number == columns.count { columns.append([]) }
    return number
  }

  /// Returns the name of a column.
  func name(_ column: Int) -> String { String(decoding: names.key(column), as: UTF8.self) }

  /// Adds a string to a document's values in a column. Documents must be added in ascending order.
  mutating func add(_ text: String, to column: Int, of document: UInt32) {
    add(to: column, of: document) { $0.append(contentsOf: text.utf8) }
  }

  /// Adds a field value to a document's values in a column. If `isBrief` is true, stores only
  /// whether the value is empty. Documents must be added in ascending order.
  mutating func add(
    _ value: FieldValue, isBrief: Bool = false, to column: Int, of document: UInt32
  ) {
    add(to: column, of: document) { StoredValue.write(value, isBrief: isBrief, to: &$0) }
  }

  private mutating func add(
    to column: Int, of document: UInt32, _ write: (inout ByteWriter) -> Void
  ) {
    scratch.clear()
    scratch.fixed(UInt32(column))
    write(&scratch)
    let number = scratch.bytes.withUnsafeBytes { values.number(of: $0) }
    columns[column].append(Cell(document: document, value: UInt32(number)))
  }

  /// Releases the memory that is only needed to add values. No value may be added afterwards.
  mutating func seal() {
    values.seal()
    for column in columns.indices { columns[column].trim() }
  }

  /// Returns the bytes of a value.
  func value(_ number: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: values.key(Int(number))[4...])
  }
}

extension Array {
  /// Releases the unused capacity if it is large compared with the number of elements.
  mutating func trim() {
    if capacity - count > count / 16 { self = withUnsafeBufferPointer { Array($0) } }
  }
}
