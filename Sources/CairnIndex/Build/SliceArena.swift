/// Memory for many byte streams that grow at the same time. Each stream is a chain of slices that
/// double in size up to a limit. The last bytes of a slice hold the address of the next slice. Not
/// thread-safe.
struct SliceArena: ~Copyable {
  /// One stream and its write position.
  struct Stream {
    /// The address of the stream's first byte.
    let first: UnsafeMutablePointer<UInt8>
    /// The address of the next byte to write.
    var next: UnsafeMutablePointer<UInt8>
    /// The number of bytes written.
    var count: UInt32 = 0
    /// The number of bytes that can still be written to the current slice.
    var room: UInt16
    /// The level of the current slice. A slice of level n has a size of `16 << n` bytes.
    var level: UInt8 = 0
  }

  private static let blockSize = LargeMemory.pageSize
  private static let highestLevel: UInt8 = 9
  private static let linkSize = MemoryLayout<UnsafeMutablePointer<UInt8>>.size

  private var blocks: [UnsafeMutableRawPointer] = []
  private var used = SliceArena.blockSize

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Returns the number of stream bytes in a slice of this level.
  private static func room(_ level: UInt8) -> Int { (16 << Int(level)) - linkSize }

  /// Returns a new, empty stream.
  mutating func stream() -> Stream {
    let start = slice(0)
    return Stream(first: start, next: start, room: UInt16(Self.room(0)))
  }

  private mutating func slice(_ level: UInt8) -> UnsafeMutablePointer<UInt8> {
    let size = Self.room(level) + Self.linkSize
    if used + size > Self.blockSize {
      blocks.append(LargeMemory.allocate(byteCount: Self.blockSize))
      used = 0
    }
    defer { used += size }
    return (blocks[blocks.count - 1] + used).assumingMemoryBound(to: UInt8.self)
  }

  /// Appends a byte to a stream.
  private mutating func append(_ byte: UInt8, to stream: inout Stream) {
    if stream.room == 0 { extend(&stream) }
    stream.next.pointee = byte
    stream.next += 1
    stream.room -= 1
    stream.count += 1
  }

  private mutating func extend(_ stream: inout Stream) {
    let level = min(stream.level + 1, Self.highestLevel)
    let start = slice(level)
    UnsafeMutableRawPointer(stream.next).storeBytes(of: start, as: UnsafeMutablePointer<UInt8>.self)
    stream.level = level
    stream.next = start
    stream.room = UInt16(Self.room(level))
  }

  /// Appends one or two numbers to a stream in the encoding of ``ShortNumber``.
  @inline(__always)
  mutating func append(_ first: UInt32, and second: UInt32?, to stream: inout Stream) {
    let (one, two) = (ShortNumber.packed(first), ShortNumber.packed(second ?? 0))
    let secondSize = second == nil ? 0 : two.size
    let size = one.size + secondSize
    guard size <= stream.room, max(first, second ?? 0) < ShortNumber.fiveBytes else {
      append(slowly: first, to: &stream)
      if let second { append(slowly: second, to: &stream) }
      return
    }
    let bytes = one.bytes << UInt64(secondSize * 8) | (second == nil ? 0 : two.bytes)
    // Writes eight bytes, of which the last are meaningless. They fit, because each slice ends with
    // room for an address.
    UnsafeMutableRawPointer(stream.next).storeBytes(
      of: (bytes << UInt64(64 - size * 8)).bigEndian, as: UInt64.self)
    stream.next += size
    stream.room -= UInt16(size)
    stream.count += UInt32(size)
  }

  private mutating func append(slowly number: UInt32, to stream: inout Stream) {
    ShortNumber.write(number) { append($0, to: &stream) }
  }

  /// Calls `body` with the pieces of a stream in order.
  static func forEachPiece(of stream: Stream, _ body: (UnsafeRawBufferPointer) -> Void) {
    var rest = Int(stream.count)
    var start = stream.first
    var level: UInt8 = 0
    while rest > 0 {
      let count = min(rest, room(level))
      body(UnsafeRawBufferPointer(start: start, count: count))
      rest -= count
      if rest > 0 {
        start = UnsafeRawPointer(start + count).loadUnaligned(
          as: UnsafeMutablePointer<UInt8>.self)
        level = min(level + 1, highestLevel)
      }
    }
  }
}
