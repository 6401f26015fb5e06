/// What a capture can be found to be: the types that the built-in classifier tells apart.
public enum CaptureKind: String, Hashable, Sendable, CaseIterable {
  /// Something to do: an errand, a purchase, an appointment, what wants repair or an answer.
  case action
  /// A thought to save: a proposal, a seed, a hypothesis, an insight.
  case idea
  /// What is known: about the writer, the household, an animal, the world.
  case fact
  /// Anything about somebody else, by name or by role.
  case person

  /// What it means, for somebody who is to choose.
  public var meaning: String {
    switch self {
    case .action: "something to do"
    case .idea: "a thought to save"
    case .fact: "about me, or what is so"
    case .person: "about someone"
    }
  }
}
