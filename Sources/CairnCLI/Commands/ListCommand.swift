import ArgumentParser
import CairnQuery

struct ListCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List captures, the newest first.",
    discussion: """
      EXAMPLES
        cairn list                          everything
        cairn list type:action status:open  what is to be done
        cairn list in:books score:great     also in collections below books
        cairn list due:..+7d sort:due       due within a week
        cairn list -i in:books              pick one, and see it
        cairn list --print '{{title}} {{score}}' tag:tools
      """,
    aliases: ["ls"])

  @OptionGroup var query: QueryArguments
  @OptionGroup var list: ListOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if list.interactive { try session.expectPerson() }
    let chosen = try session.select(
      query, sort: list.sort, limit: try session.limit(list))
    if list.interactive { return try await session.showPicked(of: chosen, list) }
    try session.show(chosen, list)
  }
}

struct SearchCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find captures by what they say, the best match first.",
    discussion: """
      EXAMPLES
        cairn search invoice                words that begin with invoice
        cairn search '"big deal"'           a phrase, also across lines and markup
        cairn search '*ball*' in:gifts      inside words, in one collection
        cairn search '/colou?r/' -n 5       a regular expression
        cairn search straße 紙              any script, any case, any accents
      """,
    aliases: ["s", "find"])

  @OptionGroup var query: QueryArguments
  @OptionGroup var list: ListOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    guard !query.words.isEmpty else {
      throw Failure(
        "query-missing", "say what to look for; `cairn list` lists everything", status: .usage)
    }
    if list.interactive { try session.expectPerson() }
    let chosen = try session.select(
      query, sort: list.sort, order: .relevance, limit: try session.limit(list))
    if list.interactive { return try await session.showPicked(of: chosen, list) }
    try session.show(chosen, list, passages: true)
  }
}
