import CairnText

/// A day of a month that a sentence names, such as `12 Feb` in `Anna's birthday is 12 Feb`.
public struct YearlyDay: Hashable, Sendable {
  /// The year; nil if the sentence states none.
  public let year: Int?
  /// The month, 1 … 12.
  public let month: Int
  /// The day of the month.
  public let day: Int

  private static let clock = LocalClock(now: Instant(seconds: 181 * 86_400)) { _ in 0 }

  /// Finds the first single day in a sentence whose month is named. Returns nil if there is none:
  /// `on the 29th` and `next Friday` do not recur each year.
  public init?(in sentence: String) {
    let mentions = TimeMentions(sentence)
    let reader = TimeReader(clock: Self.clock, language: .english)
    for mention in mentions.found where [.day, .past].contains(mention.meaning) {
      let words = mentions.words(of: mention)
      let pieces = TimePiece.read(words).map(\.word)
      guard pieces.contains(where: { TimeNames.months[$0] != nil }),
        let days = reader.read(words)?.days, days.lowerBound == days.upperBound
      else { continue }
      let date = days.lowerBound
      year = pieces.contains("\(date.year)") ? date.year : nil
      (month, day) = (date.month, date.day)
      return
    }
    return nil
  }
}
