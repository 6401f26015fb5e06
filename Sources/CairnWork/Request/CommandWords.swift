public import CairnText

/// The words of a command, quoted for a shell, on one line and safe for a terminal.
public struct CommandWords: CustomStringConvertible, Sendable {
  /// The quoted words, joined by blanks and truncated to 200 characters; `a command` if there are
  /// no words.
  public let description: String

  private static let limit = 200

  /// Creates the text of a command from its unquoted words.
  public init(_ words: [String]) {
    let text = words.isEmpty ? "a command" : words.map(\.quotedForShell).joined(separator: " ")
    let isLong = text.count > Self.limit
    description = TerminalText.line(isLong ? text.prefix(Self.limit - 1) + "…" : text)
  }
}

extension LocalClock {
  /// Returns the local day and time of a moment, for a list: `2026-11-21 10:04`.
  public func shown(_ time: Instant) -> String {
    let time = dateTime(time)
    return String(
      DateTime(date: time.date, secondOfDay: time.secondOfDay).description.prefix(16)
    ).replacing("T", with: " ")
  }
}
