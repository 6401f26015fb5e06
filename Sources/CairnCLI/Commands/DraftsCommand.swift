import ArgumentParser
import CairnConsole
import CairnFiles
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct DraftsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "drafts",
    abstract: "List, show, restore and delete drafts.",
    discussion: """
      If Cairn cannot add a text, it keeps the text as a draft until `cairn add --retry`, \
      `cairn append --retry` or `cairn drafts restore` adds it. Drafts that belong to no known \
      notebook are listed in every notebook. If `cairn edit` was killed, the list includes the \
      original version of each capture that changed, with a command to show the difference. If \
      another command was killed, the list includes the text that the command was writing.

      EXAMPLES
        cairn drafts                        list the drafts
        cairn drafts --json
        cairn drafts show 20261121
        cairn drafts restore 20261121
      """,
    subcommands: [List.self, Show.self, Restore.self, Remove.self], defaultSubcommand: List.self)
}

extension DraftsCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "list",
      abstract: "List drafts, newest first.",
      discussion: """
        EXAMPLES
          cairn drafts list
          cairn drafts list --json
        """)

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let drafts = try session.work.drafts()
      try session.show(
        .drafts(drafts, of: session.work), none: drafts.isEmpty ? "There are no drafts." : nil
      ) { session.show(drafts) }
    }
  }
}

/// The argument that names drafts.
struct DraftArguments: ParsableArguments {
  @Argument(
    help: .init(
      "The names of drafts as `cairn drafts` shows them, or the beginnings of names.",
      valueName: "draft"))
  var names: [String]
}

extension DraftsCommand {
  struct Show: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "show",
      abstract: "Print the text of drafts.",
      discussion: """
        EXAMPLES
          cairn drafts show 20261121T100405Z-0fceff98
          cairn drafts show 20261121 --json
        """)

    @OptionGroup var drafts: DraftArguments
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let found = try session.work.drafts(named: drafts.names)
      let texts = try found.map { try session.work.text(of: $0) }
      session.show(.drafts(found, texts: texts, of: session.work)) {
        session.console.separate(texts) { text in
          session.write(Array(text.utf8))
          if !text.hasSuffix("\n") { session.console.line() }
        }
      }
    }
  }

  struct Restore: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "restore",
      abstract: "Add drafts, or restore edited files from drafts.",
      discussion: """
        If the draft is a new capture, Cairn adds it to the notebook, as with `cairn add --retry`. \
        If the draft is text for an existing capture, Cairn adds the text to that capture, as with \
        `cairn append --retry`. If the draft is the earlier text of a file that you edited, Cairn \
        asks you to confirm, and then replaces the file with the draft; `cairn undo` reverses \
        this. In each case, Cairn then removes the draft.

        EXAMPLES
          cairn drafts restore 20261121T100405Z-0fceff98
          cairn drafts restore 20261121 --yes
        """)

    @OptionGroup var drafts: DraftArguments
    @OptionGroup var write: WriteOptions
    @OptionGroup var strictness: StrictOption
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      for draft in try session.work.drafts(named: drafts.names) {
        if draft.isCapture {
          var request = AddRequest(.draft(draft))
          request.mode = write.mode
          try await session.add(write, isStrict: strictness.strict) {
            try await session.work.plan(request)
          }
        } else if draft.isInsertion {
          try session.insert(session.work.request(toInsert: draft, write.mode))
        } else {
          try session.confirm(session.work.questionToRestore(draft), write)
          try session.finish(session.work.restore(draft, write.mode), write.mode, verb: "Restored")
        }
      }
    }
  }

  struct Remove: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "rm",
      abstract: "Delete drafts permanently.",
      discussion: """
        EXAMPLES
          cairn drafts rm 20261121T100405Z-0fceff98
          cairn drafts rm 20261121 --yes
        """)

    @OptionGroup var drafts: DraftArguments

    @Flag(name: .shortAndLong, help: "Answer yes to all questions.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let found = try session.work.drafts(named: drafts.names)
      try session.confirm(session.work.questionToRemove(found), GivenAnswers(yes: yes))
      for draft in found { try session.work.removeDraft(draft) }
      session.show(.drafts(found, texts: nil, of: session.work)) {
        session.say("Deleted \(found.count.of("draft")).")
      }
    }
  }
}
