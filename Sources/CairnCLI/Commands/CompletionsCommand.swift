import ArgumentParser
import CairnConsole
import CairnFiles
import CairnSession
import CairnShell
import CairnText
import SystemPackage

struct CompletionsCommand: ParsableCommand {
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish, man
  }

  static let configuration = CommandConfiguration(
    name: "completions",
    abstract: "Print a completion script, or the manual pages.",
    discussion: """
      `cairn completions man FOLDER` writes all manual pages to the folder: cairn(1), and one for \
      each command. Without a folder, Cairn prints cairn(1), or the page of the command that you \
      pass with --command.

      EXAMPLES
        cairn completions bash > ~/.local/share/bash-completion/completions/cairn
        cairn completions zsh > ~/.zfunc/_cairn
        cairn completions fish > ~/.config/fish/completions/cairn.fish
        cairn completions man ~/.local/share/man/man1
        cairn completions man --command list
      """)

  @Argument(help: "The shell for which to print the script, or `man` for manual pages.")
  var kind: Kind

  @Argument(
    help: .init("The folder to write all manual pages to.", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Option(help: .init("Print the manual page of this command.", valueName: "name"))
  var command: String?

  func validate() throws {
    if kind != .man, folder != nil || command != nil {
      throw ValidationError("only `man` takes a folder or --command")
    }
    if folder != nil, command != nil {
      throw ValidationError("pass a folder or --command, not both")
    }
  }

  func run() throws {
    let console = Console(isColored: false, errorIsColored: false)
    if let shell = Shell(rawValue: kind.rawValue) {
      console.line(shell.completionScript)
    } else {
      try writePages(console)
    }
    console.flush()
  }

  private func writePages(_ console: Console) throws {
    let pages = ManualPages.pages(
      named: folder == nil ? command.map { "cairn-\($0)" } ?? "cairn" : nil)
    guard let folder else {
      guard let page = pages.first else {
        throw Failure("command-unknown", "unknown command `\(command ?? "")`", status: .usage)
      }
      return console.write(page.text.utf8)
    }
    let path = Surroundings.ofThisProcess().workingFolder.pushing(FilePath(folder))
    let output = try OutputFolder(path)
    for page in pages {
      guard let name = NotePath("\(page.name).1") else { continue }
      try output.write(name, Array(page.text.utf8))
    }
  }
}
