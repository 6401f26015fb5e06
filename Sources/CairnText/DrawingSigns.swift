/// The set of characters with which charts, tables and lists are drawn as text. The text of
/// captures is printed unchanged, whichever set is used.
public enum DrawingSigns: Sendable {
  /// Unicode blocks, lines and boxes.
  case blocks
  /// ASCII only, for terminals that cannot show Unicode.
  case ascii

  /// The marker before a list item.
  package var bullet: String { self == .blocks ? "•" : "*" }
  /// The vertical bar before the lines of a quotation and between the cells of a table.
  package var bar: String { self == .blocks ? "│" : "|" }
  /// The character that is repeated to draw a horizontal rule.
  package var line: String { self == .blocks ? "─" : "-" }
  /// The left end, the crossings and the right end of the rule above a table. ``middle`` contains
  /// these signs for the rules between the rows, and ``bottom`` for the rule below the table.
  package var top: (String, String, String) { self == .blocks ? ("┌", "┬", "┐") : ("+", "+", "+") }
  package var middle: (String, String, String) {
    self == .blocks ? ("├", "┼", "┤") : ("+", "+", "+")
  }
  package var bottom: (String, String, String) {
    self == .blocks ? ("└", "┴", "┘") : ("+", "+", "+")
  }

  /// The dash between the description and the file name of an image.
  package var longDash: String { self == .blocks ? "—" : "-" }

  /// Returns a checkbox: ticked (`☑` or `[x]`) if `isDone` is true, otherwise empty (`☐` or `[ ]`).
  package func box(isDone: Bool) -> String {
    if self == .blocks { return isDone ? "☑" : "☐" }
    return isDone ? "[x]" : "[ ]"
  }
}
