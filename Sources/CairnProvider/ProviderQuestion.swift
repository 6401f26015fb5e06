import CairnJSON

/// A question to a provider: the input of its program and the interpretation of its answer.
public struct ProviderQuestion<Answer: Sendable>: Sendable {
  /// The request that is sent.
  public let request: ProviderRequest
  /// Interprets an object that the program printed; nil if it is not an answer.
  let read: @Sendable (JSONValue) -> Answer?
}

extension ProviderQuestion<ProvidedClassification> {
  /// Asks for the type of a capture's text.
  public static func classify(_ text: String) -> Self {
    Self(request: .classify(text)) { ProvidedClassification($0, about: text) }
  }
}

extension ProviderQuestion<ProvidedMeaning> {
  /// Asks for the meaning of a capture.
  public static func meaning(title: String, body: String) -> Self {
    Self(request: .meaning(title: title, body: body)) { ProvidedMeaning($0) }
  }
}

extension ProviderQuestion<ProvidedPieces> {
  /// Asks for the separate thoughts in a text.
  public static func split(_ text: String) -> Self {
    Self(request: .split(text)) { ProvidedPieces($0, of: text) }
  }
}

extension ProviderQuestion<ProvidedAnswer> {
  /// Asks for the answer to a question from passages, which are numbered from 1.
  public static func ask(_ question: String, passages: [(title: String, text: String)]) -> Self {
    let count = passages.count
    return Self(request: .ask(question, passages: passages)) { ProvidedAnswer($0, passages: count) }
  }
}
