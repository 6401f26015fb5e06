public import ArgumentParser
public import CairnNotebook
import CairnScreens
import CairnSession
import CairnWire
import CairnWork

struct TagsCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "tags",
    abstract: "List tags, and count their captures.",
    discussion: """
      Counts tags in the front matter and in the text. The count of a tag includes nested tags: \
      `work/acme` also counts for `work`.

      EXAMPLES
        cairn tags
        cairn tags type:idea --sort name
        cairn list tag:work                 list the captures with a tag
      """)

  @OptionGroup var query: QueryArguments

  @Option(name: .shortAndLong, help: "Sort by count or name.")
  var sort = TagCount.Order.count

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    try expectNoChange()
    let tags = try session.work.tags(
      query.request(session.surroundings), by: sort)
    let none = query.isEmpty ? "No captures have tags." : "No matching captures have tags."
    try session.show(.tags(tags), none: tags.isEmpty ? none : nil) { session.show(tags) }
  }

  /// If the query looks like a request to rename a tag, throws a failure that names the command to
  /// use instead.
  private func expectNoChange() throws {
    guard ["rename", "mv"].contains(query.words.first), query.words.count == 3 else { return }
    let (old, new) = (query.words[1], query.words[2])
    let change = CommandWords(["cairn", "tag", "--rename", old, new])
    var failure = Failure("usage", "`cairn tags` only lists tags", status: .usage)
    failure.hint = "to rename a tag, run `\(change)`"
    throw failure
  }
}

extension TagCount.Order: ExpressibleByArgument {}
