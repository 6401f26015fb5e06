import CairnFiles
import CairnGit
import CairnNotebook
import CairnText

/// An error that says why a request was not carried out. The request changed nothing.
public struct Refusal: Error, Sendable {
  /// The kind of a refusal, which determines a command's exit code or a server's status.
  public enum Kind: Hashable, Sendable {
    /// The request is invalid: for example, it names an unknown field or lacks an answer.
    case invalid
    /// Nothing matches the query, or nothing has the requested name.
    case nothingFound
    /// The request is valid but could not be carried out.
    case failed
    /// Another process was writing to the notebook for too long.
    case locked
  }

  /// A stable code in kebab case, for programs.
  public let code: String
  /// A message that says what is wrong and what to do. The message has one line, or several lines
  /// if there is a list.
  public let message: String
  /// The captures or removed files that the message is about, or that may be meant, each as its
  /// handle, title and path. If there are more than ten, the last element counts the others: `…`
  /// and `and 3 more`.
  public var candidates: [[String]] = []
  /// The kind of the refusal.
  public let kind: Kind
  /// A sentence with further advice; nil if there is none.
  public var hint: String?
  /// The lines that git wrote to its error output, each after `git: `; empty if git did not fail.
  public var details: [String] = []

  /// Creates a refusal.
  public init(_ code: String, _ message: String, _ kind: Kind = .failed) {
    self.code = code
    self.message = message
    self.kind = kind
  }
}

extension Refusal {
  /// Creates a refusal from any error that a method of ``Workspace`` throws.
  public init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let diagnostic as Diagnostic: self.init(diagnostic.code, diagnostic.message)
    case let refusal as CaptureRefusal: self.init(refusal.code, refusal.description)
    case let refusal as MediaRefusal: self.init(refusal.code, refusal.description)
    case let failure as ReadFailure: self.init(failure)
    case let failure as GitFailure:
      self.init(failure.kind.rawValue, failure.message)
      details = failure.details.split(whereSeparator: \.isNewline).map { "git: \($0)" }
    case let error as FileError:
      if case .locked = error.code {
        self.init("locked", error.description, .locked)
      } else {
        self.init("file-error", error.description)
      }
    default: self.init("internal", "\(error)")
    }
  }

  /// Returns the message of a refusal or a diagnostic, or the description of another error.
  static func message(of error: any Error) -> String {
    (error as? Diagnostic)?.message ?? (error as? Refusal)?.message ?? "\(error)"
  }
}
