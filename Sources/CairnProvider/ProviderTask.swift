/// A task that a provider can be asked to do.
public enum ProviderTask: String, CaseIterable, Sendable {
  /// Determine the type of a text: an action, an idea, a fact, or about a person.
  case classify
  /// Say what a capture means in one sentence.
  case meaning
  /// Split a text into separate thoughts.
  case split
  /// Answer a question from passages of the notebook.
  case ask
}
