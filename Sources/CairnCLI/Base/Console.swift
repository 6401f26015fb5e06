import CairnText
import CairnWire
import Glibc

/// Standard output, for data, and standard error, for messages.
final class Console {
  /// Whether standard output uses colors.
  let isColored: Bool
  /// Whether standard error uses colors.
  let errorIsColored: Bool
  /// Whether to hold back data, and messages that follow data, until the end, for a pager.
  var isHeld = false
  private var buffer: [UInt8] = []
  private var words: [UInt8] = []
  private static let capacity = 1 << 16

  init(isColored: Bool, errorIsColored: Bool) {
    self.isColored = isColored
    self.errorIsColored = errorIsColored
  }

  func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity, !isHeld { flush() }
  }

  func line(_ text: String = "") {
    write(text.utf8)
    write([UInt8(ascii: "\n")])
  }

  /// Writes a document as a line of data.
  func line(_ document: JSONDocument) { line(document.description) }

  /// Writes a message for people, after all data so far.
  func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    if isHeld, !buffer.isEmpty {
      words += line
    } else {
      flush()
      Self.writeAll(2, line)
    }
  }

  /// Shows a line that the next one overwrites; an empty text clears it.
  static func showProgress(_ text: String) {
    Self.writeAll(2, Array("\r\u{1B}[K\(text)".utf8))
  }

  /// Writes everything that is buffered.
  func flush() {
    if !buffer.isEmpty { Self.writeAll(1, buffer) }
    buffer.removeAll(keepingCapacity: true)
    if !words.isEmpty { Self.writeAll(2, words) }
    words = []
  }

  /// Returns the buffered data, and empties the buffer.
  func takeBuffer() -> [UInt8] {
    defer { buffer = [] }
    return buffer
  }

  /// Makes a write to a closed pipe fail instead of killing the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Replaces closed standard streams, so that files of the notebook do not get their descriptors.
  /// Writing to a replaced output still fails.
  static func holdStandardStreams() {
    for file in STDIN_FILENO...STDERR_FILENO where fcntl(file, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes everything. If that fails, drops messages, and otherwise ends the process: with success
  /// if the reader of a pipe closed it, else with failure.
  static func writeAll(_ file: Int32, _ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let written = bytes[start...].withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written >= 0 {
        start += written
      } else if file == STDERR_FILENO, errno != EAGAIN, errno != EINTR {
        return
      } else if errno == EPIPE {
        exit(0)
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        writeAll(STDERR_FILENO, Array("cairn: cannot write the output: \(reason)\n".utf8))
        exit(2)
      }
    }
  }
}

extension Console {
  func warn(_ diagnostic: Diagnostic) {
    if diagnostic.path == nil {
      let label = errorStyled("warning:", .yellow)
      say("cairn: \(label) \(TerminalText.escaped(diagnostic.message))")
    } else {
      say(TerminalText.escaped(diagnostic.headline(source: "cairn")))
    }
  }
}

extension Console {
  /// Reads an open file, by default standard input, up to `limit` bytes. After each quarter of a
  /// second without input, passes their number in a row to `goesOn`, and stops if it is false.
  static func readAll(
    _ file: Int32 = STDIN_FILENO, limit: Int = .max, while goesOn: ((Int) -> Bool)? = nil
  ) throws(InputFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: capacity)
    var pauses = 0
    while true {
      if let goesOn {
        var descriptor = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        if poll(&descriptor, 1, 250) < 1 {
          pauses += 1
          if goesOn(pauses) { continue } else { return bytes }
        }
        pauses = 0
      }
      let count = read(file, &chunk, min(chunk.count, limit - bytes.count))
      if count > 0 {
        bytes += chunk[..<count]
      } else if count == 0 {
        return bytes
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, -1)
      } else if errno != EINTR {
        throw InputFailure(reason: errno, bytes: bytes)
      }
    }
  }

  /// Asks a question on the terminal; returns the line typed, or nil at the end of input.
  func ask(_ question: String) -> String? {
    flush()
    Self.writeAll(2, Array(question.utf8))
    return readLine()
  }
}

/// An error while reading an input.
struct InputFailure: Error, CustomStringConvertible {
  /// The `errno` of the failed call.
  let reason: Int32
  /// The bytes read before the error.
  let bytes: [UInt8]

  var description: String { String(cString: strerror(reason)) }
}

/// A text style, as an SGR parameter (ECMA-48 §8.3.117).
enum Style: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case cyan = "36"
}

extension Console {
  /// Returns a text in a style if standard output uses colors.
  func styled(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns a text in a style if standard error uses colors.
  func errorStyled(_ text: String, _ style: Style) -> String {
    errorIsColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
