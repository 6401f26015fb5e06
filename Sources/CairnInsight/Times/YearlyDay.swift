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

  /// Finds the first single day whose month the sentence names. Returns nil if there is none:
  /// `on the 29th` and `next Friday` name no month.
  public init?(in sentence: String) {
    let mentions = TimeMentions(sentence)
    let days = mentions.found.lazy.compactMap { YearlyDay($0, in: mentions) }
    guard let day = days.first else { return nil }
    self = day
  }

  /// Creates the day of a mention. Returns nil if the mention does not name the month, or names
  /// several days.
  private init?(_ mention: TimeMentions.Mention, in mentions: TimeMentions) {
    guard [.day, .past].contains(mention.meaning) else { return nil }
    let words = mentions.words(of: mention)
    let pieces = TimePiece.read(words).map(\.word)
    guard pieces.contains(where: { TimeNames.months[$0] != nil }),
      let days = TimeReader(clock: Self.clock, language: .english).read(words)?.days,
      days.lowerBound == days.upperBound
    else { return nil }
    let date = days.lowerBound
    year = pieces.contains("\(date.year)") ? date.year : nil
    (month, day) = (date.month, date.day)
  }

  /// The day as the field `birthday` contains it: `1984-11-24`, or `11-24` without a year.
  public var written: String {
    (year.map { "\($0.padded(4))-" } ?? "") + "\(month.padded(2))-\(day.padded(2))"
  }
}

// MARK: - Birthdays

extension YearlyDay {
  /// Finds the birthday of a person in a text about this person: `Priya: birthday 3 May`,
  /// `Priya's bday is 3 May 1984`, `birthday of Priya: 3 May`. Nil if it is not clear whose
  /// birthday it is, or which day.
  ///
  /// - Parameter name: The person, as written in the text.
  public init?(birthdayOf name: String, in text: String) {
    let mentions = TimeMentions(text)
    let words = mentions.pieces.map(\.word)
    let name = TimePiece.read(name).map(\.word)
    let places = words.indices.filter { Self.birthdayWords.contains(words[$0]) }
    guard !name.isEmpty, places.count == 1, let place = places.first else { return nil }
    var next = place + 1
    if words.dropFirst(next).first == "of", words.dropFirst(next + 1).starts(with: name) {
      next += 1 + name.count
    } else if !Self.isOwner(name, of: place, in: mentions.pieces) {
      return nil
    }
    while next < words.count, ["is", "was", "on", ":", "=", "-", "–"].contains(words[next]) {
      next += 1
    }
    guard let mention = mentions.found.first(where: { $0.pieces.lowerBound == next }),
      let day = YearlyDay(mention, in: mentions)
    else { return nil }
    let start = words[..<place].lastIndex { [".", "!", ";"].contains($0) } ?? 0
    let end = min(mention.pieces.upperBound + 1, words.count)
    guard Self.doubts.isDisjoint(with: words[start..<end]) else { return nil }
    self = day
  }

  /// Returns whether the word for a birthday at index `place` belongs to a person. The word belongs
  /// to the person if it follows the name, with or without `'s`. It also belongs to the person if
  /// the text begins with the name, and nobody else is named before the word.
  private static func isOwner(_ name: [String], of place: Int, in pieces: [TimePiece]) -> Bool {
    let words = pieces[..<place].map(\.word)
    let owner = name.dropLast() + [(name.last ?? "") + "'s"]
    if words.suffix(name.count).elementsEqual(owner) {
      return words.count == name.count || !words[words.count - name.count - 1].hasSuffix("'s")
    }
    guard words.starts(with: name), let last = words.last else { return false }
    if words.count == name.count { return true }
    guard [":", ",", ";", ".", "-", "–", "(", "his", "her", "their", "is", "was"].contains(last)
    else { return false }
    return pieces[name.count..<place].allSatisfy { piece in
      Lexicon.shared.classes(of: piece.word, isCapitalised: piece.isCapitalised)
        .isDisjoint(with: [.name, .relative])
    }
  }

  private static let birthdayWords: Set<String> = [
    "birthday", "bday", "b-day", "birthdate", "born", "dob",
  ]
  private static let doubts: Set<String> = """
    ? about around guess maybe might not or perhaps probably think ~
    """.words()
}
