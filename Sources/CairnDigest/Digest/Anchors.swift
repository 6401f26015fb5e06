import CairnCapture
import CairnText

/// The anchors of a digest: unique and reproducible. Made of letters, digits and hyphens, they need
/// no escaping. A heading's anchor is its capture's anchor, an underscore and the heading's slug.
struct Anchors {
  /// The anchor of each capture at its first occurrence.
  private(set) var first: [NotePath: String] = [:]
  private var used: Set<String> = []

  /// Returns the anchor of a capture at its first occurrence.
  mutating func first(of capture: Capture) -> String {
    if let known = first[capture.path] { return known }
    let anchor = next(for: "c-\(Self.slug(capture.id ?? capture.path.description))")
    first[capture.path] = anchor
    return anchor
  }

  /// Returns an unused anchor: `base`, or `base` with a number appended.
  mutating func next(for base: String) -> String {
    var anchor = base
    var number = 1
    while !used.insert(anchor).inserted {
      number += 1
      anchor = "\(base)-\(number)"
    }
    return anchor
  }

  /// Returns `text` in lowercase ASCII. Other letters become their code, anything else a hyphen.
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
