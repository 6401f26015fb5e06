/// Segmentation of a line at commas, dashes, colons, brackets, full stops and similar punctuation.
enum GiftSegment {
  private static let ends: Set<String> = [
    ".", "!", "?", "…", ";", ":", "–", "—", "(", ")", "=", ",", "[", "]", "\"", "“", "”", "|", "/",
    "→", "•", "*",
  ]

  static func all(in tokens: [Token]) -> [Range<Int>] {
    var segments: [Range<Int>] = []
    var start = 0
    for index in tokens.indices + [tokens.count] {
      guard index == tokens.count || isEnd(index, tokens) else { continue }
      if start < index { segments.append(start..<index) }
      start = index + 1
    }
    return segments
  }

  private static func isEnd(_ index: Int, _ tokens: [Token]) -> Bool {
    let token = tokens[index]
    guard token.kind == .sign else { return false }
    if token.word == "-" { return !token.isJoined }
    if token.word == ".", index > 0, tokens[index - 1].classes.contains(.title) { return false }
    return ends.contains(token.word)
  }
}
