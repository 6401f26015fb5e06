/// What a YAML text may be before it is handed to the parser: that is recursive, compares the keys of
/// each mapping node by node, and an alias in a key may stand for a thousand others.
package enum YAMLLimits {
  /// The most bytes of a front matter; the largest of 195,186 in public repositories has 182 kB.
  static let maximumLength = 4 << 20
  private static let maximumDepth = 400
  /// Of length times depth, where keys are lists or maps: each of them is looked at once for each
  /// key that it is in.
  private static let maximumKeyCost = 1 << 22
  /// Where keys are lists or maps: so few aliases cannot stand for much.
  private static let mostAliases = 8

  /// Why a text is not parsed, with `subject` for what it is called; nil where it can be.
  ///
  /// Costs one pass over the text.
  package static func breach(of text: [UInt8], subject: String) -> String? {
    let tooLarge = "\(subject) is too large or too deeply nested"
    guard text.count <= maximumLength else { return tooLarge }
    let marks = YAMLMarks(text[...])
    guard marks.depth <= maximumDepth else { return tooLarge }
    guard marks.hasComplexKey else { return nil }
    if !marks.anchors.isEmpty, marks.aliases.count > mostAliases {
      return "the aliases in \(subject) stand for too much"
    }
    return text.count * marks.depth <= maximumKeyCost ? nil : tooLarge
  }
}
