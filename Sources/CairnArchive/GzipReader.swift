import CZlib

/// A reader that decompresses a gzip file (RFC 1952) from its start to its end. The file can
/// consist of several gzip members.
final class GzipReader {
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: ArchiveInput
  /// The offset in the file of the next byte to decompress.
  private var place: Int
  private var isAtEnd: Bool

  private init(
    _ stream: UnsafeMutablePointer<z_stream>, _ input: ArchiveInput, at place: Int, isAtEnd: Bool
  ) {
    (self.stream, self.input, self.place, self.isAtEnd) = (stream, input, place, isAtEnd)
  }

  /// Creates a reader at the start of a file; nil if memory cannot be allocated.
  convenience init?(_ input: ArchiveInput) {
    guard let stream = cairn_gunzip_start() else { return nil }
    self.init(stream, input, at: 0, isAtEnd: false)
  }

  deinit { cairn_gunzip_end(stream) }

  /// Returns a second reader that continues at the same place; nil if memory cannot be allocated.
  /// The second reader takes about 40 KiB of memory.
  func copy() -> GzipReader? {
    cairn_gunzip_copy(stream).map { GzipReader($0, input, at: place, isAtEnd: isAtEnd) }
  }

  /// Returns the next `count` decompressed bytes, or fewer at the end; nil if the file is damaged.
  func next(_ count: Int) -> [UInt8]? {
    var isDamaged = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      while filled < count, !isAtEnd {
        let chunk = input.read(place..<min(place + 1 << 16, input.size)) ?? []
        var (taken, given) = (chunk.count, count - filled)
        let result = chunk.withUnsafeBytes {
          cairn_gunzip(
            stream, $0.baseAddress, &taken, output.baseAddress.map { $0 + filled }, &given)
        }
        place += taken
        filled += given
        if result == 1 { isAtEnd = !isMember(at: place) }
        isDamaged = result < 0 || (taken == 0 && given == 0)
        if isDamaged { return }
      }
    }
    return isDamaged ? nil : bytes
  }

  /// Returns whether a member of the file begins at an offset. If the bytes after a member do not
  /// begin another member, they are ignored, as in gzip.
  private func isMember(at place: Int) -> Bool {
    place + 2 <= input.size && input.read(place..<place + 2) == [0x1F, 0x8B]
  }
}
