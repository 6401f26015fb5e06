public import CairnJSON

/// The way in which a stream is divided into messages.
public enum RPCFraming: Sendable {
  /// Each message follows a header `Content-Length: N` and an empty line, as in the Language Server
  /// Protocol.
  case contentLength
  /// Each message is one line, as in the Model Context Protocol.
  case lines

  /// Returns a message as bytes to send: its JSON text with a header or a line feed.
  public func framed(_ message: JSONValue) -> [UInt8] {
    var body: [UInt8] = []
    message.write(to: &body)
    switch self {
    case .contentLength: return Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    case .lines: return body + [UInt8(ascii: "\n")]
    }
  }
}

/// A reader that divides a stream of bytes into JSON messages. A malformed message does not end the
/// stream: the reader continues with the next message.
///
///     var reader = FrameReader(.lines)
///     reader.read(Array("{\"id\":1}\n{".utf8))    // one message; `{` is kept
public struct FrameReader: Sendable {
  /// A part of the stream.
  public enum Frame: Hashable, Sendable {
    /// A JSON value.
    case message(JSONValue)
    /// An error for bytes that are not a message: a sentence that says why.
    case malformed(String)
  }

  /// The default maximum size of a message in bytes. A larger message is skipped.
  public static let largestMessage = 64 << 20
  /// The maximum size of the header of a message, in bytes.
  private static let largestHeader = 4096
  private static let header = Array("content-length:".utf8)

  private let framing: RPCFraming
  private let largest: Int
  private var buffer: [UInt8] = []
  /// The number of bytes still to be skipped, because they belong to a message that is too large; 0
  /// if there is no such message.
  private var skipped = 0
  /// Whether to skip the rest of the current line because the line is too long.
  private var skipsLine = false
  /// The number of bytes at the start of `buffer` that were already searched and contain no line
  /// feed.
  private var searched = 0

  /// Creates a reader that skips messages of more than `largest` bytes.
  public init(_ framing: RPCFraming, largest: Int = FrameReader.largestMessage) {
    self.framing = framing
    self.largest = largest
  }

  /// Takes the next bytes of the stream. Returns the messages that are complete now, and an error
  /// for each malformed message.
  public mutating func read(_ bytes: some Collection<UInt8>) -> [Frame] {
    buffer += bytes
    var frames: [Frame] = []
    var start = 0
    while let frame = framing == .lines ? line(&start) : message(&start) {
      frames += frame
    }
    buffer.removeFirst(min(start, buffer.count))
    return frames
  }
}

// MARK: - Lines

extension FrameReader {
  /// Takes the line at `start`, and moves `start` past it. Returns one message or one error, or an
  /// empty array for a blank line. Nil if the line is not complete. An incomplete line that is
  /// already too long gives an error, but only once.
  private mutating func line(_ start: inout Int) -> [Frame]? {
    guard let end = buffer[max(start, searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
      let isTooLarge = buffer.count - start > largest && !skipsLine
      if isTooLarge || skipsLine { start = buffer.count }
      searched = buffer.count - start
      guard isTooLarge else { return nil }
      skipsLine = true
      return [.malformed(tooLarge)]
    }
    let line = buffer[start..<end]
    start = end + 1
    searched = 0
    if skipsLine {
      skipsLine = false
      return []
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return [] }
    return line.count > largest ? [.malformed(tooLarge)] : [Self.frame(Array(line))]
  }

  private var tooLarge: String { "The message is larger than \(largest) bytes." }

  private static func frame(_ bytes: [UInt8]) -> Frame {
    JSONValue(reading: bytes).map { .message($0) }
      ?? .malformed("The message is not valid JSON, or is nested too deeply.")
  }
}

// MARK: - Messages with a length

extension FrameReader {
  /// Returns the message at `start`, and moves `start` past the message. Returns an error instead
  /// of a message that is malformed or too large, and nil if the message is not complete.
  private mutating func message(_ start: inout Int) -> [Frame]? {
    if skipped > 0 {
      let count = min(skipped, buffer.count - start)
      skipped -= count
      start += count
      guard skipped == 0, start < buffer.count else { return nil }
    }
    guard let header = headerEnd(from: start) else {
      // A header is never this long, so the bytes are something else. The next header may begin in
      // the last few bytes.
      guard buffer.count - start > Self.largestHeader else { return nil }
      start = buffer.count - Self.header.count
      return [.malformed("The stream contains no header `Content-Length`.")]
    }
    guard let length = length(in: buffer[start..<header.lowerBound]) else {
      start = header.upperBound
      return [.malformed("The header `Content-Length` is missing or not a whole number.")]
    }
    guard length <= largest else {
      start = header.upperBound
      skipped = length
      return [.malformed(tooLarge)]
    }
    guard buffer.count - header.upperBound >= length else { return nil }
    let end = header.upperBound + length
    let body = Array(buffer[header.upperBound..<end])
    start = end
    let frame = Self.frame(body)
    // If the stated length was too large, the next header begins inside the bytes of this body.
    if case .malformed = frame, let next = Self.headerStart(in: body[...], orItsBeginning: true) {
      start = header.upperBound + next
    }
    return [frame]
  }

  /// Returns the range of the two consecutive line endings after the header that begins at `start`;
  /// nil if the header is not complete.
  private func headerEnd(from start: Int) -> Range<Int>? {
    let (cr, lf) = (UInt8(ascii: "\r"), UInt8(ascii: "\n"))
    var index = start
    while let end = buffer[index...].firstIndex(of: lf) {
      index = end + 1
      if index < buffer.count, buffer[index] == lf { return end..<index + 1 }
      if index + 1 < buffer.count, buffer[index] == cr, buffer[index + 1] == lf {
        return end..<index + 2
      }
    }
    return nil
  }

  /// Returns the length in the last `Content-Length` line of a header; nil if there is no such
  /// line, or if it does not contain a whole number. Ignores text before `Content-Length`, such as
  /// the rest of a message whose stated length was too small.
  private func length(in header: ArraySlice<UInt8>) -> Int? {
    var (rest, found): (ArraySlice<UInt8>, Int?) = (header, nil)
    while let start = Self.headerStart(in: rest) {
      rest = rest[(start + Self.header.count)...]
      let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let text = String(decoding: line, as: UTF8.self).filter { $0 != " " && $0 != "\t" }
      found = Int(text).flatMap { $0 < 0 ? nil : $0 }
    }
    return found
  }

  /// Returns the index of the next `Content-Length:`, in upper or lower case; nil if there is none.
  ///
  /// - Parameter orItsBeginning: Whether to also find an incomplete `Content-Length:` at the end of
  ///   `bytes`.
  private static func headerStart(
    in bytes: ArraySlice<UInt8>, orItsBeginning: Bool = false
  ) -> Int? {
    bytes.indices.first { start in
      (orItsBeginning || bytes.endIndex - start >= header.count)
        && zip(header, bytes[start...]).allSatisfy {
          $0 == ($1 >= 0x41 && $1 <= 0x5A ? $1 | 0x20 : $1)
        }
    }
  }
}
