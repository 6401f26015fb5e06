import ArgumentParser
import CairnShell

struct CompletionsCommand: ParsableCommand {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish, man
  }

  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print a shell's completion script, or the manual page.",
    discussion: """
      EXAMPLES
        cairn completions bash > ~/.local/share/bash-completion/completions/cairn
        cairn completions zsh > ~/.zfunc/_cairn
        cairn completions fish > ~/.config/fish/completions/cairn.fish
        cairn completions man > ~/.local/share/man/man1/cairn.1
      """)

  @Argument(help: "bash, zsh, fish, or man for the manual page.")
  var kind: Kind

  func run() throws {
    let console = Console(isColored: false, errorIsColored: false)
    console.line(Shell(rawValue: kind.rawValue)?.completionScript ?? ManualPage().text)
    console.flush()
  }
}
