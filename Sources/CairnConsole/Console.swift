package import CairnText
import Glibc

/// The output of a command: data on standard output and messages on standard error.
package final class Console {
  /// Whether standard output uses colors.
  package let isColored: Bool
  /// Whether standard error uses colors.
  package let errorIsColored: Bool
  /// The width of the terminal to which messages are written, in cells; nil if there is none.
  package var errorWidth: Int?
  /// Whether to buffer all data, and the messages after them, until the command ends. The data are
  /// then shown in a pager.
  package var isHeld = false
  /// Whether the command has changed a notebook. If the output of the command cannot be written,
  /// the error message mentions the change.
  package var hasChanged = false
  private var buffer: [UInt8] = []
  private var words: [UInt8] = []
  private static let capacity = 1 << 16
  /// The transcript that receives the output if a long-lived process runs the command for a client;
  /// otherwise nil.
  private let transcript: Transcript?

  package init(isColored: Bool, errorIsColored: Bool, to transcript: Transcript? = nil) {
    self.isColored = isColored
    self.errorIsColored = errorIsColored
    self.transcript = transcript
  }

  package func write(_ bytes: some Sequence<UInt8>) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.capacity, !isHeld { flush() }
  }

  package func line(_ text: String = "") {
    write(text.utf8)
    write([UInt8(ascii: "\n")])
  }

  /// Writes lines.
  package func lines(_ texts: some Sequence<String>) {
    for text in texts { line(text) }
  }

  /// Calls `write` with each item, and writes a blank line between the items.
  package func separate<Item>(
    _ items: some Sequence<Item>, _ write: (Item) throws -> Void
  ) rethrows {
    for (number, item) in items.enumerated() {
      if number > 0 { line() }
      try write(item)
    }
  }

  /// Writes a human-readable message to standard error, after all data that was written before.
  package func say(_ text: String) {
    let line = Array((text + "\n").utf8)
    if isHeld, !buffer.isEmpty {
      words += line
    } else {
      flush()
      put(2, line)
    }
  }

  private func put(_ file: Int32, _ bytes: [UInt8]) {
    if let transcript {
      transcript.add(file, bytes)
    } else {
      Self.writeAll(file, bytes, afterChange: hasChanged)
    }
  }

  /// Shows a progress line on standard error in place of the previous one; empty text clears the
  /// line.
  package static func showProgress(_ text: String) {
    Self.writeAll(2, Array("\r\u{1B}[K\(text)".utf8))
  }

  /// Writes everything that is buffered.
  package func flush() {
    if !buffer.isEmpty { put(1, buffer) }
    buffer.removeAll(keepingCapacity: true)
    if !words.isEmpty { put(2, words) }
    words = []
  }

  /// Returns the buffered data, and removes it from the buffer. Buffered messages stay.
  package func takeBuffer() -> [UInt8] {
    defer { buffer = [] }
    return buffer
  }

  /// Makes a write to a closed pipe fail instead of killing the process.
  package static func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Opens a placeholder for each closed standard stream, so that no file opened later gets the
  /// stream's descriptor. Writing to the placeholder still fails.
  package static func holdStandardStreams() {
    for file in STDIN_FILENO...STDERR_FILENO where fcntl(file, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes all bytes. If writing to standard error fails, drops the rest. If writing to any other
  /// file fails, ends the process: with success if the reader of a pipe has closed it, otherwise
  /// with exit code 2. If `afterChange` is true, the error message says that the command has
  /// changed a notebook.
  package static func writeAll(_ file: Int32, _ bytes: [UInt8], afterChange: Bool = false) {
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
        let end = afterChange ? "; the changes were made, and `cairn log` lists them" : ""
        writeAll(STDERR_FILENO, Array("error: cannot write the output: \(reason)\(end)\n".utf8))
        exit(2)
      }
    }
  }
}

extension Console {
  /// The word that begins a line on standard error.
  package enum Label: String {
    case error, warning, hint

    fileprivate var style: Style {
      switch self {
      case .error: .boldRed
      case .warning: .yellow
      case .hint: .cyan
      }
    }
  }

  /// Writes a message after a label, as in `error: …`. Each line of a hint gets a label, begins
  /// with a lower-case letter, and ends without a period. On a terminal, a long hint is broken
  /// between words.
  package func say(_ label: Label, _ text: String) {
    var texts = [text]
    if label == .hint {
      texts = text.split(separator: "\n").map { line in
        let isSentence = line.hasSuffix(".") && !line.hasSuffix("..")
        let hint = isSentence ? line.dropLast() : line
        return hint.dropFirst().first?.isLowercase == true
          ? hint.prefix(1).lowercased() + hint.dropFirst() : String(hint)
      }
    }
    let start = errorStyled("\(label.rawValue):", label.style)
    for text in texts {
      let shown = TerminalText.escaped(text, keepingLines: true)
      let width = label == .hint ? errorWidth : nil
      let lines = width.map {
        Self.lines(of: shown, width: $0, behind: "\(label.rawValue):".count)
      }
      say("\(start) \(lines?.joined(separator: "\n") ?? shown)")
    }
  }

  /// Returns a message, broken between words into lines that fit on the terminal.
  package func wrapped(_ message: String) -> String {
    errorWidth.map { Self.lines(of: message, width: $0).joined(separator: "\n") } ?? message
  }

  /// Breaks one line of text between words into lines of at most `width` cells. A word longer than
  /// a line, such as a path, is not broken, and neither is a command in backticks that fits on a
  /// line.
  ///
  /// - Parameter column: The number of cells already used on the first line.
  package static func lines(of text: String, width: Int, behind column: Int = 0) -> [String] {
    var pieces: [String] = []
    var isInCommand = false
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if isInCommand, let last = pieces.last,
        TerminalText.width(of: "\(last) \(word)") <= width
      {
        pieces[pieces.count - 1] += " \(word)"
      } else {
        pieces.append(String(word))
      }
      if word.count(where: { $0 == "`" }) % 2 == 1 { isInCommand.toggle() }
    }
    var lines: [String] = [""]
    var used = column
    for (number, piece) in pieces.enumerated() {
      let cells = TerminalText.width(of: piece)
      if used > 0, used + 1 + cells > width {
        lines.append(piece)
        used = cells
      } else {
        lines[lines.count - 1] += (number == 0 ? "" : " ") + piece
        used += cells + (used > 0 ? 1 : 0)
      }
    }
    return lines
  }

  /// Writes a diagnostic to standard error: its place, its label and its message, then the source
  /// line and a caret. If the diagnostic has no place, writes only the label and the message.
  ///
  /// - Parameters:
  ///   - source: The name to show in place of a path if the text is not in a file, such as `query`.
  ///   - isShort: Whether to leave out the source line and the caret.
  package func say(_ diagnostic: Diagnostic, source: String = "input", isShort: Bool = false) {
    say(text(of: diagnostic, source: source, isShort: isShort, styled: errorStyled))
  }

  /// Writes a diagnostic to standard output, as data. If `isShort` is true, leaves out the source
  /// line and the caret.
  package func line(_ diagnostic: Diagnostic, isShort: Bool = false, indent: String = "") {
    line(indent + text(of: diagnostic, source: "input", isShort: isShort, styled: styled))
  }

  private func text(
    of diagnostic: Diagnostic, source: String, isShort: Bool, styled: (String, Style) -> String
  ) -> String {
    let label: Label = diagnostic.severity == .error ? .error : .warning
    let word = styled("\(label.rawValue):", label.style)
    let message = TerminalText.escaped(diagnostic.message)
    guard diagnostic.hasPlace else { return "\(word) \(message)" }
    let text =
      isShort
      ? TerminalText.escaped(diagnostic.headline(source: source))
      : TerminalText.escaped(diagnostic, source: source)
    return text.replacing(": \(label.rawValue): ", with: ": \(word) ", maxReplacements: 1)
  }

  /// Writes a remark to standard error as a sentence: with a capital letter and, unless the text
  /// ends with punctuation, a period.
  package func remark(_ text: String) {
    let end = text.last.map { ".!?…:".contains($0) } ?? true ? "" : "."
    say(TerminalText.escaped(text.capitalizedFirst + end))
  }
}

extension Console {
  /// Reads an open file, by default standard input, up to `limit` bytes.
  ///
  /// - Parameter goesOn: Called after each 250 ms without input, with the number of these pauses in
  ///   a row. If it returns false, reading stops.
  ///
  /// Throws ``InputFailure``, which contains the bytes read so far.
  package static func readAll(
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

  /// Whether a line is waiting on standard input, or arrives within 50 ms. Such a line was typed or
  /// pasted before the user could read the question that the command asks next.
  package var hasWaitingInput: Bool {
    guard transcript == nil else { return false }
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 50) > 0
  }

  /// Asks a question on the terminal; returns the line typed, or nil at the end of input. A long
  /// question is broken between words. In a long-lived process, returns nil without asking; the
  /// client then runs the command itself.
  package func ask(_ question: String) -> String? {
    if let transcript {
      transcript.decline()
      return nil
    }
    flush()
    Self.writeAll(2, Array(wrapped(question).utf8))
    return readLine()
  }
}

extension Diagnostic {
  /// Whether the diagnostic names a file or a position.
  package var hasPlace: Bool { path != nil || source != nil || location != nil }
}

/// An error while reading an input.
package struct InputFailure: Error, CustomStringConvertible {
  /// The `errno` of the failed call.
  package let reason: Int32
  /// The bytes read before the error.
  package let bytes: [UInt8]

  package var description: String { String(cString: strerror(reason)) }
}

/// A text style, as an SGR parameter (ECMA-48 §8.3.117).
package enum Style: String {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case boldRed = "1;31"
  case green = "32"
  case yellow = "33"
  case blue = "34"
  case cyan = "36"
  /// The style of search matches: bold and yellow.
  case match = "1;33"
}

extension Console {
  /// Returns `text` in a style, or unchanged if standard output uses no colors.
  package func styled(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Returns `text` in a style, or unchanged if standard error uses no colors.
  package func errorStyled(_ text: String, _ style: Style) -> String {
    errorIsColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
