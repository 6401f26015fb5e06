import ArgumentParser
import CairnCapture
import CairnDigest
import CairnDocument
import CairnFiles
import CairnGit
import CairnNotebook
import CairnText

struct ConflictsCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "Show where two versions disagree.",
    discussion: """
      Lists the fields with a line `# CONFLICT` below them and the places in texts that git has \
      marked. `cairn resolve` settles them; so does an editor.

      EXAMPLES
        cairn conflicts
        cairn conflicts --json
      """)

  @OptionGroup var common: CommonOptions

  func run(_ session: Session) async throws {
    let found = session.conflicts()
    if common.json { session.console.line(Self.json(found).description) }
    guard !found.isEmpty else { throw session.nothingInConflict() }
    if common.json { return }
    for (capture, conflicts) in found { session.show(conflicts, in: capture) }
  }

  private static func json(_ found: [(capture: Capture, conflicts: Conflicts)]) -> JSONValue {
    JSONDocument.document([
      .init(
        "conflicts",
        .array(
          found.map { capture, conflicts in
            .object([
              .init("id", JSONValue(capture.id)),
              .init("path", JSONValue(bytes: capture.path.bytes)),
              .init("fields", .array(conflicts.fields.map { .string($0.key) })),
              .init("lines", .array(conflicts.hunks.map { .integer($0.line) })),
            ])
          }))
    ])
  }
}

extension Session {
  /// Says that no two versions disagree; the code to end with.
  fileprivate func nothingInConflict() -> Failure {
    var failure = Failure("nothing-found", "nothing is in conflict", status: .nothingFound)
    failure.isQuiet = options.json
    return failure
  }

  /// The captures in which two versions disagree, by path.
  func conflicts() -> [(capture: Capture, conflicts: Conflicts)] {
    load().captures.compactMap { capture in
      let bytes = capture.document.bytes
      let found = Conflicts(bytes)
      return found.isEmpty ? nil : (capture, found)
    }
  }

  /// Shows the conflicts of one capture: each with its place and both sides.
  func show(_ conflicts: Conflicts, in capture: Capture) {
    let bytes = capture.document.bytes
    let path = TerminalText.escaped(capture.path.description)
    for field in conflicts.fields {
      let line = SourceLocation(offset: field.range.lowerBound, in: bytes).line
      let ours = capture.document[field.key]?.shown ?? "nothing"
      let theirs = field.value?.shown ?? "nothing"
      let sides = TerminalText.escaped("\(field.key): ours \(ours), theirs \(theirs)")
      console.line("\(path):\(line): \(sides)")
    }
    for hunk in conflicts.hunks {
      let counts = [hunk.ours, hunk.theirs].map { range in
        bytes[range].count { $0 == UInt8(ascii: "\n") }.of("line")
      }
      console.line("\(path):\(hunk.line): text: ours \(counts[0]), theirs \(counts[1])")
    }
  }
}

// MARK: - Settling

struct ResolveCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Settle where two versions disagree.",
    discussion: """
      Each FIELD=SIDE settles one field; --ours and --theirs settle all that is left, fields and \
      text. Without either, on a terminal, each conflict is asked about. A file in which nothing is \
      left in conflict is marked as settled for git.

      EXAMPLES
        cairn resolve k7x2 score=theirs title=ours
        cairn resolve work/acme/invoice.md --theirs
        cairn resolve --all --ours
      """)

  @Argument(
    help: ArgumentHelp("The capture: id, path or title; then FIELD=SIDE.", valueName: "capture"))
  var words: [String] = []

  @Flag(help: "Take ours.")
  var ours = false

  @Flag(help: "Take theirs.")
  var theirs = false

  @Flag(help: "Every capture that is in conflict.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if ours && theirs { throw ValidationError("--ours and --theirs exclude each other") }
    if all == (words.first.map { choice($0) == nil } ?? false) {
      throw ValidationError(
        all ? "--all and a capture exclude each other" : "say which capture, or --all")
    }
  }

  func run(_ session: Session) async throws {
    let side: Conflicts.Side? = ours ? .ours : theirs ? .theirs : nil
    let choices = try self.choices()
    let found = try chosen(session)
    try check(choices, in: found.map(\.conflicts))
    if side == nil, choices.isEmpty {
      try checkAsking(session)
    } else {
      try session.confirmIfSeveral(found.map(\.capture), "Settle", write)
    }
    let mode: Mode = write.dryRun ? .dryRun : .write
    var answers: [NotePath: (Conflicts.Side?, [String: Conflicts.Side])] = [:]
    for (capture, conflicts) in found {
      answers[capture.path] =
        side == nil && choices.isEmpty
        ? session.ask(conflicts, in: capture) : (side, choices)
    }
    let report = try session.notebook.change(found.map(\.capture), mode) {
      capture throws(Diagnostic) in
      let (side, choices) = answers[capture.path] ?? (nil, [:])
      return Document(try Conflicts(capture.document.bytes).settled(side, choices))
    }
    try session.finish(report, mode)
    if mode == .write { try await session.markSettled(report) }
  }

  /// The captures that were named, or all.
  private func chosen(
    _ session: Session
  ) throws -> [(capture: Capture, conflicts: Conflicts)] {
    if all {
      let found = session.conflicts()
      if found.isEmpty { throw session.nothingInConflict() }
      return found
    }
    let (capture, _) = try session.chooseOne(words[0])
    let conflicts = Conflicts(capture.document.bytes)
    guard !conflicts.isEmpty else {
      throw Failure(
        "nothing-found", "nothing is in conflict in `\(capture.path)`", status: .nothingFound)
    }
    return [(capture, conflicts)]
  }

  /// The sides that were chosen for fields.
  private func choices() throws -> [String: Conflicts.Side] {
    var choices: [String: Conflicts.Side] = [:]
    for word in all ? words[...] : words.dropFirst() {
      guard let (key, side) = choice(word) else {
        throw Failure(
          "choice-invalid", "`\(word)` is no choice; say FIELD=ours or FIELD=theirs", status: .usage
        )
      }
      choices[key] = side
    }
    return choices
  }

  /// Throws a ``Failure`` where a choice names a field that is in no conflict.
  private func check(_ choices: [String: Conflicts.Side], in conflicts: [Conflicts]) throws {
    let keys = conflicts.flatMap { $0.fields.map(\.key) }
    for key in choices.keys.sorted() where !keys.contains(key) {
      let near = Nearest.name(to: key, among: keys).map { "; did you mean `\($0)`?" } ?? ""
      throw Failure(
        "choice-unknown", "the field `\(key)` is not in conflict\(near)", status: .usage)
    }
  }

  private func choice(_ word: String) -> (String, Conflicts.Side)? {
    guard let sign = word.lastIndex(of: "="),
      let side = Conflicts.Side(rawValue: String(word[word.index(after: sign)...]))
    else { return nil }
    return (String(word[..<sign]), side)
  }

  private func checkAsking(_ session: Session) throws {
    let surroundings = session.surroundings
    guard surroundings.inputIsTerminal, surroundings.errorIsTerminal, !common.noInput, !common.json
    else {
      throw Failure(
        "answer-wanted", "say --ours, --theirs or FIELD=SIDE; nothing was changed", status: .usage)
    }
  }
}

extension Session {
  /// Asks which side each conflict is to be settled to; of the text all at once.
  fileprivate func ask(
    _ conflicts: Conflicts, in capture: Capture
  ) -> (Conflicts.Side?, [String: Conflicts.Side]) {
    show(conflicts, in: capture)
    console.flush()
    var choices: [String: Conflicts.Side] = [:]
    for field in conflicts.fields { choices[field.key] = askSide("\(field.key)?") }
    return (conflicts.hunks.isEmpty ? nil : askSide("the text?"), choices)
  }

  /// `o` or `t`; nil for anything else, which leaves it as it is.
  private func askSide(_ question: String) -> Conflicts.Side? {
    switch console.ask("\(TerminalText.escaped(question)) [o]urs, [t]heirs, or leave it: ")?.first {
    case "o": .ours
    case "t": .theirs
    default: nil
    }
  }

  /// Tells git of the files in which nothing is left in conflict, where it waits for that.
  fileprivate func markSettled(_ report: ChangeReport) async throws {
    let settled = report.changed.filter { Conflicts($0.after).isEmpty }.map(\.path.bytes)
    guard !settled.isEmpty, let git = try? git(), let repository = try? await Repository(git),
      repository.underWay != nil
    else { return }
    try await repository.markSettled(settled)
  }
}
