/// The bytes of an index file, wherever they are: mapped from the disk, or in memory.
///
/// They must not change as long as this is there.
public final class IndexBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  private let owner: AnyObject?

  /// Bytes that stay where they are as long as `owner` is there.
  public init(_ buffer: UnsafeRawBufferPointer, owner: AnyObject) {
    self.buffer = buffer
    self.owner = owner
  }

  /// A copy of bytes, one piece behind the other.
  public init(_ pieces: [[UInt8]]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(
      byteCount: pieces.reduce(0) { $0 + $1.count }, alignment: 8)
    var end = 0
    for piece in pieces {
      UnsafeMutableRawBufferPointer(rebasing: copy[end...]).copyBytes(from: piece)
      end += piece.count
    }
    buffer = UnsafeRawBufferPointer(copy)
    owner = nil
  }

  deinit {
    if owner == nil { buffer.deallocate() }
  }
}
