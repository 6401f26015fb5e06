import CairnText

/// A generator of anchors for the headings of a body. The anchors are the same as on GitHub.
///
/// Anchors are in lower case, with hyphens in place of blanks. Only letters, marks, digits, hyphens
/// and underscores are kept. Repeated anchors get `-1`, `-2`, ….
package struct Slugs {
  private var anchors = UniqueNames(from: 1)

  /// Creates a generator for a new body.
  package init() {}

  /// Returns the anchor of the next heading of the body. Appends a number if an earlier heading has
  /// the same anchor.
  package mutating func next(for heading: String) -> String {
    anchors.next(Self.slug(heading))
  }

  /// Returns the anchor of `heading`, without a number for repetitions.
  static func slug(_ heading: String) -> String {
    if heading.utf8.allSatisfy({ $0 < 0x80 }) {
      return String(decoding: heading.utf8.compactMap(slugByte), as: UTF8.self)
    }
    var slug = String.UnicodeScalarView()
    for scalar in heading.lowercased().unicodeScalars {
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
        .connectorPunctuation:
        slug.append(scalar)
      default:
        if scalar == "-" { slug.append(scalar) }
        if scalar == " " { slug.append("-") }
      }
    }
    return String(slug)
  }

  /// Returns an ASCII character as it appears in an anchor, or nil if anchors omit the character.
  private static func slugByte(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      byte
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    case UInt8(ascii: " "): UInt8(ascii: "-")
    default: nil
    }
  }
}
