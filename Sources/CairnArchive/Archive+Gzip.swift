import Synchronization

extension Archive {
  /// Opens a compressed tar archive (`.tar.gz`, `.tgz`); nil if the compressed file is not a tar
  /// archive.
  ///
  /// Decompresses the whole archive once to determine its size, and later decompresses each part
  /// again when the part is needed.
  static func gzip(_ input: ArchiveInput, _ limits: Limits) throws(ArchiveFailure) -> Archive? {
    guard let start = GzipReader(input)?.next(512) else { throw .damaged }
    guard TarHeader.begins(start) else { return nil }
    let file = try GzipFile(input, limits)
    return try tar(ArchiveInput(size: file.size) { file.read($0) }, limits)
  }
}

/// A gzip file that can be read from any offset.
private final class GzipFile: Sendable {
  /// The number of decompressed bytes.
  let size: Int
  private let blocks: Mutex<GzipBlocks>

  init(_ input: ArchiveInput, _ limits: Archive.Limits) throws(ArchiveFailure) {
    let blocks = try GzipBlocks(input, limits)
    size = blocks.size
    self.blocks = Mutex(blocks)
  }

  func read(_ range: Range<Int>) -> [UInt8]? { blocks.withLock { $0.read(range) } }
}

/// The decompressed bytes of a gzip file, in blocks that are decompressed when they are needed.
private struct GzipBlocks {
  /// The number of bytes in a block.
  private static let length = 2 << 20
  /// The maximum number of blocks in memory.
  private static let most = 8

  /// The number of decompressed bytes.
  private(set) var size = 0
  /// For each block, a reader at the start of the block.
  private var readers: [GzipReader] = []
  /// The blocks in memory, each with its index. The block that was decompressed last is at the end.
  private var recent: [(number: Int, bytes: [UInt8])] = []

  /// Decompresses a file once, to determine its size and to keep a reader for each block. Throws
  /// ``ArchiveFailure`` if the file is damaged or exceeds the limits.
  init(_ input: ArchiveInput, _ limits: Archive.Limits) throws(ArchiveFailure) {
    guard let reader = GzipReader(input) else { throw .damaged }
    var block: [UInt8]
    repeat {
      guard let copy = reader.copy(), let bytes = reader.next(Self.length) else { throw .damaged }
      readers.append(copy)
      block = bytes
      size += block.count
      try limits.check(size, of: input.size)
    } while block.count == Self.length
  }

  mutating func read(_ range: Range<Int>) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < range.count {
      let (number, place) = (range.lowerBound + bytes.count).quotientAndRemainder(
        dividingBy: Self.length)
      guard let block = block(number), place < block.count else { return nil }
      bytes += block[place...].prefix(range.count - bytes.count)
    }
    return bytes
  }

  private mutating func block(_ number: Int) -> [UInt8]? {
    if let known = recent.first(where: { $0.number == number }) { return known.bytes }
    guard readers.indices.contains(number), let bytes = readers[number].copy()?.next(Self.length)
    else { return nil }
    if recent.count == Self.most { recent.removeFirst() }
    recent.append((number, bytes))
    return bytes
  }
}
