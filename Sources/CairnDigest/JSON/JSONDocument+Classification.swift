public import CairnInsight
public import CairnJSON

extension JSONDocument {
  /// What the text of a capture was found to be. What a gift or an entry has is null.
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

  /// What a line says that is about a gift.
  ///
  /// - Parameter date: When it is, as a field says it.
  public static func classification(_ gift: GiftDetails, date: String?) -> JSONValue {
    typed(
      "gift", title: gift.idea, score: .null, collection: GiftDetails.collection,
      fields: fields(of: gift),
      values: ["date": JSONValue(date), "budget": gift.amount.map(number) ?? .null])
  }

  /// What a line says that is about a book, a film, a game or a record.
  public static func classification(_ entry: EntryDetails) -> JSONValue {
    typed(
      "entry", title: entry.title, score: .string(word(for: entry.verdict)),
      collection: entry.collection, fields: fields(of: entry),
      values: [
        "score": .integer(entry.verdict?.rawValue ?? 0),
        "year": entry.year.map { .integer($0) } ?? .null,
      ])
  }

  private static func typed(
    _ type: String, title: String?, score: JSONValue, collection: String?, fields: JSONValue,
    values: JSONValue
  ) -> JSONValue {
    document([
      .init("type", .string(type)), .init("confidence", .integer(1)), .init("summary", .null),
      .init("person", .null), .init("due", .null), .init("due_text", .null),
      .init("title", JSONValue(title)), .init("score", score),
      .init("collection", JSONValue(collection)), .init("fields", fields),
      .init("values", values),
      .init("needs_clarification", .boolean(false)), .init("candidates", []),
    ])
  }

  private static func fields(of gift: GiftDetails) -> JSONValue {
    .object([
      .init("recipient", JSONValue(gift.recipient)), .init("idea", JSONValue(gift.idea)),
      .init("occasion", JSONValue(gift.occasion)), .init("date", JSONValue(gift.date)),
      .init("budget", JSONValue(gift.budget)),
      .init("tags", .array(gift.tags.map { .string($0) })), .init("notes", JSONValue(gift.notes)),
    ])
  }

  private static func fields(of entry: EntryDetails) -> JSONValue {
    .object([
      .init("year", entry.year.map { .integer($0) } ?? .null),
      .init("genre", JSONValue(entry.genre)), .init("author", JSONValue(entry.author)),
      .init("platform", JSONValue(entry.platform)),
    ])
  }

  /// A number, without a fraction where it has none.
  private static func number(_ value: Double) -> JSONValue {
    Int(exactly: value).map { .integer($0) } ?? .number(value)
  }

  private static func word(for verdict: EntryDetails.Verdict?) -> String {
    verdict.map { "\($0)" } ?? "undecided"
  }

  /// A part of a text that is a thought of its own, and what it was found to be.
  ///
  /// - Parameters:
  ///   - heading: The line above it that says what it and its neighbours are.
  ///   - joint: The words that join it to the one before and say nothing else.
  ///   - isTicked: Whether the box in front of it is ticked; nil where it has none.
  ///   - isSure: Whether its type is believed.
  ///   - due: When it is due, as a field says it.
  public static func piece(
    _ text: String, heading: String?, joint: String, isTicked: Bool?, _ found: Classification,
    isSure: Bool, due: String?
  ) -> JSONValue {
    .object([
      .init("text", .string(text)), .init("heading", JSONValue(heading)),
      .init("joint", JSONValue(joint.isEmpty ? nil : joint)),
      .init("ticked", isTicked.map { .boolean($0) } ?? .null),
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
