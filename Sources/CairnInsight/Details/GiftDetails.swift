/// What a line about a gift says: the recipient, the idea and the occasion.
///
///     let gift = GiftDetails("Gift for Mum – a warm throw, Mother's Day, £60 tops")
///     gift.recipient   // "Mum"
///     gift.idea        // "warm throw"
///     gift.occasion    // "Mother's Day"
///     gift.budget      // "£60 tops"
///
/// All text is as written, without articles. Properties that are not stated are nil. The line is
/// read by rules, in one pass over the first ``Tokens/limit`` words.
public struct GiftDetails: Hashable, Sendable {
  /// The default collection for gifts.
  public static let collection = "gifts"

  /// The recipient.
  public let recipient: String?
  /// The gift idea.
  public let idea: String?
  /// The occasion.
  public let occasion: String?
  /// The date of the occasion.
  public let date: String?
  /// The price limit.
  public let budget: String?
  /// The budget as a number, without the currency: 30 for `£20-30`.
  public let amount: Double?
  /// The tags: the words after `#`.
  public let tags: [String]
  /// The rest of the text, in order.
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
