import Glibc

/// A program that records sound, and runs until it is interrupted or this process ends.
package struct Recorder: Sendable {
  /// How a recording ended.
  package enum Ending: Sendable {
    /// The user pressed Enter, or standard input ended.
    case stopped
    /// The user pressed Ctrl-C, or this process got another signal.
    case interrupted
    /// The program exited before the user stopped it.
    case failed
  }

  private let process: Int32
  /// The write end of a pipe. Its other end is read by the guard, a process that stops the recorder
  /// if this process ends.
  private let pipe: Int32
  /// The time that the program has to complete the recording after SIGINT, in milliseconds.
  private static let grace = 3000

  /// The shell script that runs the command line in `$1`, and a guard in the same process group.
  /// The guard waits until this process writes a line or ends. If this process ends without writing
  /// a line, even if it was killed, the guard sends SIGINT to the recorder, which then completes
  /// its file. Three seconds later, the guard sends SIGKILL. The guard itself ignores SIGINT, as
  /// background processes do.
  private static let script = #"""
    (read -r line || { kill -INT 0; sleep 3; kill -KILL 0; }) <&3 2>/dev/null &
    exec /bin/sh -c "$1" 3<&-
    """#

  /// Starts a command line in a shell. The command must write its recording to the file that the
  /// environment variable `CAIRN_FILE` names. Its messages appear on standard error. Returns nil if
  /// the shell cannot be started. Call ``record()`` once.
  package init?(_ command: String, into file: String) {
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else { return nil }
    defer { close(pipe[0]) }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    setenv("CAIRN_FILE", file, 1)
    defer { unsetenv("CAIRN_FILE") }
    // In a new session, so that Ctrl-C only interrupts this process.
    let words = ["sh", "-c", Self.script, "sh", command]
    let process = Programs.start("/bin/sh", words) { files in
      posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&files, pipe[0], 3)
    }
    guard let process else {
      close(pipe[1])
      return nil
    }
    (self.process, self.pipe) = (process, pipe[1])
  }

  /// Waits until the user presses Enter, a signal arrives or the recording program exits. If the
  /// program is still running, it gets SIGINT, which makes recorders complete their file. If it
  /// does not exit within three more seconds, it is killed.
  package func record() -> Ending {
    defer {
      _ = write(pipe, "\n", 1)
      close(pipe)
    }
    while true {
      if Interruption.code != nil { return end(.interrupted) }
      guard Programs.isRunning(process) else { return .failed }
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 100) > 0 else { continue }
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 0 || count == 1 && byte == UInt8(ascii: "\n") { return end(.stopped) }
      if count < 0, errno != EINTR, errno != EAGAIN { return end(.stopped) }
    }
  }

  private func end(_ ending: Ending) -> Ending {
    kill(-process, SIGINT)
    for _ in 0..<Self.grace / 20 {
      guard Programs.isRunning(process) else { return ending }
      usleep(20_000)
    }
    kill(-process, SIGKILL)
    _ = waitpid(process, nil, 0)
    return ending
  }
}
