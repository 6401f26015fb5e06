import CairnCapture
import CairnText

/// The anchors of a digest: unique in it, and the same each time. Letters, digits and hyphens, so
/// that nothing need be escaped; a heading in a body has the capture's, an underscore and its own.
struct Anchors {
  /// Each capture's anchor, where it stands for the first time.
  private(set) var first: [NotePath: String] = [:]
  private var used: Set<String> = []

  /// The anchor of a capture where it stands for the first time.
  mutating func first(of capture: Capture) -> String {
    if let known = first[capture.path] { return known }
    let anchor = next(for: "c-\(Self.slug(capture.id ?? capture.path.description))")
    first[capture.path] = anchor
    return anchor
  }

  /// An anchor that is not used yet: `base`, or with a number behind it.
  mutating func next(for base: String) -> String {
    var anchor = base
    var number = 1
    while !used.insert(anchor).inserted {
      number += 1
      anchor = "\(base)-\(number)"
    }
    return anchor
  }

  /// `text` in lower-case ASCII: other letters by their code, anything else a hyphen.
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
