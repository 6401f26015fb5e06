public import CairnInsight

extension JSONDocument {
  /// What the text of a capture was found to be. What is not found yet is null.
  public static func classification(_ found: Classification) -> JSONValue {
    let isSure = !found.needsClarification()
    return document([
      .init("type", JSONValue(isSure ? found.kind?.rawValue : nil)),
      .init("confidence", found.kind == nil ? .null : rounded(found.confidence)),
      .init("summary", .null), .init("person", JSONValue(found.person)), .init("due", .null),
      .init("due_text", JSONValue(found.due)), .init("title", .null), .init("score", .null),
      .init("collection", .null), .init("fields", .null),
      .init("needs_clarification", .boolean(found.needsClarification())),
      .init(
        "candidates",
        .array(
          found.candidates.map {
            ["type": .string($0.kind.rawValue), "share": rounded($0.share)]
          })),
    ])
  }

  /// A confidence with as many digits as it is good for.
  private static func rounded(_ confidence: Double) -> JSONValue {
    .number((confidence * 1000).rounded() / 1000)
  }
}
