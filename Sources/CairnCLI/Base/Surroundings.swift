import CairnCapture
import CairnConsole
import CairnDaemon
import CairnScreens
import CairnTerminal
import CairnText
import CairnWork
import Glibc
import SystemPackage

/// The surroundings of the process: variables, folders, terminals and the clock. All other code of
/// this module gets them from this type.
struct Surroundings: Sendable {
  /// The arguments after the program's name.
  let arguments: [String]
  /// The environment variables.
  let variables: [String: String]
  /// The current folder, to which relative paths refer.
  let workingFolder: FilePath
  /// Whether standard input is a terminal; `outputIsTerminal` and `errorIsTerminal` are the same
  /// for standard output and standard error.
  let inputIsTerminal: Bool
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  /// A clock that always shows the time at which this value was created.
  var clock: LocalClock
  /// The id of the client process, which determines the terminal session; nil to use the terminal
  /// session of this process.
  var process: Int32?
  /// The size of the client's terminal; nil if there is no client or the size is unknown.
  var givenSize: (columns: Int, rows: Int)?
  /// The transcript that receives the output if the resident process runs the command for a client;
  /// otherwise nil.
  var transcript: Transcript?

  /// The surroundings of the client, in a task of the resident process that runs a command for this
  /// client; otherwise nil.
  @TaskLocal static var ofClient: Surroundings?

  /// Returns the surroundings of the command: those of the client if the resident process runs the
  /// command for a client, otherwise those of this process.
  static func ofThisProcess() -> Surroundings {
    if let ofClient { return ofClient }
    let variables = environmentVariables()
    return Surroundings(
      arguments: Array(CommandLine.arguments.dropFirst()), variables: variables,
      workingFolder: currentFolder(), inputIsTerminal: isatty(0) == 1,
      outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1,
      clock: systemClock(variables["CAIRN_NOW"]))
  }

  /// Returns the value of a variable; nil if the variable is empty or not set.
  func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the terminal has neither colors nor cursor movement, or its type is unknown.
  var terminalIsDumb: Bool { (variable("TERM") ?? "dumb") == "dumb" }

  /// The characters for drawing charts and lines: ASCII if the encoding of the locale is not UTF-8,
  /// if `TERM` is `dumb`, or if it is not set on a terminal.
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
  var home: FilePath {
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

  var folders: UserFolders {
    UserFolders(
      home: home, config: folder("XDG_CONFIG_HOME", ".config").appending("cairn"),
      state: folder("XDG_STATE_HOME", ".local/state").appending("cairn"),
      cache: folder("XDG_CACHE_HOME", ".cache").appending("cairn"))
  }

  /// The settings that environment variables contain for the editor and the pager, in order of
  /// precedence. An empty variable counts for the pager, but not for the editor.
  var settings: [(key: String, value: String)] {
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
  func bytes(ofFile name: String) throws -> [UInt8] {
    do {
      let file = try FileDescriptor.open(
        workingFolder.pushing(FilePath(name)), .readOnly, options: .closeOnExec)
      return try file.closeAfter { try Console.readAll(file.rawValue) }
    } catch {
      throw Failure("input-unreadable", "cannot read `\(name)`: \(error)")
    }
  }

  /// Returns the path of an executable program; nil if there is none. Searches only the absolute
  /// folders in `PATH`.
  func program(_ name: String) -> FilePath? {
    for folder in (variable("PATH") ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let path = FilePath(String(folder)).appending(name)
      if path.withPlatformString({ access($0, X_OK) }) == 0 { return path }
    }
    return nil
  }

  /// The path of the running program; nil if the system does not know it.
  static var ownProgram: FilePath? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// Returns the path of a page of the documentation that is installed with the running program; nil
  /// if it is not installed.
  static func installedPage(_ name: String) -> FilePath? {
    guard let prefix = ownProgram?.removingLastComponent().removingLastComponent() else {
      return nil
    }
    let page = prefix.appending("share/doc/cairn").appending(name)
    return page.withPlatformString { access($0, R_OK) } == 0 ? page : nil
  }

  /// The width of the terminal in columns, at least 20; 80 if it is unknown.
  var columns: Int { windowSize.columns }
  /// The height of the terminal in rows; 24 if it is unknown.
  var rows: Int { windowSize.rows }

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
  func now() -> Surroundings {
    var now = self
    now.clock = Self.systemClock(variables["CAIRN_NOW"])
    return now
  }

  private static func environmentVariables() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text)
      if let sign = pair.firstIndex(of: "=") {
        variables[String(pair[..<sign])] = String(pair[pair.index(after: sign)...])
      }
      entry += 1
    }
    return variables
  }

  private static func currentFolder() -> FilePath {
    // If the working folder was removed, use its old path from `PWD`, where no notebook is found.
    // With `/`, all folders of the system would be a notebook.
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
  init(_ client: ClientCommand, _ transcript: Transcript) {
    self.init(
      arguments: client.arguments, variables: client.variables,
      workingFolder: FilePath(client.folder), inputIsTerminal: client.terminals[0],
      outputIsTerminal: client.terminals[1], errorIsTerminal: client.terminals[2],
      clock: Self.systemClock(client.variables["CAIRN_NOW"]), process: client.process,
      givenSize: client.size, transcript: transcript)
  }
}
