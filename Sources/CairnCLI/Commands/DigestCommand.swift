public import ArgumentParser
import CairnScreens
import CairnSession
import CairnText
import CairnWire
public import CairnWork
import SystemPackage

struct DigestCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "digest",
    abstract: "Create a document from captures.",
    discussion: """
      A template sets the query, dates, groups and title. Options override the values in the \
      template, and a query narrows the template's selection. The built-in templates are daily, \
      weekly, monthly, actions, people, gifts, reading-log and changelog; you can add your own \
      (docs/templates.md). If no capture matches, Cairn writes an empty digest, and the exit code \
      is 1.

      EXAMPLES
        cairn digest in:books score:great             Markdown, by collection
        cairn digest tag:acme --group-by month,type -o acme.html
        cairn digest --template weekly -o week.html
        cairn digest --template weekly --date 2026-11-15 --format text
        cairn digest --template line.mustache type:idea
      """)

  @OptionGroup var query: QueryArguments

  @Option(help: "The format (default: from the file extension of --output, or markdown).")
  var format: DigestRequest.Format?

  @Option(
    help: ArgumentHelp(
      """
      Group by collection, type, tag, person, status, score, day, week, month, year, event, or any \
      field. Separate the names of nested groups with commas. `none` turns groups off.
      """, valueName: "names"))
  var groupBy: String?

  @OptionGroup var publish: PublishOptions

  @Flag(inversion: .prefixedNo, help: "Start with a table of contents.")
  var toc: Bool?

  @Flag(inversion: .prefixedNo, help: "Show the query, and the path of each capture.")
  var sources: Bool?

  @Option(
    help: .init(
      "HTML: start with these charts, separated by commas: \(DigestRequest.chartNames); or none.",
      valueName: "names"))
  var charts: String?

  @OptionGroup var pictures: PictureOptions

  @Option(
    name: .shortAndLong,
    help: .init(
      "Write to this file. An existing digest is replaced only if nobody has edited it.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace any existing file.")
  var force = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    var request = try request(session)
    if output == "-" { request.output = nil }
    let isOther = format.map { $0 != .json } ?? false
    if try session.printsOnlyJSON("the digest", to: request.output, isOther: isOther) {
      request.format = .json
    }
    let plan = try session.work.plan(request)
    if let path = plan.path {
      try await session.work.apply(plan)
      report(path, plan, session)
    } else {
      try await session.work.write(plan) { session.write($0) }
    }
    if plan.count == 0 {
      var failure = session.nothingFound()
      failure.isQuiet = failure.isQuiet || plan.path != nil
      throw failure
    }
  }

  private func request(_ session: Session) throws -> DigestRequest {
    var request = DigestRequest(try query.request(session.surroundings))
    publish.add(to: &request)
    (request.format, request.grouping, request.charts) = (format, groupBy, charts)
    (request.hasContents, request.namesSources) = (toc, sources)
    request.pictures.embedLimit = pictures.embedLimit?.bytes
    request.pictures.folder = pictures.assets
    request.pictures.loadsRemote = pictures.remoteImages
    (request.output, request.isForced) = (output, force)
    return request
  }

  private func report(_ path: FilePath, _ plan: DigestPlan, _ session: Session) {
    session.show(.digest(plan, in: path)) {
      session.say(
        TerminalText.escaped("Wrote \(plan.count.of("capture")) to \(output ?? "")."))
    }
  }
}

extension DigestRequest.Format: ExpressibleByArgument {}
