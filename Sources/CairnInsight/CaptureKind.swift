/// A type of capture that the built-in classifier can recognize.
public enum CaptureKind: String, Hashable, Sendable, CaseIterable {
  /// Something to do: an errand, a purchase, an appointment, something to repair or to answer.
  case action
  /// An idea to save: a suggestion, the start of a plan, a hypothesis, an insight.
  case idea
  /// Knowledge about the writer, the household, an animal or the world.
  case fact
  /// Information about another person, by name or by role.
  case person

  /// A description of the type that helps a user choose.
  public var meaning: String {
    switch self {
    case .action: "something to do"
    case .idea: "a thought to save"
    case .fact: "about me"
    case .person: "about someone"
    }
  }
}
