import Glibc

/// The terminal of the process in raw mode, with its alternate screen. Not thread-safe.
///
/// Keys arrive as bytes, and nothing is echoed. ``suspend()`` restores the terminal's mode and
/// screen. Releasing this object calls ``suspend()``.
package final class RawTerminal {
  private let file: Int32
  private let saved: termios
  private var isRaw = false
  private let alarm: Alarm
  /// The lines that the screen shows.
  private var shown: [String] = []

  /// An event that ends a wait.
  package enum Event: Sendable {
    /// The bytes of pressed keys.
    case bytes([UInt8])
    /// ``ring`` was called, a signal arrived, or the time to wait is up.
    case wakeUp
    /// The terminal was closed.
    case closed
  }

  /// Opens the terminal of the process, even if its standard streams are not terminals. Returns nil
  /// if the process has no terminal.
  package init?() {
    let file = open("/dev/tty", O_RDWR | O_CLOEXEC)
    var mode = termios()
    guard file >= 0, tcgetattr(file, &mode) == 0, let alarm = Alarm() else {
      if file >= 0 { close(file) }
      return nil
    }
    (self.file, saved, self.alarm) = (file, mode, alarm)
  }

  deinit {
    suspend()
    close(file)
  }

  /// A function that any thread can call to end the current wait. If the terminal's thread is not
  /// waiting, the next wait ends at once.
  package var ring: @Sendable () -> Void {
    let alarm = alarm
    return { alarm.ring() }
  }

  /// The size of the terminal; 80 by 24 if it is unknown.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(file, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

// MARK: - Mode

extension RawTerminal {
  /// Switches to raw mode and the alternate screen.
  package func begin() {
    guard !isRaw else { return }
    var mode = saved
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | BRKINT | ISTRIP)
    guard tcsetattr(file, TCSADRAIN, &mode) == 0 else { return }
    isRaw = true
    shown = []
    // Without a handler for its signal, a change of the window's size would not interrupt `poll`.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGWINCH, &action, nil)
    // Alternate screen and bracketed paste (xterm, "Bracketed Paste Mode").
    send("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[2J")
  }

  /// Restores the mode and the screen that the terminal had before ``begin()``.
  package func suspend() {
    guard isRaw else { return }
    isRaw = false
    send("\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l")
    var mode = saved
    tcsetattr(file, TCSADRAIN, &mode)
  }

  /// Restores the terminal and stops the process until the shell continues it, as Ctrl-Z does
  /// outside raw mode. Does nothing in a script or in `$(…)`, because the shell could not continue
  /// the process there.
  package func stop() {
    guard isRaw, getpgrp() == getpid(), isatty(STDOUT_FILENO) == 1 else { return }
    suspend()
    raise(SIGTSTP)
    begin()
  }

  /// Asks the terminal to copy a text, which is given in Base64, to the clipboard (xterm, OSC 52).
  package func copy(base64 text: String) { send("\u{1B}]52;c;\(text)\u{7}") }

  private func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var descriptor = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        poll(&descriptor, 1, 1000)
      } else if errno != EINTR {
        return
      }
    }
  }
}

// MARK: - Input

extension RawTerminal {
  /// Waits for keys, a call of ``ring`` or a signal, for up to `time` milliseconds.
  package func wait(_ time: Int32) -> Event {
    var files = [
      pollfd(fd: file, events: Int16(POLLIN), revents: 0),
      pollfd(fd: alarm.end, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&files, 2, time) > 0 else { return .wakeUp }
    var buffer = [UInt8](repeating: 0, count: 4096)
    if files[1].revents != 0 { _ = read(alarm.end, &buffer, buffer.count) }
    guard files[0].revents != 0 else { return .wakeUp }
    let count = read(file, &buffer, buffer.count)
    if count > 0 { return .bytes(Array(buffer[..<count])) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .wakeUp : .closed
  }
}

// MARK: - Drawing

extension RawTerminal {
  /// Shows lines, and places the cursor. Writes only the lines that changed. Each line has a left
  /// part, and a right part at `rightColumn`; if `rightColumn` is nil, only the left parts are
  /// shown. Rows and columns count from 0.
  package func draw(
    _ lines: [(left: String, right: String)], rightColumn: Int?, cursor: (row: Int, column: Int)
  ) {
    var text = ""
    let drawn = lines.map { line in
      guard let rightColumn, !line.right.isEmpty else { return line.left }
      return "\(line.left)\u{1B}[\(rightColumn + 1)G\(line.right)"
    }
    for (row, line) in drawn.enumerated() where row >= shown.count || shown[row] != line {
      // The line is erased first, because erasing after a full line can remove its last character.
      text += "\u{1B}[\(row + 1);1H\u{1B}[0m\u{1B}[2K\(line)"
    }
    shown = drawn
    if !text.isEmpty { text = "\u{1B}[?25l" + text }
    send(text + "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h")
  }

  /// Clears the screen and forgets its lines, so that the next call of
  /// ``draw(_:rightColumn:cursor:)`` writes all lines.
  package func clear() {
    shown = []
    send("\u{1B}[2J")
  }
}

/// A pipe with which any thread can wake the thread that waits for the terminal. The pipe is closed
/// when this object is freed.
private final class Alarm: Sendable {
  /// The read end of the pipe, on which the terminal's thread waits.
  let end: Int32
  private let start: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (end, start) = (ends[0], ends[1])
    for file in ends {
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      _ = fcntl(file, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(end)
    close(start)
  }

  func ring() { _ = write(start, "!", 1) }
}
