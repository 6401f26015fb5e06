public import ArgumentParser
public import CairnExport
import CairnScreens
import CairnSession
import CairnText
import CairnWire
import CairnWork

struct ExportCommand: QueryCommand {
  static let configuration = CommandConfiguration(
    name: "export",
    abstract: "Write captures in the format of another tool.",
    discussion: """
      The formats are \(ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")). By default, \
      the extension of --output determines the format. docs/export.md lists what each format keeps. \
      Captures with `private: true`, `publish: false` or `draft: true` are left out.

      EXAMPLES
        cairn export -o notes.zip                       Markdown files and their attachments
        cairn export in:books -o books.bib              a bibliography
        cairn export is:open has:due -o actions.ics     to-dos for a calendar
        cairn export type:person -o people.vcf          address cards
        cairn export tag:acme --format csv              a table on standard output
        cairn export in:garden -o garden.epub --title 'My garden'
      """)

  @OptionGroup var query: QueryArguments

  @Option(
    name: .shortAndLong,
    help: .init(
      "Write to this file (default: standard output).", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: "The format (default: from the file extension of --output).")
  var format: ExportFormat?

  @Option(name: .shortAndLong, parsing: .unconditional, help: .sortFields)
  var sort: String?

  @Option(help: "The title of the file (default: the name of the notebook).")
  var title: String?

  @Flag(help: "Calendar: write events instead of to-dos, because many calendars ignore to-dos.")
  var events = false

  @Flag(help: "Include captures with `private: true`, `publish: false` or `draft: true`.")
  var includePrivate = false

  @Flag(help: "Replace an existing file.")
  var force = false

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    var request = ExportRequest(try query.request(session.surroundings))
    request.selection.sort = sort
    (request.format, request.title, request.makesEvents) = (format, title, events)
    (request.includesPrivate, request.isForced) = (includePrivate, force)
    request.output = output == "-" ? nil : output
    let isOther = format.map { $0 != .json } ?? false
    if try session.printsOnlyJSON("the captures", to: request.output, isOther: isOther) {
      request.format = .json
    }
    let plan: ExportPlan
    do {
      plan = try session.work.plan(request)
    } catch {
      var failure = Failure(error)
      if failure.code == "format-unknown" { failure.addHint(formatHint) }
      throw failure
    }
    guard plan.count > 0 else {
      var failure = session.nothingFound(isShown: false)
      failure.addHint(formatHint)
      throw failure
    }
    let result =
      plan.path == nil ? try write(plan, session) : try session.work.apply(plan)
    if plan.path != nil {
      session.show(.exported(result, plan)) {
        session.say(
          TerminalText.escaped("Wrote \(result.written.of("capture")) to \(output ?? "")."))
      }
    }
    if let kind = plan.format.restriction, !result.unfit.isEmpty {
      session.say(
        "Left out \(result.unfit.count.of("capture")); the format \(plan.format.rawValue) contains only \(kind)."
      )
    }
  }

  /// Advice to pass `--format`. Nil if the user passed a format, or if the query does not begin
  /// with the name of a format.
  private var formatHint: String? {
    guard format == nil, let word = query.words.first, let meant = ExportFormat(called: word) else {
      return nil
    }
    return "`\(word)` is a query here; to choose the format, pass --format \(meant.rawValue)"
  }

  /// Writes an export to standard output.
  ///
  /// Throws a ``Failure`` if standard output is a terminal that cannot show the format, or a
  /// `Refusal` if no capture fits the format.
  private func write(_ plan: ExportPlan, _ session: Session) throws -> ExportResult {
    if session.surroundings.outputIsTerminal, plan.format.isBinary {
      throw Failure(
        "output-missing",
        "a terminal cannot show the format \(plan.format.rawValue); pass -o FILE", status: .usage)
    }
    let result = session.work.write(plan) { session.write($0) }
    guard result.written > 0 else { throw plan.nothingFits }
    return result
  }
}

extension ExportFormat: ExpressibleByArgument {}
