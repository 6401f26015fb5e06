import CairnJSON

/// A question to a provider: the request that is sent, and how to read the answer.
public struct ProviderQuestion<Answer: Sendable>: Sendable {
  /// The request that is sent.
  public let request: ProviderRequest
  /// A callback that reads the answer from a value that the provider wrote; throws a ``WrongShape``
  /// that says why the value is not a valid answer.
  let read: @Sendable (JSONValue) throws(WrongShape) -> Answer
}

extension ProviderQuestion<ProvidedClassification> {
  /// Creates a question that asks for the type of a capture's text.
  public static func classify(_ text: String) -> Self {
    Self(request: .classify(text)) { value throws(WrongShape) in
      try ProvidedClassification(value, about: text)
    }
  }
}

extension ProviderQuestion<ProvidedMeaning> {
  /// Creates a question that asks for the meaning of a capture in one sentence.
  public static func meaning(title: String, body: String) -> Self {
    Self(request: .meaning(title: title, body: body)) { value throws(WrongShape) in
      try ProvidedMeaning(value)
    }
  }
}

extension ProviderQuestion<ProvidedPieces> {
  /// Creates a question that asks for the pieces of `text`, one for each thought.
  public static func split(_ text: String) -> Self {
    Self(request: .split(text)) { value throws(WrongShape) in
      try ProvidedPieces(value, of: text)
    }
  }
}

extension ProviderQuestion<ProvidedSummary> {
  /// Creates a question that asks for a summary of the lines of a briefing.
  public static func brief(_ lines: String) -> Self {
    Self(request: .brief(lines)) { value throws(WrongShape) in try ProvidedSummary(value) }
  }
}

extension ProviderQuestion<ProvidedAnswer> {
  /// Creates a question for the provider to answer from `passages`. In the request, the passages
  /// are numbered from 1.
  public static func ask(_ question: String, passages: [(title: String, text: String)]) -> Self {
    let count = passages.count
    return Self(request: .ask(question, passages: passages)) { value throws(WrongShape) in
      try ProvidedAnswer(value, passages: count)
    }
  }
}
