/// Makes the anchors of a body's headings, as GitHub does: lower case; blanks become hyphens; what
/// is no letter, mark, digit, hyphen or underscore goes; a repeated one gets `-1`, `-2`, ….
package struct Slugs {
  private var counts: [String: Int] = [:]

  /// Of a text without headings yet.
  package init() {}

  /// The anchor of the next heading.
  package mutating func next(for heading: String) -> String {
    let base = Self.slug(heading)
    guard var count = counts[base] else {
      counts[base] = 0
      return base
    }
    var slug: String
    repeat {
      count += 1
      slug = "\(base)-\(count)"
    } while counts[slug] != nil
    counts[base] = count
    counts[slug] = 0
    return slug
  }

  /// The anchor that `heading` has where no other heading has it.
  static func slug(_ heading: String) -> String {
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
}

extension Markup {
  /// The anchor of the first heading with this text.
  package static func slug(ofHeading text: String) -> String { Slugs.slug(text) }
}
