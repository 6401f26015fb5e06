public import ArgumentParser
public import CairnDigest
import CairnNotebook
import CairnText
import CairnWire
public import CairnWork
import SystemPackage

struct DigestCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Make one document of captures, to read or to hand on.",
    discussion: """
      Where nothing matches, the digest says so, and the exit code is 1. A template settles a \
      query, dates, groups and a title, which options replace and the query here narrows: \
      daily, weekly, monthly, actions, people, gifts, reading-log, changelog, and your own \
      (docs/templates.md).

      EXAMPLES
        cairn digest in:books score:great             Markdown, by collection
        cairn digest tag:acme --group-by month,type -o acme.html
        cairn digest --template weekly -o week.html
        cairn digest --template weekly --date 2026-11-15 --format text
        cairn digest --template line.mustache type:idea
        cairn digest in:garden --site garden-site     a page for each, to open or to put online
      """)

  @OptionGroup var query: QueryArguments

  @Option(
    help: "markdown, html, text or json; by default as the output's name ends, else markdown.")
  var format: DigestRequest.Format?

  @Option(
    help: ArgumentHelp(
      """
      What captures stand under: collection, type, tag, person, status, score, day, week, month, \
      year, event, a field, several with commas, or none.
      """, valueName: "names"))
  var groupBy: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Order by fields: -score,created (minus: descending).", valueName: "fields"))
  var sort: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Captures from this day on.", valueName: "date"))
  var since: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Captures up to this day.", valueName: "date"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "What --since and --until look at: created, updated, completed, due, or any field.",
      valueName: "fields"))
  var dates: String?

  @Option(
    help: ArgumentHelp(
      "Let it be this day, in UTC, or this time in its zone: what is made is always the same.",
      valueName: "date"))
  var date: String?

  @Option(
    help: "The heading; by default the template's, the setting, the notebook's name.")
  var title: String?

  @Option(
    help: ArgumentHelp(
      """
      A template by name; a folder with any of head, group, item and foot.mustache; or one for \
      each capture.
      """, valueName: "name"), completion: .file())
  var template: String?

  @Option(help: "The accent: gray, blue, orange, yellow, green or indigo.")
  var theme: DigestOptions.Theme?

  @Flag(help: "HTML: dark, light, or as the reader's machine is.")
  var scheme: DigestOptions.Scheme?

  @Flag(inversion: .prefixedNo, help: "Begin with a table of contents.")
  var toc: Bool?

  @Flag(inversion: .prefixedNo, help: "Show bodies.")
  var bodies: Bool?

  @Option(
    help: ArgumentHelp(
      "HTML: begin with charts: \(DigestRequest.chartNames), several with commas, or none.",
      valueName: "names"))
  var charts: String?

  @OptionGroup var pictures: PictureOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file; a digest there is replaced, unless somebody wrote into it.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Make a site of many pages in this folder; later runs make what changed (docs/site.md).",
      valueName: "folder"), completion: .directory)
  var site: String?

  @Option(
    name: .customLong("base-url"),
    help: ArgumentHelp("Where the site will be found: it then has a feed.", valueName: "address"))
  var baseURL: String?

  @Flag(
    help: "Include captures that say `private: true`, `publish: false` or `draft: true`.")
  var includePrivate = false

  @Flag(help: "Replace the file, whatever it is; of a site, pages that somebody changed.")
  var force = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    if let site { return try makeSite(site, session) }
    if baseURL != nil {
      throw Failure("site-missing", "--base-url says where a --site will be", status: .usage)
    }
    var request = try request(session)
    if output == "-" { request.output = nil }
    if common.json, request.output == nil {
      guard format == nil || format == .json else {
        throw Failure(
          "output-missing", "--json tells of a file; name one with -o", status: .usage)
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
  /// The most dead links to list; `cairn doctor` lists all.
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
        "cairn: \(result.deadLinks.count - Self.mostWarnings) more links lead nowhere; "
          + "`cairn doctor` lists them")
    }
    for problem in result.problems { session.warn(problem) }
    session.show(.site(result, in: name)) {
      session.say(TerminalText.escaped(result.sentence(in: name)))
    }
    if !result.problems.isEmpty {
      var failure = Failure("site-incomplete", "the site is not as it should be")
      failure.isQuiet = true
      throw failure
    }
  }
}

extension DigestRequest.Format: ExpressibleByArgument {}
extension DigestOptions.Theme: ExpressibleByArgument {}
extension DigestOptions.Scheme: EnumerableFlag {}
