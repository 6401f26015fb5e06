/// A shell with a completion script.
public enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// A possible end of the last word of a command line.
public struct Candidate: Hashable, Sendable {
  /// The whole last word, without quotes.
  public let word: String
  /// The description, on one line; empty for none.
  public let summary: String
  /// Whether the word is complete, so that the shell adds a blank.
  public let isFinished: Bool

  /// Creates a candidate.
  public init(_ word: String, _ summary: String = "", isFinished: Bool = true) {
    self.word = word
    self.summary = summary
    self.isFinished = isFinished
  }
}

/// The completions of the last word of a command line.
public enum Completion: Hashable, Sendable {
  /// One of these words.
  case words([Candidate])
  /// A file, which the shell completes.
  case files
  /// A folder, which the shell completes.
  case folders
}
