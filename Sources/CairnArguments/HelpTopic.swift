/// A topic of the help that is not a command: a short summary of a documentation page.
public struct HelpTopic: Hashable, Sendable {
  /// A query, date or other text to type, with an explanation.
  public struct Row: Hashable, Sendable {
    /// The text to type, as it appears in the documentation.
    public let text: String
    /// The explanation of the text.
    public let meaning: String
  }

  /// The name: `query`.
  public let name: String
  /// A sentence that describes the topic.
  public let summary: String
  /// The examples of text to type, with explanations.
  public let rows: [Row]
  /// Further sentences, including one that says where to read more.
  public let more: [String]

  private init(_ name: String, _ summary: String, _ rows: [(String, String)], _ more: [String]) {
    (self.name, self.summary, self.more) = (name, summary, more)
    self.rows = rows.map { Row(text: $0.0, meaning: $0.1) }
  }

  /// The text, in the form of the argument parser's help.
  public var text: String {
    let width = (rows.map(\.text.count).max() ?? 0) + 2
    let lines = rows.map { row in
      let gap = String(repeating: " ", count: row.meaning.isEmpty ? 0 : width - row.text.count)
      return "  \(row.text)\(gap)\(row.meaning)"
    }
    return "\(HelpPage.start)\(summary)\n\nEXAMPLES:\n"
      + (lines + [""] + more.map { "  \($0)" }).joined(separator: "\n") + "\n"
  }
}

// MARK: - Topics

extension HelpTopic {
  /// All topics.
  public static let all = [
    HelpTopic(
      "help", "Show help.",
      [
        ("cairn help", "all commands"),
        ("cairn help list", "one command, like `cairn list --help`"),
        ("cairn help trash restore", "a subcommand"),
        ("cairn help query", "a topic: query, handles, dates or format"),
        ("man cairn-list", "the same as a manual page"),
      ], ["See docs/README.md for the guides."]),
    HelpTopic(
      "query", "Select captures by conditions, which must all match.",
      [
        ("art", "words that begin with these letters"),
        ("\"pay the invoice\"", "these words next to each other"),
        ("'~custrad'", "this word, even with one or two typing errors"),
        ("type:action", "this type"),
        ("in:books", "this collection, or one nested in it"),
        ("tag:paper", "this tag, or one nested in it"),
        ("score:2..", "at least this score; score:great is valid too"),
        ("due:..+7d", "due no later than 7 days from now"),
        ("has:meaning", "with this field"),
        ("no:tags", "without this field"),
        ("is:open", "open; also valid: is:done, is:overdue, is:inbox"),
        (
          "'is:overdue OR due:today'", "either condition; the quotes make it one argument"
        ),
        ("'NOT @open'", "captures that the saved view `open` does not match"),
        ("sort:-score,created", "sorted by these fields; - reverses the order"),
      ], ["`cairn list QUERY --explain` shows how Cairn reads a query. See docs/query.md."]),
    HelpTopic(
      "handles", "Name a capture by its id, path, title, or row in a list.",
      [
        ("k7x2m9q4ab", "the capture with this id"),
        ("k7x2", "the start of the id, at least four characters"),
        ("u7k2", "a capture without an id, by the name shown in lists"),
        ("work/invoice.md", "the path, from the notebook's root or the current folder"),
        ("'Pay the invoice'", "the title, or an alias"),
        ("%3", "on a terminal: row 3 of the last list"),
      ], ["Commands that change captures also take queries. See docs/query.md."]),
    HelpTopic(
      "dates", "Write times in plain words, as in `cairn add --due` and `cairn defer`.",
      [
        ("tomorrow 5pm", "a day with a time"),
        ("friday", "the next Friday, including today"),
        ("next tuesday", "Tuesday of next week"),
        ("in 3 weeks", "also: +3w"),
        ("the 12th", "the next 12th"),
        ("3 May", "the next 3 May"),
        ("last Friday of the month", "a day of the month"),
        ("2026-12-01", "year, month, day"),
        ("every other Monday", "for actions that repeat"),
      ],
      [
        "In queries, dates are shorter: due:today, created:2026-11, due:..+7d.",
        "See docs/dates.md, and docs/query.md for dates in queries.",
      ]),
    HelpTopic(
      "format", "Write a capture: a Markdown file that can begin with fields.",
      [
        ("---", ""),
        ("id: k7x2m9q4ab", "identifies the capture permanently"),
        ("type: action", "action, idea, fact, person, entry, gift or note"),
        ("score: 3", "0 to 3, or undecided, bad, okay, great"),
        ("status: open", "open, done or cancelled"),
        ("due: 2026-11-30", "when an action is due"),
        ("tags: [finance, acme]", "tags, in addition to tags in the text such as #finance"),
        ("---", ""),
        ("# Pay the Acme invoice", "the title"),
        ("[[Sarah]]", "a link to another capture"),
      ], ["Every field is optional, and you can add your own. See docs/format.md."]),
  ]
}
