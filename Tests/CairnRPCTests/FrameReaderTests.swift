import CairnJSON
import CairnRPC
import CairnText
import Testing

/// How streams are divided into messages, whatever their bytes.
struct FrameReaderTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let framing: RPCFraming
    let stream: String
    /// The messages, and `!` for each malformed one.
    let frames: [String]
    let line: UInt
    var testDescription: String { "line \(line)" }

    init(_ framing: RPCFraming, _ stream: String, _ frames: [String], line: UInt = #line) {
      (self.framing, self.stream, self.frames, self.line) = (framing, stream, frames, line)
    }
  }

  static let rows = [
    Row(.lines, "{\"a\":1}\n[2]\n", ["{\"a\":1}", "[2]"]),
    Row(.lines, "{\"a\":1}\r\n\n  \n3\n", ["{\"a\":1}", "3"]),
    Row(.lines, "{\"a\":\n4\n", ["!", "4"]),
    Row(.lines, "\u{0}\u{1}\n{}\n", ["!", "{}"]),
    Row(.lines, "{\"a\":1}", []),
    Row(.lines, "\"" + String(repeating: "x", count: 300) + "\"\n5\n", ["!", "5"]),
    Row(.contentLength, "Content-Length: 2\r\n\r\n{}", ["{}"]),
    Row(.contentLength, "content-length:2\n\n{}Content-Length: 1\r\n\r\n7", ["{}", "7"]),
    Row(
      .contentLength, "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n[]", ["[]"]),
    // A length that counts bytes, not characters.
    Row(.contentLength, "Content-Length: 6\r\n\r\n\"😀\"", ["\"😀\""]),
    // Too small: the rest is in front of the next header.
    Row(.contentLength, "Content-Length: 1\r\n\r\n{}Content-Length: 1\r\n\r\n8", ["!", "8"]),
    // Too large: the next header is inside.
    Row(.contentLength, "Content-Length: 9\r\n\r\n{}Content-Length: 1\r\n\r\n8", ["!", "8"]),
    Row(.contentLength, "Content-Length: x\r\n\r\nContent-Length: 1\r\n\r\n8", ["!", "8"]),
    Row(.contentLength, "Content-Length: -4\r\n\r\nContent-Length: 1\r\n\r\n8", ["!", "8"]),
    Row(.contentLength, "Hello: there\r\n\r\nContent-Length: 1\r\n\r\n8", ["!", "8"]),
    // Too large for the reader: skipped.
    Row(
      .contentLength,
      "Content-Length: 300\r\n\r\n" + String(repeating: "z", count: 300)
        + "Content-Length: 1\r\n\r\n8", ["!", "8"]),
  ]

  @Test(arguments: rows)
  func `Messages are found, and malformed ones are skipped, however the stream is cut`(_ row: Row) {
    let bytes = Array(row.stream.utf8)
    for size in [1, 2, 3, 7, bytes.count] {
      var reader = FrameReader(row.framing, largest: 200)
      var frames: [FrameReader.Frame] = []
      var start = 0
      while start < bytes.count {
        frames += reader.read(bytes[start..<min(start + size, bytes.count)])
        start += size
      }
      let shown = frames.map { frame in
        if case .message(let value) = frame { value.description } else { "!" }
      }
      #expect(shown == row.frames, "in pieces of \(size)")
    }
  }

  @Test(arguments: [RPCFraming.lines, .contentLength])
  func `After a thousand malformed messages, the next one is still read`(_ framing: RPCFraming) {
    var numbers = SplitMix(seed: 22)
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": "x"]
    let whole = framing.framed(message)
    let many = Array(repeatElement(whole, count: 2000).joined())
    for round in 0..<1000 {
      var broken = whole
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let place = Int.random(in: 0..<broken.count, using: &numbers)
        switch Int.random(in: 0..<3, using: &numbers) {
        case 0: broken[place] = .random(in: 0...255, using: &numbers)
        case 1: broken.remove(at: place)
        default: broken.insert(.random(in: 0...255, using: &numbers), at: place)
        }
      }
      var reader = FrameReader(framing, largest: 1 << 16)
      var frames = reader.read(broken)
      for _ in 0..<20 where frames.last != .message(message) { frames = reader.read(whole) }
      // A length that is much too large swallows messages, or skips them.
      for _ in 0..<200 where frames.last != .message(message) { frames = reader.read(many) }
      #expect(frames.last == .message(message), "seed 22, round \(round)")
    }
  }
}
