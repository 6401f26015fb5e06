public import ArgumentParser
import CairnCapture
public import CairnDigest
import CairnFiles
import CairnNotebook
import CairnText
import SystemPackage

struct DigestCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest",
    abstract: "Make one document of captures, to read or to hand on.",
    discussion: """
      Where nothing matches, the digest says so, and the exit code is 1. Templates: docs/templates.md.

      EXAMPLES
        cairn digest in:books score:great             Markdown, by collection
        cairn digest tag:acme --group-by month -o acme.html
        cairn digest -o week.html --title 'This week' --theme blue created:-7d..
        cairn digest --template line.mustache type:idea
      """)

  @OptionGroup var query: QueryArguments

  @Option(
    help: "markdown or html; by default as the output's name ends, else markdown.")
  var format: DigestFormat?

  @Option(help: "What captures stand under: collection, type, tag, month or none.")
  var groupBy: DigestOptions.Grouping = .collection

  @Option(help: "The digest's heading; by default the setting, else the notebook's name.")
  var title: String?

  @Option(help: "The accent: gray, blue, orange, yellow, green or indigo.")
  var theme: DigestOptions.Theme?

  @Option(
    help: ArgumentHelp(
      "A template for each capture, or a folder with any of head, group, item and foot.mustache.",
      valueName: "file"), completion: .file())
  var template: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file; an earlier digest there is replaced.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace the file, whatever it is.")
  var force = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Order by fields: -score,created (minus: descending).", valueName: "fields"))
  var sort: String?

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let file = try output.flatMap { $0 == "-" ? nil : try OutputFile($0, session) }
    guard file != nil || !common.json else {
      throw Failure("output-missing", "--json tells of a file; name one with -o", status: .usage)
    }
    let chosen = try session.choose(query, sort: sort, attachments: true)
    // A digest that lies in the notebook is no part of itself.
    let captures = chosen.captures.filter { $0.path != file?.pathInNotebook }
    try file?.check(isForced: force)
    let format = format ?? file?.format ?? .markdown
    let digest = Digest(
      options(session, chosen),
      templates: try session.digestTemplates(format, named: template),
      surroundings: session.digestSurroundings(
        chosen.catalog.library, folder: file?.folder ?? session.surroundings.workingFolder))
    if let file {
      try file.write { sink throws(FileFailure) in try digest.write(captures, to: sink) }
      report(file, count: captures.count, session)
    } else {
      digest.write(captures) { session.console.write($0) }
    }
    if captures.isEmpty {
      var failure = session.nothingFound()
      failure.isQuiet = failure.isQuiet || file != nil
      throw failure
    }
  }

  private func options(_ session: Session, _ chosen: Chosen) -> DigestOptions {
    let root = session.notebook.store.root
    let settings = session.notebook.settings
    let name =
      chosen.catalog.library.collection(.root)?.page?.name ?? root.lastComponent?.string ?? "Notes"
    let words = query.words.joined(separator: " ")
    let chosenTheme = (settings["digest.theme"]?.text).flatMap { DigestOptions.Theme(rawValue: $0) }
    return DigestOptions(
      title: title ?? settings["digest.title"]?.text ?? name, grouping: groupBy,
      query: words.isEmpty ? nil : words, theme: theme ?? chosenTheme ?? .gray,
      clock: session.clock)
  }

  private func report(_ file: OutputFile, count: Int, _ session: Session) {
    if common.json {
      let report = JSONDocument.document([
        .init("file", JSONValue(bytes: Array(file.path.string.utf8))),
        .init("total", .integer(count)),
      ])
      session.console.line(report.description)
    } else {
      let captures = count == 1 ? "1 capture" : "\(count) captures"
      session.say(TerminalText.escaped("Wrote \(captures) to \(file.name)."))
    }
  }
}

extension DigestFormat: ExpressibleByArgument {}
extension DigestOptions.Grouping: ExpressibleByArgument {}
extension DigestOptions.Theme: ExpressibleByArgument {}
