import CairnCapture
import CairnDocument

/// A line of a body that a link can name, as in `[[Plan#^id]]`: the line ends with ` ^id`.
struct TextBlock {
  /// The id, without `^`.
  let id: String
  /// The byte range of the line in the file.
  let range: Range<Int>
  /// The text of the line, without the id.
  let text: String
}

extension Capture {
  /// The lines of the body that end with an id, in the order of the text.
  var blocks: [TextBlock] {
    let bytes = document.bytes
    let breaks: Set<UInt8> = [0x0A, 0x0D]
    return bytes[document.body].split(whereSeparator: breaks.contains).compactMap { line in
      guard let mark = line.lastIndex(of: UInt8(ascii: "^")) else { return nil }
      let id = line[(mark + 1)...]
      guard !id.isEmpty, id.allSatisfy({ $0.isWordByte || $0 == UInt8(ascii: "-") }),
        mark == line.startIndex || line[mark - 1] == 0x20
      else { return nil }
      let text = String(decoding: line[..<mark], as: UTF8.self).trimmingBlanks
      return TextBlock(
        id: String(decoding: id, as: UTF8.self), range: line.indices, text: String(text))
    }
  }

  /// Returns the block that a fragment such as `^id` names; nil if there is none.
  func block(named fragment: String) -> TextBlock? {
    guard fragment.hasPrefix("^") else { return nil }
    return blocks.first { $0.id == fragment.dropFirst() }
  }
}
