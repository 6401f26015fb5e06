import ArgumentParser
import CairnCapture
import CairnFiles
import CairnScreens
import CairnSession
import CairnWork

struct EditCommand: QueryCommand, WritingCommand {
  static let configuration = CommandConfiguration(
    name: "edit",
    abstract: "Open captures in your editor.",
    discussion: """
      Cairn starts your editor: the program in the variable CAIRN_EDITOR, VISUAL or EDITOR, or \
      else in the setting `editor`. `cairn undo` undoes the changes that the editor saved. If \
      another command changed a capture while the editor was open, Cairn merges both changes. \
      After the editor exits, Cairn reports problems in the edited files.

      EXAMPLES
        cairn edit k7x2
        cairn edit 'Pay the Acme invoice'
        cairn edit -i work                  pick from the captures with this word
        cairn edit type:idea tag:garden     edit all matches, after you confirm
      """,
    aliases: ["e"])

  @OptionGroup var query: QueryArguments

  @Flag(
    name: .shortAndLong,
    help: "Pick from the captures that the query matches (without a query: from all captures).")
  var interactive = false

  @Flag(help: "Select every capture.")
  var all = false

  @Flag(name: .shortAndLong, help: "Answer yes to all questions.")
  var yes = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let captures: [Capture]
    let question: Confirmation?
    if interactive {
      try session.expectPerson()
      captures = try await session.pick(from: try session.select(query)).captures
      question = session.work.question("Edit", captures.map(\.path))
    } else {
      (captures, question) = try session.work.planToEdit(
        query.request(session.surroundings), all: all)
      try session.expect(captures)
    }
    try session.confirm(question, GivenAnswers(yes: yes))
    try session.expectEditor()
    try await session.openEditor(on: captures)
  }
}
