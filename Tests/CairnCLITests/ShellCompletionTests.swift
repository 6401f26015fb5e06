import CairnShell
import Glibc
import SystemPackage
import Testing

/// The completion scripts, typed into real shells in a terminal.
@Suite("Completion in shells")
struct ShellCompletionTests {
  fileprivate static func has(_ programs: String...) -> Bool {
    programs.allSatisfy { name in
      ["/usr/local/bin", "/usr/bin", "/bin"].contains { access("\($0)/\(name)", X_OK) == 0 }
    }
  }

  /// How a shell is started; each reads its script as `make install` puts it in place.
  enum Setting: String, CaseIterable, CustomTestStringConvertible {
    case bash, bashCompletion, zsh, fish

    var testDescription: String { rawValue }
    var shell: Shell { Shell(rawValue: rawValue) ?? .bash }

    /// Whether the shell, and what it is started with, are installed.
    var isInstalled: Bool {
      switch self {
      case .bash: ShellCompletionTests.has("bash", "tmux")
      case .bashCompletion:
        ShellCompletionTests.has("bash", "tmux")
          && access("/usr/share/bash-completion/bash_completion", R_OK) == 0
      case .zsh: ShellCompletionTests.has("zsh", "tmux")
      case .fish: ShellCompletionTests.has("fish", "tmux")
      }
    }

    /// The files that the shell reads, from the home folder.
    var files: [(path: String, lines: [String])] {
      let script = shell.completionScript.split(separator: "\n").map(String.init)
      switch self {
      case .bash: return [("rc", ["PS1='> '"] + script)]
      case .bashCompletion:
        return [
          ("rc", ["PS1='> '", ". /usr/share/bash-completion/bash_completion"]),
          (".local/share/bash-completion/completions/cairn", script),
          (".local/share/bash-completion/completions/cn", script),
        ]
      case .zsh:
        return [
          (".zshrc", ["PS1='> '", "fpath=(~/fn $fpath)", "autoload -Uz compinit", "compinit -u"]),
          ("fn/_cairn", script),
        ]
      case .fish:
        return [
          (
            ".config/fish/config.fish",
            [
              "set -g fish_greeting", "function fish_prompt; echo '> '; end",
              "set -g fish_autosuggestion_enabled 0",
            ]
          ),
          (".config/fish/completions/cairn.fish", script),
          (".config/fish/completions/cn.fish", script),
        ]
      }
    }

    var command: String {
      switch self {
      case .bash, .bashCompletion: "bash --noprofile --rcfile ~/rc -i"
      case .zsh: "zsh -i"
      case .fish: "fish -i"
      }
    }
  }

  /// A shell in a terminal of 120 × 40 characters, in a folder with the captures of these tests.
  private final class Terminal {
    private var sandbox: Sandbox
    private let tmux: String

    init(_ setting: Setting, _ captures: [(path: String, lines: [String])]) async throws {
      sandbox = try await Sandbox()
      tmux = "env TMUX_TMPDIR='\(sandbox.root.string)' CAIRN_COMPLETION_MS=60000 tmux -f /dev/null"
      for (path, lines) in captures { try await sandbox.write(lines, to: path) }
      for (path, lines) in setting.files {
        try await sandbox.write(lines, to: "../home/\(path)")
      }
      try await run("\(tmux) new-session -d -x 120 -y 40 '\(setting.command)'")
      try await expect(">")
    }

    @discardableResult
    private func run(_ command: String) async throws -> String {
      let outcome = try await sandbox.run(command)
      return String(decoding: outcome.standardOutput, as: UTF8.self)
    }

    /// Types text, and then presses keys with names.
    func type(_ text: String, _ keys: String) async throws {
      let quoted = text.replacing("'", with: #"'\''"#)
      try await run("\(tmux) send-keys -l '\(quoted)' \\; send-keys \(keys)")
    }

    func press(_ keys: String) async throws { try await run("\(tmux) send-keys \(keys)") }

    /// Waits until the screen contains a text; records the screen if that takes 30 seconds.
    func expect(_ text: String, _ place: SourceLocation = #_sourceLocation) async throws {
      var screen = ""
      for _ in 0..<150 {
        screen = try await run("\(tmux) capture-pane -p -J")
        if screen.contains(text) { return }
        try await Task.sleep(for: .milliseconds(200))
      }
      Issue.record("no `\(text)` in:\n\(screen)", sourceLocation: place)
    }

    /// Clears the line and the screen.
    func clear() async throws {
      try await press("C-e C-u C-l")
      try await Task.sleep(for: .milliseconds(200))
    }

    func end(_ check: String) async throws -> String {
      try await run("\(tmux) kill-server")
      let found = try await run(check)
      try await sandbox.remove()
      return found
    }
  }

  private static let captures: [(path: String, lines: [String])] = [
    (
      "work/wool.md",
      [
        "---", "id: k7x2m9q4ab", "type: action", "tags: [\"big deal\", paper/kozo]", "---",
        "# Buy wool",
      ]
    ),
    ("car.md", ["---", "id: m4wz81kd0p", "type: idea", "tags: [über]", "---", "# It's the car"]),
    ("Öl.md", ["---", "id: qqq281kd0p", "---", "# Öl kaufen"]),
  ]

  /// What is typed before Tab is pressed, and the line after that.
  private static let rows: [(typed: String, line: String)] = [
    ("cairn li", "cairn li"),  // list, links
    ("cn lis", "cn list "),
    ("cairn list --expl", "cairn list --explain "),
    ("cairn list ty", "cairn list type:"),
    ("cairn list type:ac", "cairn list type:action "),
    ("cairn list type:idea,ac", "cairn list type:idea,action "),
    ("cairn list tag:pa", "cairn list tag:paper/kozo "),
    ("cairn list 'type:idea in:wo", "cairn list 'type:idea in:work'"),
    ("cairn list --sort=-sco", "cairn list --sort=-score "),
    ("cairn list --sort -sco", "cairn list --sort -score "),
    ("cairn show k7", "cairn show k7x2m9q4ab "),
    ("cairn show \"Buy", "cairn show \"Buy wool\""),
    ("cairn set k7x2 score=gr", "cairn set k7x2 score=great "),
    ("cairn add x --collection wo", "cairn add x --collection work "),
    ("cairn add x --template gi", "cairn add x --template gift "),
    ("cairn config digest.th", "cairn config digest.theme "),
    ("cairn -N work list tag:pa", "cairn -N work list tag:paper/kozo "),
    ("cairn -N wo", "cairn -N work/"),
    ("cairn add x --file ca", "cairn add x --file car.md "),
    ("cairn add x --file=ca", "cairn add x --file=car.md "),
  ]

  /// Lines that shells quote in different ways.
  private static let quoted: [(typed: String, lines: [Shell: String])] = [
    (
      "cairn show Buy",
      [.bash: #"show Buy\ wool "#, .zsh: #"show Buy\ wool "#, .fish: #"show Buy\ wool "#]
    ),
    (
      "cairn show It",
      [
        .bash: #"show It\'s\ the\ car "#, .zsh: #"show It\'s\ the\ car "#,
        .fish: #"show It\'s\ the\ car "#,
      ]
    ),
    (
      "cairn show Öl",
      [.bash: #"show Öl\ kaufen "#, .zsh: #"show Öl\ kaufen "#, .fish: #"show Öl\ kaufen "#]
    ),
    ("cairn list tag:üb", [.bash: "tag:über ", .zsh: "tag:über ", .fish: "tag:über "]),
    (
      "cairn list tag:bi",
      Dictionary(uniqueKeysWithValues: Shell.allCases.map { ($0, #"list tag:\"big\ deal\" "#) })
    ),
    (
      "cairn list \"tag:bi",
      [
        .bash: #"list "tag:\"big deal\"""#, .zsh: #"list "tag:\"big deal\"" "#,
        .fish: #"list tag:\"big\ deal\" "#,
      ]
    ),
  ]

  /// Skips a test of a shell that is not installed.
  private static func require(_ setting: Setting) throws {
    if !setting.isInstalled { try Test.cancel("\(setting) or tmux is not installed") }
  }

  @Test("Words are completed", arguments: Setting.allCases)
  func words(_ setting: Setting) async throws {
    try Self.require(setting)
    let terminal = try await Terminal(setting, Self.captures)
    let quoted = Self.quoted.map { (typed: $0.typed, line: $0.lines[setting.shell] ?? "") }
    for (typed, line) in Self.rows + quoted {
      try await terminal.type(typed, "Tab")
      try await terminal.expect(line)
      try await terminal.clear()
    }
    _ = try await terminal.end(":")
  }

  @Test("Ids are listed with titles", arguments: Setting.allCases)
  func descriptions(_ setting: Setting) async throws {
    try Self.require(setting)
    let terminal = try await Terminal(setting, Self.captures)
    try await terminal.type("cairn show ", "Tab Tab")
    try await terminal.expect("m4wz81kd0p  (It's the car)")
    _ = try await terminal.end(":")
  }

  /// Names that run a command if a shell reads them: a tag, and a title.
  private static let hostile: [(path: String, lines: [String])] = [
    (
      "tag.md",
      [
        "---", "id: aaaa81kd0p",
        #"tags: ["$(touch pwned1)", "`touch pwned2`", "x\n;touch pwned3"]"#,
      ]
        + ["---", "# Hostile tag"]
    ),
    (
      "title.md",
      ["---", "id: bbbb81kd0p", #"title: "$(touch pwned4)`touch pwned5`""#, "---", "Found it."]
    ),
    (
      "lines.md",
      ["---", "id: cccc81kd0p", #"title: "$z\n touch pwned6\n\u001b]0;pwned\a""#, "---"]
    ),
    (
      "$(touch pwned7)/note.md",
      ["---", "id: dddd81kd0p", "---", "# Hostile \"folder'; touch pwned8"]
    ),
  ]

  @Test("Hostile names are inert", arguments: Setting.allCases)
  func hostile(_ setting: Setting) async throws {
    try Self.require(setting)
    let terminal = try await Terminal(setting, Self.hostile)
    // In fish, `$` finds only what begins with it, without the quote; so the first word is chosen.
    let isFish = setting == .fish
    for (typed, shown) in [
      (isFish ? "cairn list tag:" : #"cairn list tag:\$"#, "Hostile tag"),
      (isFish ? "cairn list in:" : #"cairn list in:\$"#, "Hostile \"folder"),
      (#"cairn list tag:\`"#, "Hostile tag"), (#"cairn show \$\("#, "Found it."),
    ] {
      try await terminal.type(typed, "Tab")
      try await Task.sleep(for: .seconds(1))
      if isFish, typed.hasSuffix(":") { try await terminal.press("Tab Enter") }
      try await terminal.press("Enter")
      try await terminal.expect(shown)
      try await terminal.clear()
    }
    for typed in ["cairn show ", "cairn list tag:", "cairn list in:", "cairn show H"] {
      try await terminal.type(typed, "Tab Tab")
      try await Task.sleep(for: .seconds(1))
      try await terminal.press("Escape C-c")
      try await terminal.clear()
    }
    #expect(try await terminal.end("ls | grep -c pwned.$; ls ../home | grep pwned").contains("0\n"))
  }
}
