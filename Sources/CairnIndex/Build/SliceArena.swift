/// Memory for very many byte streams that grow side by side: each is a chain of slices, every one
/// twice as large as the one before. The last bytes of a slice hold the address of the next one.
struct SliceArena: ~Copyable {
  /// One stream, and where it is written next.
  struct Stream {
    /// Its first byte.
    let first: UnsafeMutablePointer<UInt8>
    /// The byte that is written next.
    var next: UnsafeMutablePointer<UInt8>
    /// How many bytes were written.
    var count: UInt32 = 0
    /// How many bytes fit before the slice's link.
    var room: UInt16
    /// The slice's size: 16 bytes shifted left by this.
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

  /// How many bytes of a stream are in a slice of this size.
  private static func room(_ level: UInt8) -> Int { (16 << Int(level)) - linkSize }

  /// A new stream, without bytes.
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

  /// Writes one byte at the end of a stream.
  @inline(__always)
  mutating func append(_ byte: UInt8, to stream: inout Stream) {
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

  /// Writes a number at the end of a stream, as ``ShortNumber`` says.
  @inline(__always)
  mutating func append(number: UInt32, to stream: inout Stream) {
    if number < ShortNumber.twoBytes {
      append(UInt8(truncatingIfNeeded: number), to: &stream)
    } else {
      ShortNumber.write(number) { append($0, to: &stream) }
    }
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
