/// A name that templates can use, with its meaning and a sample.
///
/// ``all`` is the only list of names: `cairn template check` uses it, docs/templates.md prints it,
/// and a test renders each one.
public struct TemplateVariable: Sendable {
  /// Where a name can be used.
  public enum Place: String, CaseIterable, Sendable {
    /// In the head, the foot and the title of a digest.
    case frame
    /// In the heading of each group.
    case group
    /// In the template of each capture.
    case item
    /// In `--print`.
    case print
  }

  /// The kind of a value.
  public enum Kind: String, Sendable {
    case text, number, time, flag, list, map, html, markdown
    /// An address for use in a link.
    case address
  }

  /// The name as written in templates.
  public let name: String
  /// The kind of the value.
  public let kind: Kind
  /// Where the name can be used.
  public let places: Set<Place>
  /// The meaning of the name, in a phrase.
  public let summary: String
  /// The output for the sample capture, or for a digest of only that capture; nil if empty.
  public let sample: String?
  /// For a list of named values, the names in each element.
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

  /// Returns the names that can be used in a place.
  public static func known(in place: Place) -> [TemplateVariable] {
    all.filter { $0.places.contains(place) }
  }
}

// MARK: - The list

extension TemplateVariable {
  /// All names, in the order of the documentation.
  public static let all = frame + groups + items

  private static let frame = [
    TemplateVariable("title", .text, [.frame], "the digest's heading", "Notes"),
    TemplateVariable("notebook", .text, [.frame], "what the notebook is called", "Notes"),
    TemplateVariable(
      "language", .text, [.frame], "of the words around the captures, as in `<html lang>`", "en"),
    TemplateVariable("generated", .time, [.frame], "the day it was made", "2026-11-21"),
    TemplateVariable(
      "since", .time, [.frame], "the first day of `--since`, where it is given", "2026-11-16"),
    TemplateVariable(
      "until", .time, [.frame], "the last day of `--until`, where it is given", "2026-11-22"),
    TemplateVariable(
      "period", .text, [.frame],
      "these days, where `--since` or `--until` is said and the title does not name them",
      "2026-11-16 to 2026-11-22"),
    TemplateVariable("total", .number, [.frame], "how many captures it holds", "1"),
    TemplateVariable("isEmpty", .flag, [.frame], "whether it holds none", "false"),
    TemplateVariable("isGrouped", .flag, [.frame], "whether captures stand in groups", "true"),
    TemplateVariable(
      "query", .text, [.frame], "what chose the captures, where anything did", "type:action"),
    TemplateVariable(
      "theme", .text, [.frame], "`gray`, `blue`, `orange`, `yellow`, `green` or `indigo`", "gray"),
    TemplateVariable("scheme", .text, [.frame], "`auto`, `light` or `dark`", "auto"),
    TemplateVariable(
      "hasContents", .flag, [.frame], "whether a table of contents is wanted", "true"),
    TemplateVariable(
      "contents", .list, [.frame], "the groups, or without groups the captures", nil,
      elements: ["name", "anchor", "count", "icon", "level", "indent"]),
    TemplateVariable(
      "charts", .html, [.frame], "in HTML: the charts that are wanted, for `{{{charts}}}`", nil),
    TemplateVariable(
      "style", .text, [.frame], "in HTML: the style sheet, for `<style>{{{style}}}</style>`", nil),
    TemplateVariable(
      "policy", .text, [.frame], "in HTML: the Content-Security-Policy that fits it", nil),
    TemplateVariable(
      "ends", .list, [.frame, .group], "the groups that end here, in `foot` those still open", nil,
      elements: ["hasItems"]),
  ]

  private static let groups = [
    TemplateVariable(
      "name", .text, [.group], "of the collection, the type, the tag, the month …", "Work / Acme"),
    TemplateVariable("by", .text, [.group], "what it is grouped by", "collection"),
    TemplateVariable("icon", .text, [.group], "of the collection", "⚙️"),
    TemplateVariable("anchor", .address, [.group], "to link to it", "g-work-acme"),
    TemplateVariable("count", .number, [.group], "how many captures it holds", "1"),
    TemplateVariable(
      "hasItems", .flag, [.group], "whether captures follow, and not smaller groups", "true"),
    TemplateVariable("level", .number, [.group], "of its heading: 2, or more within a group", "2"),
    TemplateVariable("signs", .text, [.group], "the number signs of that heading", "##"),
    TemplateVariable(
      "rule", .text, [.group], "a line as wide as the name: `=`, or `-` within a group",
      "==========="),
  ]

  private static let items = [
    TemplateVariable("id", .text, [.item, .print], "", "k7x2m9q4ab"),
    TemplateVariable(
      "title", .text, [.item, .print],
      "the field, else the first heading, else how the text begins", "Pay the Acme invoice"),
    TemplateVariable(
      "path", .text, [.item, .print], "of the file, below the notebook",
      "work/acme/2026-11-21-pay.md"),
    TemplateVariable(
      "stem", .text, [.item, .print], "the file's name without its ending", "2026-11-21-pay"),
    TemplateVariable(
      "source", .address, [.item], "of the file, from where the digest lies",
      "work/acme/2026-11-21-pay.md"),
    TemplateVariable("anchor", .address, [.item], "to link to it in the digest", "c-k7x2m9q4ab"),
    TemplateVariable("number", .number, [.item], "its place in the digest, from 1", "1"),
    TemplateVariable("level", .number, [.item], "of its heading", "3"),
    TemplateVariable("signs", .text, [.item], "the number signs of that heading", "###"),
    TemplateVariable("type", .text, [.item, .print], "", "action"),
    TemplateVariable("collection", .text, [.item, .print], "the folder", "work/acme"),
    TemplateVariable("status", .text, [.item, .print], "", "open"),
    TemplateVariable(
      "meaning", .text, [.item, .print], "", "Acme must be paid before the month ends."),
    TemplateVariable("score", .number, [.item, .print], "0 to 3", "3"),
    TemplateVariable(
      "novelty", .number, [.item, .print], "how unlike all other captures it is, from 0 to 1", nil),
    TemplateVariable("scoreName", .text, [.item, .print], "the score in a word", "great"),
    TemplateVariable(
      "stars", .text, [.item], "a star for each point of the score", "★★★"),
    TemplateVariable(
      "created", .time, [.item, .print], "in `--print` as the file writes it", "2026-11-21"),
    TemplateVariable(
      "updated", .time, [.item, .print],
      "in a digest when a field says so, else `created`; in `--print` as the file writes it",
      "2026-11-22"),
    TemplateVariable(
      "due", .time, [.item, .print], "in `--print` as the file writes it", "2026-11-30"),
    TemplateVariable(
      "cover", .address, [.item], "of its first picture, where that is a file",
      "work/acme/media/scan.png"),
    TemplateVariable(
      "coverImage", .html, [.item], "in HTML: that picture, for `{{{coverImage}}}`", nil),
    TemplateVariable(
      "images", .list, [.item],
      "the pictures that its fields name, where they are files or addresses", nil,
      elements: ["address", "name", "picture"]),
    TemplateVariable("hasFiles", .flag, [.item], "whether it has other files", "false"),
    TemplateVariable(
      "files", .list, [.item], "the other files that its field `files` names", nil,
      elements: ["address", "name"]),
    TemplateVariable(
      "isOverdue", .flag, [.item], "whether it was due before today and is not finished", "false"),
    TemplateVariable("hasTags", .flag, [.item], "whether it has any", "true"),
    TemplateVariable(
      "tags", .list, [.item, .print], "each is `{{.}}` in a section", "finance acme"),
    TemplateVariable("hasFields", .flag, [.item], "whether it has fields of its own", "true"),
    TemplateVariable(
      "fields", .list, [.item], "fields that no other name shows", nil,
      elements: ["name", "value"]),
    TemplateVariable(
      "field", .map, [.item, .print],
      "any field, also one called like a name here: `{{field.level}}`",
      nil),
    TemplateVariable(
      "html", .html, [.item], "in HTML: the body, for `{{{html}}}`",
      "<p dir=\"auto\">They called <em>twice</em>.</p>"),
    TemplateVariable(
      "markdown", .markdown, [.item], "in Markdown: the body, for `{{{markdown}}}`",
      "They called *twice*."),
    TemplateVariable(
      "text", .text, [.item], "in plain text: the body, for `{{{text}}}`", "They called *twice*."),
    TemplateVariable(
      "body", .text, [.print], "the body as the file has it",
      "# Pay the Acme invoice\n\nThey called *twice*.\n"),
    TemplateVariable("snippet", .text, [.print], "in `search`: the passage that was found", nil),
  ]
}
