import ArgumentParser
import CairnFiles
import CairnNotebook
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct TrashCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "trash",
    abstract: "List, restore and delete removed files.",
    discussion: """
      EXAMPLES
        cairn trash                         list the trash
        cairn trash restore --last
        cairn trash empty --older-than 90
      """,
    subcommands: [List.self, Restore.self, Empty.self], defaultSubcommand: List.self)
}

extension TrashCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "list",
      abstract: "List removed files, newest first.",
      discussion: """
        EXAMPLES
          cairn trash list
          cairn trash list --json
        """)

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let files = try session.work.removedFiles()
      session.beginList([])
      for file in files { session.addRow(.removed(file.entry.id)) }
      try session.show(
        .trash(files, session.clock), none: files.isEmpty ? "The trash is empty." : nil
      ) { session.show(files) }
    }
  }

  struct Restore: WritingCommand {
    static let configuration = CommandConfiguration(
      name: "restore",
      abstract: "Restore removed files to where they were.",
      discussion: """
        Name a file by an id from `cairn trash list`, or a capture by its own id, the start of \
        that id, or its title. The path of a file restores the version that was removed last. The \
        path of a folder restores the files that were removed from it. Paths are relative to the \
        current folder or, if nothing is found, to the notebook's root. On a terminal, %1 names \
        row 1 of the last list. With --to, the files go to another collection; relative links in \
        them do not change.

        EXAMPLES
          cairn trash restore --last          everything that the last command removed
          cairn trash restore 4f1a90c2
          cairn trash restore 'Pay the Acme invoice'
          cairn trash restore work/acme/invoice.md
          cairn trash restore k7x2 --to archive
        """)

    @Argument(help: .init("What to restore: an id, a path or a title.", valueName: "removed"))
    var names: [String] = []

    @Flag(help: "Restore everything that the last command removed.")
    var last = false

    @Option(
      help: .init(
        "Restore the files to this collection; / is the inbox (default: their old paths).",
        valueName: "collection"))
    var to: String?

    @OptionGroup var preview: DryRunOption

    @OptionGroup var common: CommonOptions

    func validate() throws {
      if names.isEmpty != last {
        throw ValidationError("pass the id, path or title of a removed file, or --last")
      }
    }

    func run(_ session: Session) async throws {
      let mode = preview.mode
      let report = try session.work.restore(last ? .last : .named(names), to: to, mode)
      try session.finish(report, mode, verb: "Restored", wouldVerb: "Would restore")
    }
  }

  struct Empty: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "empty",
      abstract: "Delete files that were removed long ago.",
      discussion: """
        Permanently deletes files that were removed more than `trash.days` days ago (default: 30). \
        To use a different number of days, pass --older-than.

        EXAMPLES
          cairn trash empty
          cairn trash empty --older-than 0 --yes      delete everything
        """)

    @Option(
      help: .init(
        "Delete files that were removed more than this many days ago.", valueName: "days")
    )
    var olderThan: Int?

    @OptionGroup var write: WriteOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
      if let olderThan, olderThan < 0 { throw ValidationError("--older-than must be 0 or more") }
    }

    func run(_ session: Session) async throws {
      let plan = try session.work.planToEmptyTrash(olderThan: olderThan)
      guard !plan.entries.isEmpty else {
        if common.json { session.show(ChangeReport(), .write) }
        session.say("Nothing in the trash is older than \(plan.days.of("day")).")
        return
      }
      try session.confirm(plan.question, write)
      let report = try session.work.apply(plan, write.mode)
      try session.finish(report, write.mode, verb: "Deleted", wouldVerb: "Would delete")
    }
  }
}
