import ArgumentParser
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct ConflictsCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    name: "conflicts",
    abstract: "List conflicts between two copies of the notebook.",
    discussion: """
      A conflict is a field with a line `# CONFLICT` below it, or a part of the text between git's \
      conflict markers. During a merge, a conflict can also be a file that was removed or moved in \
      one copy and changed in the other. "Ours" is this copy; "theirs" is the copy that is being \
      merged. Resolve conflicts with `cairn resolve` or in your editor.

      EXAMPLES
        cairn conflicts
        cairn conflicts --json
      """)

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = await session.work.conflicts()
    let failure = found.isEmpty ? Failure(await session.work.nothingInConflict()) : nil
    try session.show(.conflicts(found), failure: failure) {
      for conflict in found { session.show(conflict) }
    }
  }
}
