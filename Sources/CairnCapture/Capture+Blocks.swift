import CairnDocument
import CairnText

/// A line of a body that a link can name, as in `[[Plan#^id]]`: the line ends with ` ^id`.
package struct TextBlock {
  /// The id, without `^`.
  package let id: String
  /// The byte range of the line in the file.
  package let range: Range<Int>
  /// The text of the line, without the id.
  package let text: String
}

extension TextBlock {
  /// Returns the id in the part of a link after `#`, such as `^id` or `Heading#^id`; nil if the
  /// link does not name a line by its id.
  package static func id(in fragment: String) -> Substring? {
    guard let last = fragment.split(separator: "#").last, last.hasPrefix("^"), last != "^" else {
      return nil
    }
    return last.dropFirst()
  }

  /// Returns whether this block has an id, in capital or small letters.
  package func isNamed(_ id: some StringProtocol) -> Bool {
    self.id.lowercased() == id.lowercased()
  }
}

extension Capture {
  /// The lines of the body that end with an id, in the order of the text.
  package var blocks: [TextBlock] {
    let bytes = document.bytes
    let breaks: Set<UInt8> = [0x0A, 0x0D]
    return bytes[document.body].split(whereSeparator: breaks.contains).compactMap { line in
      guard let mark = line.lastIndex(of: UInt8(ascii: "^")) else { return nil }
      let id = line[(mark + 1)...].prefix { $0.isASCIIWord || $0 == UInt8(ascii: "-") }
      guard !id.isEmpty, line[id.endIndex...].allSatisfy({ $0 == 0x20 || $0 == 0x09 }),
        mark == line.startIndex || line[mark - 1] == 0x20
      else { return nil }
      let text = String(decoding: line[..<mark], as: UTF8.self).trimmingBlanks
      return TextBlock(
        id: String(decoding: id, as: UTF8.self), range: line.indices, text: String(text))
    }
  }

  /// Returns the block that a fragment such as `^id` names; nil if there is none.
  package func block(named fragment: String) -> TextBlock? {
    TextBlock.id(in: fragment).flatMap { id in blocks.first { $0.isNamed(id) } }
  }
}
