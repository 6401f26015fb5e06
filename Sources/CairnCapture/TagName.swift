public import CairnText

/// The rules for the names that commands accept for tags.
public enum TagName {
  /// The signs that the name of a tag can contain besides letters, digits and emoji.
  private static let signs = Set<Unicode.Scalar>("_-/.+#&@'’".unicodeScalars)

  /// Returns whether a name is valid for a tag. A valid name consists of letters, combining marks,
  /// digits, emoji and the signs `_-/.+#&@'’`, but not only of signs.
  public static func isValid(_ name: String) -> Bool {
    let scalars = name.unicodeScalars
    return scalars.contains(where: \.isOfWord)
      && scalars.allSatisfy { $0.isOfWord || signs.contains($0) }
  }

  /// Checks the name of a tag.
  ///
  /// - Throws: A `Diagnostic` with the code `tag-invalid` that says what a tag can contain.
  public static func check(_ name: String) throws(Diagnostic) {
    guard !isValid(name) else { return }
    throw Diagnostic(
      .error, "tag-invalid",
      "`\(TerminalText.line(name))` is not a valid tag; a tag can contain letters, digits, emoji "
        + "and the characters _ - / . + # & @ ', but no spaces")
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a combining mark, a digit or part of an emoji.
  fileprivate var isOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      true
    default:
      !isASCII && (properties.isEmoji || self == "\u{200D}" || properties.isVariationSelector)
    }
  }
}
