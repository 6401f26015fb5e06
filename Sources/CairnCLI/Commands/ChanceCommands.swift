import ArgumentParser
import CairnCapture
import CairnNotebook
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct RandomCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "random",
    abstract: "Show a random capture.",
    discussion: """
      EXAMPLES
        cairn random
        cairn random type:idea
        cairn random in:books score:great --json
      """)

  @OptionGroup var query: QueryArguments
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = try session.work.randomCapture(among: query.request(session.surroundings))
    guard let (capture, catalog) = found else {
      session.show(.captures([], session.clock)) {}
      throw session.nothingFound()
    }
    let novelty = session.work.novelty(of: capture)
    session.beginList([capture.path])
    session.show(.captures([(capture, novelty)], session.clock)) {
      session.show(
        capture, session.surroundings.outputIsTerminal ? catalog.links(from: capture) : [],
        title: { path in catalog.entry(at: path).flatMap { catalog.row($0) }?.title },
        novelty: novelty)
    }
  }
}

struct RecentCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "recent",
    abstract: "List the most recently changed captures.",
    discussion: """
      The time of the last change is the value of the field `updated` or, if the capture does not \
      have this field, the time at which the file was saved.

      EXAMPLES
        cairn recent
        cairn recent in:work -n 20
        cairn recent --paths -n 1
      """)

  @OptionGroup var query: QueryArguments
  @OptionGroup var list: ListOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let limit = try checked(list.limit, atLeast: 0) ?? 10
    try await session.list(query, list, sort: "-updated", limit: limit)
  }
}
