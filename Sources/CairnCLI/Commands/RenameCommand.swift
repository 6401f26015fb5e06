import ArgumentParser
import CairnWork

struct RenameCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a capture another title, and its file the name that goes with it.",
    discussion: """
      The title is changed where it stands: in the field `title` or in the first heading. The \
      date and the id in the file's name stay. Links to the capture are rewritten, and no other \
      byte of the files they stand in.

      EXAMPLES
        cairn rename k7x2 Pay both Acme invoices
        cairn rename sarah 'Sarah Lee' --file-name sarah-lee
        cairn rename notes/x.md A better title --dry-run
      """)

  @OptionGroup var named: CaptureArgument

  @Argument(help: ArgumentHelp("The new title.", valueName: "title"))
  var title: [String]

  @Option(
    help: ArgumentHelp("The file's new name, instead of one made of the title.", valueName: "name"))
  var fileName: String?

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let request = RenameRequest(
      named.capture, title: title.joined(separator: " "), fileName: fileName)
    try session.finish(try session.work.rename(request, write.mode), write.mode)
  }
}
