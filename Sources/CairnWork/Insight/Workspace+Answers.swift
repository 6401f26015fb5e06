public import CairnCapture
public import CairnNotebook
public import CairnQuery

/// The captures that answer a question.
public struct AnswersResult {
  /// The notebook's captures.
  public let catalog: Catalog
  /// The words of the question that were looked for.
  public let words: [String]
  /// The best captures, each with its best passage, as many as were wanted.
  public let found: [(capture: Capture, answer: AnsweringPassage)]
  /// How many captures have any of the words.
  public let total: Int
}

extension Workspace {
  /// Finds the captures that answer a question best.
  ///
  /// Throws a ``Refusal`` if the question has no word.
  public func answers(to question: String, limit: Int) throws -> AnswersResult {
    guard let question = Question(question) else {
      throw Refusal("question-empty", "there is no word in the question", .invalid)
    }
    let catalog = catalog()
    let (found, total) = try catalog.answers(
      to: question, in: catalog.context(clock), limit: limit)
    return AnswersResult(catalog: catalog, words: question.words, found: found, total: total)
  }

  /// The answers that may be sent to a provider: those in captures that are not private.
  public func sendable(
    _ answers: AnswersResult
  ) -> [(capture: Capture, answer: AnsweringPassage)] {
    answers.found.filter { !notebook.isPrivate($0.capture) }
  }
}
