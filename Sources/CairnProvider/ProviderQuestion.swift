import CairnJSON

/// A question to a provider: what its program gets to read, and what its answer is understood as.
public struct ProviderQuestion<Answer: Sendable>: Sendable {
  /// What is sent.
  public let request: ProviderRequest
  /// What an object that was printed answers; nil where it is no answer.
  let read: @Sendable (JSONValue) -> Answer?
}

extension ProviderQuestion<ProvidedClassification> {
  /// What the text of a capture is.
  public static func classify(_ text: String) -> Self {
    Self(request: .classify(text)) { ProvidedClassification($0, about: text) }
  }
}

extension ProviderQuestion<ProvidedMeaning> {
  /// What a capture means.
  public static func meaning(title: String, body: String) -> Self {
    Self(request: .meaning(title: title, body: body)) { ProvidedMeaning($0) }
  }
}

extension ProviderQuestion<ProvidedPieces> {
  /// Which pieces of a text are thoughts of their own.
  public static func split(_ text: String) -> Self {
    Self(request: .split(text)) { ProvidedPieces($0, of: text) }
  }
}

extension ProviderQuestion<ProvidedAnswer> {
  /// What passages, numbered from 1, answer to a question.
  public static func ask(_ question: String, passages: [(title: String, text: String)]) -> Self {
    let count = passages.count
    return Self(request: .ask(question, passages: passages)) { ProvidedAnswer($0, passages: count) }
  }
}
