import CairnText

extension TimeReader {
  /// Returns when a text is due, given its ``Classification/due`` words. Returns nil if they are
  /// not understood or mean a past day, because nothing becomes due in the past.
  public func due(saidAs words: String) -> TimePhrase? {
    guard let phrase = read(words) else { return nil }
    return phrase.time?.date ?? phrase.dueDay >= clock.today ? phrase : nil
  }
}
