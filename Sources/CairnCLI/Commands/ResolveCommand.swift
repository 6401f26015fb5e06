import ArgumentParser
import CairnCapture
import CairnDocument
import CairnGit
import CairnNotebook
import CairnText
import CairnWork

struct ResolveCommand: NotebookCommand {
  static let configuration = CommandConfiguration(
    commandName: "resolve",
    abstract: "Settle where two copies of the notebook disagree.",
    discussion: """
      Each FIELD=SIDE settles one field; --ours and --theirs settle all that is left, fields and \
      text, and --both takes both versions of a text. A file that one copy removed and the other \
      changed or moved is kept, with its pictures, unless you pass --remove. Without any of these, on \
      a terminal, each conflict is asked about. A file in which nothing is left in conflict is marked \
      as settled for git.

      EXAMPLES
        cairn resolve k7x2 score=theirs title=ours
        cairn resolve work/acme/invoice.md --both
        cairn resolve books/dune.md --remove
        cairn resolve --all --ours
      """)

  @Argument(
    help: ArgumentHelp("The capture: id, path or title; then FIELD=SIDE.", valueName: "capture"))
  var words: [String] = []

  @Flag(help: "Take ours: the version of this copy.")
  var ours = false

  @Flag(help: "Take theirs: the version of the other copy.")
  var theirs = false

  @Flag(help: "Take both versions of a text, ours first; of pictures and other files, too.")
  var both = false

  @Flag(help: "Keep files that one copy removed (default).")
  var keep = false

  @Flag(help: "Remove files that one copy removed; they go into the trash.")
  var remove = false

  @Flag(help: "Every file that is in conflict.")
  var all = false

  @OptionGroup var write: WriteOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if [ours, theirs, both].count(where: { $0 }) > 1 {
      throw ValidationError("--ours, --theirs and --both exclude each other")
    }
    if keep && remove { throw ValidationError("--keep and --remove exclude each other") }
    if all == (words.first.map { choice($0) == nil } ?? false) {
      throw ValidationError(
        all ? "--all and a capture exclude each other" : "say which capture, or --all")
    }
  }

  func run(_ session: Session) async throws {
    let choices = try self.choices()
    let found = try await chosen(session)
    try check(choices, in: found.map(\.conflicts))
    let answers = try self.answers(found, choices, session)
    let mode: Mode = write.dryRun ? .dryRun : .write
    let resolution = try await session.resolution(of: answers)
    let report = try session.notebook.settle(resolution.steps, mode)
    if mode == .write, report.refused.isEmpty {
      try await session.markSettled(answers, resolution)
    }
    try session.finish(report, kept: resolution.kept, mode)
  }

  /// What is to become of each conflict: as the options say, else as the person answers.
  private func answers(
    _ found: [FileConflict], _ choices: [String: Conflicts.Side], _ session: Session
  ) throws -> [ConflictAnswer] {
    let side: Conflicts.Side? = ours ? .ours : theirs ? .theirs : both ? .both : nil
    let isSaid = side != nil || !choices.isEmpty || keep || remove
    if !isSaid, session.canAsk, !write.yes { return found.map { session.ask($0) } }
    guard isSaid || !found.contains(where: \.wantsSide) else {
      throw Failure(
        "answer-wanted", "pass --ours, --theirs, --both or FIELD=SIDE; nothing was changed",
        status: .usage)
    }
    if both { try checkFields(found, choices) }
    // Keeping files loses nothing.
    if isSaid { try session.confirm(session.work.question("Settle", found.map(\.path)), write) }
    let keeps = remove ? false : choices.isEmpty || keep ? true : nil
    return found.map {
      ConflictAnswer(conflict: $0, side: side, fields: choices, keeps: keeps)
    }
  }

  /// The conflicts of the file that was named, or all.
  private func chosen(_ session: Session) async throws -> [FileConflict] {
    let found = await session.conflicts()
    if all {
      if found.isEmpty { throw await session.nothingInConflict() }
      return found
    }
    let paths = TypedPaths(session.work).candidates(Array(words[0].utf8))
    let named = { (path: NotePath) in
      found.filter { $0.path == path || $0.other?.path == path }
    }
    if let conflicts = paths.lazy.map(named).first(where: { !$0.isEmpty }) { return conflicts }
    let called = found.filter { $0.isCalled(words[0]) }
    if called.count == 1 { return called }
    let (capture, _) = try session.work.capture(named: words[0])
    let conflicts = named(capture.path)
    guard !conflicts.isEmpty else {
      throw Failure(
        "nothing-found", "nothing is in conflict in `\(capture.path)`", status: .nothingFound)
    }
    return conflicts
  }

  /// The sides that were chosen for fields.
  private func choices() throws -> [String: Conflicts.Side] {
    var choices: [String: Conflicts.Side] = [:]
    for word in all ? words[...] : words.dropFirst() {
      guard let (key, side) = choice(word) else {
        throw Failure(
          "choice-invalid", "`\(word)` is not a choice; pass FIELD=ours or FIELD=theirs",
          status: .usage)
      }
      guard side != .both else {
        throw Failure(
          "choice-invalid",
          "`\(word)`: a field takes `ours` or `theirs`; --both is for text", status: .usage)
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

  /// Throws a ``Failure`` if `--both` leaves a field in conflict: it has one value.
  private func checkFields(
    _ found: [FileConflict], _ choices: [String: Conflicts.Side]
  ) throws {
    for conflict in found {
      let field = conflict.openFields.first { choices[$0.key] == nil }
      guard let field else { continue }
      throw Failure(
        "answer-wanted",
        "\(conflict.path): the field `\(field.key)` takes one value; with --both, also pass "
          + "\(field.key)=ours or \(field.key)=theirs; nothing was changed", status: .usage)
    }
  }

  private func choice(_ word: String) -> (String, Conflicts.Side)? {
    guard let sign = word.lastIndex(of: "="),
      let side = Conflicts.Side(rawValue: String(word[word.index(after: sign)...]))
    else { return nil }
    return (String(word[..<sign]), side)
  }
}

/// What is to become of one file's conflicts.
struct ConflictAnswer {
  let conflict: FileConflict
  /// The side of all of which nothing else is said.
  var side: Conflicts.Side?
  /// Whose path a file keeps that both copies moved; ``side`` where nothing else is said.
  var place: Conflicts.Side?
  /// The sides of fields.
  var fields: [String: Conflicts.Side] = [:]
  /// The sides of places in the text, by their bytes.
  var hunks: [[UInt8]: Conflicts.Side] = [:]
  /// Whether a file that one copy removed is kept; nil where it stays in conflict.
  var keeps: Bool?

  /// This answer with the sides as git has them.
  var asGitHasIt: ConflictAnswer {
    guard conflict.isReplaying else { return self }
    var answer = self
    answer.side = side?.opposite
    answer.place = place?.opposite
    answer.fields = fields.mapValues(\.opposite)
    answer.hunks = hunks.mapValues(\.opposite)
    return answer
  }
}

extension Conflicts.Side {
  fileprivate var opposite: Conflicts.Side {
    switch self {
    case .ours: .theirs
    case .theirs: .ours
    case .both: .both
    }
  }
}

// MARK: - Asking

extension Session {
  /// Asks about each conflict of a file.
  fileprivate func ask(_ conflict: FileConflict) -> ConflictAnswer {
    var answer = ConflictAnswer(conflict: conflict)
    if conflict.words != nil {
      showState(of: conflict)
      switch conflict.state {
      case .changed: break
      case .unmerged: answer.side = askSide("this file", [.ours, .theirs, .both])
      case .movedApart:
        answer.place = askSide("where it lies", [.ours, .theirs])
        answer.keeps = answer.place.map { _ in true }
      default:
        answer.keeps = ask(
          "Keep it?", [("keep", true), ("remove", false), ("leave it", nil)], default: true)
      }
    }
    var locator = SourceLocator(conflict.capture.document.bytes)
    for field in conflict.openFields {
      show(field, of: conflict, &locator)
      answer.fields[field.key] = askSide(field.key, [.ours, .theirs])
    }
    for hunk in conflict.conflicts.hunks {
      show(hunk, of: conflict)
      let bytes = Array(conflict.capture.document.bytes[hunk.range])
      answer.hunks[bytes] = askSide("line \(hunk.line)", [.ours, .theirs, .both])
    }
    return answer
  }

  /// The side of something; nil where it is to be left in conflict.
  private func askSide(_ what: String, _ sides: [Conflicts.Side]) -> Conflicts.Side? {
    ask("\(what)?", sides.map { ($0.rawValue, $0) } + [("leave it", nil)], default: nil)
  }

  /// The value of the word that is answered, or that begins with the answer; asks again after any other
  /// answer. Nothing answered is the default, and no more input leaves it.
  private func ask<Value: Equatable>(
    _ question: String, _ words: [(word: String, value: Value?)], default preset: Value?
  ) -> Value? {
    let shown = words.map { word, value in
      "[\(word.prefix(1))]\(word.dropFirst())" + (value == preset ? " (Enter)" : "")
    }.joined(separator: ", ")
    while let line = console.ask(TerminalText.escaped("\(question) \(shown): ")) {
      let answer = line.trimmingBlanks.lowercased()
      if answer.isEmpty { return preset }
      if let found = words.first(where: { $0.word.hasPrefix(answer) }) { return found.value }
      let all = words.map { "`\($0.word.prefix(1))`" }.joined(separator: ", ")
      console.say(TerminalText.escaped("`\(answer)` is not an answer; type one of \(all)"))
    }
    console.say("")
    return nil
  }
}
