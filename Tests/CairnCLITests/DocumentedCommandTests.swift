import ArgumentParser
import Foundation
import SystemPackage
import Testing

import CairnArguments
import CairnShell
@testable import CairnCLI

/// The commands that README.md and docs show outside of console blocks, which run: in `sh` blocks
/// and in code spans. The program's parser must accept each.
@Suite struct DocumentedCommandTests {
  @Test(arguments: try DocumentedCommand.all())
  func parses(command: DocumentedCommand) throws {
    do {
      let parsed = try LongCommandLine(command.words).parse(as: Cairn.self)
      // Most are parsed without the root, to the same command.
      #expect("\(parsed)" == "\(try Cairn.parseAsRoot(command.words))")
    } catch {
      // `cairn mv` names a command, and says nothing of its arguments.
      let isAccepted = Self.accepted.contains { "\(error)".contains($0) }
      if !isAccepted { Issue.record("\(command): \(error)") }
    }
  }

  /// The cases of the parser's error that say that something more is required, or that the command
  /// is `cairn --version`.
  private static let accepted = [
    "noValue(", "missingValueForOption(", "userValidationError(", "versionRequested",
  ]

  @Test(
    "Text that no option can be is text; options stay options",
    arguments: [
      (["add", "- [ ] fix bike"], ["- [ ] fix bike"]),
      (
        ["append", "--under", "Log", "- 9:00 standup", "-5 degrees"],
        ["- 9:00 standup", "-5 degrees"]
      ),
      (["append", "--under", "Log", "- 12:30 lunch"], ["- 12:30 lunch"]),
      (["append", "- lunch"], ["- lunch"]),
      (["add", "--flag was set=1", "--type", "note"], ["--flag was set=1"]),
      (["-N/my notes", "add", "- milk"], ["- milk"]),
      (["add", "-N/my notes", "- milk"], ["- milk"]),
      (["add", "--titel", "- x"], nil), (["add", "--titel=a b"], nil), (["show", "- x"], nil),
      (["add", "It", "was", "-half"], ["It", "was", "-half"]), (["add", "a", "-h"], ["a", "-h"]),
      (["config", "list.sort", "-updated"], ["list.sort", "-updated"]),
    ] as [([String], [String]?)])
  func dashes(arguments: [String], words: [String]?) {
    let parsed = try? Cairn.command(in: arguments)
    #expect((parsed as? any ManyWordsCommand)?.words == words)
    let named = arguments.contains("-N/my notes")
    #expect((parsed as? any NotebookCommand)?.common.notebook == (named ? "/my notes" : nil))
  }

  @Test(
    "Only a whole -h or --help asks for help",
    arguments: [
      (["add", "-half", "the budget"], "unknown option `-half`"),
      (["append", "-hm", "what"], "unknown option `-hm`"),
      (["list", "-xh"], "unknown option `-xh`"), (["list", "-ih"], "unknown option `-ih`"),
      (["image", "add", "k", "-dash.png"], "missing argument `<file> ...`"),
      (["add", "-h"], nil), (["list", "-h"], nil), (["image", "add", "--help"], nil),
      (["add", "--", "-half"], nil), (["list", "-N/home", "x"], nil),
    ] as [([String], String?)])
  func help(arguments: [String], message: String?) {
    do {
      _ = try Cairn.command(in: arguments)
      #expect(message == nil)
    } catch {
      #expect(UsageError(error, of: Cairn.self, arguments).message == message)
    }
  }

  @Test(
    "A value that begins with a dash needs an equals sign",
    arguments: [["add", "x", "--score", "-1"], ["ask", "oven", "-n", "-1"]])
  func dashedValue(arguments: [String]) throws {
    let error = #expect(throws: (any Error).self) { try Cairn.command(in: arguments) }
    let hints = UsageError(try #require(error), of: Cairn.self, arguments).hints
    let option = arguments[2]
    #expect(
      hints.first == "to pass a value that begins with `-`, write `\(option)=VALUE`", "\(hints)")
  }

  /// The table in docs/coming-from.md counts right, and no job needs more keys than in another tool.
  @Test func weekOfJobs() throws {
    let page = try Repository.read(Repository.root.appending("docs/coming-from.md"))
    let rows = page.split(separator: "\n").map {
      $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    .filter { $0.count == 5 && Int($0[2]) != nil }
    #expect(rows.count == 16)
    for row in rows {
      let (own, other) = (try #require(Int(row[2])), try #require(Int(row[4])))
      #expect(own <= other, "\(row)")
      for (cell, keys) in [(row[1], own), (row[3], other)] {
        let commands = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map(\.element)
        guard commands.count == 1, let command = commands.first else { continue }
        let typed = command.replacing(/TEXT|NAME|PATH/, with: "")
        #expect(typed.count + 1 == keys, "\(command)")
      }
    }
  }

  @Test(
    "Commands are found in spans and blocks",
    arguments: [
      ("Use `cairn list 'a b' --json` here.", [["list", "a b", "--json"]]),
      ("| `cairn tags`, or `cairn list x \\| wc` |", [["tags"], ["list", "x"]]),
      (
        "```sh\nrg -l0 x | cairn set --paths-from - \"a=b c\" --yes > f  # change\nls\n```",
        [["set", "--paths-from", "-", "a=b c", "--yes"]]
      ),
      ("```console\n$ cairn list\n```\n`cairn done …` `cairn`", []),
      ("```sh\ncairn edit \"$(cairn list -i --paths)\"\n```", []),
    ] as [(String, [[String]])])
  func found(text: String, words: [[String]]) {
    #expect(DocumentedCommand.commands(in: text, page: "x").map(\.words) == words)
  }
}

/// A command with the page and the line it stands on.
struct DocumentedCommand: CustomStringConvertible, Sendable {
  let page: String
  /// From 1.
  let line: Int
  /// The arguments behind `cairn`.
  let words: [String]

  var description: String { "\(page):\(line): cairn \(words.joined(separator: " "))" }

  /// Those of README.md and of each page in docs, each once.
  static func all() throws -> [DocumentedCommand] {
    let docs = Repository.root.appending("docs")
    let pages = try Repository.names(in: docs, endingIn: ".md").map {
      ("docs/\($0)", docs.appending($0))
    }
    var known: Set<[String]> = []
    return try ([("README.md", Repository.root.appending("README.md"))] + pages).flatMap {
      commands(in: try Repository.read($1), page: $0)
    }.filter { known.insert($0.words).inserted }
  }

  /// Those of one page. Commands with `…` or a nested `$(…)` are left out.
  static func commands(in text: String, page: String) -> [DocumentedCommand] {
    var block: Substring?
    var commands: [DocumentedCommand] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      var snippets: [String] = []
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
      } else if block == "sh" {
        snippets = [String(line)]
      } else if block == nil {
        // Every second piece between backquotes is code.
        snippets = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element).replacing("\\|", with: "|") }
      }
      for words in snippets.flatMap(shellCommands)
      where ["cairn", "cn"].contains(words.first) && words.count > 1 {
        // `cairn 0.97 3f9a1c` is the value of a field.
        guard words[1] != "help", words[1].first?.isNumber == false,
          !words.contains(where: { $0.contains("…") || $0.contains("$(") })
        else { continue }
        commands.append(
          DocumentedCommand(page: page, line: index + 1, words: Array(words.dropFirst())))
      }
    }
    return commands
  }

  /// The words of each command of a pipeline: quotes removed, redirections and a comment left out.
  private static func shellCommands(_ line: String) -> [[String]] {
    var commands: [[String]] = [[]]
    var word: String?
    var quote: Character?
    func end() {
      if let finished = word { commands[commands.count - 1].append(finished) }
      word = nil
    }
    scan: for character in line {
      switch character {
      case quote: quote = nil
      case _ where quote != nil: word?.append(character)
      case "'", "\"":
        quote = character
        word = word ?? ""
      case "#" where word == nil: break scan
      case "|", ";":
        end()
        commands.append([])
      case " ": end()
      default: word = (word ?? "") + String(character)
      }
    }
    end()
    return commands.map { Array($0.prefix { $0 != ">" && $0 != "<" }) }
  }
}
