import Glibc

/// A message on the socket: a list of byte strings. Its size comes first, then the size and the
/// bytes of each string. Sizes are 32-bit numbers in the machine's byte order.
struct Frame {
  /// The maximum size in bytes. A larger frame is neither sent nor read.
  static let largest = 1 << 30

  var strings: [[UInt8]] = []

  init(_ strings: [[UInt8]]) { self.strings = strings }

  /// Reads a frame; nil if the connection ends, is silent for too long, or sends a frame that is
  /// malformed or larger than `limit`.
  init?(from socket: Int32, upTo limit: Int = Frame.largest) {
    guard let head = Self.read(4, socket), case let size = Self.number(head[...]), size <= limit,
      let bytes = Self.read(size, socket)
    else { return nil }
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let size = Self.number(rest.prefix(4))
      rest = rest.dropFirst(4)
      guard rest.count >= size else { return nil }
      strings.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
  }

  /// Sends the frame; returns whether all of it was sent.
  func send(to socket: Int32) -> Bool {
    let size = strings.reduce(0) { $0 + 4 + $1.count }
    guard size <= Self.largest else { return false }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 + size)
    bytes += Self.bytes(size)
    for string in strings { bytes += Self.bytes(string.count) + string }
    var start = 0
    while start < bytes.count {
      let sent = bytes[start...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent < 0, errno == EINTR { continue }
      if sent <= 0 { return false }
      start += sent
    }
    return true
  }

  private static func read(_ size: Int, _ socket: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(max(size, 1), 1 << 16))
    while bytes.count < size {
      let count = Glibc.read(socket, &chunk, min(chunk.count, size - bytes.count))
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return nil }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    withUnsafeBytes(of: UInt32(number)) { Array($0) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
  }
}
