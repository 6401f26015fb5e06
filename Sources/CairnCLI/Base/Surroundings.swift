import CairnCapture
import CairnText
import CairnWork
import Glibc
import SystemPackage

/// What a process finds around it: variables, folders, terminals, the clock, chance.
///
/// This is the only place that asks the machine for any of them.
struct Surroundings: Sendable {
  /// The words behind the program's name.
  let arguments: [String]
  /// The environment's variables.
  let variables: [String: String]
  /// The folder that relative paths start from.
  let workingFolder: FilePath
  /// Whether standard input, output and error are terminals.
  let inputIsTerminal: Bool
  let outputIsTerminal: Bool
  let errorIsTerminal: Bool
  /// The user's clock.
  let clock: LocalClock

  /// Those of this process.
  static func ofThisProcess() -> Surroundings {
    let variables = environmentVariables()
    return Surroundings(
      arguments: Array(CommandLine.arguments.dropFirst()), variables: variables,
      workingFolder: currentFolder(), inputIsTerminal: isatty(0) == 1,
      outputIsTerminal: isatty(1) == 1, errorIsTerminal: isatty(2) == 1,
      clock: systemClock(variables["CAIRN_NOW"]))
  }

  /// The value of a variable, or nil where it is not set or empty.
  func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the terminal can neither colour text nor go back on its line, or nobody says which one
  /// it is.
  var terminalIsDumb: Bool { (variable("TERM") ?? "dumb") == "dumb" }

  /// What charts, tables and lists are drawn with: more than ASCII where the locale's encoding is UTF-8,
  /// and the terminal is not said to be dumb. A pipe need not say which terminal it leads to.
  var drawingSigns: DrawingSigns {
    let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
    let isUnicode = ["utf-8", "utf8"].contains { locale.lowercased().hasSuffix($0) }
    let isDumb = outputIsTerminal ? terminalIsDumb : variable("TERM") == "dumb"
    return isUnicode && !isDumb ? .blocks : .ascii
  }

  /// Whether the terminal makes text clickable (OSC 8). None says so of itself, and an old one may
  /// show the sequence; so those are taken that are known to. `FORCE_HYPERLINK` overrules that.
  var terminalShowsLinks: Bool {
    if let forced = variable("FORCE_HYPERLINK") { return forced != "0" }
    if terminalIsDumb { return false }
    let isNew = { (variable: String, least: Int) in
      (self.variable(variable).flatMap { Int($0) } ?? 0) >= least
    }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "mintty", "rio"]
    let terminals = ["xterm-kitty", "xterm-ghostty", "foot", "alacritty", "contour", "wezterm"]
    return isNew("VTE_VERSION", 5000) || isNew("KONSOLE_VERSION", 210_400)
      || ["WT_SESSION", "KITTY_WINDOW_ID", "DOMTERM"].contains { variable($0) != nil }
      || programs.contains(variable("TERM_PROGRAM") ?? "")
      || terminals.contains { (variable("TERM") ?? "").hasPrefix($0) }
  }

  /// The user's home folder: `HOME`, else what the system's list of users says.
  var home: FilePath {
    if let home = variable("HOME"), !home.isEmpty { return FilePath(home) }
    guard let user = getpwuid(getuid()), let folder = user.pointee.pw_dir else { return "/" }
    return FilePath(platformString: folder)
  }

  /// A folder of the XDG base directory specification: from its variable where that is an absolute
  /// path, else below the home folder.
  private func folder(_ variable: String, _ fallback: String) -> FilePath {
    if let path = self.variable(variable).map({ FilePath($0) }), path.isAbsolute { return path }
    return home.pushing(FilePath(fallback))
  }

  /// The user's own folders.
  var folders: UserFolders {
    UserFolders(
      home: home, config: folder("XDG_CONFIG_HOME", ".config").appending("cairn"),
      state: folder("XDG_STATE_HOME", ".local/state").appending("cairn"),
      cache: folder("XDG_CACHE_HOME", ".cache").appending("cairn"))
  }

  /// The settings that variables make: an empty `PAGER` is one, too.
  var settings: [(key: String, value: String)] {
    let editors = ["CAIRN_EDITOR", "VISUAL", "EDITOR"].compactMap { variable($0) }
    let pagers = ["CAIRN_PAGER", "PAGER"].compactMap { variables[$0] }
    return editors.map { ("editor", $0) } + pagers.map { ("pager", $0) }
  }

  /// Where files lie for a moment: `TMPDIR` where that is an absolute path, else `/tmp`
  /// (POSIX.1-2017 §8.3).
  var temporaryFolder: FilePath {
    variable("TMPDIR").map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil } ?? "/tmp"
  }

  /// All bytes of a file that was named from the working folder.
  ///
  /// Throws a ``Failure`` if it cannot be read.
  func bytes(ofFile name: String) throws -> [UInt8] {
    do {
      let file = try FileDescriptor.open(
        workingFolder.pushing(FilePath(name)), .readOnly, options: .closeOnExec)
      return try file.closeAfter { try Console.readAll(file.rawValue) }
    } catch {
      throw Failure("input-unreadable", "cannot read `\(name)`: \(error)")
    }
  }

  /// A program on the path, in none but absolute folders; nil where it is not installed.
  func program(_ name: String) -> FilePath? {
    for folder in (variable("PATH") ?? "").split(separator: ":") where folder.hasPrefix("/") {
      let path = FilePath(String(folder)).appending(name)
      if path.withPlatformString({ access($0, X_OK) }) == 0 { return path }
    }
    return nil
  }

  /// Where the program that runs lies; nil where the system does not say.
  static var ownProgram: FilePath? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// How many columns the terminal has; 80 where none says.
  var columns: Int { windowSize.columns }
  /// How many rows the terminal has; 24 where none says.
  var rows: Int { windowSize.rows }

  private var windowSize: (columns: Int, rows: Int) {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    let columns = variable("COLUMNS").flatMap { Int($0) } ?? (isKnown ? Int(size.ws_col) : 80)
    return (max(columns, 20), isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24)
  }
}

// MARK: - The terminal

extension Surroundings {
  /// A name of the terminal session that this process belongs to, which no other one ever had since
  /// the machine was started: its terminal, the process that leads it, and when that began
  /// (proc_pid_stat(5)). Nil where there is no terminal.
  var terminalSession: String? {
    guard let own = Self.processFields("self"), let leader = own[safely: 3],
      let terminal = own[safely: 4], terminal != "0"
    else { return nil }
    let start = Self.processFields(leader)?[safely: 19] ?? ""
    return "cairn \(terminal) \(leader) \(start)"
  }

  /// The fields of a process behind its name.
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

// MARK: - Asking the machine

extension Surroundings {
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
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// The machine's clock and zone; it stands at `fixed` where that is a time (RFC 3339).
  private static func systemClock(_ fixed: String?) -> LocalClock {
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
