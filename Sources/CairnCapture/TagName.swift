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

/// A new name for a tag. The tags nested in the tag are renamed too.
///
///     TagRename(from: "work", to: "job")("Work/acme")   // "job/acme"
public struct TagRename: Hashable, Sendable {
  /// The tag to rename.
  public let old: String
  /// The new name.
  public let new: String
  private let wanted: [String]

  /// Creates a new name for the tag `old`.
  public init(from old: String, to new: String) {
    (self.old, self.new) = (old, new)
    wanted = Self.levels(of: old).map { $0.folded }
  }

  /// Returns the new name of a tag that is equal to ``old`` when folded, or nested in such a tag;
  /// nil for any other tag.
  public func callAsFunction(_ name: String) -> String? {
    let levels = Self.levels(of: name)
    guard levels.count >= wanted.count, levels.prefix(wanted.count).map(\.folded) == wanted else {
      return nil
    }
    return ([new] + levels.dropFirst(wanted.count)).joined(separator: "/")
  }

  private static func levels(of name: String) -> [String] {
    name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
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
