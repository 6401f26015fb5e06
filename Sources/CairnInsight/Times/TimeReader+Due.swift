import CairnText

extension TimeReader {
  /// Returns the time that the words of ``Classification/due`` mean. Returns nil if the words are
  /// not understood or mean a day before today.
  public func due(saidAs words: String) -> TimePhrase? {
    guard let phrase = read(words) else { return nil }
    return phrase.time?.date ?? phrase.dueDay >= clock.today ? phrase : nil
  }
}
