import CairnInsight

/// A reason why nothing is known about the type of a text.
public enum Silence: Sendable {
  /// The text is in a language that the classifier does not know.
  case language
  /// The text is too long: the classifier is used only for short texts.
  case length
  /// Few captures in the notebook have a type that the classifier can detect.
  case habits

  /// The maximum number of characters to classify; the classifier was trained on shorter text.
  private static let longest = 400

  /// Returns whether a text is too long to be classified by Cairn.
  static func isTooLong(_ text: String) -> Bool {
    text.utf8.count > longest && text.count > longest
  }

  /// Returns the sentences that say why a saved capture has no type, and how to set the type.
  ///
  /// - Parameters:
  ///   - silence: The reason; nil if there are likely types.
  ///   - finding: The likely types; nil if there are none.
  ///   - handle: The word that names the capture in a command.
  static func sentences(
    _ silence: Silence?, _ finding: Classification?, handle: String
  ) -> String {
    let reason =
      switch silence {
      case .language: "the text is not in English, and its type is not clear"
      case .length: "the text is longer than \(longest) characters"
      case .habits:
        "Cairn does not guess, because few captures in this notebook have a type that it can "
          + "detect"
      case nil: "it could be \(finding?.likeliest ?? "anything")"
      }
    return "No type yet: \(reason). Run `cairn clarify \(handle) TYPE` to set the type."
  }
}
