/// What a line about a gift says: whom it is for, what it is, and for what.
///
///     let gift = GiftDetails("Gift for Mum – a warm throw, Mother's Day, £60 tops")
///     gift.recipient   // "Mum"
///     gift.idea        // "warm throw"
///     gift.occasion    // "Mother's Day"
///     gift.budget      // "£60 tops"
///
/// Everything is as it is written, without articles; what is not said is nil. Read by rules, in one pass
/// over the first ``Tokens/limit`` words.
public struct GiftDetails: Hashable, Sendable {
  /// The collection that gifts lie in, by default.
  public static let collection = "gifts"

  /// Whom it is for.
  public let recipient: String?
  /// What it may be.
  public let idea: String?
  /// What it is given for.
  public let occasion: String?
  /// When that is.
  public let date: String?
  /// What it may cost.
  public let budget: String?
  /// That as a number, of whatever money: of `£20-30` the 30.
  public let amount: Double?
  /// The words behind `#`.
  public let tags: [String]
  /// What else is said, in the order of the text.
  public let notes: String?

  /// Reads a line.
  public init(_ text: String) {
    let reader = GiftReader(text)
    recipient = reader.recipient
    idea = reader.idea
    occasion = reader.occasion
    date = reader.date
    budget = reader.budget
    amount = reader.amount
    tags = reader.tags
    notes = reader.notes.isEmpty ? nil : reader.notes.joined(separator: "; ")
  }
}
