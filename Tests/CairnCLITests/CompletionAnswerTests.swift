import CairnArguments
import CairnShell
import CairnWork
import Testing

@testable import CairnCLI

/// What is answered to completion scripts.
@Suite("Completion answers") struct CompletionAnswerTests {
  /// Values that are any text or number, or that only the user knows.
  private static let free: Set<String> = [
    "--title", "--meaning", "--url", "--limit", "--pick", "--print", "--lock-timeout", "--name",
    "--icon",
    "--description", "--message", "--at", "--file-name", "--embed-limit", "--base-url",
    "--command", "--older-than", "--kind", "--take-over", "--charts", "title", "question", "words",
    "icon",
    "text",
    "template new name", "rev", "image", "git merge-driver --marker-size", "base", "ours", "theirs",
    "path", "--map", "--port", "--listen", "serve token revoke id", "open number",
  ]

  /// Returns every command with its full name, without the program's.
  private static func commands(
    below parent: CommandOutline, _ path: String = ""
  ) -> [(path: String, command: CommandOutline)] {
    parent.subcommands.filter { $0.names != ["help"] }.flatMap { command in
      let path = path.isEmpty ? command.names[0] : "\(path) \(command.names[0])"
      return [(path, command)] + commands(below: command, path)
    }
  }

  @Test("Every argument is completed, or known to be any text")
  func arguments() {
    var used: Set<String> = []
    for (path, command) in Self.commands(below: .program) {
      for argument in command.arguments where argument.takesValue {
        let words = path.split(separator: " ").map(String.init)
        let name = argument.names.first { $0.hasPrefix("--") } ?? argument.valueName
        for key in ["\(path) \(name)", name, argument.valueName] { used.insert(key) }
        let last = argument.names.isEmpty ? [] : [name]
        let place = LinePlace(after: words + last, at: "", in: .program)
        let isKnown =
          !argument.values.isEmpty || argument.path != nil
          || CompletionSubject(argument, at: place) != nil
          || !Self.free.isDisjoint(with: ["\(path) \(name)", name, argument.valueName])
        #expect(isKnown, "cairn \(path): \(name) <\(argument.valueName)>")
      }
    }
    for key in CompletionSubject.named.keys { #expect(used.contains(key), "no argument \(key)") }
  }

  /// Lines with the example notebook, and answers that they contain and do not contain.
  static let rows: [(line: String, contains: [String], lacks: [String])] = [
    ("cairn ", ["list\t", "view\t", "help\t"], ["__complete"]),
    ("cairn git ", ["setup\t"], ["list"]),
    ("cairn list --", ["--sort\t", "--explain\t", "--notebook\t", "--help\t"], ["--dry-run"]),
    ("cairn list --explain --", ["--sort\t"], ["--explain"]),
    ("cairn digest --theme ", ["indigo"], []),
    ("cairn stats --chart ", ["type"], []),
    ("cairn help vi", ["view\t"], ["list"]),
    ("cairn view rm ", [], ["list"]),
    ("cairn list ty", ["type:\t"], ["x10e"]),
    ("cairn show x10", ["x10e9fztcd\t"], ["type:"]),
    ("cairn list 'type:action in:", ["type:action in:books\t"], []),
    ("cairn list --sort -cr", ["-created\t"], []),
    ("cairn list --sort=-cr", ["--sort=-created\t"], []),
    ("cairn reopen ", [], ["x10e9fztcd"]),
    ("cairn done x10", ["x10e9fztcd\t"], []),
    ("cairn clarify x10e9fztcd ac", ["action\t"], []),
    ("cairn type x10e9fztcd ", ["action\t", "idea\t"], []),
    ("cairn daily ", ["yesterday\n", "friday\n"], ["last-week", "next-week"]),
    ("cairn digest --date ", ["2026-11-21\ttoday\n"], ["yesterday", "tomorrow"]),
    ("cairn append --to Playtime --under ", [], ["list"]),
    ("cairn sync --no-e", ["--no-exchange\tTurn off --exchange"], []),
    ("cairn collection rename bo", ["books\t"], []),
    ("cairn unset type,sta", ["type,status\t"], []),
    ("cairn add --retry ", [], ["list"]),
    ("cairn add Call +", ["+club\t"], []),
    ("cairn tag --rename clu", ["club\t"], ["x10e"]),
    ("cairn tag --rename club x new", [], ["club"]),
    ("cairn init ", ["folders"], []),
    ("cairn digest -o ", ["files"], []),
    ("cairn import ", ["jrnl\t", "csv\t"], ["club"]),
    ("cairn import jrnl ", ["files"], []),
    ("cairn import ./x", ["files"], []),
    ("cairn digest --template def", ["default\t"], []),
    ("cairn digest --template ./x", ["files"], []),
    ("cairn -N nowhere list ta", ["tag:\t"], []),
    ("cairn -N nowhere list tag:", ["words"], ["club"]),
    ("cairn nothing ", ["words"], ["list"]),
  ]

  @Test("Lines are answered from the example notebook")
  func lines() async throws {
    var sandbox = try await Sandbox()
    try await sandbox.set(up: .notebook)
    for (line, contains, lacks) in Self.rows {
      let outcome = try await sandbox.run(
        "CAIRN_COMPLETION_MS=60000 cairn __complete fish '\(line.replacing("'", with: #"'\''"#))'")
      let answer = String(decoding: outcome.standardOutput, as: UTF8.self)
      #expect(outcome.code == 0 && outcome.standardError.isEmpty, "\(line)")
      for text in contains {
        #expect(answer.contains("\n\(text)") || answer.hasPrefix(text), "\(line): \(answer)")
      }
      for text in lacks { #expect(!answer.contains("\n\(text)"), "\(line): \(answer)") }
    }
    try await sandbox.remove()
  }

  @Test("Nothing is written, and a notebook that takes too long is not waited for")
  func silence() async throws {
    var sandbox = try await Sandbox()
    try await sandbox.set(up: .notebook)
    func answer(_ variables: String, _ line: String) async throws -> String {
      let outcome = try await sandbox.run("\(variables) cairn __complete fish '\(line)'")
      #expect(outcome.code == 0 && outcome.standardError.isEmpty)
      return String(decoding: outcome.standardOutput, as: UTF8.self)
    }
    #expect(try await answer("CAIRN_COMPLETION_MS=60000", "cairn list tag:cl").contains("tag:club"))
    let written = try await sandbox.run("find ../home -mindepth 1; find . -newer ../home")
    #expect(written.standardOutput.isEmpty)
    let late = try await answer("CAIRN_COMPLETION_MS=1", "cairn list t")
    #expect(late.hasPrefix("words\ntype:\t") && !late.contains("club"))
    #expect(try await answer("CAIRN_COMPLETION_MS=1", "cairn list tag:") == "words\n")
    // Arguments that are not a script's, and bytes that are not text.
    for line in ["cairn __complete", "cairn __complete tcsh x", "cairn __complete fish"] {
      let outcome = try await sandbox.run(line)
      #expect(outcome.code == 0 && outcome.standardOutput.isEmpty)
    }
    try await sandbox.remove()
  }
}
