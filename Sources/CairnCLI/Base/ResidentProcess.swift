import ArgumentParser
import CairnArguments
import CairnConsole
import CairnDaemon
import CairnHost
import CairnScreens
import CairnSession
import CairnShell
import Glibc
import SystemPackage

extension ResidentProcess {
  /// The commands that the resident process runs.
  static let commands: [any ParsableCommand.Type] = [
    ListCommand.self, SearchCommand.self, ShowCommand.self, TagsCommand.self, LinksCommand.self,
    BacklinksCommand.self, RelatedCommand.self,
  ]

  /// The names of ``commands``, and of the command that completion scripts call. A new process
  /// searches its arguments for these names before it parses the arguments. This is an array and
  /// not a set, to save time: the first set in a process makes Swift's runtime search all types for
  /// `Hashable`.
  static let names: [String] = [
    "list", "ls", "search", "s", "find", "show", "tags", "links", "backlinks", "related",
    ShellRequest.command,
  ]
}

// MARK: - The resident process

extension ResidentProcess {
  /// Runs a command for a client; returns nil if the client has to run it.
  static func run(_ client: ClientCommand, _ host: Host) async -> DaemonAnswer? {
    let transcript = Transcript()
    let surroundings = Surroundings(client, transcript)
    // The resident process can use only its own time zone.
    guard surroundings.variables["TZ"] == ownVariable("TZ"),
      !client.arguments.contains("--paths-from")
    else { return nil }
    let code = await Surroundings.$ofClient.withValue(surroundings) {
      await $host.withValue(host) { await run(client.arguments, surroundings) }
    }
    guard let code, let pieces = transcript.pieces else { return nil }
    return DaemonAnswer(exitCode: code, pieces: pieces)
  }

  /// Runs a command and returns its exit code. Nil if the arguments are invalid, if the command is
  /// not one of ``commands``, or if the command throws an error that is not an exit code.
  private static func run(_ arguments: [String], _ surroundings: Surroundings) async -> Int32? {
    if arguments.first == ShellRequest.command {
      await CompletionAnswer.write(Array(arguments.dropFirst()), surroundings)
      return 0
    }
    if arguments.first == ResidentPage.command {
      do { try await ResidentPage.write(Array(arguments.dropFirst()), surroundings) } catch {
        return nil
      }
      return 0
    }
    guard var command = try? Cairn.command(in: arguments) as? any AsyncParsableCommand,
      commands.contains(where: { $0 == type(of: command) })
    else { return nil }
    do {
      try await command.run()
      return 0
    } catch {
      return (error as? CommandEnd)?.exitCode
    }
  }

  private static func ownVariable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

// MARK: - Its clients

extension ResidentProcess {
  /// Lets the resident process run the command of this process, writes the output of the command,
  /// and ends this process.
  ///
  /// A client spends most of its time on starting its process. Until the answer arrives, this
  /// method therefore uses no dictionaries, sets or generic algorithms. Swift's runtime would
  /// search the protocol conformances of the whole program for them.
  ///
  /// Returns only if this process has to run the command itself. That happens in these cases:
  ///
  /// - The command line does not begin with one of ``names``, or with `-N FOLDER` and one of them.
  /// - An argument is not UTF-8, or `CAIRN_DAEMON` is `0`.
  /// - No resident process answers, or it declines to run the command.
  static func answerForThisProcess() {
    let arguments = CommandLine.arguments
    let place = arguments.count > 3 && CommonOptions.notebookNames.contains(arguments[1]) ? 3 : 1
    guard arguments.count > place, names.contains(arguments[place]),
      let path = socket(ownVariable), (try? RawArguments.check()) != nil
    else { return }
    guard let client = DaemonClient(path),
      let answer = client.ask(.run(.ofThisProcess()))
    else {
      if arguments.contains("--verbose") {
        Console.writeAll(
          STDERR_FILENO, Array("The resident process did not answer this command.\n".utf8))
      }
      return
    }
    for piece in answer.pieces { Console.writeAll(piece.file, piece.bytes) }
    // `_exit` does not write buffered output as `exit` does, but no output is buffered here.
    _exit(answer.exitCode)
  }
}
