import CairnJSON

/// A question to a provider: the input of its program and the interpretation of its answer.
public struct ProviderQuestion<Answer: Sendable>: Sendable {
  /// The request that is sent.
  public let request: ProviderRequest
  /// Reads the answer from an object that the program printed; returns nil if the object is not a
  /// valid answer.
  let read: @Sendable (JSONValue) -> Answer?
}

extension ProviderQuestion<ProvidedClassification> {
  /// Creates the question of which type a capture's text has.
  public static func classify(_ text: String) -> Self {
    Self(request: .classify(text)) { ProvidedClassification($0, about: text) }
  }
}

extension ProviderQuestion<ProvidedMeaning> {
  /// Creates the question of what a capture means.
  public static func meaning(title: String, body: String) -> Self {
    Self(request: .meaning(title: title, body: body)) { ProvidedMeaning($0) }
  }
}

extension ProviderQuestion<ProvidedPieces> {
  /// Creates the question of which separate thoughts a text contains.
  public static func split(_ text: String) -> Self {
    Self(request: .split(text)) { ProvidedPieces($0, of: text) }
  }
}

extension ProviderQuestion<ProvidedAnswer> {
  /// Creates a question that is to be answered from passages, which are numbered from 1.
  public static func ask(_ question: String, passages: [(title: String, text: String)]) -> Self {
    let count = passages.count
    return Self(request: .ask(question, passages: passages)) { ProvidedAnswer($0, passages: count) }
  }
}
