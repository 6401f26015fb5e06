import CairnFiles
import Glibc
import Subprocess
package import SystemPackage

/// The functions that run programs chosen by the user: editors, pagers and openers.
package enum Programs {
  /// Runs a command line in a shell, with `arguments` added to it. Returns the exit code of the
  /// command, or 128 plus the number of the signal that ended it. Throws if the shell could not be
  /// started.
  package static func run(_ command: String, _ arguments: [FilePath]) async throws -> Int {
    try await run(command, arguments.map(\.bytes))
  }

  /// Runs a command line like ``run(_:_:)``, with arguments given as bytes without NUL.
  package static func run(_ command: String, _ arguments: [[UInt8]]) async throws -> Int {
    // Arguments are passed as bytes, because a path is not always UTF-8. The library expects a NUL
    // at the end of each argument.
    let words = ["-c", command + " \"$@\"", "sh"].map { Array($0.utf8) } + arguments
    let result = try await Subprocess.run(
      .path("/bin/sh"),
      arguments: Arguments(
        executablePathOverride: nil, remainingValues: words.map { $0 + [0] }),
      input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
    return code(result.terminationStatus)
  }

  /// Runs a command line in a shell, with `input` as its standard input. Returns whether the
  /// program succeeded or read any of the input. Throws if the shell cannot be started, or if no
  /// temporary file for `input` can be created in `folder`.
  package static func page(
    _ command: String, _ input: [UInt8], in folder: FilePath
  ) async throws -> Bool {
    let file = try NamelessFile.holding(input, in: folder)
    defer { try? file.close() }
    let result = try await Subprocess.run(
      .path("/bin/sh"), arguments: ["-c", command],
      input: .fileDescriptor(file, closeAfterSpawningProcess: false),
      output: .currentStandardOutput, error: .currentStandardError)
    // The program moves the file's shared position if it reads any of the input.
    return try code(result.terminationStatus) == 0 || file.seek(offset: 0, from: .current) > 0
  }

  /// Starts a program in a new session, without a terminal, input or output. Returns the program's
  /// process id; nil if the program could not be started.
  package static func startDetached(_ program: String, _ arguments: [String]) -> Int32? {
    start(program, [program] + arguments) { files in
      for file in STDIN_FILENO...STDERR_FILENO {
        posix_spawn_file_actions_addopen(&files, file, "/dev/null", O_RDWR, 0)
      }
    }
  }

  /// Starts a program in a new session. `words` are its arguments, including its name. `open`
  /// determines its input and output. Returns the program's process id; nil if the program could
  /// not be started.
  static func start(
    _ program: String, _ words: [String], open: (inout posix_spawn_file_actions_t) -> Void
  ) -> Int32? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID (posix_spawn(3)), which glibc declares only with _GNU_SOURCE.
    posix_spawnattr_setflags(&attributes, 0x80)
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    open(&files)
    var words = words.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    return posix_spawn(&process, program, &files, &attributes, &words, environ) == 0
      ? process : nil
  }

  /// Returns whether a process that this process started is still running.
  package static func isRunning(_ process: Int32) -> Bool {
    waitpid(process, nil, WNOHANG) == 0
  }

  private static func code(_ status: TerminationStatus) -> Int {
    switch status {
    case .exited(let code): Int(code)
    case .signaled(let signal): 128 + Int(signal)
    }
  }
}
