import CairnCapture
package import CairnConsole
package import CairnDaemon
import CairnScreens
import CairnTerminal
package import CairnText
package import CairnWork
import Glibc
package import SystemPackage

/// The surroundings of the process: variables, folders, terminals and the clock. All code of
/// commands gets them from this type.
package struct Surroundings: Sendable {
  /// The arguments after the program's name.
  package let arguments: [String]
  /// The environment variables.
  package let variables: [String: String]
  /// The current folder, to which relative paths refer.
  package let workingFolder: FilePath
  /// Whether standard input is a terminal; `outputIsTerminal` and `errorIsTerminal` are the same
  /// for standard output and standard error.
  package let inputIsTerminal: Bool
  package let outputIsTerminal: Bool
  package let errorIsTerminal: Bool
  /// A clock that always shows the time at which this value was created.
  package var clock: LocalClock
  /// The id of the client process, which determines the terminal session; nil to use the terminal
  /// session of this process.
  package var process: Int32?
  /// The size of the client's terminal; nil if there is no client or the size is unknown.
  var givenSize: (columns: Int, rows: Int)?
  /// The transcript that receives the output if the resident process runs the command for a client;
  /// otherwise nil.
  package var transcript: Transcript?

  /// The surroundings of the client, in a task of the resident process that runs a command for this
  /// client; otherwise nil.
  @TaskLocal package static var ofClient: Surroundings?

  /// Returns the surroundings of the command: those of the client if the resident process runs the
  /// command for a client, otherwise those of this process.
  package static func ofThisProcess() -> Surroundings {
    if let ofClient { return ofClient }
    let variables = Self.variables(in: environment)
    return Surroundings(
      arguments: Array(CommandLine.arguments.dropFirst()), variables: variables,
      workingFolder: currentFolder, inputIsTerminal: isatty(0) == 1,
      outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1,
      clock: systemClock(variables["CAIRN_NOW"]))
  }

  /// Returns the value of a variable; nil if the variable is empty or not set.
  package func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the terminal has neither colors nor cursor movement, or its type is unknown.
  package var terminalIsDumb: Bool { (variable("TERM") ?? "dumb") == "dumb" }

  /// The characters for drawing charts and lines. ASCII characters are used if the encoding of the
  /// locale is not UTF-8, if `TERM` is `dumb`, or if the output is a terminal and `TERM` is not
  /// set.
  var drawingSigns: DrawingSigns {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let isUnicode = ["utf-8", "utf8"].contains { locale.lowercased().hasSuffix($0) }
    let isDumb = outputIsTerminal ? terminalIsDumb : variable("TERM") == "dumb"
    return isUnicode && !isDumb ? .blocks : .ascii
  }

  /// Whether the terminal supports links (OSC 8).
  var terminalShowsLinks: Bool {
    TerminalLinks.areShown(isDumb: terminalIsDumb, variable: variable)
  }

  /// The user's home folder: `HOME` if set, otherwise the home folder in the user database.
  package var home: FilePath {
    if let home = variable("HOME"), !home.isEmpty { return FilePath(home) }
    guard let user = getpwuid(getuid()), let folder = user.pointee.pw_dir else { return "/" }
    return FilePath(platformString: folder)
  }

  /// Returns a folder of the XDG base directory specification. This is the value of the variable if
  /// the value is an absolute path, otherwise the default folder in the home folder.
  private func folder(_ variable: String, _ fallback: String) -> FilePath {
    if let path = self.variable(variable).map({ FilePath($0) }), path.isAbsolute { return path }
    return home.pushing(FilePath(fallback))
  }

  package var folders: UserFolders {
    UserFolders(
      home: home, config: folder("XDG_CONFIG_HOME", ".config").appending("cairn"),
      state: folder("XDG_STATE_HOME", ".local/state").appending("cairn"),
      cache: folder("XDG_CACHE_HOME", ".cache").appending("cairn"))
  }

  /// The settings that environment variables contain for the editor and the pager, in order of
  /// precedence. An empty variable for the pager counts, and turns the pager off. An empty variable
  /// for the editor is ignored.
  package var settings: [(key: String, value: String)] {
    let editors = ["CAIRN_EDITOR", "VISUAL", "EDITOR"].compactMap { variable($0) }
    let pagers = ["CAIRN_PAGER", "PAGER"].compactMap { variables[$0] }
    return editors.map { ("editor", $0) } + pagers.map { ("pager", $0) }
  }

  /// The seed of new ids, which makes output reproducible; nil for a random seed.
  var idSeed: UInt64? { variable("CAIRN_ID_SEED").flatMap { UInt64($0) } }

  /// The folder for temporary files: `TMPDIR` if it is an absolute path, otherwise `/tmp`
  /// (POSIX.1-2017 §8.3).
  var temporaryFolder: FilePath {
    variable("TMPDIR").map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil } ?? "/tmp"
  }

  /// Returns the bytes of a file. A relative `name` refers to the working folder.
  ///
  /// Throws a ``Failure`` if the file cannot be read.
  package func bytes(ofFile name: String) throws -> [UInt8] {
    do {
      let file = try FileDescriptor.open(
        workingFolder.pushing(FilePath(name)), .readOnly, options: .closeOnExec)
      return try file.closeAfter { try Console.readAll(file.rawValue) }
    } catch {
      throw Failure("input-unreadable", "cannot read `\(name)`: \(error)")
    }
  }

  /// Overwrites an existing file. If writing fails, the file may be incomplete.
  ///
  /// Throws a ``Failure`` if the file cannot be written.
  package func overwrite(_ name: String, with bytes: [UInt8]) throws {
    do {
      let file = try FileDescriptor.open(
        workingFolder.pushing(FilePath(name)), .writeOnly, options: [.truncate, .closeOnExec])
      try file.closeAfter { _ = try file.writeAll(bytes) }
    } catch {
      throw Failure("output-not-written", "cannot write `\(name)`: \(error)")
    }
  }

  /// Returns the path of an executable program; nil if there is none. Searches only the absolute
  /// folders in `PATH`.
  package func program(_ name: String) -> FilePath? {
    for folder in (variable("PATH") ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let path = FilePath(String(folder)).appending(name)
      if path.withPlatformString({ access($0, X_OK) }) == 0 { return path }
    }
    return nil
  }

  /// The shell command that git uses to call this program: the quoted absolute path of the program
  /// `cairn` in `PATH` or, if there is none, of the running program. The path is absolute because
  /// git may run with another `PATH`, for example in cron(8).
  package var programCommand: String {
    guard let place = program("cairn") ?? Self.ownProgram else { return "cairn" }
    return "'" + place.string.replacing("'", with: #"'\''"#) + "'"
  }

  /// The path of the running program; nil if the system does not know it.
  package static var ownProgram: FilePath? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// Returns the path of a page of the documentation that is installed with the running program;
  /// nil if it is not installed.
  package static func installedPage(_ name: String) -> FilePath? {
    guard let prefix = ownProgram?.removingLastComponent().removingLastComponent() else {
      return nil
    }
    let page = prefix.appending("share/doc/cairn").appending(name)
    return page.withPlatformString { access($0, R_OK) } == 0 ? page : nil
  }

  /// The width of the terminal in columns, at least 20; 80 if it is unknown.
  package var columns: Int { windowSize.columns }
  /// The height of the terminal in rows; 24 if it is unknown.
  package var rows: Int { windowSize.rows }

  private var windowSize: (columns: Int, rows: Int) {
    let size = givenSize ?? (transcript == nil ? Self.terminalSize() : nil)
    let columns = variable("COLUMNS").flatMap { Int($0) } ?? size?.columns ?? 80
    return (max(columns, 20), size.map { $0.rows > 0 ? $0.rows : 24 } ?? 24)
  }

  /// Returns the size of the terminal on standard output; nil if standard output is not a terminal.
  static func terminalSize() -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

extension Surroundings {
  /// A name for the terminal session, which is unique until the system restarts; nil if the process
  /// has no terminal. The name consists of the terminal, the id of the session leader, and the
  /// leader's start time (proc_pid_stat(5)).
  var terminalSession: String? {
    let process = process.map { "\($0)" } ?? "self"
    guard let own = Self.processFields(process), let leader = own[safely: 3],
      let terminal = own[safely: 4], terminal != "0"
    else { return nil }
    let start = Self.processFields(leader)?[safely: 19] ?? ""
    return "cairn \(terminal) \(leader) \(start)"
  }

  /// Returns the fields after the program's name in the status of a process (proc_pid_stat(5)); nil
  /// if there is no such process.
  private static func processFields(_ process: String) -> [String]? {
    guard let file = fopen("/proc/\(process)/stat", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes[..<count], as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    return text[end...].dropFirst().split(whereSeparator: \.isWhitespace).map(String.init)
  }
}

extension [String] {
  fileprivate subscript(safely index: Int) -> String? {
    indices.contains(index) ? self[index] : nil
  }
}

extension Surroundings {
  /// Returns these surroundings with a clock that shows the present time.
  package func now() -> Surroundings {
    var now = self
    now.clock = Self.systemClock(variables["CAIRN_NOW"])
    return now
  }

  /// The environment variables of this process as `NAME=value`.
  static var environment: [String] {
    var entries: [String] = []
    var entry = environ
    while let text = entry.pointee {
      entries.append(String(cString: text))
      entry += 1
    }
    return entries
  }

  private static func variables(in entries: [String]) -> [String: String] {
    var variables: [String: String] = [:]
    for entry in entries {
      guard let sign = entry.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      variables[String(entry[..<sign])] = String(entry[entry.utf8.index(after: sign)...])
    }
    return variables
  }

  /// The absolute path of this process's working folder.
  static var currentFolder: FilePath {
    // If the working folder was removed, use its old path from `PWD`, where no notebook is found.
    // If `/` were used instead, all folders of the system would be a notebook.
    guard let path = getcwd(nil, 0) else {
      let name = getenv("PWD").map { FilePath(platformString: $0) }
      return name.flatMap { $0.isAbsolute ? $0 : nil } ?? "/dev/null"
    }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// Returns a clock with the system's time and time zone. If `fixed` is a valid date or date-time,
  /// the clock shows that time instead.
  static func systemClock(_ fixed: String?) -> LocalClock {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    tzset()
    let offset: @Sendable (Instant) -> Int = { instant in
      var seconds = time_t(instant.seconds)
      var parts = tm()
      return localtime_r(&seconds, &parts) == nil ? 0 : Int(parts.tm_gmtoff)
    }
    let clock = LocalClock(
      now: Instant(seconds: Int(now.tv_sec), nanoseconds: Int(now.tv_nsec)), offset: offset)
    guard let time = fixed.flatMap({ FieldTime($0) }) else { return clock }
    return LocalClock(now: time.instant(clock), offset: offset)
  }
}

// MARK: - Clients of the resident process

extension Surroundings {
  /// Creates the surroundings of a client.
  package init(_ client: ClientCommand, _ transcript: Transcript) {
    let variables = Self.variables(in: client.environment)
    self.init(
      arguments: client.arguments, variables: variables,
      workingFolder: FilePath(client.folder), inputIsTerminal: client.terminals[0],
      outputIsTerminal: client.terminals[1], errorIsTerminal: client.terminals[2],
      clock: Self.systemClock(variables["CAIRN_NOW"]), process: client.process,
      givenSize: client.size, transcript: transcript)
  }
}
