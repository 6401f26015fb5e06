import ArgumentParser
import CairnText
import CairnWire
import CairnWork

/// An error that a command ends with, ready to be printed.
struct Failure: Error {
  /// What kind: stable, kebab-case, for scripts.
  let code: String
  /// What was found and what to do, in one line.
  let message: String
  /// The place, where it is in a text.
  var diagnostic: Diagnostic?
  /// What the text is that a place without a path is in.
  private var source: String {
    ["query", "template"].first { code.hasPrefix("\($0)-") } ?? "cairn"
  }
  /// Whether the exit code says it all: what was printed is complete.
  var isQuiet = false
  /// What else the person should know, in a sentence.
  var hint: String?
  /// What another program said, line by line.
  var details: [String] = []
  /// The exit code.
  var status: ExitStatus = .failure

  init(_ code: String, _ message: String, status: ExitStatus = .failure) {
    self.code = code
    self.message = message
    self.status = status
  }

  init(_ diagnostic: Diagnostic, status: ExitStatus = .failure) {
    code = diagnostic.code
    message = diagnostic.message
    self.diagnostic = diagnostic
    self.status = status
  }

  /// Any error that a library throws.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let diagnostic as Diagnostic:
      let isUsage = diagnostic.code.hasPrefix("query-") || diagnostic.path == nil
      self.init(diagnostic, status: isUsage ? .usage : .failure)
    case let failure as EditFailure:
      self.init(failure.reason)
      hint = "The text before is kept: `cairn drafts` lists it."
    case let failure as InputFailure:
      self.init("input-unreadable", "cannot read standard input: \(failure)")
    default: self.init(Refusal(error))
    }
  }

  /// The failure to find something, which ends a command with the code 1.
  static func nothing(_ message: String) -> Failure {
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
  }
}

extension Console {
  /// Runs a command. What it throws is reported, and ends it with an exit code.
  func run(json: Bool, _ command: () async throws -> Void) async throws {
    do {
      try await command()
      flush()
    } catch let code as ExitCode {
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

// MARK: - Printing

extension Failure {
  /// The error as people read it: with the line and a caret where it has a place.
  private var text: String {
    guard let diagnostic, diagnostic.path != nil || diagnostic.location != nil else {
      let text = status == .nothingFound ? "cairn: \(message)" : "cairn: error: \(message)"
      return TerminalText.escaped(text, keepingLines: true)
    }
    return TerminalText.escaped(diagnostic, source: source)
  }

  /// Prints the error, in JSON on standard output where that was asked for, and gives the code to
  /// exit with.
  func report(_ console: Console, json: Bool) -> ExitCode {
    if isQuiet {
      console.flush()
      return status.code
    }
    if json {
      let about = diagnostic ?? Diagnostic(.error, code, message)
      console.line(.error(about))
    }
    console.say(text)
    for line in details { console.say(TerminalText.escaped(line)) }
    if let hint { console.say(TerminalText.escaped(hint)) }
    console.flush()
    return status.code
  }
}
