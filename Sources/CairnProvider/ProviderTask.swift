/// What a provider is asked for.
public enum ProviderTask: String, CaseIterable, Sendable {
  /// What a text is: an action, an idea, a fact, or about a person.
  case classify
  /// What a capture means, in one sentence.
  case meaning
  /// Which pieces of a text are thoughts of their own.
  case split
  /// What the passages of a notebook answer to a question.
  case ask
}
