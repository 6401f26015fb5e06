/// A task that a provider can be asked to do.
public enum ProviderTask: String, CaseIterable, Sendable {
  /// Determining the type of a capture from its text: action, idea, fact or person.
  case classify
  /// Summarizing the meaning of a capture in one sentence.
  case meaning
  /// Splitting text into pieces, one for each thought.
  case split
  /// Answering a question from passages of the notebook.
  case ask
  /// Summarizing a briefing in a few sentences.
  case brief
}
