import CairnText
import CairnWire
import Glibc

/// Standard output and standard error: data on the one, words for people on the other.
final class Console {
  /// Whether standard output shows colours.
  let isColored: Bool
  /// Whether standard error shows colours.
  let errorIsColored: Bool
  /// Whether all that is written is held back until the end, for a pager: data, and what is said
  /// after data.
  var isHeld = false
  private var buffer: [UInt8] = []
  private var words: [UInt8] = []
  private static let capacity = 1 << 16

  init(isColored: Bool, errorIsColored: Bool) {
    self.isColored = isColored
    self.errorIsColored = errorIsColored
  }

  /// Writes data.
  func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity, !isHeld { flush() }
  }

  /// Writes a line of data.
  func line(_ text: String = "") {
    write(text.utf8)
    write([UInt8(ascii: "\n")])
  }

  /// Writes a document on a line.
  func line(_ document: JSONDocument) { line(document.description) }

  /// Says something to the person, after all data so far.
  func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    if isHeld, !buffer.isEmpty {
      words += line
    } else {
      flush()
      Self.writeAll(2, line)
    }
  }

  /// Shows a line that the next one replaces; an empty text takes it away.
  static func showProgress(_ text: String) {
    Self.writeAll(2, Array("\r\u{1B}[K\(text)".utf8))
  }

  /// Hands on what is buffered.
  func flush() {
    if !buffer.isEmpty { Self.writeAll(1, buffer) }
    buffer.removeAll(keepingCapacity: true)
    if !words.isEmpty { Self.writeAll(2, words) }
    words = []
  }

  /// What was written and not handed on yet; for a pager to show instead.
  func takeBuffer() -> [UInt8] {
    defer { buffer = [] }
    return buffer
  }

  /// Lets a write to a closed pipe fail instead of killing the process.
  static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Keeps the numbers of standard streams that were closed from being given to files of the notebook.
  /// What is put there is empty and cannot be written to, so that a closed output is still an error.
  static func holdStandardStreams() {
    for file in STDIN_FILENO...STDERR_FILENO where fcntl(file, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes everything, or ends the process: with success if the reader of a pipe has gone, else with
  /// failure. Words for people that cannot be written are dropped.
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
  /// Says that something is not as it should be.
  func warn(_ diagnostic: Diagnostic) {
    if diagnostic.path == nil {
      let label = errorStyled("warning:", .yellow)
      say("cairn: \(label) \(TerminalText.escaped(diagnostic.message))")
    } else {
      say(TerminalText.escaped(diagnostic.headline(source: "cairn")))
    }
  }
}

// MARK: - Input

extension Console {
  /// Reads the rest of an open file, by default standard input, up to `limit` bytes, as long as `goesOn`
  /// agrees every quarter of a second in which nothing comes; it is passed the number of these.
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

  /// Asks a question on the terminal and returns the line that was typed, or nil at its end.
  func ask(_ question: String) -> String? {
    flush()
    Self.writeAll(2, Array(question.utf8))
    return readLine()
  }
}

/// An input that could not be read to its end.
struct InputFailure: Error, CustomStringConvertible {
  /// The `errno` of the call that failed.
  let reason: Int32
  /// What was read before.
  let bytes: [UInt8]

  var description: String { String(cString: strerror(reason)) }
}

// MARK: - Colours

/// How a piece of text is set off on a terminal (ECMA-48 §8.3.117, SGR).
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
  /// Text for standard output in a style, where that shows colours.
  func styled(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Text for standard error in a style, where that shows colours.
  func errorStyled(_ text: String, _ style: Style) -> String {
    errorIsColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
