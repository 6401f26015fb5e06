import CairnConsole
import CairnSession
import CairnShell
import CairnWork

/// The answer to a completion script: the completions at the cursor of a command line.
enum CompletionAnswer {
  /// Writes the answer to standard output, without messages and without changing files. Writes
  /// nothing if the arguments do not come from a completion script.
  ///
  /// If the notebook cannot be read within half a second (or the milliseconds in
  /// `CAIRN_COMPLETION_MS`), the answer contains only completions that do not depend on it.
  static func write(_ arguments: [String], _ surroundings: Surroundings) async {
    guard let request = ShellRequest(arguments, variable: { surroundings.variables[$0] }) else {
      return
    }
    let place = request.place(in: .program)
    var completion = Completion.words([])
    if case .value(let argument) = place.expected, argument.values.isEmpty,
      let subject = CompletionSubject(argument, at: place)
    {
      let wanted = CompletionRequest(subject, place.text, after: place.earlier(for: subject))
      completion = place.completion(wanted.generalSuggestions)
      let limit = surroundings.variable("CAIRN_COMPLETION_MS").flatMap { Int($0) } ?? 500
      // The resident process needs no deadline, because its client has one.
      let isOwn = surroundings.transcript == nil
      if isOwn {
        Deadline.set(milliseconds: max(1, limit), "\(request.answer(completion))\n")
      }
      let found = try? await suggestions(wanted, at: place, surroundings)
      if isOwn { Deadline.cancel() }
      completion = found.map { place.completion($0) } ?? completion
    }
    if completion == .words([]) { completion = place.completion }
    let console = Console(
      isColored: false, errorIsColored: false, to: surroundings.transcript)
    console.line(request.answer(completion))
    console.flush()
  }

  private static func suggestions(
    _ wanted: CompletionRequest, at place: LinePlace, _ surroundings: Surroundings
  ) async throws -> [Suggestion] {
    let root = try NotebookRoot(
      named: place.value(of: "--notebook") ?? surroundings.variable("CAIRN_NOTEBOOK"),
      from: surroundings.workingFolder, home: surroundings.home,
      userSettings: { SettingsFiles(surroundings).user })
    return try await Workspace.with(root, RequestContext(ofReader: surroundings)) {
      $0.complete(wanted)
    }
  }
}

extension LinePlace {
  /// Returns the earlier arguments on which the completion depends. The headings of `append` are
  /// those of the capture in the option `--to`.
  fileprivate func earlier(for subject: CompletionSubject) -> [String] {
    let isTextTyped = subject == .heading && commands != ["link"]
    return isTextTyped ? [value(of: "--to")].compactMap(\.self) : positionals
  }

  fileprivate func completion(_ suggestions: [Suggestion]) -> Completion {
    .words(suggestions.map { Candidate(head + $0.text, $0.summary, isFinished: $0.isFinished) })
  }
}

extension CompletionSubject {
  /// Determines the kind of text that an argument takes as its value; nil if the value cannot be
  /// completed.
  init?(_ argument: CommandOutline.Argument, at place: LinePlace) {
    let path = place.commands.joined(separator: " ")
    let name = argument.names.first { $0.hasPrefix("--") } ?? argument.valueName
    let keys = ["\(path) \(name)", name, argument.valueName]
    guard let found = keys.lazy.compactMap({ Self.named[$0] }).first else { return nil }
    let isRetry = found == .note && place.value(of: "--retry") != nil
    let isRenamed =
      found == .tagging && place.value(of: "--rename") != nil && place.positionals.count < 2
    self = isRetry ? .draft : isRenamed ? .tag : found
  }

  /// The kinds of text that arguments take, keyed by the name of an option or of a value. If the
  /// kind depends on the command, the key begins with the name of the command.
  static let named: [String: CompletionSubject] = [
    "query": .captures, "list query": .query, "search query": .query, "digest query": .query,
    "stats query": .query, "tags query": .query, "actions query": .query,
    "view save query": .query, "set query": .changes, "mv query": .move, "tag query": .tagging,
    "done query": .openActions, "cancel query": .openActions, "reopen query": .closedActions,
    "capture": .capture, "add text": .note, "--field": .field, "unset fields": .fields,
    "--dates": .fields, "--group-by": .grouping, "--sort": .order,
    "--since": .date, "--until": .date, "--date": .date, "--due": .due, "defer when": .due,
    "digest --date": .today, "site --date": .today,
    "collection": .collection, "new-path": .collection, "type": .type, "--score": .score,
    "--tag": .tag, "tag --add": .tag, "tag --remove": .tag, "view show name": .view,
    "view save name": .view, "view rm name": .view, "template show name": .template,
    "template check name": .template, "template new --from": .template,
    "add --template": .captureTemplate, "collection create --template": .captureTemplate,
    "digest --template": .digestTemplate, "config key": .setting, "config value": .settingValue,
    "trash restore removed": .trash, "drafts show draft": .draft,
    "drafts restore draft": .draft, "drafts rm draft": .draft, "random query": .query,
    "recent query": .query, "pick query": .query, "linked-capture": .capture,
    "append --to": .capture, "prepend --to": .capture, "--under": .heading,
    "append text": .note, "prepend text": .note, "daily day": .day, "type capture": .typing,
    "trash restore --to": .collection, "undo id": .operation, "log id": .operation,
    "--provider": .provider, "--scope": .collection, "import path": .importSource,
  ]
}
