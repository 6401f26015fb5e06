public import ArgumentParser
import CairnConsole
public import CairnDigest
import CairnNotebook
import CairnText
import CairnWire
public import CairnWork
import SystemPackage

struct DigestCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Create a document or a website from captures.",
    discussion: """
      A template sets the query, dates, groups and title. Options override the values in the \
      template, and a query narrows the template's selection. The built-in templates are daily, \
      weekly, monthly, actions, people, gifts, reading-log and changelog; you can add your own \
      (docs/templates.md). If no capture matches, the digest contains no captures, and the exit \
      code is 1.

      EXAMPLES
        cairn digest in:books score:great             Markdown, by collection
        cairn digest tag:acme --group-by month,type -o acme.html
        cairn digest --template weekly -o week.html
        cairn digest --template weekly --date 2026-11-15 --format text
        cairn digest --template line.mustache type:idea
        cairn digest in:garden --site garden-site     a website, one page per capture
      """)

  @OptionGroup var query: QueryArguments

  @Option(
    help: "The format (default: from the file extension of --output, or markdown).")
  var format: DigestRequest.Format?

  @Option(
    help: ArgumentHelp(
      """
      Group by collection, type, tag, person, status, score, day, week, month, year, event, or any \
      field; separate several with commas. `none` turns groups off.
      """, valueName: "names"))
  var groupBy: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Sort by these fields, such as -score,created (a minus sign reverses the order).",
      valueName: "fields"))
  var sort: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Include captures from this day on.", valueName: "date"))
  var since: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Include captures up to and including this day.", valueName: "date"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "The fields that --since and --until compare: created, updated, completed, due, …",
      valueName: "fields"))
  var dates: String?

  @Option(
    help: ArgumentHelp(
      "Use this day (in UTC) or time as the current time, so that the output is reproducible.",
      valueName: "date"))
  var date: String?

  @Option(
    help: "The title of the digest (default: from the template, the setting, or the notebook).")
  var title: String?

  @Option(
    help: ArgumentHelp(
      """
      The template: a name, a file to use for each capture, or a folder with any of the files \
      head, group, item and foot.mustache.
      """, valueName: "name"), completion: .file())
  var template: String?

  @Option(help: "The accent color of the digest.")
  var theme: DigestOptions.Theme?

  @Flag(help: "HTML: use a dark or light color scheme, or that of the reader's system.")
  var scheme: DigestOptions.Scheme?

  @Flag(inversion: .prefixedNo, help: "Start with a table of contents.")
  var toc: Bool?

  @Flag(inversion: .prefixedNo, help: "Include the text of captures.")
  var bodies: Bool?

  @Option(
    help: ArgumentHelp(
      "HTML: start with these charts, separated by commas: \(DigestRequest.chartNames); or none.",
      valueName: "names"))
  var charts: String?

  @OptionGroup var pictures: PictureOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file; an existing digest is replaced, unless somebody edited it.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Create a website in this folder; later runs update what changed (docs/site.md).",
      valueName: "folder"), completion: .directory)
  var site: String?

  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp(
      "The address of the website; with this option, the website has a feed.",
      valueName: "address"))
  var baseURL: String?

  @Flag(
    help: "Include captures with `private: true`, `publish: false` or `draft: true`.")
  var includePrivate = false

  @Flag(help: "Replace any existing file, including website pages that somebody edited.")
  var force = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if let site { return try makeSite(site, session) }
    if baseURL != nil {
      throw Failure("site-missing", "--base-url needs --site", status: .usage)
    }
    var request = try request(session)
    if output == "-" { request.output = nil }
    if common.json, request.output == nil {
      guard format == nil || format == .json else {
        throw Failure(
          "output-missing",
          "--json describes the file that was written; pass -o FILE, or use "
            + "--format json to print the digest as JSON",
          status: .usage)
      }
      request.format = .json
    }
    let plan = try session.work.plan(request)
    if let path = plan.path {
      try session.work.apply(plan)
      report(path, plan, session)
    } else {
      let isTerminal = session.surroundings.outputIsTerminal
      try session.work.write(plan) { part in
        guard isTerminal else { return session.console.write(part) }
        let text = String(decoding: part, as: UTF8.self)
        session.console.write(TerminalText.escaped(text, keepingLines: true).utf8)
      }
    }
    if plan.count == 0 {
      var failure = session.nothingFound()
      failure.isQuiet = failure.isQuiet || plan.path != nil
      throw failure
    }
  }

  private func request(_ session: Session) throws -> DigestRequest {
    var request = DigestRequest(try query.request(session.surroundings))
    request.selection.sort = sort
    request.format = format
    (request.since, request.until, request.dates, request.day) = (since, until, dates, date)
    (request.grouping, request.title, request.template) = (groupBy, title, template)
    (request.theme, request.scheme, request.charts) = (theme, scheme, charts)
    (request.hasContents, request.hasBodies) = (toc, bodies)
    request.pictures.embedLimit = pictures.embedLimit?.bytes
    request.pictures.folder = pictures.assets
    request.pictures.loadsRemote = pictures.remoteImages
    (request.output, request.includesPrivate, request.isForced) = (output, includePrivate, force)
    return request
  }

  private func report(_ path: FilePath, _ plan: DigestPlan, _ session: Session) {
    session.show(.digest(plan, in: path)) {
      session.say(
        TerminalText.escaped("Wrote \(plan.count.of("capture")) to \(output ?? "")."))
    }
  }
}

extension DigestCommand {
  /// The maximum number of dead links to list. `cairn doctor` lists all of them.
  private static let mostWarnings = 20

  private func makeSite(_ name: String, _ session: Session) throws {
    let request = SiteRequest(
      try request(session), in: name, baseURL: baseURL, version: Cairn.version)
    guard let result = try session.work.makeSite(request) else {
      throw session.nothingFound(isShown: false)
    }
    for diagnostic in result.deadLinks.prefix(Self.mostWarnings) { session.warn(diagnostic) }
    if result.deadLinks.count > Self.mostWarnings {
      session.say(
        "\(result.deadLinks.count - Self.mostWarnings) more dead links; "
          + "run `cairn doctor` to list them.")
    }
    for problem in result.problems { session.warn(problem) }
    session.show(.site(result, in: name)) {
      session.say(TerminalText.escaped(result.sentence(in: name)))
    }
    if !result.problems.isEmpty {
      var failure = Failure("site-incomplete", "the site is incomplete")
      failure.isQuiet = true
      throw failure
    }
  }
}

extension DigestRequest.Format: ExpressibleByArgument {}
extension DigestOptions.Theme: ExpressibleByArgument {}
extension DigestOptions.Scheme: EnumerableFlag {}
