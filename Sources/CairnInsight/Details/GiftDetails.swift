/// The details in a line about a gift, such as the recipient, the idea and the occasion.
///
///     let gift = GiftDetails("Gift for Mum – a warm throw, Mother's Day, £60 tops")
///     gift.recipient   // "Mum"
///     gift.idea        // "warm throw"
///     gift.occasion    // "Mother's Day"
///     gift.budget      // "£60 tops"
///
/// All strings are as written, with two exceptions: leading articles are removed, and ` birthday`
/// is added to an occasion that is only an age: `80th birthday` for `80th`. Properties that the
/// line does not state are nil. The details are found by rules. Only the first ``Tokens/limit``
/// words are read.
public struct GiftDetails: Hashable, Sendable {
  /// The default collection for gifts.
  public static let collection = "gifts"

  /// The person who gets the gift, such as `Mum` or `Ade and Kim`.
  public let recipient: String?
  /// The thing to give, or something that the recipient likes if the line names no such thing.
  public let idea: String?
  /// The occasion of the gift, such as `Mother's Day`. Only the first one in the line is used.
  public let occasion: String?
  /// The date of the occasion as written.
  public let date: String?
  /// The price limit as written.
  public let budget: String?
  /// The budget as a number without the currency. For a range, the upper end: 30 for `£20-30`.
  public let amount: Double?
  /// The tags, without their `#`.
  public let tags: [String]
  /// The remarks in the line, and any further gift ideas, joined by `; `; nil if there are none.
  /// Something that the recipient likes (`into chess`) is included even if it is also the ``idea``.
  public let notes: String?

  /// Creates the details from a line of text.
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
