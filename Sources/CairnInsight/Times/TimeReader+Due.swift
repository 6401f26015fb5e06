import CairnText

extension TimeReader {
  /// When something is due of which a text says `words`, as ``Classification/due`` has them; nil where
  /// they are not understood, or name a day that is over: nothing becomes due in the past.
  public func due(saidAs words: String) -> TimePhrase? {
    guard let phrase = read(words) else { return nil }
    return phrase.time?.date ?? phrase.dueDay >= clock.today ? phrase : nil
  }
}
