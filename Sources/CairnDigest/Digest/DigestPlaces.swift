import CairnCapture
import CairnDocument
import CairnIndex
package import CairnMarkup
import CairnText
import Glibc

/// Where a link within a digest can lead: what stands behind the `#` of its address.
struct DigestPlaces: Sendable {
  /// The headings in a capture's body, and the anchors that they have in the digest.
  struct Headings: Sendable {
    let table: HeadingTable
    let anchors: [String]
  }

  /// The anchor of each capture where it stands for the first time; of one that has none, nothing.
  var captures: [NotePath: String] = [:]
  /// The headings of captures that links may lead to.
  var headings: [NotePath: Headings] = [:]

  /// The anchor of a capture, or of the heading in it that a fragment names; nil for one that is not
  /// in the digest.
  func anchor(of path: NotePath, _ fragment: String?) -> String? {
    guard let fragment, let headings = headings[path],
      let number = headings.table.number(named: fragment)
    else { return captures[path] }
    return headings.anchors[number]
  }
}

extension Capture {
  /// The headings of the body that a digest shows: without the one that repeats the title.
  package func shownHeadings(in body: some BodyFacts) -> [HeadingName] {
    Array(body.headingNames.dropFirst(repeatsTitle(in: body) ? 1 : 0))
  }

  /// Whether the body may have a heading; costs a look at its bytes.
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

  /// Whether there may be a link to a heading of another file; costs a look at its bytes.
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

extension UnsafeRawBufferPointer {
  /// Where a byte stands for the first time from `start` on.
  fileprivate func offset(of byte: UInt8, from start: Int) -> Int? {
    guard let baseAddress, start < count,
      let found = memchr(baseAddress + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }
}

// MARK: - In HTML

extension DigestPlaces {
  /// Adds the headings that a capture of the digest shows; the anchors of elements in HTML.
  mutating func addHeadings(of capture: Capture) {
    guard let anchor = captures[capture.path] else { return }
    let table = HeadingTable(capture.shownHeadings(in: capture.bodyText))
    headings[capture.path] = Headings(
      table: table, anchors: table.names.map { "\(anchor)_\(Address.encoded($0.slug.utf8))" })
  }
}
