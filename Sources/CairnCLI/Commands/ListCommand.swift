import ArgumentParser
import CairnQuery
import CairnSession

struct ListCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "list",
    abstract: "List captures, newest first.",
    discussion: """
      EXAMPLES
        cairn list                          all captures
        cairn list type:action status:open  open actions
        cairn list in:books score:great     great books, in nested collections too
        cairn list due:..+7d sort:due       what is due within a week
        cairn list -i in:books              pick one, and show it
        cairn list --print '{{title}} {{score}}' tag:tools
        cairn list like:k7x2                similar captures (docs/embeddings.md)
      """,
    aliases: ["ls"])

  @OptionGroup var query: QueryArguments
  @OptionGroup var list: ListOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    try await session.list(query, list, limit: try session.limit(list))
  }
}

struct SearchCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "search",
    abstract: "Search the text of captures, best match first.",
    discussion: """
      EXAMPLES
        cairn search invoice                words that begin with invoice
        cairn search '"big deal"'           a phrase, even across lines and markup
        cairn search '*ball*' in:gifts      parts of words, in one collection
        cairn search '/colou?r/' -n 5       a regular expression
        cairn search '~custrad'             custard, despite the typing error
        cairn search straße 紙              any script; case and accents are ignored
      """,
    aliases: ["s", "find"])

  @OptionGroup var query: QueryArguments
  @OptionGroup var list: ListOptions
  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    guard !query.words.isEmpty || list.interactive else {
      throw Failure(
        "query-missing", "there is nothing to search for; run `cairn list` to list all captures",
        status: .usage)
    }
    try await session.list(
      query, list, order: .relevance, limit: try session.limit(list), passages: true)
  }
}
