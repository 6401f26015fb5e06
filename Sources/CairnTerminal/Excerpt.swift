/// Text with highlighted parts, such as the passage of a note that a search found.
public struct Excerpt {
  private let runs: [StyledText]

  /// Creates an excerpt. `matches` must be in order and must not overlap. Characters that could
  /// control the terminal are escaped.
  ///
  /// - Parameter base: The style of the text that is not highlighted.
  public init(_ text: String, _ matches: [Range<String.Index>] = [], _ base: Base = .plain) {
    let style: TextStyle = base == .bold ? .bold : []
    var runs: [StyledText] = []
    var position = text.startIndex
    for match in matches {
      runs.append(StyledText(String(text[position..<match.lowerBound]), style))
      runs.append(StyledText(String(text[match]), .match))
      position = match.upperBound
    }
    runs.append(StyledText(String(text[position...]), style))
    self.runs = runs.filter { !$0.text.isEmpty }
  }

  /// The style of the text around the matches.
  public enum Base: Sendable { case plain, bold }

  /// Returns the excerpt on one line.
  ///
  /// - Parameter isColored: Whether to write styles.
  public func line(isColored: Bool) -> String {
    runs.rendered(isColored: isColored, hasLinks: false)
  }

  /// Returns the excerpt as indented lines, broken between words; no lines if the excerpt is empty.
  ///
  /// - Parameters:
  ///   - width: The maximum line width in cells; nil to return a single line.
  ///   - indent: The number of spaces before each line.
  ///   - isColored: Whether to write styles.
  public func lines(width: Int?, indent: Int, isColored: Bool) -> [String] {
    if runs.isEmpty { return [] }
    let lines = width.map { LineBreaker.lines(runs, width: $0 - indent) } ?? [runs]
    return lines.map {
      String(repeating: " ", count: indent) + $0.rendered(isColored: isColored, hasLinks: false)
    }
  }
}
