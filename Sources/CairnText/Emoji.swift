extension Character {
  /// Whether the character is drawn as an emoji (UTS #51). True for a character that is an emoji by
  /// default or because of a variation selector, for a keycap such as `1️⃣`, and for a flag.
  /// Sequences of joined emoji count as one character.
  public var isEmoji: Bool {
    guard let first = unicodeScalars.first, first.properties.isEmoji else { return false }
    // A flag consists of two regional indicators. One alone is drawn as a letter in a box.
    if (0x1F1E6...0x1F1FF).contains(first.value) { return unicodeScalars.count == 2 }
    if first.properties.isEmojiPresentation {
      return !unicodeScalars.dropFirst().contains("\u{FE0E}")
    }
    let mark: Unicode.Scalar = first.isASCII ? "\u{20E3}" : "\u{FE0F}"
    return unicodeScalars.dropFirst().contains(mark)
  }
}

extension String {
  /// Whether the text is a single emoji.
  public var isSingleEmoji: Bool { count == 1 && first?.isEmoji == true }
}
