public import ArgumentParser
import CairnCapture
public import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
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
  var format: Format?

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
  var scheme: DigestOptions.Scheme = .auto

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
    if let site {
      return try SiteRequest(self, DigestRequest(self, session), name: site).run(session)
    }
    if baseURL != nil {
      throw Failure("site-missing", "--base-url says where a --site will be", status: .usage)
    }
    let file = try output.flatMap { $0 == "-" ? nil : try OutputFile($0, isForced: force, session) }
    let format = try outputFormat(file)
    if format != .html, let option = optionOfHTML {
      throw Failure(
        "options-exclusive",
        "\(option) is for digests in HTML; this one would be \(format.rawValue)", status: .usage)
    }
    try file?.check()
    let request = try DigestRequest(self, session)
    let (chosen, hidden) = try session.published(
      try request.choose(session), includingPrivate: includePrivate)
    // A digest that lies in the notebook is no part of itself.
    let source = session.digestSource(chosen, without: file?.pathInNotebook)
    let folder = file?.folder ?? session.surroundings.workingFolder
    let options = try request.options(session, chosen.catalog, total: source.count)
    let templates = try format.templates.map { try request.template.templates($0) }
    let maker = try DigestMaker(
      source: source, options: options, format: format, templates: templates,
      surroundings: session.digestSurroundings(
        chosen.catalog, bodies: options.hasBodies && templates != nil ? source.count : 0,
        hidden: hidden.paths, folder: folder,
        pictures: try session.digestPictures(pictures, folder: folder)))
    if let file {
      try session.meteringDigest { progress in
        try file.write(DigestSeal(format.templates)) { sink throws(FileFailure) in
          try maker.write(progress: progress, to: sink)
        }
      }
      report(file, count: source.count, leftOut: hidden.leftOut, session)
    } else {
      let isTerminal = session.surroundings.outputIsTerminal
      maker.write(progress: nil) { part in
        guard isTerminal else { return session.console.write(part) }
        let text = String(decoding: part, as: UTF8.self)
        session.console.write(TerminalText.escaped(text, keepingLines: true).utf8)
      }
    }
    if source.count == 0 {
      var failure = session.nothingFound()
      failure.isQuiet = failure.isQuiet || file != nil
      throw failure
    }
  }

  /// The first option that was passed and that only HTML has.
  private var optionOfHTML: String? {
    let passed = [
      ("--assets", pictures.assets != nil), ("--embed-limit", pictures.embedLimit != nil),
      ("--remote-images", pictures.remoteImages), ("--charts", charts != nil),
      ("--theme", theme != nil), ("--\(scheme)", scheme != .auto),
    ]
    return passed.first { $0.1 }?.0
  }

  /// The format that was asked for: with `--json` and no file, that is JSON.
  private func outputFormat(_ file: OutputFile?) throws -> Format {
    guard common.json, file == nil else {
      if let format { return format }
      guard let file else { return .markdown }
      guard let format = Format(fileName: file.name) else {
        guard FilePath(file.name).extension == nil else {
          throw Failure(
            "format-unknown",
            "`\(file.name)` names no format of digests; call it .md, .html, .txt or .json, or say "
              + "--format", status: .usage)
        }
        return .markdown
      }
      return format
    }
    guard format == nil || format == .json else {
      throw Failure(
        "output-missing", "--json tells of a file; name one with -o", status: .usage)
    }
    return .json
  }

  private func report(_ file: OutputFile, count: Int, leftOut: Int, _ session: Session) {
    if common.json {
      let report = JSONDocument.document([
        .init("file", JSONValue(bytes: Array(file.path.string.utf8))),
        .init("total", .integer(count)), .init("left_out", .integer(leftOut)),
      ])
      session.console.line(report.description)
    } else {
      let captures = count == 1 ? "1 capture" : "\(count) captures"
      session.say(TerminalText.escaped("Wrote \(captures) to \(file.name)."))
    }
  }
}

// MARK: - Formats

extension DigestCommand {
  /// What a digest is written as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case markdown, html, text, json

    /// The format that a file's name tells.
    init?(fileName: String) {
      switch FilePath(fileName).extension?.lowercased() {
      case "html", "htm": self = .html
      case "md", "markdown": self = .markdown
      case "txt", "text": self = .text
      case "json": self = .json
      default: return nil
      }
    }

    /// The format of its templates; nil where it has none.
    var templates: DigestFormat? { DigestFormat(rawValue: rawValue) }
  }
}

/// Writes a digest in any format.
private struct DigestMaker {
  private let source: DigestSource
  private let options: DigestOptions
  private let surroundings: DigestSurroundings
  /// Nil where it is written as JSON.
  private let digest: Digest?

  init(
    source: DigestSource, options: DigestOptions, format: DigestCommand.Format,
    templates: DigestTemplates?, surroundings: DigestSurroundings
  ) throws {
    self.source = source
    self.options = options
    self.surroundings = surroundings
    digest = templates.map { Digest(options, templates: $0, surroundings: surroundings) }
  }

  func write<Failure: Error>(
    progress: ((Int, Int) -> Void)?, to sink: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    if let digest { return try digest.write(source, progress: progress, to: sink) }
    try Digest.writeJSON(
      source, options, surroundings: surroundings, progress: progress, to: sink)
  }
}

extension DigestOptions.Theme: ExpressibleByArgument {}
extension DigestOptions.Scheme: EnumerableFlag {}
