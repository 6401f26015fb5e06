import CairnArguments
import CairnShell
import SystemPackage
import Testing

@testable import CairnCLI

/// What holds of the topics of the help, and of the names of other tools.
@Suite("Topics of the help") struct HelpTopicTests {
  /// The pages that topics summarise; by default the page of the same name.
  private static let pages = ["handles": "query", "help": "README"]

  @Test(arguments: HelpTopic.all.dropFirst())
  func examplesAreInTheDocumentation(topic: HelpTopic) throws {
    let page = "docs/\(Self.pages[topic.name] ?? topic.name).md"
    let text = try Repository.read(Repository.root.appending(page))
    for row in topic.rows {
      let bare = row.text.trimmingCharacters { $0 == "'" }
      #expect(text.contains(row.text) || text.contains("`\(bare)`"), "\(page): \(row.text)")
    }
    #expect(topic.more.contains { $0.contains(page) })
  }

  @Test(arguments: HelpTopic.all)
  func fitsEightyColumns(topic: HelpTopic) {
    let page = HelpPage(topic.text, program: "")
    #expect(page.lines(below: "EXAMPLES").count > topic.rows.count)
    for line in page.text().split(separator: "\n") {
      #expect(line.count <= 80 && line.last != " ", "\(line)")
    }
  }

  /// A topic or a name must not hide a command, and advice must name commands.
  @Test func namesAreNoCommands() {
    let commands = ManualPages.groups.joined().joined().map { $0.words.joined(separator: " ") }
    let names = Set(CommandOutline.program.subcommands.flatMap(\.names))
    for name in HelpTopic.all.dropFirst().map(\.name) + Array(FamiliarName.hints.keys) {
      #expect(!names.contains(name), "\(name)")
    }
    for (name, hint) in FamiliarName.hints {
      let texts = hint.split(separator: "`").filter { $0.hasPrefix("cairn ") }
      #expect(!texts.isEmpty, "\(name)")
      for text in texts {
        let words = text.split(separator: " ").prefix { $0.first?.isLowercase == true }
        #expect(commands.contains(words.joined(separator: " ")), "\(name): \(text)")
      }
    }
  }
}

extension String {
  fileprivate func trimmingCharacters(_ isTrimmed: (Character) -> Bool) -> String {
    var text = self[...].drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return String(text)
  }
}
