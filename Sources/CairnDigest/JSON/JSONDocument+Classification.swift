public import CairnInsight

extension JSONDocument {
  /// What the text of a capture was found to be. What is not found yet is null.
  ///
  /// - Parameters:
  ///   - threshold: The confidence below which a person is to be asked.
  ///   - due: When it is due, as a field says it.
  ///   - summary: The sentence that says it.
  ///   - others: Members that are added.
  public static func classification(
    _ found: Classification, below threshold: Double, due: String?, summary: String?,
    others: [JSONValue.Member] = []
  ) -> JSONValue {
    let isSure = !found.needsClarification(below: threshold)
    return document(
      [
        .init("type", JSONValue(isSure ? found.kind?.rawValue : nil)),
        .init("confidence", found.kind == nil ? .null : rounded(found.confidence)),
        .init("summary", JSONValue(summary)), .init("person", JSONValue(found.person)),
        .init("due", JSONValue(due)), .init("due_text", JSONValue(found.due)),
        .init("title", .null),
        .init("score", .null),
        .init("collection", .null), .init("fields", .null),
        .init("needs_clarification", .boolean(!isSure)),
        .init("candidates", candidates(of: found)),
      ] + others)
  }

  /// A part of a text that is a thought of its own, and what it was found to be.
  ///
  /// - Parameters:
  ///   - heading: The line above it that says what it and its neighbours are.
  ///   - joint: The words that join it to the one before and say nothing else.
  ///   - isSure: Whether its type is believed.
  ///   - due: When it is due, as a field says it.
  public static func piece(
    _ text: String, heading: String?, joint: String, _ found: Classification, isSure: Bool,
    due: String?
  ) -> JSONValue {
    .object([
      .init("text", .string(text)), .init("heading", JSONValue(heading)),
      .init("joint", JSONValue(joint.isEmpty ? nil : joint)),
      .init("type", JSONValue(isSure ? found.kind?.rawValue : nil)),
      .init("confidence", found.kind == nil ? .null : rounded(found.confidence)),
      .init("person", JSONValue(found.person)),
      .init("due", JSONValue(due)), .init("due_text", JSONValue(found.due)),
      .init("needs_clarification", .boolean(!isSure && found.kind != nil)),
    ])
  }

  /// What a new capture was filed by, as members of the document that says what was written.
  ///
  /// - Parameters:
  ///   - found: What its text was found to be; nil where that was not asked.
  ///   - type: The type that it has now.
  ///   - due: When it is due now, as its field says.
  ///   - isWaiting: Whether a person is to say what it is.
  public static func filing(
    _ found: Classification?, as type: String?, due: String?, isWaiting: Bool
  ) -> [JSONValue.Member] {
    [
      .init("type", JSONValue(type)),
      .init("confidence", found?.kind == nil ? .null : rounded(found?.confidence ?? 0)),
      .init("person", JSONValue(found?.person)), .init("due", JSONValue(due)),
      .init("due_text", JSONValue(found?.due)),
      .init("needs_clarification", .boolean(isWaiting)),
      .init("candidates", found.map(candidates) ?? []),
    ]
  }

  /// The types that a text may have, the likeliest first.
  public static func candidates(of found: Classification) -> JSONValue {
    .array(
      found.candidates.map { ["type": .string($0.kind.rawValue), "share": rounded($0.share)] })
  }
}
