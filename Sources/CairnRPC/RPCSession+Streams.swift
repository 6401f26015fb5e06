import CairnText
import Glibc

extension RPCSession {
  /// Handles messages from a file descriptor until its end, or until `isOver` returns true. Then
  /// calls ``finish()``.
  ///
  /// A separate thread waits for the input, because Swift's tasks share a few threads.
  public func run(from input: Int32, until isOver: @escaping @Sendable () -> Bool) async {
    await withCheckedContinuation { continuation in
      let receive = { @Sendable in
        self.receive(from: input, until: isOver)
        continuation.resume()
      }
      if !DetachedThread.start(receive) { receive() }
    }
    await finish()
  }

  private func receive(from input: Int32, until isOver: () -> Bool) {
    var reader = FrameReader(dialect.framing)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !isOver() {
      let count = read(input, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      for frame in reader.read(buffer[..<count]) where !isOver() { receive(frame) }
    }
  }
}
