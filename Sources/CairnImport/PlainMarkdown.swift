import CairnMarkup
import CairnText

/// Functions that make text from other people safe to use as Markdown.
public enum PlainMarkdown {
  /// Returns Markdown that shows `text` exactly as it is. Adds a backslash before each character
  /// that Markdown would read as markup, and before each `#` that would begin a tag. Web addresses
  /// stay as they are. Four or more spaces at the start of a line, which would begin code, become
  /// three.
  public static func escaped(_ text: String) -> String {
    let lines = text.lines.map { line in
      let words = line.trimmed.split(separator: " ", omittingEmptySubsequences: false)
        .map { isPlainAddress($0) ? String($0) : HTMLMarkdown.escaped(String($0)) }
      return line.prefix(3).prefix { $0 == " " }
        + HTMLMarkdown.escapedStart(words.joined(separator: " "))
    }
    return withoutTags(lines.joined(separator: "\n"))
  }

  /// Returns whether a word is a web address that Markdown reads as a link, so that a backslash in
  /// it would change the address.
  private static func isPlainAddress(_ word: Substring) -> Bool {
    (word.hasPrefix("https://") || word.hasPrefix("http://"))
      && !word.contains { "\\`*[]<>".contains($0) }
  }

  /// Returns Markdown with a backslash before each `#` that Cairn would read as the start of a tag.
  static func withoutTags(_ markdown: String) -> String {
    var fence: CodeFence?
    return markdown.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard !fence.contains(Array(line.utf8)[...]), line.contains("#") else { return String(line) }
      var (result, last, isInline) = ("", Character(" "), false)
      for character in line {
        if character == "`", last != "\\" { isInline.toggle() }
        if last == "#", character.isLetter || character.isNumber, !isInline,
          result.dropLast().last?.isWhitespace ?? true
        {
          result.insert("\\", at: result.index(before: result.endIndex))
        }
        result.append(character)
        last = character
      }
      return result
    }.joined(separator: "\n")
  }

  /// Returns text without characters that control a terminal or change the direction of the text.
  /// Line breaks and tabs stay. If the first line would begin front matter, changes that line so
  /// that it does not.
  static func cleaned(_ text: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
      if scalar == "\n" || scalar == "\t" || !TerminalText.steers(scalar) { clean.append(scalar) }
    }
    let body = String(clean).trimmed
    let first = body.prefix { !$0.isNewline }
    let line = first.filter { !$0.isWhitespace }
    if line == "---" { return "***\(body[first.endIndex...])" }
    return line == "+++" ? "\\\(body)" : body
  }
}
