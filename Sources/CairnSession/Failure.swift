package import CairnConsole
import CairnScreens
import CairnTerminal
package import CairnText
import CairnWire
import CairnWork

/// An error that ends a command, and that is ready to be printed.
package struct Failure: Error {
  /// A stable code in kebab case, for scripts.
  package let code: String
  /// The problem and its solution, on one line.
  package let message: String
  /// The diagnostic, if the error has a position in a file or other text; otherwise nil.
  package var diagnostic: Diagnostic?
  /// The word to print in place of a path if the error is in text that does not come from a file:
  /// `query`, `template` or `input`.
  private var source: String {
    ["query", "template"].first { code.hasPrefix("\($0)-") } ?? "input"
  }
  /// Whether to print no error message, because the output already reports the error.
  package var isQuiet = false
  /// Advice on what to do next, one piece on each line; nil if there is none.
  package var hint: String?
  /// The id of the draft that contains the text of the command; nil if there is none.
  package var draft: String?
  /// The captures that the message is about, each as its handle, title and path.
  package var candidates: [[String]] = []
  /// The capture that the command saved before it failed; nil if there is none.
  package var added: (id: String?, path: NotePath)?
  /// The lines of another program's error output.
  package var details: [String] = []
  package var status: ExitStatus = .failure

  package init(_ code: String, _ message: String, status: ExitStatus = .failure) {
    self.code = code
    self.message = message
    self.status = status
  }

  package init(_ diagnostic: Diagnostic, status: ExitStatus = .failure) {
    code = diagnostic.code
    message = diagnostic.message
    self.diagnostic = diagnostic
    self.status = status
  }

  /// Creates a failure from any error that a library throws.
  package init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let diagnostic as Diagnostic:
      let isUsage = diagnostic.code.hasPrefix("query-") || diagnostic.path == nil
      self.init(diagnostic, status: isUsage ? .usage : .failure)
    case let failure as EditFailure:
      self.init(failure.reason)
      hint = "run `cairn drafts` to find the original text"
    case let failure as InputFailure:
      self.init("input-unreadable", "cannot read standard input: \(failure)")
    default: self.init(Refusal(error))
    }
  }

  /// Adds advice, unless `more` is nil.
  package mutating func addHint(_ more: String?) {
    let hints = [hint, more].compactMap(\.self)
    hint = hints.isEmpty ? nil : hints.joined(separator: "\n")
  }

  /// Returns a failure with exit code 1, for a command that found nothing.
  package static func nothing(_ message: String) -> Failure {
    Failure("nothing-found", message, status: .nothingFound)
  }

  private init(_ refusal: Refusal) {
    let status: ExitStatus =
      switch refusal.kind {
      case .invalid: .usage
      case .nothingFound: .nothingFound
      case .locked: .locked
      case .failed: .failure
      }
    self.init(refusal.code, refusal.message, status: status)
    hint = refusal.hint
    details = refusal.details
    candidates = refusal.candidates
  }
}

extension Console {
  /// Runs a command. If the command throws an error, reports the error and throws the exit code. If
  /// `json` is true, also prints the error as JSON.
  package func run(json: Bool, _ command: () async throws -> Void) async throws {
    do {
      try await command()
      flush()
    } catch let code as CommandEnd {
      flush()
      throw code
    } catch is CancellationError {
      flush()
      throw Interruption.exitCode
    } catch {
      throw Failure(error).report(self, json: json)
    }
  }
}

extension Failure {
  /// Prints the message. If the message suggests a name ("did you mean …"), prints the suggestion
  /// as a hint.
  private func say(on console: Console) {
    let parts = message.split(separator: "; did you mean ", maxSplits: 1)
    console.say(.error, String(parts.first ?? ""))
    if parts.count > 1 { console.say(.hint, "did you mean \(parts[1])") }
  }

  /// Whether the failure only reports that there is nothing to show or do, which is not an error.
  private var isRemark: Bool {
    ["nothing-found", "split-single", "trash-empty", "undo-nothing"].contains(code)
  }

  /// Prints the error and returns the exit code. If `json` is true, also prints the error as JSON
  /// to standard output.
  package func report(_ console: Console, json: Bool) -> CommandEnd {
    if isQuiet {
      console.flush()
      return status.end
    }
    if json {
      let lines = candidates.map { "\n  " + $0.map(TerminalText.line).joined(separator: "  ") }
      let about = diagnostic ?? Diagnostic(.error, code, message + lines.joined())
      console.line(.error(about, draft: draft, added: added))
    }
    if let diagnostic, diagnostic.hasPlace {
      console.say(diagnostic, source: source)
    } else if isRemark {
      console.remark(message)
    } else {
      say(on: console)
    }
    let columns = [Table.Column("id"), .init("title", shrinksTo: 40), .init("path", shrinksTo: 8)]
    let width = console.errorWidth.map { $0 - 2 }
    for line in Table(columns: columns).lines(candidates, width: width) { console.say("  \(line)") }
    for line in details { console.say(TerminalText.escaped(line)) }
    if let hint { console.say(.hint, hint) }
    console.flush()
    return status.end
  }
}
