import CairnDocument
import CairnText

/// The functions that several sources share.
enum ImportText {
  /// Returns a tag for a label of another tool: each run of characters that a tag cannot contain
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
    var seen: Set<String> = []
    let tags = labels.map(tag).filter { !$0.isEmpty && seen.insert($0).inserted }
    return tags.isEmpty ? nil : .list(tags.map(NewValue.text))
  }

  /// Returns the value for a time in seconds since 1970, in UTC; nil if the year is out of range.
  static func time(seconds: Int) -> NewValue? {
    guard Instant.calendarSeconds.contains(seconds) else { return nil }
    return .literal(DateTime(Instant(seconds: seconds), offset: 0).description)
  }

  /// Returns the value for a time exactly as another tool wrote it; nil for empty text.
  static func time(_ text: String?) -> NewValue? {
    text.flatMap { $0.isEmpty ? nil : .literal($0) }
  }

  /// Returns the value for a number exactly as it is written; nil for empty text.
  static func number(_ text: String?) -> NewValue? {
    text.flatMap { $0.isEmpty ? nil : .literal($0) }
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// The lines, without their line breaks.
  var lines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
