/// A shell with a completion script.
public enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// A possible completion of the last word of a command line.
public struct Candidate: Hashable, Sendable {
  /// The whole completed word, without quotes.
  public let word: String
  /// The description, on one line; empty if there is none.
  public let summary: String
  /// Whether the word is complete. If so, the shell adds a space after it.
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
  /// A path of a file, which the shell itself completes.
  case files
  /// A path of a folder, which the shell itself completes.
  case folders
}
