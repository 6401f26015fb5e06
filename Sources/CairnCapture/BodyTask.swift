import CairnDocument
import CairnMarkup
public import CairnText

/// A task in a capture's body: a list item with a box, `- [ ] call`.
public struct BodyTask: Hashable, Sendable {
  /// The position of the box among all boxes of the body, counted from 1.
  public let number: Int
  /// The line of the file on which the task begins, counted from 1.
  public let line: Int
  /// The task's text without markup, on one line.
  public let text: String
  /// Whether the box is ticked.
  public let isDone: Bool
  /// The byte offset in the file of the character between the brackets.
  public let mark: Int

  /// The due date in the notation of the Obsidian plugin Tasks, as in `pay rent 📅 2026-12-01`; nil
  /// if the text contains none. The plugin also accepts `📆` and `🗓`.
  public var due: CalendarDate? {
    let text = text.unicodeScalars
    guard let mark = text.lastIndex(where: { "📅📆🗓".unicodeScalars.contains($0) }) else {
      return nil
    }
    let date = text[mark...].dropFirst().drop { $0 == "\u{FE0F}" || $0 == " " }.prefix { $0 != " " }
    guard case .date(let day)? = FieldTime(String(date)) else { return nil }
    return day
  }
}

extension Capture {
  /// The tasks in the body, in order. Parses the body.
  public var tasks: [BodyTask] {
    var locator = SourceLocator(document.bytes)
    return markup.tasks.enumerated().map { index, task in
      BodyTask(
        number: index + 1, line: locator.location(of: task.range.lowerBound).line, text: task.text,
        isDone: task.isDone, mark: task.markRange.lowerBound)
    }
  }
}
