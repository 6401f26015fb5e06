public import ArgumentParser
public import CairnDigest
import CairnWork

/// The options that choose the captures and the appearance of documents and websites.
struct PublishOptions: ParsableArguments {
  @Option(name: .shortAndLong, parsing: .unconditional, help: .sortFields)
  var sort: String?

  @Option(
    parsing: .unconditional,
    help: .init("Include only captures on or after this day.", valueName: "date"))
  var since: String?

  @Option(
    parsing: .unconditional,
    help: .init("Include only captures on or before this day.", valueName: "date"))
  var until: String?

  @Option(
    help: .init(
      "The dates that --since and --until check: created, updated, completed, due, …",
      valueName: "fields"))
  var dates: String?

  @Option(
    help: .init(
      "Use this day (in UTC) or this time as the current time, to make the output reproducible.",
      valueName: "date"))
  var date: String?

  @Option(
    help: """
      The title (default: from the template, the setting `digest.title`, the collection, or the \
      notebook).
      """)
  var title: String?

  @Option(
    help: ArgumentHelp(
      """
      The template: a name; a file that formats each capture; or a folder that contains one or \
      more of the files head.mustache, group.mustache, item.mustache and foot.mustache.
      """, valueName: "name"), completion: .file())
  var template: String?

  @Option(help: "The accent color.")
  var theme: DigestOptions.Theme?

  @Flag(help: "HTML: use a dark or light color scheme, or follow the reader's system.")
  var scheme: DigestOptions.Scheme?

  @Flag(inversion: .prefixedNo, help: "Include the text of captures.")
  var bodies: Bool?

  @Flag(help: "Include captures with `private: true`, `publish: false` or `draft: true`.")
  var includePrivate = false

  /// Adds the options to a request.
  func add(to request: inout DigestRequest) {
    request.selection.sort = sort
    (request.since, request.until, request.dates, request.day) = (since, until, dates, date)
    (request.title, request.template, request.theme) = (title, template, theme)
    (request.scheme, request.hasBodies) = (scheme, bodies)
    request.includesPrivate = includePrivate
  }
}

extension DigestOptions.Theme: ExpressibleByArgument {}
extension DigestOptions.Scheme: EnumerableFlag {}
