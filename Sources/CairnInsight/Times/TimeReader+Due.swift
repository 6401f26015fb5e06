import CairnText

extension TimeReader {
  /// Returns the time that the words of ``Classification/due`` mean. Returns nil if the words are
  /// not understood, or mean a day or a time in the past.
  public func due(saidAs words: String) -> TimePhrase? {
    guard let phrase = read(words), phrase.time?.date ?? phrase.dueDay >= clock.today else {
      return nil
    }
    if phrase.rule == nil, let time = phrase.time,
      clock.isOver(time, isPart: phrase.isPartOfDay)
    {
      return nil
    }
    return isNextYear(phrase.dueDay) && saysPast(words) ? nil : phrase
  }

  /// Returns whether a day is almost a year away. Words such as `20 October`, read on 21 November,
  /// may then mean the day that has just passed rather than the same day of next year.
  private func isNextYear(_ day: CalendarDate) -> Bool {
    day > clock.today.adding(days: Self.year - Self.recent)
  }

  /// Returns whether `words`, read some weeks ago, would have meant a day that is over now.
  private func saysPast(_ words: String) -> Bool {
    var then = self
    then.looksBack = true
    return then.read(words).map { $0.dueDay < clock.today } ?? false
  }

  private static let year = 365
  /// For this number of days after a day, words without a year may still mean that day rather than
  /// the same day of next year.
  private static let recent = 35
}
