import CairnDocument
import CairnText

/// The encoding of a front-matter value in a column.
///
/// For a long value, only its existence is stored; the value has to be read from the file.
enum StoredValue {
  /// The longest text that is stored, in bytes.
  static let longestText = 80
  /// The largest number of elements or entries that are stored.
  static let mostElements = 256

  private enum Tag: UInt8 {
    case null, no, yes, integer, float, string, date, dateTime, list, map, inFile
  }

  /// Writes a value. If `isBrief` is true, writes only whether the value is empty.
  static func write(_ value: FieldValue, isBrief: Bool = false, to writer: inout ByteWriter) {
    if isBrief || isLong(value), value.scalars.contains(where: { $0 != .string("") }) {
      writer.append(Tag.inFile.rawValue)
    } else {
      write(value, &writer)
    }
  }

  private static func isLong(_ value: FieldValue) -> Bool {
    switch value {
    case .string(let text): text.utf8.count > longestText
    case .list(let elements): elements.count > mostElements || elements.contains(where: isLong)
    case .map(let entries):
      entries.count > mostElements
        || entries.contains { $0.key.utf8.count > longestText || isLong($0.value) }
    default: false
    }
  }

  private static func write(_ value: FieldValue, _ writer: inout ByteWriter) {
    func tag(_ tag: Tag) { writer.append(tag.rawValue) }
    switch value {
    case .null: tag(.null)
    case .boolean(let value): tag(value ? .yes : .no)
    case .integer(let number):
      tag(.integer)
      writer.signed(number)
    case .float(let number):
      tag(.float)
      writer.fixed(number.bitPattern)
    case .string(let text):
      tag(.string)
      writer.counted(text.utf8)
    case .date(let date):
      tag(.date)
      writer.signed(date.daysSinceEpoch)
    case .dateTime(let time):
      tag(.dateTime)
      writer.signed(time.date.daysSinceEpoch)
      writer.varint(time.secondOfDay)
      writer.varint(time.nanoseconds)
      writer.append(time.offset == nil ? 0 : 1)
      writer.signed(time.offset ?? 0)
    case .list(let elements):
      tag(.list)
      writer.varint(elements.count)
      for element in elements { write(element, &writer) }
    case .map(let entries):
      tag(.map)
      writer.varint(entries.count)
      for entry in entries {
        writer.counted(entry.key.utf8)
        write(entry.value, &writer)
      }
    }
  }

  /// The maximum nesting depth. A document never has a deeper value.
  private static let deepest = 1000

  /// Reads a value, or returns nil if the value is not stored and has to be read from the file.
  /// `depth` is the number of values that contain this value.
  static func read(
    _ reader: inout ByteReader, depth: Int = 0
  ) throws(IndexDamage) -> FieldValue? {
    guard depth < deepest else { throw IndexDamage("a value is nested too deeply") }
    switch Tag(rawValue: try reader.byte()) {
    case .null: return .null
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .integer: return .integer(try reader.signed())
    case .float: return .float(Double(bitPattern: try reader.fixed()))
    case .string: return .string(try text(&reader))
    case .date: return .date(CalendarDate(daysSinceEpoch: try reader.signed()))
    case .dateTime:
      let date = CalendarDate(daysSinceEpoch: try reader.signed())
      let (second, nanoseconds) = (try reader.varint(), try reader.varint())
      let (hasOffset, offset) = (try reader.byte(), try reader.signed())
      guard second <= 86_400, nanoseconds < 1_000_000_000, (-100_000...100_000).contains(offset)
      else { throw IndexDamage("a time is invalid") }
      return .dateTime(
        DateTime(
          date: date, secondOfDay: second, nanoseconds: nanoseconds,
          offset: hasOffset == 0 ? nil : offset))
    case .list:
      var elements: [FieldValue] = []
      for _ in 0..<(try reader.varint()) {
        guard let element = try read(&reader, depth: depth + 1) else { return nil }
        elements.append(element)
      }
      return .list(elements)
    case .map:
      var entries: [FieldValue.Entry] = []
      for _ in 0..<(try reader.varint()) {
        let key = try text(&reader)
        guard let value = try read(&reader, depth: depth + 1) else { return nil }
        entries.append(.init(key, value))
      }
      return .map(entries)
    case .inFile: return nil
    case nil: throw IndexDamage("a value has an unknown kind")
    }
  }

  private static func text(_ reader: inout ByteReader) throws(IndexDamage) -> String {
    String(decoding: try reader.counted(), as: UTF8.self)
  }
}
