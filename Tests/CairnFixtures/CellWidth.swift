/// The width of text on a terminal, judged by blocks and categories of characters, without the rules
/// of the code under test. Good for the scripts and emoji that the tests use.
public enum CellWidth {
  /// Returns the number of cells of a text.
  public static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

  /// Returns the number of cells of a character.
  public static func of(_ character: Character) -> Int {
    let scalars = Array(character.unicodeScalars)
    let isEmoji =
      scalars.contains { $0.value == 0xFE0F || $0.value == 0x20E3 }
      || (0x1F1E6...0x1FAFF).contains(scalars[0].value)
    return isEmoji ? 2 : scalars.reduce(0) { $0 + of($1) }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x3000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFD: 2
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format, .control: 0
      default: 1
      }
    }
  }
}
