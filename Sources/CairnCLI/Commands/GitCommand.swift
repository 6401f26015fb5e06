import ArgumentParser
import CairnConsole
import CairnGit
import CairnScreens
import CairnSession
import CairnText
import CairnWork

struct GitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "git",
    abstract: "Set up git to merge captures field by field.",
    subcommands: [Setup.self, MergeDriver.self])
}

extension GitCommand {
  struct Setup: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "setup",
      abstract: "Set up this clone to merge captures field by field.",
      discussion: """
        Adds lines to `.gitattributes`, one for each file extension of captures, and adds five \
        settings to the configuration of this clone. Commit `.gitattributes`. Git does not share \
        the settings, so run the command once in every clone. One setting allows `cairn sync` to \
        commit in this clone without asking. If you run the command again, nothing changes.

        EXAMPLES
          cairn git setup
          cairn git setup --dry-run
        """)

    @OptionGroup var preview: DryRunOption

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let program = session.surroundings.programCommand
      session.show(
        try await session.work.setUpGit(calling: program, preview.mode), preview.mode)
    }
  }
}

extension GitCommand {
  struct MergeDriver: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      name: "merge-driver",
      abstract: "Merge three versions of a file; called by git.",
      discussion: """
        Fields are merged one by one. If only one copy changed a field, the changed value is used. \
        Lists are merged as sets. A type or meaning that a person wrote replaces one that a \
        machine wrote. An id never changes. The body is merged line by line, as in git. If both \
        copies changed a field, the result has our value, and below it their value in a line \
        `# CONFLICT`. In the body, git's usual markers show the conflicts.

        The result replaces the second file (%A). The exit code is 0 on success, 1 with conflicts, \
        and 129 if the files could not be merged.

        EXAMPLES
          git config merge.cairn.driver \\
              'cairn git merge-driver --marker-size %L -- %O %A %B %P'
        """)

    @Option(help: .init("The length of conflict markers.", valueName: "n"))
    var markerSize = 7

    @Argument(help: .init("The common ancestor (%O).", valueName: "base"))
    var base: String

    @Argument(help: .init("Our version, which the result replaces (%A).", valueName: "ours"))
    var ours: String

    @Argument(help: .init("Their version (%B).", valueName: "theirs"))
    var theirs: String

    @Argument(help: .init("The path of the capture (%P).", valueName: "path"))
    var path: String?

    mutating func run() async throws {
      let surroundings = Surroundings.ofThisProcess()
      let console = Console(.never, surroundings)
      do {
        let context = try RequestContext(surroundings, console, CommonOptions.parse([]))
        let merged = try await context.merge(
          MergeRequest(
            base: try surroundings.bytes(ofFile: base), ours: try surroundings.bytes(ofFile: ours),
            theirs: try surroundings.bytes(ofFile: theirs), markerSize: markerSize,
            at: path.flatMap { NotePath($0) }))
        try surroundings.overwrite(ours, with: merged.bytes)
        for conflict in merged.conflicts {
          console.say(TerminalText.escaped("\(path ?? ours): \(conflict)"))
        }
        if !merged.conflicts.isEmpty { throw CommandEnd(1) }
      } catch let code as CommandEnd {
        throw code
      } catch {
        _ = Failure(error).report(console, json: false)
        throw CommandEnd(129)
      }
    }
  }
}
