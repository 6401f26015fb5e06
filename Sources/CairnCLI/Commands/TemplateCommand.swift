import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnNotebook
import CairnText
import CairnWork
import SystemPackage

struct TemplateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "See, copy and check templates of digests, briefings and new captures.",
    discussion: """
      Yours lie in the notebook's `.cairn/templates/`, or with --user in your own folder, and stand \
      in for those that come with Cairn, file by file (docs/templates.md).

      EXAMPLES
        cairn template                          list them
        cairn template new weekly               copy one, to change it
        cairn template check                    look for mistakes in yours
      """,
    subcommands: [List.self, Show.self, New.self, Check.self], defaultSubcommand: List.self,
    aliases: ["templates"])
}

// MARK: - Showing

extension TemplateCommand {
  struct List: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the templates, whose they are, and what they stand in for.",
      discussion: """
        EXAMPLES
          cairn template list
          cairn template list --json
        """,
      aliases: ["ls"])

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let library = session.work.templates
      let entries = library.entries
      if common.json {
        let records = entries.map { entry -> JSONValue in
          [
            "name": .string(entry.name), "kind": .string(entry.kind.rawValue),
            "origin": .string(entry.origins[0].rawValue),
            "overrides": .array(entry.origins.dropFirst().map { .string($0.rawValue) }),
            "description": JSONValue(library.summary(of: entry)),
            "files": .array(entry.files.map { .string($0) }),
          ]
        }
        let document = JSONDocument.document([.init("templates", .array(records))])
        return session.console.line(document.description)
      }
      let table = Table(columns: [
        .init("name"), .init("for"), .init("whose"), .init("description", shrinksTo: 20),
      ])
      let rows = entries.map { entry in
        let others = entry.origins.dropFirst().map(\.rawValue).joined(separator: ", ")
        let whose = entry.origins[0].rawValue + (others.isEmpty ? "" : " over \(others)")
        let summary = library.summary(of: entry) ?? ""
        return [entry.name, "\(entry.kind)", whose, summary]
      }
      let width = session.surroundings.outputIsTerminal ? session.surroundings.columns : nil
      for line in table.lines(
        rows, width: width,
        style: { cell in
          cell.column == 0 ? session.console.styled(cell.text, .bold) : cell.text
        })
      {
        session.console.line(line)
      }
    }
  }

  struct Show: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Print a template's files.",
      discussion: """
        EXAMPLES
          cairn template show weekly
          cairn template show capture/gift
        """)

    @Argument(help: "The template's name.")
    var name: String

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let library = session.work.templates
      let entry = try library.known(name)
      let files = entry.files.compactMap { path in library.file(path).map { (path, $0) } }
      if common.json {
        let records = files.map { path, file -> JSONValue in
          [
            "file": .string(path), "origin": .string(file.origin.rawValue),
            "text": .string(file.source.text),
          ]
        }
        let document = JSONDocument.document([.init("files", .array(records))])
        return session.console.line(document.description)
      }
      for (index, (path, file)) in files.enumerated() {
        if files.count > 1 {
          let heading = TerminalText.escaped("==> \(path) (\(file.origin.rawValue))")
          session.console.line((index > 0 ? "\n" : "") + session.console.styled(heading, .bold))
        }
        session.console.write(
          TerminalText.escaped(file.source.text, keepingLines: true).utf8)
      }
    }
  }
}

extension TemplateLibrary {
  /// The template with a name.
  ///
  /// Throws a ``Failure`` with the nearest one where there is none.
  fileprivate func known(_ name: String) throws -> Entry {
    if let entry = entry(name) { return entry }
    let near = Nearest.name(to: name, among: entries.map(\.name))
    throw Failure(
      "template-unknown",
      "there is no template `\(name)`"
        + (near.map { "; did you mean `\($0)`?" } ?? "; `cairn template list` lists them"),
      status: .usage)
  }

  /// What a template is for; nil where it does not say so, or cannot be read.
  fileprivate func summary(of entry: Entry) -> String? {
    switch entry.kind {
    case .capture: return captureSummary(of: entry)
    case .briefing: return "What a day holds, as `cairn brief` says it"
    case .digest: break
    }
    return file("\(entry.path)/\(DigestPreset.fileName)")
      .flatMap { try? DigestPreset($0.source) }?.description
  }
}

extension TemplateLibrary {
  /// What captures made from a template begin with: `gift: title, recipient, occasion`.
  private func captureSummary(of entry: Entry) -> String? {
    guard let source = file(entry.path)?.source else { return nil }
    let fields = CaptureTemplate(source.text).fields
    let type = fields.last { $0.key == "type" }?.value.text
    let names = fields.map(\.key).filter { $0 != "type" }
    let parts = [type, names.isEmpty ? nil : names.joined(separator: ", ")].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}

// MARK: - Copying

extension TemplateCommand {
  struct New: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "new",
      abstract: "Copy a template, to change it.",
      discussion: """
        Without --from, the one of this name is copied, and the copy stands in for it; where there \
        is none, the default of digests.

        EXAMPLES
          cairn template new weekly
          cairn template new review --from monthly
          cairn template new capture/walk --from capture/note --user
        """)

    @Argument(help: "What it shall be called.")
    var name: String

    @Option(help: ArgumentHelp("The template to copy.", valueName: "name"))
    var from: String?

    @Flag(help: "Your own, for every notebook.")
    var user = false

    @Flag(help: "Show what would change, and change nothing.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let library = session.work.templates
      let isCapture = name.hasPrefix("capture/")
      let fallback = isCapture ? "capture/note" : "digests/\(TemplateLibrary.defaultName)"
      let model = try from.map(library.known) ?? library.entry(name) ?? library.known(fallback)
      let bare = String(name.split(separator: "/").last ?? "")
      let kinds = ["digest", "digests", "capture", "briefing"]
      let isKnownPlace = name == bare || kinds.contains { name == "\($0)/\(bare)" }
      guard isKnownPlace, !bare.isEmpty, bare.utf8.allSatisfy(TemplateName.isPlain) else {
        throw Failure(
          "template-name",
          "a template cannot be called `\(name)`; its name has letters, digits, `_` and `-`",
          status: .usage)
      }
      guard model.kind != .briefing || bare == model.name else {
        throw Failure(
          "template-name", "there is one template of briefings, and it is called `\(model.name)`",
          status: .usage)
      }
      let target = model.kind.path(of: bare)
      let shelf = try TemplateShelf(session, isUser: user, isDryRun: dryRun)
      let files = model.files.compactMap { path in
        library.file(path).map { (target + path.dropFirst(model.path.count), $0.source.text) }
      }
      for (path, _) in files { try checkNames(path) }
      let mode: Mode = dryRun ? .dryRun : .write
      let report = try shelf.create(files, mode)
      guard user, mode == .write, !common.json else {
        return session.show(report, mode, verb: "Wrote")
      }
      for changed in report.changed {
        let path = shelf.file.store.absolute(changed.path).string
        session.console.line("Wrote \(TerminalText.escaped(path))")
      }
    }
  }
}

extension TemplateCommand.New {
  /// Throws a ``Failure`` where a file or folder that is to be made cannot be called so.
  private func checkNames(_ path: String) throws {
    for part in path.split(separator: "/") {
      guard let complaint = FileName.complaint(about: part.utf8) else { continue }
      throw Failure("template-name", "\(complaint); choose another", status: .usage)
    }
  }
}

/// What may be the name of a template that is made.
private enum TemplateName {
  static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }
}

/// Where templates are written: the notebook's folder or the user's.
private struct TemplateShelf {
  let file: ConfigFile

  init(_ session: Session, isUser: Bool, isDryRun: Bool) throws {
    file = try ConfigFile(
      session.work, Workspace.templateFolder, userName: isUser ? "templates" : nil,
      isDryRun ? .dryRun : .write)
  }

  /// Writes files that must not be there yet.
  ///
  /// Throws a ``Failure`` where one is.
  func create(_ files: [(path: String, text: String)], _ mode: Mode) throws -> ChangeReport {
    var report = ChangeReport()
    for (name, text) in files {
      guard let path = file.path.appending(name) else { continue }
      guard try file.store.kind(path) == nil else {
        throw Failure(
          "template-exists", "\(path) is there already; it is yours to change", status: .failure)
      }
      report.changed.append(.init(id: nil, path: path, after: Array(text.utf8)))
    }
    guard mode == .write else { return report }
    try file.state.transaction(at: file.time) { transaction in
      for change in report.changed {
        try transaction.create(change.path, change.after, makingFolders: true, isLast: true)
      }
      report.operation = transaction.operation
    }
    return report
  }
}

// MARK: - Checking

extension TemplateCommand {
  struct Check: NotebookCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Find names in templates that stand for nothing, and what is malformed.",
      discussion: """
        Without a name, all templates are checked that do not come with Cairn, and whether there \
        are those that pages of collections and settings name. The exit code is 2 where something \
        was found.

        EXAMPLES
          cairn template check
          cairn template check weekly
          cairn template check line.mustache
        """)

    @Argument(help: "A template's name, or a file of one.")
    var name: String?

    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
      let checker = TemplateChecker(session)
      let problems = try checker.problems(name)
      if common.json {
        let records = problems.map { problem -> JSONValue in
          .object(
            JSONDocument.place(of: problem) + [
              .init("file", JSONValue(problem.source)), .init("code", .string(problem.code)),
              .init("message", .string(problem.message)),
            ])
        }
        let document = JSONDocument.document([.init("problems", .array(records))])
        session.console.line(document.description)
      } else {
        for problem in problems {
          session.console.line(
            TerminalText.escaped(problem, source: "cairn"))
        }
        if problems.isEmpty { session.say("Nothing is wrong.") }
      }
      if !problems.isEmpty { throw ExitStatus.failure.code }
    }
  }
}
