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
  package static func breach(of text: some Collection<UInt8>, subject: String) -> String? {
    let tooLarge = "\(subject) is too large or too deeply nested"
    guard text.count <= maximumLength else { return tooLarge }
    var scan = Scan()
    for byte in text { scan.add(byte) }
    guard scan.depth <= maximumDepth else { return tooLarge }
    guard scan.hasComplexKey else { return nil }
    if scan.hasAnchor, scan.aliases > mostAliases {
      return "the aliases in \(subject) stand for too much"
    }
    return text.count * scan.depth <= maximumKeyCost ? nil : tooLarge
  }
}

extension YAMLLimits {
  /// What is known of a text without parsing it. Says rather too much than too little: signs in
  /// quotes and comments count, too.
  fileprivate struct Scan {
    /// An upper bound of the nesting: open brackets, and the marks and blanks a line begins with.
    private(set) var depth = 0
    /// Whether a key may be something else than a scalar: `? …`, `[…]:`, `{…}:` and `*name:`.
    private(set) var hasComplexKey = false
    private(set) var hasAnchor = false
    private(set) var aliases = 0

    private var open = 0
    private var lead = 0
    private var isLeading = true
    /// Whether a word can begin here.
    private var isStart = true
    /// The last byte that is no blank.
    private var last: UInt8 = 0
    private var isInAlias = false

    mutating func add(_ byte: UInt8) {
      countDepth(byte)
      let isBreak = byte.isLineBreak
      if byte == UInt8(ascii: ":"), isInAlias || "]}".utf8.contains(last) { hasComplexKey = true }
      if isStart, byte == UInt8(ascii: "?") { hasComplexKey = true }
      if byte == UInt8(ascii: "&") { hasAnchor = true }
      if byte == UInt8(ascii: "*") {
        aliases += 1
        isInAlias = true
      } else if isBreak || "[]{},:".utf8.contains(byte) {
        isInAlias = false
      } else if isStart, !byte.isBlank {
        isInAlias = false
      }
      isStart = isBreak || byte.isBlank || "[]{},:?-".utf8.contains(byte)
      if isBreak { last = 0 } else if !byte.isBlank { last = byte }
    }

    private mutating func countDepth(_ byte: UInt8) {
      if byte.isLineBreak {
        lead = 0
        isLeading = true
      } else if isLeading, byte.isBlank || "-?:".utf8.contains(byte) {
        lead += 1
      } else {
        isLeading = false
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { open += 1 }
        if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { open = max(0, open - 1) }
      }
      depth = max(depth, open + lead)
    }
  }
}
