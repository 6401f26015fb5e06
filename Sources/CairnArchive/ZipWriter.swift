public import CairnText

/// A writer that creates a zip archive (PKWARE APPNOTE 6.3) file by file.
///
///     var zip = ZipWriter()
///     output(zip.file("a.md", bytes, at: time))
///     output(zip.end())
///
/// The same files in the same order always give the same bytes. Only the list of files is kept in
/// memory.
public struct ZipWriter {
  private var directory: [UInt8] = []
  private var count = 0
  private var offset = 0

  /// Creates the writer of an empty archive.
  public init() {}

  /// Adds a file and returns the next bytes of the archive; nil if the file has 4 GiB or more, or
  /// if its name is too long.
  ///
  /// - Parameters:
  ///   - name: The path of the file, with `/` between the parts.
  ///   - time: The time of the last change, in the user's time zone.
  ///   - isStored: Whether the bytes are written without compression.
  public mutating func file(
    _ name: [UInt8], _ bytes: [UInt8], at time: DateTime, isStored: Bool = false
  ) -> [UInt8]? {
    guard bytes.count < Deflate.largest, name.count < 0xFFFF else { return nil }
    let packed = isStored ? nil : Deflate.compressed(bytes)
    let content = packed ?? bytes
    var common = LittleEndian()
    // Readers that support version 4.5 can read archives of any size. Bit 11 means that the name is
    // UTF-8.
    common.add(45, as: UInt16.self)
    common.add(String(validating: name, as: UTF8.self) == nil ? 0 : 0x0800, as: UInt16.self)
    common.add(packed == nil ? 0 : 8, as: UInt16.self)
    let (clock, day) = Self.stamp(time)
    common.add(clock, as: UInt16.self)
    common.add(day, as: UInt16.self)
    common.add(Int(Deflate.checksum(bytes)), as: UInt32.self)
    common.add(content.count, as: UInt32.self)
    common.add(bytes.count, as: UInt32.self)
    common.add(name.count, as: UInt16.self)
    var head = LittleEndian()
    head.add(0x0403_4B50, as: UInt32.self)
    head.bytes += common.bytes
    head.add(0, as: UInt16.self)
    head.bytes += name
    addToDirectory(common.bytes, name)
    count += 1
    offset += head.bytes.count + content.count
    return head.bytes + content
  }

  /// Adds a file to the list at the end of the archive. An offset of 4 GiB or more is written in an
  /// extra field (APPNOTE 4.5.3).
  private mutating func addToDirectory(_ common: [UInt8], _ name: [UInt8]) {
    let isFar = offset >= Deflate.largest
    var entry = LittleEndian()
    entry.add(0x0201_4B50, as: UInt32.self)
    // Marks the file as made on Unix, so that readers use its mode.
    entry.add(0x032D, as: UInt16.self)
    entry.bytes += common
    entry.add(isFar ? 12 : 0, as: UInt16.self)
    entry.add(0, as: UInt16.self)
    entry.add(0, as: UInt16.self)
    entry.add(0, as: UInt16.self)
    entry.add(0o100644 << 16, as: UInt32.self)
    entry.add(isFar ? Deflate.largest : offset, as: UInt32.self)
    entry.bytes += name
    if isFar {
      entry.add(1, as: UInt16.self)
      entry.add(8, as: UInt16.self)
      entry.add(offset, as: UInt64.self)
    }
    directory += entry.bytes
  }

  /// Returns the last bytes of the archive.
  public func end() -> [UInt8] {
    var end = LittleEndian(bytes: directory)
    if count >= 0xFFFF || offset + directory.count >= Deflate.largest {
      let place = offset + directory.count
      end.add(0x0606_4B50, as: UInt32.self)
      end.add(44, as: UInt64.self)
      end.add(45, as: UInt16.self)
      end.add(45, as: UInt16.self)
      end.add(0, as: UInt32.self)
      end.add(0, as: UInt32.self)
      for number in [count, count, directory.count, offset] { end.add(number, as: UInt64.self) }
      end.add(0x0706_4B50, as: UInt32.self)
      end.add(0, as: UInt32.self)
      end.add(place, as: UInt64.self)
      end.add(1, as: UInt32.self)
    }
    end.add(0x0605_4B50, as: UInt32.self)
    end.add(0, as: UInt32.self)
    end.add(min(count, 0xFFFF), as: UInt16.self)
    end.add(min(count, 0xFFFF), as: UInt16.self)
    end.add(min(directory.count, Deflate.largest), as: UInt32.self)
    end.add(min(offset, Deflate.largest), as: UInt32.self)
    end.add(0, as: UInt16.self)
    return end.bytes
  }

  /// Returns a time in MS-DOS format, with a precision of two seconds. For years outside 1980 to
  /// 2107, returns the start of 1980.
  private static func stamp(_ time: DateTime) -> (clock: Int, day: Int) {
    let (hour, minute, second) = time.timeOfDay
    guard (1980...2107).contains(time.date.year) else { return (0, 1 << 5 | 1) }
    return (
      hour << 11 | minute << 5 | min(second, 59) / 2,
      (time.date.year - 1980) << 9 | time.date.month << 5 | time.date.day
    )
  }
}

/// A buffer of bytes to which numbers are added in little-endian order.
struct LittleEndian {
  var bytes: [UInt8] = []

  mutating func add<Number: FixedWidthInteger>(_ number: Int, as _: Number.Type) {
    withUnsafeBytes(of: Number(truncatingIfNeeded: number).littleEndian) { bytes += $0 }
  }
}
