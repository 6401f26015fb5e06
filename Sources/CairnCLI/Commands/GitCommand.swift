import ArgumentParser
import CairnGit
import CairnNotebook
import CairnText
import CairnWire
import CairnWork
import SystemPackage

struct GitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "git",
    abstract: "Have git merge notes field by field.",
    subcommands: [Setup.self, MergeDriver.self])
}

extension GitCommand {
  struct Setup: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "setup",
      abstract: "Tell the repository here to merge notes field by field.",
      discussion: """
        Writes two lines into `.gitattributes`, to be committed, and five settings into the \
        repository's own, which git does not send to others: run it once in every clone. One of \
        them records that `cairn sync` may commit there without asking. Running it again changes \
        nothing.

        EXAMPLES
          cairn git setup
          cairn git setup --dry-run
        """)

    @Flag(help: "Change nothing, say what would be done.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let mode: Mode = dryRun ? .dryRun : .write
      let program = session.surroundings.programCommand
      session.show(try await session.work.setUpGit(calling: program, mode), mode)
    }
  }
}

extension Session {
  func show(_ setup: GitSetup, _ mode: Mode) {
    let report = setup.report
    show(.setup(setup)) {
      show(report, mode, verb: report.changed.first?.before.isEmpty ?? true ? "Made" : nil)
      for key in setup.settings { console.line("\(mode == .write ? "Set" : "Would set") \(key)") }
      if report.changed.isEmpty, setup.settings.isEmpty { say("Everything is set up already.") }
      if mode == .write, setup.allowsCommits {
        say("From now on `cairn sync` commits here without asking.")
      }
    }
  }
}

extension Surroundings {
  /// The command with which git calls this program: its absolute path, because git's `PATH` may
  /// differ, as in cron(8). Prefers the path that the shell finds.
  var programCommand: String {
    guard let place = program("cairn") ?? Self.ownProgram else { return "cairn" }
    return "'" + place.string.replacing("'", with: #"'\''"#) + "'"
  }
}

extension GitCommand {
  struct MergeDriver: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge-driver",
      abstract: "Merge three versions of a note, as git calls it.",
      discussion: """
        Fields are merged one by one: what one side changed is taken from there; lists are merged \
        as sets; a person's type or meaning goes before a machine's; an id never changes. The body \
        is merged line by line, as git does it. What both changed stays as ours, with theirs below \
        it in a line `# CONFLICT`; in the body it is marked as git marks it.

        The result is written over the second file. The exit code is 0, 1 with conflicts, and 129 \
        where nothing could be merged.

        EXAMPLES
          git config merge.cairn.driver 
              'cairn git merge-driver --marker-size %L -- %O %A %B %P'
        """)

    @Option(help: ArgumentHelp("How long git's marks in a text are.", valueName: "n"))
    var markerSize = 7

    @Argument(help: ArgumentHelp("What both came from (%O).", valueName: "base"))
    var base: String

    @Argument(help: ArgumentHelp("Ours, and where the result goes (%A).", valueName: "ours"))
    var ours: String

    @Argument(help: ArgumentHelp("Theirs (%B).", valueName: "theirs"))
    var theirs: String

    @Argument(help: ArgumentHelp("The note's path (%P).", valueName: "path"))
    var path: String?

    mutating func run() async throws {
      let surroundings = Surroundings.ofThisProcess()
      let console = Console(.never, surroundings)
      do {
        let context = try RequestContext(surroundings, console, CommonOptions.parse([]))
        let merged = try await context.merge(
          MergeRequest(
            base: try surroundings.bytes(ofFile: base), ours: try surroundings.bytes(ofFile: ours),
            theirs: try surroundings.bytes(ofFile: theirs), markerSize: markerSize))
        try write(merged.bytes, to: ours, surroundings)
        for conflict in merged.conflicts {
          console.say(TerminalText.escaped("\(path ?? ours): \(conflict)"))
        }
        if !merged.conflicts.isEmpty { throw ExitCode(1) }
      } catch let code as ExitCode {
        throw code
      } catch {
        _ = Failure(error).report(console, json: false)
        throw ExitCode(129)
      }
    }

    /// Overwrites a temporary file made by git. Git discards the file if writing fails.
    private func write(_ bytes: [UInt8], to name: String, _ surroundings: Surroundings) throws {
      let path = surroundings.workingFolder.pushing(FilePath(name))
      do {
        let file = try FileDescriptor.open(path, .writeOnly, options: [.truncate, .closeOnExec])
        try file.closeAfter { _ = try file.writeAll(bytes) }
      } catch {
        throw Failure("output-not-written", "cannot write `\(name)`: \(error)")
      }
    }
  }
}
