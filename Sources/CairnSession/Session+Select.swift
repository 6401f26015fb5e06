package import CairnCapture
import CairnConsole
package import CairnNotebook
import CairnScreens
import CairnWork

extension Session {
  /// Returns the error to throw if no captures match.
  ///
  /// - Parameter isShown: Whether, with `--json`, a document was already printed. If so, no message
  ///   is needed.
  package func nothingFound(isShown: Bool = true) -> Failure {
    var failure = Failure("nothing-found", "no captures match", status: .nothingFound)
    failure.isQuiet = options.json ? isShown : options.quiet
    return failure
  }

  /// Asks the embedding server for the vectors that a query with these words needs. The resident
  /// process never asks that server; instead, it lets the client run the command.
  package func prepare(_ words: [String]) async throws {
    if let transcript = surroundings.transcript {
      if work.needsServer(for: words) { transcript.decline() }
    } else {
      try await work.prepare(words)
    }
  }

  /// Throws exit code 1 if no captures were selected. With `--json`, first prints a report that
  /// contains no changes.
  package func expect(_ captures: [Capture]) throws {
    guard captures.isEmpty else { return }
    if options.json { show(ChangeReport(), .write) }
    throw nothingFound()
  }

  /// Shows the changes in a report. If a change was refused, throws the exit code of a failure.
  package func finish(_ report: ChangeReport, _ mode: Mode, verb: String? = nil) throws {
    show(report, mode, verb: verb)
    try checkRefusals(report)
  }

  /// Throws exit code 3 if `isUnclassified` is true and either `isStrict` is true or the setting
  /// `add.strict` is on.
  func checkTypes(isUnclassified: Bool, isStrict: Bool) throws {
    guard isUnclassified, isStrict || notebook.settings.isOn("add.strict") else { return }
    throw ExitStatus.unclassified.end
  }

  /// Throws the exit code of a failure if a change was refused.
  package func checkRefusals(_ report: ChangeReport) throws {
    if !report.refused.isEmpty { throw ExitStatus.failure.end }
  }
}
