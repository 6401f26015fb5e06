import CairnCapture
import CairnDocument
import CairnText
package import CairnMarkup

/// The anchors that links within a digest can lead to, without the `#`.
struct DigestPlaces: Sendable {
  /// The headings of a capture's body and their anchors in the digest.
  struct Headings: Sendable {
    let table: HeadingTable
    let anchors: [String]
  }

  /// The anchors of captures at their first occurrence, keyed by path.
  var captures: [NotePath: String] = [:]
  /// The headings that links may lead to, keyed by the path of their capture.
  var headings: [NotePath: Headings] = [:]

  /// Returns the anchor of the heading that a fragment names, or of the capture if there is no such
  /// heading; nil if the capture has no anchor.
  func anchor(of path: NotePath, _ fragment: String?) -> String? {
    guard let fragment, let headings = headings[path],
      let number = headings.table.number(named: fragment)
    else { return captures[path] }
    return headings.anchors[number]
  }
}

extension Capture {
  /// Returns the headings of `body`, without the first heading if it repeats the title. A digest
  /// shows these headings.
  package func shownHeadings(in body: some BodyFacts) -> [HeadingName] {
    Array(body.headingNames.dropFirst(repeatsTitle(in: body) ? 1 : 0))
  }

  /// Whether the body may contain a heading. Scans the bytes of the body without parsing them.
  var mayHaveHeadings: Bool {
    var isLineBlank = true
    var underline: UInt8?
    for byte in body {
      switch byte {
      case UInt8(ascii: "#"): return true
      case 0x0A, 0x0D:
        if underline != nil { return true }
        isLineBlank = true
      case 0x20, 0x09, UInt8(ascii: ">"): break
      case UInt8(ascii: "="), UInt8(ascii: "-"):
        if isLineBlank { underline = byte } else if byte != underline { underline = nil }
        isLineBlank = false
      default:
        underline = nil
        isLineBlank = false
      }
    }
    return underline != nil
  }

  /// Whether a link in the file may name a heading. Scans the bytes of the file without parsing
  /// them.
  var mayLinkToHeadings: Bool {
    document.bytes.withUnsafeBytes { bytes in
      var start = 0
      while let sign = bytes.offset(of: UInt8(ascii: "#"), from: start) {
        for byte in bytes[start..<sign].reversed() {
          if byte == 0x0A { break }
          if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") { return true }
        }
        start = sign + 1
      }
      return false
    }
  }
}

// MARK: - In HTML

extension DigestPlaces {
  /// Adds the shown headings of a capture, with the anchors of their HTML elements.
  mutating func addHeadings(of capture: Capture) {
    guard let anchor = captures[capture.path] else { return }
    let table = HeadingTable(capture.shownHeadings(in: capture.bodyText))
    headings[capture.path] = Headings(
      table: table, anchors: table.names.map { "\(anchor)_\(Address.encoded($0.slug.utf8))" })
  }
}
