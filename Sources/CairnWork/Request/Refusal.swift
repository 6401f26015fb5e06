import CairnFiles
import CairnGit
import CairnNotebook
import CairnText

/// The reason why a request was not carried out. Nothing was changed by it.
public struct Refusal: Error, Sendable {
  /// How a refusal counts: command lines have an exit code for each, servers a status.
  public enum Kind: Hashable, Sendable {
    /// The request is invalid: it names an unknown field, or misses an answer.
    case invalid
    /// Nothing matches, or nothing has the name.
    case nothingFound
    /// The request is valid and could not be carried out.
    case failed
    /// Another process was writing to the notebook for too long.
    case locked
  }

  /// What went wrong: stable, in kebab case, for programs.
  public let code: String
  /// What was found and what to do, in one line or, with a list, several.
  public let message: String
  /// How it counts.
  public let kind: Kind
  /// What else the person should know, in a sentence.
  public var hint: String?
  /// What another program said, line by line.
  public var details: [String] = []

  /// A refusal with this code and message.
  public init(_ code: String, _ message: String, _ kind: Kind = .failed) {
    self.code = code
    self.message = message
    self.kind = kind
  }
}

extension Refusal {
  /// Any error that a use case throws, as a refusal.
  public init(_ error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let diagnostic as Diagnostic: self.init(diagnostic.code, diagnostic.message)
    case let refusal as CaptureRefusal: self.init(refusal.code, refusal.description)
    case let refusal as MediaRefusal: self.init(refusal.code, refusal.description)
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

  /// The message of a refusal or a diagnostic, or the description of another error.
  static func message(of error: any Error) -> String {
    (error as? Diagnostic)?.message ?? (error as? Refusal)?.message ?? "\(error)"
  }
}
