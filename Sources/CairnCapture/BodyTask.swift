import CairnDocument
import CairnMarkup
import CairnText

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
