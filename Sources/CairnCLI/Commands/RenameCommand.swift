import ArgumentParser
import CairnScreens
import CairnSession
import CairnWork

struct RenameCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    name: "rename",
    abstract: "Change the title and the file name of a capture.",
    discussion: """
      Cairn changes the title in the field `title` or in the first heading, depending on which one \
      the capture has. In the file name, the date and the id stay the same. Cairn also updates \
      links to the capture, and leaves every other byte untouched.

      EXAMPLES
        cairn rename k7x2 Pay both Acme invoices
        cairn rename sarah 'Sarah Lee' --file-name sarah-lee
        cairn rename notes/x.md A better title --dry-run
      """)

  @OptionGroup var named: CaptureArgument

  @Argument(help: .init("The new title.", valueName: "title"))
  var title: [String]

  @Option(help: .init("The new file name (default: made from the title).", valueName: "name"))
  var fileName: String?

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = RenameRequest(
      named.capture, title: title.joined(separator: " "), fileName: fileName)
    try session.finish(try session.work.rename(request, write.mode), write.mode)
  }
}
