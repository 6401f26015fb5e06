import Glibc

extension RPCSession {
  /// Handles messages from a file descriptor until its end, or until `isOver` returns true. Then
  /// calls ``finish()``. Blocks the calling thread while it waits for input.
  public func run(from input: Int32, until isOver: () -> Bool) async {
    var reader = FrameReader(dialect.framing)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isOver() {
      let count = read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for frame in reader.read(buffer[..<count]) where !isOver() { receive(frame) }
    }
    await finish()
  }
}
