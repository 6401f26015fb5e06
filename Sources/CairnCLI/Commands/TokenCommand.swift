import ArgumentParser
import CairnConsole
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    name: "token",
    abstract: "Create, list and revoke tokens for programs.",
    subcommands: [New.self, List.self, Revoke.self], defaultSubcommand: List.self,
    aliases: ["tokens"])

  /// The scopes that a user can choose.
  enum Scope: String, ExpressibleByArgument, CaseIterable {
    case capture, read, all, feed, mcp
    case mcpWrite = "mcp-write"
  }
}

extension TokenCommand {
  struct New: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "new",
      abstract: "Create a token.",
      discussion: """
        Programs send the token in the header `Authorization: Bearer TOKEN`, or in front of the \
        path: /k/TOKEN/api/v1/captures. The token is printed once, because Cairn saves only its \
        hash.

        The scope determines what a program may do: add captures (capture), read (read), read and \
        write (all), or read feeds (feed). A token for an assistant permits reading (mcp), or \
        reading and writing (mcp-write), and works only at the address /mcp (docs/assistants.md).

        EXAMPLES
          cairn serve token new --name phone
          cairn serve token new --scope all --name laptop
        """)

    @Option(help: "What the program may do (default: capture).")
    var scope: Scope?

    @Option(help: "A name by which you recognize the token.")
    var name: String = ""

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      guard let scope = AccessToken.Scope(rawValue: (scope ?? .capture).rawValue) else { return }
      let (token, secret) = try session.work.createToken(scope, name: name)
      session.show(.token(token, secret: secret, session.clock)) {
        session.console.line(secret)
        session.say(
          "Save this token now; it cannot be shown again. To revoke it, run "
            + "`cairn serve token revoke \(token.id)`.")
      }
    }
  }

  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "list",
      abstract: "List the tokens.",
      discussion: """
        EXAMPLES
          cairn serve token list
        """,
      aliases: ["ls"])

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let tokens = try session.work.accessTokens()
      try session.show(
        .tokens(tokens, session.clock), none: tokens.isEmpty ? "There are no tokens." : nil
      ) { session.show(tokens) }
    }
  }

  struct Revoke: NotebookCommand {
    static let configuration = CommandConfiguration(
      name: "revoke",
      abstract: "Revoke a token.",
      discussion: """
        Requests with the token fail from now on. You do not have to restart the server.

        EXAMPLES
          cairn serve token revoke 4f1a90c2
        """)

    @Argument(help: .init("The id of the token (`cairn serve token list`).", valueName: "id"))
    var id: String

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let token = try session.work.revokeToken(id)
      session.show(.tokens([token], session.clock)) {
        session.say("Revoked the token \(token.id).")
      }
    }
  }
}
