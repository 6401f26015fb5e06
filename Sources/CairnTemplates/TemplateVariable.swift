/// A name that templates can use, with a short description and a sample.
///
/// ``all`` is the only list of names: `cairn template check` uses the list, docs/templates.md
/// prints it, and a test renders each name.
public struct TemplateVariable: Sendable {
  /// A place in which a name can be used.
  public enum Place: String, CaseIterable, Sendable {
    /// The head, the foot and the title of a digest.
    case frame
    /// The template of each group's heading in a digest.
    case group
    /// The template of each capture in a digest.
    case item
    /// The template passed to `--print`.
    case print
  }

  /// The kind of a variable's value.
  public enum Kind: String, Sendable {
    case text, number, time, flag, list, map, html, markdown
    /// An address for use in a link.
    case address
  }

  /// The name as written in templates.
  public let name: String
  /// The kind of the value.
  public let kind: Kind
  /// The places in which the name can be used.
  public let places: Set<Place>
  /// A phrase that describes the value.
  public let summary: String
  /// The sample value that the documentation and the tests use; nil if it is empty. It is the value
  /// for a sample capture, or for a digest of only that capture.
  public let sample: String?
  /// The names in each element if the value is a list of named values; otherwise empty.
  public let elements: [String]

  package init(
    _ name: String, _ kind: Kind, _ places: Set<Place>, _ summary: String, _ sample: String?,
    elements: [String] = []
  ) {
    self.name = name
    self.kind = kind
    self.places = places
    self.summary = summary
    self.sample = sample
    self.elements = elements
  }

  /// Returns the variables that templates of a place can use.
  public static func known(in place: Place) -> [TemplateVariable] {
    all.filter { $0.places.contains(place) }
  }
}

// MARK: - The list

extension TemplateVariable {
  /// All names, in the order in which the documentation lists them.
  public static let all = frame + groups + items

  private static let frame = [
    TemplateVariable("title", .text, [.frame], "the heading of the digest", "Notes"),
    TemplateVariable("notebook", .text, [.frame], "the name of the notebook", "Notes"),
    TemplateVariable(
      "language", .text, [.frame],
      "the language of the document's own headings and labels, for `<html lang>`", "en"),
    TemplateVariable(
      "generated", .time, [.frame], "the day on which the digest was made", "2026-11-21"),
    TemplateVariable(
      "since", .time, [.frame], "the first day of the digest, if `--since` is given", "2026-11-16"),
    TemplateVariable(
      "until", .time, [.frame], "the last day of the digest, if `--until` is given", "2026-11-22"),
    TemplateVariable(
      "period", .text, [.frame],
      "the period from `--since` to `--until`, if given and not mentioned in the title",
      "16 November 2026 to 22 November 2026"),
    TemplateVariable("total", .number, [.frame], "the number of captures", "1"),
    TemplateVariable("isEmpty", .flag, [.frame], "whether there are no captures", "false"),
    TemplateVariable("isGrouped", .flag, [.frame], "whether the captures are grouped", "true"),
    TemplateVariable(
      "query", .text, [.frame], "the query that selected the captures, if any", "type:action"),
    TemplateVariable(
      "namesSources", .flag, [.frame, .item],
      "whether readers see the query and the paths of files (`--sources`)", "false"),
    TemplateVariable(
      "theme", .text, [.frame], "`gray`, `blue`, `orange`, `yellow`, `green` or `indigo`", "gray"),
    TemplateVariable("scheme", .text, [.frame], "`auto`, `light` or `dark`", "auto"),
    TemplateVariable(
      "hasContents", .flag, [.frame], "whether to show a table of contents", "true"),
    TemplateVariable(
      "contents", .list, [.frame], "the groups, or the captures if there are no groups", nil,
      elements: ["name", "anchor", "count", "icon", "level", "indent"]),
    TemplateVariable(
      "charts", .html, [.frame], "in HTML digests: the charts; use `{{{charts}}}`", nil),
    TemplateVariable(
      "style", .text, [.frame],
      "in HTML digests: the style sheet; use `<style>{{{style}}}</style>`", nil),
    TemplateVariable(
      "policy", .text, [.frame],
      "in HTML digests: the Content-Security-Policy that allows `style` and the pictures", nil),
    TemplateVariable(
      "ends", .list, [.frame, .group],
      "the groups that end before this group begins; in `foot`, all groups that are still open",
      nil, elements: ["hasItems"]),
  ]

  private static let groups = [
    TemplateVariable(
      "name", .text, [.group], "the name of the collection, type, tag, month …", "Work / Acme"),
    TemplateVariable("by", .text, [.group], "what the captures are grouped by", "collection"),
    TemplateVariable("icon", .text, [.group], "the icon of the collection", "⚙️"),
    TemplateVariable(
      "anchor", .address, [.group], "the anchor for links to the group", "g-work-acme"),
    TemplateVariable("count", .number, [.group], "the number of captures in the group", "1"),
    TemplateVariable(
      "hasItems", .flag, [.group],
      "whether the group contains captures; false if it contains smaller groups", "true"),
    TemplateVariable(
      "level", .number, [.group], "the level of the heading: 2, or higher for a nested group", "2"),
    TemplateVariable("signs", .text, [.group], "the `#` signs of the group's heading", "##"),
    TemplateVariable(
      "rule", .text, [.group], "a line of `=` as wide as the name, or of `-` for a nested group",
      "==========="),
  ]

  private static let items = [
    TemplateVariable("id", .text, [.item, .print], "the id", "k7x2m9q4ab"),
    TemplateVariable(
      "title", .text, [.item, .print],
      "the field `title`, or the first heading, or the beginning of the text",
      "Pay the Acme invoice"),
    TemplateVariable(
      "path", .text, [.item, .print], "the path of the file in the notebook",
      "work/acme/2026-11-21-pay.md"),
    TemplateVariable(
      "stem", .text, [.item, .print], "the file name without its extension", "2026-11-21-pay"),
    TemplateVariable(
      "source", .address, [.item], "the path of the file, relative to the digest",
      "work/acme/2026-11-21-pay.md"),
    TemplateVariable(
      "anchor", .address, [.item], "the anchor for links to the capture", "c-k7x2m9q4ab"),
    TemplateVariable("number", .number, [.item], "the position in the digest, counted from 1", "1"),
    TemplateVariable("level", .number, [.item], "the level of the heading", "3"),
    TemplateVariable("signs", .text, [.item], "the `#` signs of the capture's heading", "###"),
    TemplateVariable("type", .text, [.item, .print], "the type", "action"),
    TemplateVariable("collection", .text, [.item, .print], "the folder", "work/acme"),
    TemplateVariable("status", .text, [.item, .print], "the status", "open"),
    TemplateVariable(
      "meaning", .text, [.item, .print], "the meaning", "Acme must be paid before the month ends."),
    TemplateVariable("score", .number, [.item, .print], "the score, from 0 to 3", "3"),
    TemplateVariable(
      "novelty", .number, [.item, .print],
      "how different the capture is from all others, from 0 to 1", nil),
    TemplateVariable("scoreName", .text, [.item, .print], "the score as a word", "great"),
    TemplateVariable(
      "stars", .text, [.item], "one star for each point of the score", "★★★"),
    TemplateVariable(
      "created", .time, [.item, .print],
      "the time of creation; in `--print`, as written in the file", "2026-11-21"),
    TemplateVariable(
      "updated", .time, [.item, .print],
      "the time in the field `updated`, `modified` or `lastmod`; without these fields, `created` "
        + "or, in `--print`, the file's modification time. `--print` shows the field as written in "
        + "the file.",
      "2026-11-22"),
    TemplateVariable(
      "due", .time, [.item, .print], "the due date; in `--print`, as written in the file",
      "2026-11-30"),
    TemplateVariable(
      "cover", .address, [.item], "the address of the first picture, if the picture is a file",
      "work/acme/media/scan.png"),
    TemplateVariable(
      "coverImage", .html, [.item], "in HTML digests: the first picture; use `{{{coverImage}}}`",
      nil),
    TemplateVariable(
      "images", .list, [.item],
      "the pictures in the capture's fields, if they are files or web addresses", nil,
      elements: ["address", "name", "picture"]),
    TemplateVariable(
      "hasFiles", .flag, [.item],
      "whether the capture has files other than pictures", "false"),
    TemplateVariable(
      "files", .list, [.item], "the files in the field `files`", nil,
      elements: ["address", "name"]),
    TemplateVariable(
      "isOverdue", .flag, [.item],
      "whether the capture was due before today and is unfinished", "false"),
    TemplateVariable("hasTags", .flag, [.item], "whether the capture has tags", "true"),
    TemplateVariable(
      "tags", .list, [.item, .print], "the tags; each is `{{.}}` in a section", "finance acme"),
    TemplateVariable("hasFields", .flag, [.item], "whether `fields` contains any fields", "true"),
    TemplateVariable(
      "fields", .list, [.item], "the fields that have no variable of their own", nil,
      elements: ["name", "value"]),
    TemplateVariable(
      "field", .map, [.item, .print],
      "any field, even if a variable has the same name: `{{field.level}}`",
      nil),
    TemplateVariable(
      "html", .html, [.item], "in HTML digests: the body; use `{{{html}}}`",
      "<p dir=\"auto\">They called <em>twice</em>.</p>"),
    TemplateVariable(
      "markdown", .markdown, [.item], "in Markdown digests: the body; use `{{{markdown}}}`",
      "They called *twice*."),
    TemplateVariable(
      "text", .text, [.item], "in plain-text digests: the body; use `{{{text}}}`",
      "They called *twice*."),
    TemplateVariable(
      "body", .text, [.print], "the body as written in the file",
      "# Pay the Acme invoice\n\nThey called *twice*.\n"),
    TemplateVariable("snippet", .text, [.print], "in `search`: the matching passage", nil),
  ]
}
