/// The properties of text as a whole, such as its length, its pronouns, and whether it mentions a
/// person or has a verb.
struct Looks {
  /// The properties, each as a short phrase such as `no verb`.
  private(set) var all: [String] = ["any"]

  init(_ tokens: [Token], _ tags: [String], _ text: String) {
    let commas = min(tokens.count { $0.word == "," }, 3)
    let numbers = min(tokens.count { $0.kind == .number }, 3)
    all += ["length \(Self.length(tokens.count))", "numbers \(numbers)", "commas \(commas)"]
    if text.first?.isLowercase == true { all.append("lower case") }
    if !text.contains(where: \.isLowercase), text.contains(where: \.isUppercase) {
      all.append("capitals")
    }
    let words = Set(tokens.map(\.word))
    all += Self.speakers.filter(words.contains).map { "speaks \($0)" }

    let hasPerson = tags.contains { tag in Self.people.contains { tag.hasPrefix($0) } }
    let hasState = tags.contains(where: Self.finite.contains)
    let hasTime = tags.contains { $0 == "weekday" || $0 == "month" || $0 == "time" }
    all.append("person \(hasPerson) state \(hasState) time \(hasTime)")
    all.append("begins \(tags.first ?? "") person \(hasPerson)")
    if !tags.contains(where: Self.verbs.contains) {
      all += ["no verb", "no verb commas \(commas)", "no verb length \(min(tokens.count, 6))"]
    }
  }

  private static let speakers = [
    "i", "i'm", "i've", "we", "you", "he", "she", "they", "it", "my", "our",
  ]
  private static let people = ["name", "relative", "role", "title", "X"]
  private static let finite: Set<String> = [
    "state", "is", "are", "was", "were", "has", "does", "doesn't", "isn't",
  ]
  private static let verbs: Set<String> = """
    state chore order proposal is are was were has have do does can could would should will
    """.words()

  private static func length(_ count: Int) -> String {
    switch count {
    case ..<5: "\(count)"
    case ..<8: "5 to 7"
    case ..<12: "8 to 11"
    case ..<18: "12 to 17"
    default: "more"
    }
  }
}
