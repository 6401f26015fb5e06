import CairnDocument
import CairnText

/// Functions that several sources use.
enum ImportText {
  /// Returns a tag for a label from another tool: each run of characters that a tag cannot contain
  /// becomes `-`.
  static func tag(_ label: String) -> String {
    let parts = label.split { character in
      !(character.isLetter || character.isNumber || "_-/.+#&@'".contains(character))
    }
    let joined = parts.joined(separator: "-")
    return String(joined.drop { "#@".contains($0) })
  }

  /// Returns the list of tags for labels, without duplicates; nil if there are none.
  static func tags(_ labels: [String]) -> NewValue? {
    let tags = labels.map(tag).filter { !$0.isEmpty }.uniqued()
    return tags.isEmpty ? nil : .list(tags.map(NewValue.text))
  }

  /// Returns the value for a time in seconds since 1970, in UTC; nil if the year is out of range.
  static func time(seconds: Int) -> NewValue? {
    guard Instant.calendarSeconds.contains(seconds) else { return nil }
    return .literal(DateTime(Instant(seconds: seconds), offset: 0).description)
  }

  /// Returns the value for a number of seconds or milliseconds since 1970, in UTC; nil if the number
  /// is too small or too large to be such a time after 1973.
  static func time(unix number: Int) -> NewValue? {
    switch number {
    case 100_000_000..<100_000_000_000: time(seconds: number)
    case 100_000_000_000..<100_000_000_000_000: time(seconds: number / 1000)
    default: nil
    }
  }

  /// Returns the value for a time that another tool wrote, with its text unchanged; nil if `text`
  /// is nil or empty.
  static func time(_ text: String?) -> NewValue? {
    text.flatMap { $0.isEmpty ? nil : .literal($0) }
  }

  /// Returns the value for a time in the basic form of ISO 8601, such as `20240603T160000Z`; nil if
  /// the text does not have this form.
  static func compactTime(_ text: String?) -> NewValue? {
    guard let text, text.utf8.count == 16, text.hasSuffix("Z"), text.dropFirst(8).first == "T",
      text.utf8.count(where: { $0 &- 0x30 < 10 }) == 14
    else { return nil }
    let digits = text.map { String($0) }
    let day = [digits[0..<4], digits[4..<6], digits[6..<8]].map { $0.joined() }
    let time = [digits[9..<11], digits[11..<13], digits[13..<15]].map { $0.joined() }
    return .literal("\(day.joined(separator: "-"))T\(time.joined(separator: ":"))Z")
  }

  /// Returns the name of the encoding of an XML or HTML file, in upper case; nil if the file
  /// declares UTF-8, ASCII or no encoding. For a file that begins with the byte order mark of
  /// UTF-16, returns `UTF-16` even without a declaration.
  static func encoding(ofXML bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    let start = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    let head = start.drop { $0 == "\u{FEFF}" }
    // In XML, only the declaration is searched, because other elements can have an attribute
    // `encoding`.
    let isXML = head.hasPrefix("<?xml")
    let end = isXML ? head.firstRange(of: "?>")?.lowerBound : nil
    let place = head[..<(end ?? head.endIndex)].firstRange(of: isXML ? "encoding=" : "charset=")
    guard let place else { return nil }
    let name = head[place.upperBound...].drop { "\"' ".contains($0) }
      .prefix { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return ["utf-8", "utf8", "us-ascii", "ascii"].contains(String(name)) ? nil : name.uppercased()
  }

  /// Returns the reason why bytes that are not UTF-8 cannot be read, such as `the text is UTF-16`.
  static func encodingProblem(_ bytes: [UInt8]) -> String {
    bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      ? "the text is UTF-16" : "the text is not UTF-8"
  }

  /// Returns a valid file or folder name for a title from another tool; `untitled` for a blank
  /// title.
  static func fileName(_ title: String) -> String {
    let plain = String(title.map { "/\\:*?\"<>|".contains($0) || $0.isNewline ? "-" : $0 }).trimmed
    let name = String(plain.drop { $0 == "." }.prefix(100)).trimmed
    return name.isEmpty ? "untitled" : name
  }

  /// Returns the path of a file in an export with each part replaced by a valid name
  /// (``fileName(_:)``).
  static func folders(_ path: String) -> String {
    path.split(separator: "/").map { fileName(String($0)) }.joined(separator: "/")
  }

  /// Returns a number that is written to the file with exactly the digits in `text`. Nil if `text`
  /// is nil or empty.
  static func number(_ text: String?) -> NewValue? {
    text.flatMap { $0.isEmpty ? nil : .literal($0) }
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String { String(trimmingBlanks) }

  /// The lines, without their line breaks.
  var lines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
