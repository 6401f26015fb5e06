public import CairnCapture
import CairnDocument
import CairnFiles
public import CairnNotebook
import CairnText

/// The captures that a request will change, and the questions to ask first.
public struct WritePlan<Request: Sendable>: Sendable {
  /// The request.
  public let request: Request
  /// The captures as they were read; empty if nothing matches.
  public let captures: [Capture]
  /// The questions to ask, in order.
  public let questions: [Confirmation]

  init(request: Request, captures: [Capture], questions: [Confirmation?]) {
    self.request = request
    self.captures = captures
    self.questions = questions.compactMap(\.self)
  }
}

/// The result of carrying out a plan; in a dry run, the changes that the plan would make.
public struct WriteResult: Sendable {
  /// The changed files.
  public let report: ChangeReport
  /// Sentences to show after the changes.
  public let notes: [String]
}

extension WritePlan {
  /// Returns the captures whose files have not changed since the questions of the plan were asked,
  /// and an error for each changed file. Without questions, or in a dry run, returns all captures.
  func captures(unchangedIn work: Workspace, _ mode: Mode) -> AskedCaptures {
    AskedCaptures(captures, hasAsked: !questions.isEmpty && mode == .write, work)
  }
}

/// The captures of a plan, after the user answered the plan's questions: those that can still be
/// changed, and errors for the others.
struct AskedCaptures {
  /// The captures that can be changed.
  private(set) var captures: [Capture] = []
  /// An error for each capture whose file another program changed while a question was open.
  private(set) var refused: [Diagnostic] = []

  init(_ asked: [Capture], hasAsked: Bool, _ work: Workspace) {
    for capture in asked {
      let bytes = hasAsked ? try? work.notebook.store.read(capture.path).bytes : nil
      if let bytes, bytes != capture.document.bytes {
        refused.append(
          Diagnostic(
            .error, "file-changed",
            "the file changed before you answered, so Cairn skipped it; run the command again",
            path: capture.path))
      } else {
        captures.append(capture)
      }
    }
  }
}
