/// The bytes of an index file, either memory-mapped or in memory.
///
/// The bytes must not change during the lifetime of this object.
public final class IndexBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  private let owner: AnyObject?

  /// Wraps bytes that stay valid as long as `owner` exists.
  public init(_ buffer: UnsafeRawBufferPointer, owner: AnyObject) {
    self.buffer = buffer
    self.owner = owner
  }

  /// Copies and concatenates pieces of bytes.
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
