public import CairnDocument

/// A field on which two versions disagree. Our version is in effect; their version is below it in
/// comments.
///
///     score: 3
///     # CONFLICT score: 2
///
/// Each comment line consists of `# CONFLICT ` and a line of the field in their version. If their
/// version removed the field, nothing follows the colon.
public struct ConflictMark: Hashable, Sendable {
  /// The key of the field.
  public let key: String
  /// The lines of the field in the version that was merged in; nil if that version removed the
  /// field.
  public let theirs: [UInt8]?
  /// The value of the field in the version that was merged in; nil if that version removed the
  /// field.
  public let value: FieldValue?
  /// The byte range of the comment lines in the file.
  public let range: Range<Int>

  private static let sign = Array("# CONFLICT ".utf8)
}

extension ConflictMark {
  /// Returns comment lines that contain `theirs`, the lines of a field in the version that is
  /// merged in. If that version removed the field, `theirs` is nil and the comment contains only
  /// the key.
  static func comment(_ key: String, theirs: [UInt8]?, _ lineBreak: [UInt8]) -> [UInt8] {
    guard let theirs else { return sign + key.utf8 + Array(":".utf8) + lineBreak }
    return Array(
      theirs[...].lines.map { line in
        let text = line.dropLast { $0.isLineEnd }
        return sign + text + lineBreak
      }.joined())
  }

  /// Returns the conflict markers in a document's front matter, in file order.
  public static func all(in document: Document) -> [ConflictMark] {
    let content = document.frontMatter.content
    // Most front matter has no comments, and dividing it into lines takes longer than this test.
    if !document.bytes[content].contains(UInt8(ascii: "#")) { return [] }
    var marks: [ConflictMark] = []
    var lines: [UInt8] = []
    var range = content.lowerBound..<content.lowerBound
    var position = content.lowerBound
    func close() {
      if lines.isEmpty { return }
      marks += ConflictMark(lines, range, document.notation).map { [$0] } ?? []
      lines = []
    }
    for line in document.bytes[content].lines {
      let next = position + line.count
      if line.starts(with: sign) {
        let text = Array(line.dropFirst(sign.count))
        if text.first.map({ !" -\r\n".utf8.contains($0) }) ?? false {
          // A line that is not indented begins another field.
          close()
        }
        range = (lines.isEmpty ? position : range.lowerBound)..<next
        lines += text
      } else {
        close()
      }
      position = next
    }
    close()
    return marks
  }

  /// Creates a mark from the lines of a field in the version that was merged in, without
  /// `# CONFLICT `. Returns nil if the lines are not exactly one field.
  private init?(_ lines: [UInt8], _ range: Range<Int>, _ notation: Notation) {
    // In every format, the comment for a removed field contains only the key and a colon.
    let isRemoved = lines.count { $0 == UInt8(ascii: "\n") } == 1 && lines.dropLast().last == 0x3A
    let fence = Array((notation == .toml && !isRemoved ? "+++\n" : "---\n").utf8)
    let document = Document(fence + lines + fence)
    guard document.fields.count == 1, let field = document.fields.first, field.range != nil else {
      return nil
    }
    key = field.key
    theirs = field.value == .null ? nil : lines
    value = field.value == .null ? nil : field.value
    self.range = range
  }
}

extension [UInt8] {
  fileprivate func dropLast(while isDropped: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    self[..<(lastIndex { !isDropped($0) }.map { $0 + 1 } ?? 0)]
  }
}

extension UInt8 {
  fileprivate var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}
