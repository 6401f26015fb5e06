import CairnCapture
import CairnText

/// A generator of the anchors in a digest. Anchors are unique, and the same captures always get the
/// same anchors.
///
/// An anchor consists of ASCII letters, digits and hyphens, so it needs no escaping. In HTML, the
/// anchor of a heading is the anchor of its capture, an underscore and the heading's slug.
struct Anchors {
  /// The anchors of the captures at their first occurrence, keyed by path.
  private(set) var first: [NotePath: String] = [:]
  private var anchors = UniqueNames(from: 2)

  /// Returns the anchor of a capture at its first occurrence. The first call for a capture creates
  /// the anchor.
  mutating func first(of capture: Capture) -> String {
    if let known = first[capture.path] { return known }
    let anchor = next(for: "c-\(Self.slug(capture.id ?? capture.path.description))")
    first[capture.path] = anchor
    return anchor
  }

  /// Returns an unused anchor: `base`, or `base` with a number appended. The anchor then counts as
  /// used.
  mutating func next(for base: String) -> String { anchors.next(base) }

  /// Returns `text` in lowercase ASCII. Non-ASCII letters become their hexadecimal code points;
  /// each run of other characters becomes a hyphen. Returns `x` if nothing remains.
  static func slug(_ text: String) -> String {
    var slug = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        slug.unicodeScalars.append(scalar)
      } else if scalar.properties.isAlphabetic {
        slug += String(scalar.value, radix: 16)
      } else if !slug.isEmpty, !slug.hasSuffix("-") {
        slug.append("-")
      }
    }
    if slug.hasSuffix("-") { slug.removeLast() }
    return slug.isEmpty ? "x" : slug
  }
}
